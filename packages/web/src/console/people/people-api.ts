import type { User, UserCreateInput, UserUpdateInput } from '@oriel/contract';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

/** The roles that every account has, from least to most. */
export const builtInRoles = ['Viewer', 'Explorer', 'Developer', 'Admin'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

/** The built-in role that a user has by themselves; null for none. */
export function builtInRoleOf({ defaultRoles }: User): BuiltInRole | null {
  return builtInRoles.find((role) => defaultRoles?.includes(role)) ?? null;
}

/** How a user is called. */
export function nameOf({ firstName, email }: Pick<User, 'firstName' | 'email'>): string {
  return firstName == null || firstName === '' ? email : firstName;
}

/** The users of the account by address, page by page. */
export function useUsers(search: string) {
  return usePages(['users', search], (paging) =>
    client.call('getUsers', { query: { ...paging, ...(search !== '' && { search }) } }),
  );
}

/** One user; undefined for null, and until they are read. */
export function useUser(userId: number | null): User | undefined {
  const { data } = useQuery({
    queryKey: ['users', 'one', userId],
    queryFn: userId === null ? skipToken : () => client.call('getUser', { params: { userId } }),
  });
  return data;
}

/** The console sessions of a user. */
export function useSessionsOf(userId: number) {
  return useQuery({
    queryKey: ['sessions', 'of', userId],
    queryFn: () => client.call('getSessions', { query: { userId } }),
  });
}

/** What a user has let OAuth clients do. */
export function useGrantsOf(userId: number) {
  return usePages(['oauth-grants', 'of', userId], (paging) =>
    client.call('getOAuthGrants', { query: { ...paging, userId } }),
  );
}

/** The API keys of a user, which are a list of one page. */
export function useKeysOf(userId: number) {
  return usePages(['api-keys', 'of', userId], () => client.call('getApiKeys', { query: { userId } }));
}

/** What is ended for a user; each makes its list stale. */
export function useAccessChanges(userId: number) {
  const queryClient = useQueryClient();
  const stale = (list: string) => ({
    onSettled: () => queryClient.invalidateQueries({ queryKey: [list, 'of', userId] }),
  });
  return {
    endSession: useMutation({
      mutationFn: (sessionId: number) => client.call('endSession', { params: { sessionId } }),
      ...stale('sessions'),
    }),
    endAll: useMutation({
      mutationFn: () => client.call('endOtherSessions', { query: { userId } }),
      ...stale('sessions'),
    }),
    withdraw: useMutation({
      mutationFn: (oauthGrantId: number) => client.call('revokeOAuthGrant', { params: { oauthGrantId } }),
      ...stale('oauth-grants'),
    }),
    revoke: useMutation({
      mutationFn: (apiKeyId: number) => client.call('revokeApiKey', { params: { apiKeyId } }),
      ...stale('api-keys'),
    }),
  };
}

/** What a change of users makes stale. */
function useRenewal() {
  const queryClient = useQueryClient();
  return { onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }) };
}

export function useInvite() {
  return useMutation({
    mutationFn: (body: UserCreateInput) => client.call('createUser', { body }),
    ...useRenewal(),
  });
}

export function useUpdateUser() {
  return useMutation({
    mutationFn: ({ userId, ...body }: { userId: number } & UserUpdateInput) =>
      client.call('updateUser', { params: { userId }, body }),
    ...useRenewal(),
  });
}

export function useDeleteUser() {
  return useMutation({
    mutationFn: (userId: number) => client.call('deleteUser', { params: { userId } }),
    ...useRenewal(),
  });
}

/** Removes the second factors of a user; their sessions end. */
export function useResetSecondFactors() {
  return useMutation({
    mutationFn: (userId: number) => client.call('resetSecondFactors', { params: { userId } }),
  });
}

export function useNewLink() {
  return useMutation({
    mutationFn: (userId: number) => client.call('inviteUser', { params: { userId } }),
  });
}
