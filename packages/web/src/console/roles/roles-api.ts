import type { RoleCreateBody, RoleUpdateBody } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { builtInRoles } from '../people/people-api.ts';
import { usePages } from '../settings/use-pages.ts';

/** The roles that the account has made, the newest first. */
export function useRoles() {
  return usePages(['roles'], (paging) => client.call('getRoles', { query: paging }));
}

/** The names of all roles, the built-in ones first. */
export function useRoleNames(): string[] {
  const { items = [] } = useRoles();
  return [...builtInRoles, ...items.map(({ name }) => name)];
}

/** Changes of roles; what they make stale is read again. */
export function useRoleChanges() {
  const queryClient = useQueryClient();
  const renewal = { onSettled: () => queryClient.invalidateQueries({ queryKey: ['roles'] }) };
  return {
    create: useMutation({
      mutationFn: (body: RoleCreateBody) => client.call('createRole', { body }),
      ...renewal,
    }),
    update: useMutation({
      mutationFn: ({ roleId, ...body }: { roleId: number } & RoleUpdateBody) =>
        client.call('updateRole', { params: { roleId }, body }),
      ...renewal,
    }),
    remove: useMutation({
      mutationFn: (roleId: number) => client.call('deleteRole', { params: { roleId } }),
      ...renewal,
    }),
  };
}
