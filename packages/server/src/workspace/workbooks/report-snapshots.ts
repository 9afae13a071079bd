import {
  featuresIn,
  FillMissingRows,
  PeriodComparison,
  refuse,
  type DashboardConfig,
  type DashboardWidget,
  type ReportKind,
  type ReportSnapshot,
  withFeatures,
} from '@oriel/contract';
import { Type } from 'typebox';
import { createPartCheck } from '../../http/validation.ts';
import type { ReportRow } from '../workspace-rows.ts';

const checkFeatures = createPartCheck(
  'body',
  Type.Object({
    periodComparisons: Type.Optional(Type.Array(PeriodComparison)),
    fillMissingRows: Type.Optional(FillMissingRows),
  }),
);

/** A report as it is frozen, before it has an id. */
export type NewSnapshot = Omit<ReportSnapshot, 'id'>;

/**
 * A snapshot of each report that some chart of a dashboard shows, once.
 *
 * @throws `report_not_in_workbook` for a chart of a report that is none of those given; `validation_failed` for features of
 * a report that nothing could ask for
 */
export function snapshotsOf(config: DashboardConfig, reports: readonly ReportRow[]): NewSnapshot[] {
  const byId = new Map(reports.map((report) => [report.id, report]));
  const shown = new Set((config.widgets ?? []).flatMap(reportsIn));
  return [...shown].map((id) => {
    const report = byId.get(id);
    if (!report) throw refuse('report_not_in_workbook', { reportId: id });
    return toSnapshot(report);
  });
}

/** The reports of a widget, also of those in a container. */
function reportsIn({ type, config }: DashboardWidget): number[] {
  if (type === 'CHART' && typeof config?.['reportId'] === 'number') return [config['reportId']];
  const children = type === 'CONTAINER' ? config?.['children'] : undefined;
  // What a container holds was checked no further than being a list.
  return Array.isArray(children) ? (children as DashboardWidget[]).flatMap(reportsIn) : [];
}

function toSnapshot(report: ReportRow): NewSnapshot {
  const meta = report.meta ?? {};
  return {
    reportId: report.id,
    versionNumber: report.version,
    name: report.name,
    title: report.title,
    description: report.description,
    // A report's meta is free; what is not of the right form is drawn as nothing.
    kind: (meta['kind'] as ReportKind | undefined) ?? null,
    spec: (meta['spec'] as Record<string, unknown> | undefined) ?? null,
    preferences: (meta['preferences'] as ReportSnapshot['preferences']) ?? null,
    jsonQuery: report.jsonQuery,
    sqlQuery: report.sqlQuery,
    ...featuresOf(report),
    meta,
    isSourceReport: false,
  };
}

/**
 * What the report's query or its meta says, in fields of its own.
 *
 * @throws `validation_failed` for what a report was given before its features were checked
 */
function featuresOf({ jsonQuery: text, meta }: ReportRow): Partial<ReportSnapshot> {
  const query: unknown = text === null ? null : JSON.parse(text);
  const features = featuresIn(withFeatures(typeof query === 'object' ? (query ?? {}) : {}, meta));
  checkFeatures(features);
  // The check has just compared it with this very schema.
  return features as Partial<ReportSnapshot>;
}
