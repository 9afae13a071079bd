import { useQuery } from '@tanstack/react-query';
import { QueryRefused, type QueryResult, type RunBatch } from '../../query/load-batch.ts';
import { client } from '../api.ts';
import { useRunBatch } from '../session.ts';

export function useReport(deploymentId: number, reportId: number) {
  return useQuery({
    queryKey: ['report', deploymentId, reportId],
    queryFn: () => client.call('getReport', { params: { deploymentId, reportId } }),
  });
}

/** The rows of a report's query; none are asked for while there is no query. */
export function useReportRows(deploymentId: number, jsonQuery: string | undefined) {
  const runBatch = useRunBatch(deploymentId);
  return useQuery({
    queryKey: ['rows', deploymentId, jsonQuery],
    queryFn: ({ signal }) => loadRows(runBatch, jsonQuery ?? '{}', signal),
    enabled: jsonQuery !== undefined,
  });
}

/** @throws {@link QueryRefused} in the query API's own words */
async function loadRows(runBatch: RunBatch, jsonQuery: string, signal: AbortSignal): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  // JSON.parse answers with any; what is not an object is refused by the query API.
  const query = JSON.parse(jsonQuery) as object;
  await runBatch(
    [{ id: 'report', query }],
    (answer) => ('error' in answer ? reject(new QueryRefused(answer.error)) : resolve(answer.result)),
    signal,
  );
  return promise;
}
