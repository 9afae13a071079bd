import type { ProvisioningSettings } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

const queryKey = ['provisioning-settings'];

/** The roles of users that identity providers create. */
export function useProvisioningSettings() {
  return useQuery({ queryKey, queryFn: () => client.call('getProvisioningSettings', {}) });
}

/** Replaces the settings as a whole. */
export function useReplaceProvisioningSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProvisioningSettings) => client.call('updateProvisioningSettings', { body }),
    onSuccess: (settings) => queryClient.setQueryData(queryKey, settings),
  });
}
