import type { CreateOAuthIntegrationInput, UpdateOAuthIntegrationInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

/** The integrations of the account, by name. */
export function useIntegrations() {
  return useQuery({
    queryKey: ['oauth-integrations'],
    queryFn: () => client.call('listOAuthIntegrations', {}),
  });
}

/** Changes of integrations; what they make stale is read again. */
export function useIntegrationChanges() {
  const queryClient = useQueryClient();
  const renewal = {
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['oauth-integrations'] }),
        queryClient.invalidateQueries({ queryKey: ['connections'] }),
      ]),
  };
  return {
    create: useMutation({
      mutationFn: (body: CreateOAuthIntegrationInput) => client.call('createOAuthIntegration', { body }),
      ...renewal,
    }),
    update: useMutation({
      mutationFn: ({ integrationId, ...body }: { integrationId: number } & UpdateOAuthIntegrationInput) =>
        client.call('updateOAuthIntegration', { params: { integrationId }, body }),
      ...renewal,
    }),
    remove: useMutation({
      mutationFn: (integrationId: number) =>
        client.call('deleteOAuthIntegration', { params: { integrationId } }),
      ...renewal,
    }),
  };
}
