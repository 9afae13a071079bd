import type { AppConfigResponse, UpdateAppConfigInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from './api.ts';

const config = { queryKey: ['app-config'], queryFn: () => client.call('getAppConfig', {}) };

/** The settings that every client of the account reads. */
export function useAppConfig() {
  return useQuery(config);
}

/** The same where a page has asked for them already, such as before the sign-in. */
export function useKnownAppConfig(): AppConfigResponse | undefined {
  return useQuery({ ...config, enabled: false }).data;
}

/** Changes those settings. */
export function useUpdateAppConfig() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAppConfigInput) => client.call('updateAppConfig', { body }),
    onSuccess: (changed) => queryClient.setQueryData(config.queryKey, changed),
    onError: () => queryClient.invalidateQueries({ queryKey: config.queryKey }),
  });
}
