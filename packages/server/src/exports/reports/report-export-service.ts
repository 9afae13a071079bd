import { refuse, type Dashboard, type EmbeddedExportInput, type ReportExportInput } from '@oriel/contract';
import { withTimes } from '@oriel/dashboard/time-filters';
import type { Engine } from '@oriel/engine';
import { accessLevels } from '../../access/access-level.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { createPythonResultStore } from '../../python/python-result-store.ts';
import { queryCallerOf } from '../../query/query-caller.ts';
import { settingsOf } from '../../rendering/chart-answers.ts';
import type { DashboardRendering, RenderingOptions } from '../../rendering/dashboard-rendering.ts';
import { untilAborted } from '../../rendering/until-aborted.ts';
import { createViewerQueries, type ViewerQueries } from '../../rendering/viewer-queries.ts';
import { DownloadPermit } from '../../workspace/download-permit.ts';
import { toSnapshot } from '../../workspace/workbooks/dashboards/report-snapshots.ts';
import { createWorkspaceAccess } from '../../workspace/workspace-access.ts';
import { checkLayout } from '../check-layout.ts';
import { chartDashboard, reportDashboard, summaryTitleOf } from './drawn-report.ts';
import type { ExportCall, Viewer } from './export-call.ts';
import { createExportSlots } from './export-slots.ts';
import { checkPreferences, exportedChart, exportedReport } from './exported-report.ts';
import { filtersOfReport } from './report-filters.ts';
import { drawReport, isDrawn, type ReportPictureNeeds } from './report-picture.ts';
import { writeTable, type ReportTableNeeds } from './report-table.ts';
import type { TableFile } from './table-exports.ts';

/** What reports are exported with. */
export interface ReportExportOptions
  extends
    Omit<RenderingOptions, 'appConfig' | 'findSummaries'>,
    ReportTableNeeds,
    Omit<ReportPictureNeeds, 'rendering'> {
  readonly database: Database;
  readonly engine: Pick<Engine, 'load' | 'meta' | 'exportRows' | 'describeRows' | 'writeCsv'>;
  readonly rendering: DashboardRendering;
}

/** A file of an export. */
export type ReportFile = { readonly title: string; readonly format: ReportExportInput['format'] } & (
  | { readonly table: TableFile }
  | { readonly picture: Buffer }
);

/** What the parts of the service work with. */
interface ReportExportNeeds extends ReportExportOptions {
  readonly db: Database['db'];
  readonly results: ReturnType<typeof createPythonResultStore>;
  readonly slots: ReturnType<typeof createExportSlots>;
}

/** Makes the service of exports of reports. */
export function createReportExportService(options: ReportExportOptions) {
  const { db } = options.database;
  const results = createPythonResultStore(db);
  const slots = createExportSlots();
  return bindFirst({ ...options, db, results, slots }, { exportReport, exportDashboard, findDashboard });
}

/**
 * @throws `report_not_found`, `forbidden`, `validation_failed`, `drawing_unavailable`, `too_many_requests`,
 * `export_failed`
 */
async function exportReport(
  needs: ReportExportNeeds,
  call: ExportCall,
  reportId: number,
  input: ReportExportInput,
): Promise<ReportFile> {
  const { viewer, target } = call;
  const { deploymentId } = target;
  checkPreferences(input);
  checkLayout(input);
  const scope = { actor: viewer, deploymentId };
  const row = await createWorkspaceAccess(needs.db, scope).get('REPORT', reportId, accessLevels.read);
  const permit = await DownloadPermit.ofReports(needs.db, viewer, deploymentId);
  const { queries: own, timezone } = await settingsFor(needs, call, input.timezone);
  const queries = await asShown(needs, call, reportId, { queries: own, input });
  const snapshot = toSnapshot(row);
  const settings = await withTimes({ ...filtersOfReport(snapshot, input), timezone }, () =>
    queries.findTimeMembers(),
  );
  const report = exportedReport(snapshot, settings);
  const { format } = input;
  if (!isDrawn(format))
    return withSlot(needs, call, async () => ({
      title: report.title,
      format,
      table: await writeTable(needs, call, { report, queries }, { ...input, format }),
    }));
  const dashboard = reportDashboard(report, deploymentId);
  const controls = { format, layout: input.layout, locale: input.locale, timezone };
  return withSlot(needs, call, async () => ({
    title: report.title,
    format,
    picture: await drawReport(
      needs,
      call,
      { dashboard, permit, controls, queries },
      { isOneChart: true, filters: input.filters },
    ),
  }));
}

