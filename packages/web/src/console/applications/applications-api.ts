import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

const queryKey = ['oauth-grants'];

/** What the user has let OAuth clients do. */
export function useGrants() {
  return usePages(queryKey, (paging) => client.call('getOAuthGrants', { query: paging }));
}

/** Takes back what a client was let do. */
export function useWithdrawal() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (oauthGrantId: number) => client.call('revokeOAuthGrant', { params: { oauthGrantId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
