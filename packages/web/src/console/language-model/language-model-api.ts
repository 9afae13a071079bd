import type { LanguageModelEndpointInput, UpdateLanguageModelInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

const queryKey = ['language-model'];
const usageKey = ['language-model-usage'];

/** The language model of the account. */
export function useLanguageModel() {
  return useQuery({ queryKey, queryFn: () => client.call('getLanguageModel', {}) });
}

/** Sets the endpoint or the limit; what is absent stays. */
export function useUpdateLanguageModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateLanguageModelInput) => client.call('updateLanguageModel', { body }),
    onSuccess: (changed) => queryClient.setQueryData(queryKey, changed),
  });
}

/** Asks a model one short question: the given one, or the one that answers by now. It counts as usage. */
export function useTryLanguageModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (endpoint: LanguageModelEndpointInput | undefined) =>
      client.call('tryLanguageModel', { body: endpoint ? { endpoint } : {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usageKey }),
  });
}

/** The usage that is listed; undefined is no condition. Days are of UTC. */
export interface UsageFilter {
  /** A part of the name of the person. */
  readonly search?: string | undefined;
  readonly agentId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether a filter leaves anything out. */
export const isNarrowed = (filter: UsageFilter) => Object.values(filter).some((value) => value !== undefined);

/** What people took of models, the newest first. */
export function useLanguageModelUsage(filter: UsageFilter) {
  const { search, agentId, from, to } = filter;
  return usePages([...usageKey, filter], (paging) =>
    client.call('getLanguageModelUsage', {
      query: {
        ...paging,
        ...(search !== undefined && { search }),
        ...(agentId !== undefined && { agentId }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      },
    }),
  );
}

/** The agents of every deployment, by their names; those of several deployments are told apart by theirs. */
export function useAgentsOfAccount() {
  return useQuery({
    queryKey: ['agents-of-account'],
    async queryFn() {
      const agents: { id: number; label: string }[] = [];
      for await (const deployment of client.items('getDeployments', { query: {} }))
        for await (const { id, name, title } of client.items('getAgents', {
          params: { deploymentId: deployment.id },
          query: {},
        }))
          agents.push({ id, label: `${title ?? name} · ${deployment.name}` });
      return agents;
    },
  });
}
