import type { Report, ReportKind, ReportMeta } from '@oriel/contract';
import { withCalculatedFields } from '@oriel/contract/calculated-fields';
import { featuresIn, withFeatures } from '@oriel/contract/report-features';
import type { Query } from '@oriel/dashboard/control-settings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createReportSource, type ReportSource } from '../../dashboard/index.ts';
import { loadMemberTypes } from '../../query/load-member-types.ts';
import { QueryRefused, type QueryResult, type RunBatch } from '../../query/load-batch.ts';
import { client } from '../api.ts';
import { useSurface } from '../surface.ts';
import { useRunBatch } from '../session.ts';

export function useReport(deploymentId: number, reportId: number) {
  return useQuery({
    queryKey: ['report', deploymentId, reportId],
    queryFn: () => client.call('getReport', { params: { deploymentId, reportId } }),
  });
}

/** How a report is drawn. Its meta is free: one that names no kind is shown as a table. */
export function kindOf({ meta }: Pick<Report, 'meta'>): ReportKind {
  return (meta as Partial<ReportMeta> | null | undefined)?.kind ?? 'table';
}

/**
 * The query that a report asks, as JSON text, with the features that its meta adds and the fields of its workbook; undefined where it asks
 * nothing.
 */
export function queryTextOf({
  jsonQuery: own,
  meta,
  calculatedFields,
}: Pick<Report, 'jsonQuery' | 'meta' | 'calculatedFields'>): string | undefined {
  const jsonQuery = withCalculatedFields(own ?? null, calculatedFields);
  if (jsonQuery === null || Object.keys(featuresIn(meta)).length === 0) return jsonQuery ?? undefined;
  // A report with features has been checked to have one query, which is an object.
  return JSON.stringify(withFeatures(JSON.parse(jsonQuery) as object, meta));
}

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
  return useMemo(
    () =>
      createReportSource({
        // The rows of a query that is none have been refused already.
        query: () => (queryText === undefined ? undefined : (JSON.parse(queryText) as Query)),
        runBatch,
        loadTypes: () => loadMemberTypes({ deploymentUrl: `/deployments/${deploymentId}` }),
      }),
    [deploymentId, queryText, runBatch],
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
