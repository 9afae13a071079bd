import type { Dashboard } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

/** Whom a dashboard is shared with. */
export function useAudience(publicId: string) {
  return useQuery({
    queryKey: ['dashboard-audience', publicId],
    queryFn: () => client.call('getDashboardAudience', { params: { publicId } }),
  });
}

/** Allows signed embedding of a dashboard. */
export function useAllowEmbedding({ publicId, deploymentId, workbookId }: Dashboard) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      client.call('updateDashboardEmbedding', { params: { publicId }, body: { allowEmbed: true } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workbook', deploymentId, workbookId] }),
  });
}
