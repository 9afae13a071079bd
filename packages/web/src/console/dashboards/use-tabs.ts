import { MAX_PAGE_SIZE } from '@oriel/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { client } from '../api/api.ts';

/** The reports of a workbook, in the order in which they were made: its tabs. */
export function useTabs(deploymentId: number, workbookId: number) {
  return useQuery({
    queryKey: ['workbook', deploymentId, workbookId, 'tabs'],
    queryFn: async () => {
      const { items } = await client.call('getReports', {
        params: { deploymentId },
        query: { workbookId, first: MAX_PAGE_SIZE, sortBy: 'createdAt', sortDirection: 'ASC' },
      });
      return items;
    },
  });
}
