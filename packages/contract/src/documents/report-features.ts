import type { FillMissingRows, PeriodComparison } from '../resources/report-content.ts';

/**
 * What a report wants of its rows beyond its query: in `meta`, in the query itself, and in a snapshot as fields. Null
 * is the same as nothing.
 */
export interface ReportFeatures {
  readonly periodComparisons?: readonly PeriodComparison[] | null;
  readonly fillMissingRows?: FillMissingRows | null;
}

export const reportFeatureNames: readonly (keyof ReportFeatures)[] = ['periodComparisons', 'fillMissingRows'];

/** The features that an object has among its other keys. Their form is as it came in: nothing is checked. */
export function featuresIn(source: object | null | undefined): ReportFeatures {
  const fields: Readonly<Record<string, unknown>> = { ...source };
  const found = reportFeatureNames.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(found.map((name) => [name, fields[name]]));
}

/** A query that asks for the features that `source` has, such as a report's `meta` or a snapshot. */
export function withFeatures<Query extends object>(query: Query, source: object | null | undefined): Query {
  return { ...query, ...featuresIn(source) };
}
