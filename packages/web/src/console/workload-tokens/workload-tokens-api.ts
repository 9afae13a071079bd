import type { CreateOidcTokenConfigInput, UpdateOidcTokenConfigInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

const queryKey = ['oidc-token-configs'];

/** The configurations of the account, by name. */
export function useTokenConfigs() {
  return useQuery({ queryKey, queryFn: () => client.call('listOidcTokenConfigs', {}) });
}

/** Changes of configurations; what they make stale is read again. */
export function useTokenConfigChanges() {
  const queryClient = useQueryClient();
  const renewal = { onSettled: () => queryClient.invalidateQueries({ queryKey }) };
  return {
    create: useMutation({
      mutationFn: (body: CreateOidcTokenConfigInput) => client.call('createOidcTokenConfig', { body }),
      ...renewal,
    }),
    update: useMutation({
      mutationFn: ({ tokenConfigId, ...body }: { tokenConfigId: number } & UpdateOidcTokenConfigInput) =>
        client.call('updateOidcTokenConfig', { params: { tokenConfigId }, body }),
      ...renewal,
    }),
    remove: useMutation({
      mutationFn: (tokenConfigId: number) =>
        client.call('deleteOidcTokenConfig', { params: { tokenConfigId } }),
      ...renewal,
    }),
  };
}
