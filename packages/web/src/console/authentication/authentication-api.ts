import type {
  AuthenticationSettingsInput,
  IdentityProviderCreateInput,
  IdentityProviderUpdateInput,
} from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

const PROVIDERS = ['identity-providers'];
const SETTINGS = ['authentication-settings'];

/** The identity providers of the account, the oldest first. */
export function useIdentityProviders() {
  return useQuery({ queryKey: PROVIDERS, queryFn: () => client.call('getIdentityProviders', {}) });
}

/** The last test of a provider. */
export function useProviderTest(identityProviderId: number) {
  return useQuery({
    queryKey: [...PROVIDERS, identityProviderId, 'test'],
    queryFn: () => client.call('getIdentityProviderTest', { params: { identityProviderId } }),
    // It is of the moment that one comes back.
    staleTime: 0,
  });
}

/** Changes of identity providers; what they make stale is read again. */
export function useProviderChanges() {
  const queryClient = useQueryClient();
  const renewal = { onSettled: () => queryClient.invalidateQueries({ queryKey: PROVIDERS }) };
  return {
    create: useMutation({
      mutationFn: (body: IdentityProviderCreateInput) => client.call('createIdentityProvider', { body }),
      ...renewal,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { id: number } & IdentityProviderUpdateInput) =>
        client.call('updateIdentityProvider', { params: { identityProviderId: id }, body }),
      ...renewal,
    }),
    remove: useMutation({
      mutationFn: (id: number) =>
        client.call('deleteIdentityProvider', { params: { identityProviderId: id } }),
      ...renewal,
    }),
  };
}

/** How people may sign in. */
export function useAuthenticationSettings() {
  return useQuery({ queryKey: SETTINGS, queryFn: () => client.call('getAuthenticationSettings', {}) });
}

export function useUpdateAuthenticationSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AuthenticationSettingsInput) => client.call('updateAuthenticationSettings', { body }),
    onSuccess: (settings) => queryClient.setQueryData(SETTINGS, settings),
  });
}
