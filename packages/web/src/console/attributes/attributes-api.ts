import type {
  UserAttributeCreateInput,
  UserAttributeUpdateInput,
  UserAttributeValueCreateInput,
} from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

/** The attributes of users, the newest first. */
export function useAttributes() {
  return usePages(['attributes'], (paging) => client.call('getUserAttributes', { query: paging }));
}

/** What each attribute is for a user, by name. */
export function useAttributeValues(userId: number) {
  return useQuery({
    queryKey: ['attribute-values', userId],
    queryFn: () => client.call('getUserAttributeValues', { params: { userId } }),
  });
}

/** Changes of attributes and of their values; what they make stale is read again. */
export function useAttributeChanges() {
  const queryClient = useQueryClient();
  const renewal = {
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['attributes'] }),
        queryClient.invalidateQueries({ queryKey: ['attribute-values'] }),
      ]),
  };
  return {
    create: useMutation({
      mutationFn: (body: UserAttributeCreateInput) => client.call('createUserAttribute', { body }),
      ...renewal,
    }),
    update: useMutation({
      mutationFn: ({ userAttributeId, ...body }: { userAttributeId: number } & UserAttributeUpdateInput) =>
        client.call('updateUserAttribute', { params: { userAttributeId }, body }),
      ...renewal,
    }),
    setValues: useMutation({
      // One after the other, so that the first refusal says which value it is about.
      mutationFn: async (bodies: readonly UserAttributeValueCreateInput[]) => {
        for (const body of bodies) await client.call('createUserAttributeValue', { body });
      },
      ...renewal,
    }),
  };
}
