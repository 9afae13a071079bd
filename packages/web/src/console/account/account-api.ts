import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

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

/** The origins that were refused. Allowing one forgets it here; what others have allowed meanwhile stays. */
export function useRefusedOrigins() {
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      ['allowed-origins', 'refused-origins'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
  return {
    query: useQuery({
      queryKey: ['refused-origins'],
      queryFn: async () => (await client.call('getEmbedRefusedOrigins', {})).items,
    }),
    allow: useMutation({
      async mutationFn(origin: string) {
        const { origins } = await client.call('getEmbedAllowedOrigins', {});
        return client.call('updateEmbedAllowedOrigins', { body: { origins: [...origins, origin] } });
      },
      onSettled,
    }),
    forget: useMutation({
      mutationFn: (origin: string) => client.call('deleteEmbedRefusedOrigin', { query: { origin } }),
      onSettled,
    }),
  };
}

/** The hosts that pictures in texts may come from. */
export const useImageHosts = () =>
  useTextList(
    'image-hosts',
    async () => (await client.call('getImageHosts', {})).hosts,
    (hosts) => client.call('updateImageHosts', { body: { hosts } }),
  );
