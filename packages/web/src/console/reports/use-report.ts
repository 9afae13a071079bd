import type { Report, ReportKind, ReportMeta } from '@oriel/contract';
import { withCalculatedFields } from '@oriel/contract/calculated-fields';
import { featuresIn, withFeatures } from '@oriel/contract/report-features';
import { useQuery } from '@tanstack/react-query';
import { client } from '../api/api.ts';

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
 * The query that a report asks, as JSON text, with the features that its meta adds and the fields of its workbook;
 * undefined where it asks nothing.
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
