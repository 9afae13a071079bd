import type {
  CreateDeploymentEnvironmentTokenInput,
  DeploymentEnvironment,
  EnvVariableItem,
  UpdateDeploymentInput,
} from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, forgetDeployment } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

/** How often what runtimes do is read anew, in milliseconds. */
const WATCH_MS = 5000;

/** Every setting of a deployment. */
export function useDeploymentSettings(deploymentId: number) {
  return useQuery({
    queryKey: ['deployment-settings', deploymentId],
    queryFn: () => client.call('getDeploymentSettings', { params: { deploymentId } }),
  });
}

/** What became of the newest commit of the deployed branch; watched while it is compiled. */
export function useBuildStatus(deploymentId: number) {
  return useQuery({
    queryKey: ['build-status', deploymentId],
    queryFn: () => client.call('buildStatus', { params: { deploymentId } }),
    refetchInterval: ({ state }) => (state.data?.status === 'building' ? WATCH_MS : false),
  });
}

/** Changes of a deployment itself. */
export function useDeploymentChanges(deploymentId: number) {
  const queryClient = useQueryClient();
  const params = { deploymentId };
  return {
    update: useMutation({
      mutationFn: (body: UpdateDeploymentInput) => client.call('updateDeployment', { params, body }),
      onSettled: () =>
        Promise.all(
          ['deployment-settings', 'build-status', 'deployments'].map((key) =>
            queryClient.invalidateQueries({ queryKey: [key] }),
          ),
        ),
    }),
    remove: useMutation({
      mutationFn: () => client.call('deleteDeployment', { params }),
      // The console opens anew, in a deployment that is still there.
      onSuccess: () => {
        forgetDeployment();
        window.location.assign('/workspace');
      },
    }),
  };
}

/** The variables of a deployment, by name. */
export function useVariables(deploymentId: number) {
  return usePages(['variables', deploymentId], (paging) =>
    client.call('getEnvVariables', { params: { deploymentId }, query: paging }),
  );
}

/** Changes of variables; the list is read again. */
export function useVariableChanges(deploymentId: number) {
  const queryClient = useQueryClient();
  const renewal = { onSettled: () => queryClient.invalidateQueries({ queryKey: ['variables'] }) };
  return {
    set: useMutation({
      mutationFn: (variables: EnvVariableItem[]) =>
        client.call('setEnvVariables', { params: { deploymentId }, body: { env_variables: variables } }),
      ...renewal,
    }),
    remove: useMutation({
      mutationFn: (variableName: string) =>
        client.call('deleteEnvVariable', { params: { deploymentId, variableName } }),
      ...renewal,
    }),
  };
}

/** The branches that can be queried. */
export function useEnvironments(deploymentId: number) {
  return usePages(['environments', deploymentId], (paging) =>
    client.call('getDeploymentEnvironments', { params: { deploymentId }, query: paging }),
  );
}

/** The tokens of an environment that have not expired. */
export function useEnvironmentTokens(deploymentId: number, environmentId: number) {
  return usePages(['environment-tokens', deploymentId, environmentId], (paging) =>
    client.call('getDeploymentEnvironmentTokens', { params: { deploymentId, environmentId }, query: paging }),
  );
}

/** Making and revoking tokens of an environment; the list is read again. */
export function useTokenChanges(deploymentId: number, { id }: DeploymentEnvironment) {
  const queryClient = useQueryClient();
  const params = { deploymentId, environmentId: Number(id) };
  const renewal = { onSettled: () => queryClient.invalidateQueries({ queryKey: ['environment-tokens'] }) };
  return {
    create: useMutation({
      mutationFn: (body: CreateDeploymentEnvironmentTokenInput) =>
        client.call('createDeploymentEnvironmentToken', { params, body }),
      ...renewal,
    }),
    revoke: useMutation({
      mutationFn: (environmentTokenId: number) =>
        client.call('revokeDeploymentEnvironmentToken', { params: { ...params, environmentTokenId } }),
      ...renewal,
    }),
  };
}

/** The runtimes of a deployment, watched. */
export function useRuntimes(deploymentId: number) {
  return useQuery({
    queryKey: ['runtimes', deploymentId],
    queryFn: () => client.call('pods', { params: { deploymentId }, query: {} }),
    refetchInterval: WATCH_MS,
  });
}

/** The newest log lines of runtimes, watched. */
export function useLogLines(deploymentId: number, source: 'production' | 'dev' | undefined) {
  return useQuery({
    queryKey: ['runtime-logs', deploymentId, source],
    queryFn: () =>
      client.call('logs', { params: { deploymentId }, query: { first: 200, ...(source && { source }) } }),
    refetchInterval: WATCH_MS,
  });
}
