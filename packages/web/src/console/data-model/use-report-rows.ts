import type { Query } from '@oriel/dashboard/control-settings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createReportSource, type ReportSource } from '../../dashboard/index.ts';
import { QueryRefused, type QueryResult, type RunBatch } from '../../query/load-batch.ts';
import { useMemberTypeLoader } from './use-model.ts';
import { useRunBatch } from '../api/session.ts';
import { useSurface } from '../surface/surface.ts';

/**
 * The rows of a query; none are asked for while there is no query.
 *
 * @param keepsLast whether those of the last query are there until those of another have come; default false
 */
export function useReportRows(deploymentId: number, queryText: string | undefined, keepsLast = false) {
  const runBatch = useRunBatch(deploymentId);
  const { timezone } = useSurface();
  return useQuery({
    queryKey: ['rows', deploymentId, queryText, timezone],
    queryFn: ({ signal }) => loadRows(runBatch, { text: queryText ?? '{}', timezone }, signal),
    enabled: queryText !== undefined,
    ...(keepsLast && { placeholderData: keepPreviousData }),
  });
}

/** Where a report asks for its totals. */
export function useReportSource(deploymentId: number, queryText: string | undefined): ReportSource {
  const runBatch = useRunBatch(deploymentId);
  const loadTypes = useMemberTypeLoader(deploymentId);
  return useMemo(
    () =>
      createReportSource({
        // The rows of a query that is none have been refused already.
        query: () => (queryText === undefined ? undefined : (JSON.parse(queryText) as Query)),
        runBatch,
        loadTypes,
      }),
    [queryText, runBatch, loadTypes],
  );
}

/** @throws {@link QueryRefused} in the query API's own words */
async function loadRows(
  runBatch: RunBatch,
  { text, timezone }: { text: string; timezone: string | undefined },
  signal: AbortSignal,
): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  // JSON.parse answers with any; what is not an object is refused by the query API.
  const asked = JSON.parse(text) as object;
  const query = timezone === undefined || Array.isArray(asked) ? asked : { timezone, ...asked };
  await runBatch(
    [{ id: 'report', query }],
    (answer) =>
      'error' in answer
        ? reject(new QueryRefused(answer.error, undefined, answer.status))
        : resolve(answer.result),
    signal,
  );
  return promise;
}
