import {
  featuresIn,
  refuse,
  refuseFields,
  Refusal,
  withFeatures,
  type DashboardConfig,
  type ReportSnapshot,
} from '@oriel/contract';
import { MAX_SNAPSHOT_BYTES } from '@oriel/contract/limits';
import { specOf } from '@oriel/dashboard/table/pivot-items';
import { readReportMeta } from '../../reports/report-meta.ts';
import type { ReportRow } from '../../items/workspace-rows.ts';
import { reportsIn } from './config-reports.ts';

/** A report as it is frozen, before it has an id. */
export type NewSnapshot = Omit<ReportSnapshot, 'id'>;

/**
 * A snapshot of each report that some chart of a dashboard shows, once. An app finds its reports by itself, so it gets
 * all that have a query.
 *
 * @throws `report_not_in_workbook` for a chart of a report that is none of those given; `dashboard_too_large`;
 * `validation_failed` for a report that an older version stored in a form that no answer can have
 */
export function snapshotsOf(config: DashboardConfig, reports: readonly ReportRow[]): NewSnapshot[] {
  const byId = new Map(reports.map((report) => [report.id, report]));
  const queried = config.kind === 'APP' ? reports.filter(({ jsonQuery }) => jsonQuery !== null) : [];
  const shown = new Set([...reportsIn(config), ...queried.map(({ id }) => id)]);
  const snapshots = [...shown].map((id) => {
    const report = byId.get(id);
    if (!report) throw refuse('report_not_in_workbook', { reportId: id });
    return toSnapshot(report);
  });
  checkSize(snapshots);
  return snapshots;
}

/** @throws `dashboard_too_large` */
function checkSize(snapshots: readonly NewSnapshot[]): void {
  const bytes = snapshots.reduce((sum, snapshot) => sum + Buffer.byteLength(JSON.stringify(snapshot)), 0);
  if (bytes > MAX_SNAPSHOT_BYTES) throw refuse('dashboard_too_large', { bytes, max: MAX_SNAPSHOT_BYTES });
}

/** A report as it would be frozen now. @throws `validation_failed`, as {@link snapshotsOf} */
export function toSnapshot(report: ReportRow): NewSnapshot {
  const { kind = null, spec = null, preferences = null, ...features } = drawingOf(report);
  const { periodComparisons, fillMissingRows } = features;
  return {
    reportId: report.id,
    publicId: report.publicId,
    versionNumber: report.version,
    name: report.name,
    title: report.title,
    description: report.description,
    kind,
    spec: specOf({ ...report, kind, spec, ...features }) ?? null,
    preferences,
    ...(periodComparisons && { periodComparisons }),
    ...(fillMissingRows && { fillMissingRows }),
    jsonQuery: report.jsonQuery,
    sqlQuery: report.sqlQuery,
    meta: report.meta ?? {},
    ...(typeof report.meta?.['pythonCode'] === 'string' && { pythonCode: report.meta['pythonCode'] }),
    isSourceReport: false,
  };
}

/** How a report is drawn, with the features that its query asks for instead of its meta. */
function drawingOf({ id, name, jsonQuery, meta }: ReportRow) {
  const asked = featuresIn(parseQuery(jsonQuery ?? 'null'));
  try {
    return readReportMeta(withFeatures({ ...meta, ...asked }, meta));
  } catch (error) {
    if (!(error instanceof Refusal) || !error.issues) throw error;
    const issues = error.issues.map(({ path, message }) => ({
      path: 'config.widgets',
      message: `show the report ${id}, ${JSON.stringify(name)}; its ${path} ${message}`,
    }));
    throw refuseFields(issues, error);
  }
}

/** Undefined for a text that is no query; an older version stored any. */
function parseQuery(text: string): object | undefined {
  try {
    const query: unknown = JSON.parse(text);
    return typeof query === 'object' && query !== null ? query : undefined;
  } catch {
    return undefined;
  }
}
