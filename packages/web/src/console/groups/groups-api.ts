import type { CreateUserGroupInput, UpdateUserGroupInput } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

// #region list
/** The groups of the account, the newest first. */
export function useGroups(search: string) {
  return usePages(['groups', search], (paging) =>
    client.call('getUserGroups', { query: { ...paging, ...(search !== '' && { search }) } }),
  );
}

// #endregion

/** The users of a group, by address. */
export function useGroupUsers(groupId: number) {
  return usePages(['group-users', groupId], (paging) =>
    client.call('getUserGroupUsers', { params: { groupId }, query: paging }),
  );
}

/** Changes of groups; what they make stale is read again. */
export function useGroupChanges() {
  const queryClient = useQueryClient();
  const renewal = {
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['groups'] }),
        queryClient.invalidateQueries({ queryKey: ['group-users'] }),
      ]),
  };
  return {
    create: useMutation({
      mutationFn: (body: CreateUserGroupInput) => client.call('createUserGroup', { body }),
      ...renewal,
    }),
    update: useMutation({
      mutationFn: ({ groupId, ...body }: { groupId: number } & UpdateUserGroupInput) =>
        client.call('updateUserGroup', { params: { groupId }, body }),
      ...renewal,
    }),
    remove: useMutation({
      mutationFn: (groupId: number) => client.call('deleteUserGroup', { params: { groupId } }),
      ...renewal,
    }),
    addUser: useMutation({
      mutationFn: ({ groupId, userId }: { groupId: number; userId: number }) =>
        client.call('addUserGroupUsers', { params: { groupId }, body: { userIds: [userId] } }),
      ...renewal,
    }),
    removeUser: useMutation({
      mutationFn: ({ groupId, userId }: { groupId: number; userId: number }) =>
        client.call('removeUserGroupUsers', { params: { groupId }, body: { userIds: [userId] } }),
      ...renewal,
    }),
  };
}