/**
 * @throws `dashboard_not_found`, `embedding_not_allowed`, `chart_not_found`, and what `exportReport` throws
 */
async function exportDashboard(
  needs: ReportExportNeeds,
  call: ExportCall,
  dashboard: Dashboard,
  input: EmbeddedExportInput,
): Promise<ReportFile> {
  const { format, widgetId } = input;
  checkPreferences(input);
  checkLayout(input);
  const permit = await DownloadPermit.of(needs.db, call.viewer, dashboard.publicId);
  if (widgetId == null) {
    if (!isDrawn(format))
      throw refuse('export_failed', { reason: 'A whole dashboard is exported as png or pdf' });
    const title = dashboard.title ?? 'Dashboard';
    return withSlot(needs, call, async () => ({
      title,
      format,
      picture: await drawReport(
        needs,
        call,
        { dashboard, permit, controls: input },
        { isOneChart: false, filters: null, openTabs: input.openTabs },
      ),
    }));
  }
  const { queries, timezone } = await settingsFor(needs, call, input.timezone, dashboard);
  const settings = { ...(await settingsOf(dashboard, queries, input)), timezone };
  if (!isDrawn(format)) {
    const report = exportedChart(dashboard, widgetId, settings);
    return withSlot(needs, call, async () => ({
      title: report.title,
      format,
      table: await writeTable(needs, call, { report, queries }, { ...input, format }),
    }));
  }
  const title = summaryTitleOf(dashboard, widgetId) ?? exportedChart(dashboard, widgetId, settings).title;
  const drawn = chartDashboard(dashboard, widgetId);
  return withSlot(needs, call, async () => ({
    title,
    format,
    picture: await drawReport(
      needs,
      call,
      { dashboard: drawn, whole: dashboard, permit, controls: input },
      // As they act: a locked control keeps its author's value, and what no control is for filters nothing.
      { isOneChart: true, filters: settings.filters.filter(isSet) },
    ),
  }));
}

function findDashboard(
  { embedDashboards }: Pick<ReportExportNeeds, 'embedDashboards'>,
  viewer: Viewer,
  publicId: string,
): Promise<Dashboard> {
  return embedDashboards.find(viewer, publicId);
}

/**
 * What answers for a report by itself: to a user who filters nothing, what the page of the report shows, which is
 * what was kept of its Python; else what the viewer's own rows make.
 */
async function asShown(
  { results }: Pick<ReportExportNeeds, 'results'>,
  { viewer }: ExportCall,
  reportId: number,
  { queries, input }: { queries: ViewerQueries; input: ReportExportInput },
): Promise<ViewerQueries> {
  const isFiltered = (input.filters ?? []).length > 0 || (input.timeGrains ?? []).length > 0;
  const kept = viewer.kind === 'user' && !isFiltered ? await results.find(reportId) : undefined;
  if (!kept) return queries;
  const {
    runAt: at,
    stdout,
    stderr,
    inputRowCount,
    isInputCut,
    output: outputData,
    largeNumberColumns,
  } = kept;
  const run = { at, stdout, stderr, inputRowCount, isInputCut, outputData, largeNumberColumns };
  return { ...queries, runPython: async () => run };
}

async function settingsFor(
  needs: ReportExportNeeds,
  { viewer, target }: ExportCall,
  given: string | null | undefined,
  dashboard?: Dashboard,
) {
  const queries = await createViewerQueries(viewer, target, needs);
  return { queries, timezone: given ?? (await needs.rendering.findTimezone(viewer.tenantId, dashboard)) };
}

async function withSlot<T>(
  { slots }: Pick<ReportExportNeeds, 'slots'>,
  { viewer, signal }: ExportCall,
  work: () => Promise<T>,
): Promise<T> {
  const { tenant, id } = queryCallerOf(viewer);
  const giveBack = slots.take(`${viewer.tenantId} ${tenant} ${id}`);
  try {
    return await untilAborted(signal, work);
  } finally {
    giveBack();
  }
}

/** Whether a filter lets something out. */
function isSet({ operator, value }: { operator: string; value?: unknown }): boolean {
  return operator.startsWith('is_') || (value != null && [value].flat().length > 0);
}
