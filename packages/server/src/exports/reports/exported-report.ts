import { isNamedTimeZone, refuse, refuseFields, type Dashboard, type ReportSnapshot } from '@oriel/contract';
import { fieldsOf, type SwappedFields } from '@oriel/dashboard/apply-fields';
import { applyControls, queryOf } from '@oriel/dashboard/chart-query';
import type { ControlSettings, Query } from '@oriel/dashboard/control-settings';
import { chartConfigOf, widgetsOf } from '@oriel/dashboard/widgets';

/** A report as it is exported: what is asked, and how its rows are shown. */
export interface ExportedReport {
  readonly title: string;
  readonly snapshot: Omit<ReportSnapshot, 'id'>;
  /** With what controls say. */
  readonly query: Query;
  readonly swapped: SwappedFields;
}

/** The limit of a query that names none: one that a report has up to here is not its own choice of rows. */
const DEFAULT_LIMIT = 10_000;

/**
 * A report with what controls say.
 *
 * @throws `export_failed` for a report without a query
 */
export function exportedReport(
  snapshot: Omit<ReportSnapshot, 'id'>,
  settings: ControlSettings,
  {
    title,
    mapping,
  }: { title?: string | null | undefined; mapping?: Parameters<typeof applyControls>[2] } = {},
): ExportedReport {
  const query = queryOf(snapshot);
  if (!query) throw refuse('export_failed', { reason: 'The report has no query' });
  return {
    title: title ?? snapshot.title ?? snapshot.name ?? 'Report',
    snapshot,
    query: applyControls(query, settings, mapping),
    swapped: fieldsOf(query, settings.fields, mapping),
  };
}

/** A chart of a published dashboard, as {@link exportedReport}. @throws `chart_not_found` */
export function exportedChart(
  dashboard: Dashboard,
  widgetId: string,
  settings: ControlSettings,
): ExportedReport {
  const widget = widgetsOf(dashboard.config).find(({ id }) => id === widgetId);
  const config = widget && chartConfigOf(widget);
  const snapshot = dashboard.reportSnapshots.find(({ reportId }) => reportId === config?.reportId);
  if (!config || !snapshot) throw refuse('chart_not_found', { id: widgetId });
  return exportedReport(snapshot, settings, { title: config.title, mapping: config.controls ?? undefined });
}

/** The query without the limit that is not the report's own, and without what rows of a file have no use for. */
export function withEveryRow({ limit, total: _total, responseFormat: _format, ...query }: Query): Query {
  return typeof limit === 'number' && limit < DEFAULT_LIMIT ? { ...query, limit } : query;
}

/** @throws `validation_failed` for a zone or a language that there is not */
export function checkPreferences({
  timezone,
  locale,
}: {
  timezone?: string | null | undefined;
  locale?: string | null | undefined;
}): void {
  if (timezone != null && !isNamedTimeZone(timezone))
    throw refuseFields([{ path: 'timezone', message: 'is not the IANA name of a time zone' }]);
  try {
    if (locale != null) Intl.getCanonicalLocales(locale);
  } catch (cause) {
    throw refuseFields([{ path: 'locale', message: 'is not a BCP 47 tag of a language' }], cause);
  }
}
