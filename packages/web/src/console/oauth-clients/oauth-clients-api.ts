import type { CreateOAuthClientInput, UpdateOAuthClientInput } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

const queryKey = ['oauth-clients'];

/** The OAuth clients of the account. */
export function useOAuthClients() {
  return usePages(queryKey, (paging) => client.call('getOAuthClients', { query: paging }));
}

/** What is done with clients; each makes the list stale. */
export function useOAuthClientChanges() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  return {
    create: useMutation({
      mutationFn: (body: CreateOAuthClientInput) => client.call('createOAuthClient', { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ oauthClientId, ...body }: { oauthClientId: number } & UpdateOAuthClientInput) =>
        client.call('updateOAuthClient', { params: { oauthClientId }, body }),
      onSettled,
    }),
    rotate: useMutation({
      mutationFn: (oauthClientId: number) =>
        client.call('rotateOAuthClientSecret', { params: { oauthClientId } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (oauthClientId: number) => client.call('deleteOAuthClient', { params: { oauthClientId } }),
      onSettled,
    }),
  };
}
