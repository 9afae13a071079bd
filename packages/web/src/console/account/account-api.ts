import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';

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
