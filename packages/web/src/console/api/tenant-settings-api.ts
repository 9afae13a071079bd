import type { TenantSettingsInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from './api.ts';

const queryKey = ['tenant-settings'];

/** The switches of the account. */
export function useTenantSettings() {
  return useQuery({ queryKey, queryFn: () => client.call('getTenantSettings', {}) });
}

/** Changes some of them; the others stay. */
export function useUpdateTenantSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TenantSettingsInput) => client.call('updateTenantSettings', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
