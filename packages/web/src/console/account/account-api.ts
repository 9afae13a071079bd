import type { UpdateAppConfigInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';

/** The settings that every client of the account reads. */
export function useAppConfig() {
  return useQuery({ queryKey: ['app-config'], queryFn: () => client.call('getAppConfig', {}) });
}

/** Changes those settings. */
export function useUpdateAppConfig() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAppConfigInput) => client.call('updateAppConfig', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['app-config'] }),
  });
}

/** A list of texts that is read and replaced as a whole. */
function useTextList(
  queryKey: string,
  read: () => Promise<string[]>,
  write: (texts: string[]) => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  return {
    query: useQuery({ queryKey: [queryKey], queryFn: read }),
    replace: useMutation({
      mutationFn: write,
      onSettled: () => queryClient.invalidateQueries({ queryKey: [queryKey] }),
    }),
  };
}

/** The origins with pages that may embed. */
export const useAllowedOrigins = () =>
  useTextList(
    'allowed-origins',
    async () => (await client.call('getEmbedAllowedOrigins', {})).origins,
    (origins) => client.call('updateEmbedAllowedOrigins', { body: { origins } }),
  );

/** The hosts that pictures in texts may come from. */
export const useImageHosts = () =>
  useTextList(
    'image-hosts',
    async () => (await client.call('getImageHosts', {})).hosts,
    (hosts) => client.call('updateImageHosts', { body: { hosts } }),
  );
