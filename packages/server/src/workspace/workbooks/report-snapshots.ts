import {
  refuse,
  type DashboardConfig,
  type DashboardWidget,
  type ReportKind,
  type ReportSnapshot,
} from '@oriel/contract';
import type { ReportRow } from '../workspace-rows.ts';

/**
 * A snapshot of each report that some chart of a dashboard shows, once.
 *
 * @throws `report_not_in_workbook` for a chart of a report that is none of those given
 */
export function snapshotsOf(config: DashboardConfig, reports: readonly ReportRow[]): ReportSnapshot[] {
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

function toSnapshot(report: ReportRow): ReportSnapshot {
  const meta = report.meta ?? {};
  return {
    id: report.id,
    reportId: report.id,
    versionNumber: report.version,
    name: report.name,
    title: report.title,
    description: report.description,
    // A report's meta is free; what is not of the right form is drawn as nothing.
    kind: (meta['kind'] as ReportKind | undefined) ?? null,
    spec: (meta['spec'] as Record<string, unknown> | undefined) ?? null,
    preferences: (meta['preferences'] as ReportSnapshot['preferences']) ?? null,
    jsonQuery: report.json_query,
    sqlQuery: report.sql_query,
    meta,
    isSourceReport: false,
  };
}
