import { toMemberSwitchers } from '@oriel/dashboard/apply-fields';
import { hasPython } from '@oriel/dashboard/python-rows';
import { refuse, type Dashboard, type EmbeddedExportInput, type ReportExportInput } from '@oriel/contract';
import { withTimes } from '@oriel/dashboard/time-filters';
import type { Engine, RuntimeTarget } from '@oriel/engine';
import { accessLevels } from '../../access/access-level.ts';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { createPythonResultStore } from '../../python/python-result-store.ts';
import { queryCallerOf } from '../../query/query-caller.ts';
import { settingsOf } from '../../rendering/chart-answers.ts';
import type {
  DashboardRendering,
  DrawingOptions,
  RenderingOptions,
} from '../../rendering/dashboard-rendering.ts';
import type { DrawPicture } from '../../rendering/draw-picture.ts';
import { untilAborted } from '../../rendering/until-aborted.ts';
import { createViewerQueries, type ViewerQueries } from '../../rendering/viewer-queries.ts';
import { DownloadPermit } from '../../workspace/download-permit.ts';
import { toSnapshot } from '../../workspace/workbooks/dashboards/report-snapshots.ts';
import { createWorkspaceAccess } from '../../workspace/workspace-access.ts';
import { checkLayout } from '../check-layout.ts';
import { chartDashboard, reportDashboard, summaryTitleOf } from './drawn-report.ts';
import { createExportSlots } from './export-slots.ts';
import { checkPreferences, exportedChart, exportedReport, withEveryRow } from './exported-report.ts';
import { filterSheetOf } from './filter-sheet.ts';
import { filtersOfReport } from './report-filters.ts';
import type { ExportedReport } from './exported-report.ts';
import { outputRows } from './output-rows.ts';
import type { ReportRows, TableExports, TableFile } from './table-exports.ts';

/** What reports are exported with. */
export interface ReportExportOptions extends Omit<RenderingOptions, 'appConfig' | 'findSummaries'> {
  readonly database: Database;
  readonly engine: Pick<Engine, 'load' | 'meta' | 'exportRows' | 'describeRows' | 'writeCsv'>;
  readonly rendering: DashboardRendering;
  /** Undefined where the server has no Chromium. */
  readonly drawPicture: DrawPicture | undefined;
  readonly tables: TableExports;
}

type Viewer = UserPrincipal | EmbedPrincipal;

/** Who exports, from where, and what gives it up. */
interface ExportCall {
  readonly viewer: Viewer;
  /** The deployment, with the branch that the viewer asks. */
  readonly target: RuntimeTarget;
  readonly signal: AbortSignal;
}

/** A file of an export. */
export type ReportFile = { readonly title: string; readonly format: ReportExportInput['format'] } & (
  | { readonly table: TableFile }
  | { readonly picture: Buffer }
);

/** What the parts of the service work with. */
interface ReportExportNeeds extends ReportExportOptions {
  readonly db: Database['db'];
  readonly rendering: ReportExportOptions['rendering'];
  readonly drawPicture: ReportExportOptions['drawPicture'];
  readonly dashboards: ReportExportOptions['embedDashboards'];
  readonly results: ReturnType<typeof createPythonResultStore>;
  readonly slots: ReturnType<typeof createExportSlots>;
}

/** Makes the service of exports of reports. */
export function createReportExportService(options: ReportExportOptions) {
  const { db } = options.database;
  const { rendering, drawPicture, embedDashboards: dashboards } = options;
  const results = createPythonResultStore(db);
  const slots = createExportSlots();
  return bindFirst(
    { ...options, db, rendering, drawPicture, dashboards, results, slots },
    { exportReport, exportDashboard, findDashboard },
  );
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
    picture: await draw(
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
      picture: await draw(
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
    picture: await draw(
      needs,
      call,
      { dashboard: drawn, whole: dashboard, permit, controls: input },
      // As they act: a locked control keeps its author's value, and what no control is for filters nothing.
      { isOneChart: true, filters: settings.filters.filter(isSet) },
    ),
  }));
}

function findDashboard(
  { dashboards }: Pick<ReportExportNeeds, 'dashboards'>,
  viewer: Viewer,
  publicId: string,
): Promise<Dashboard> {
  return dashboards.find(viewer, publicId);
}

/** The rows of a report for its viewer: those that its Python leaves, else those of its query. */
async function rowsOf(
  needs: ReportExportNeeds,
  { viewer, target, signal }: ExportCall,
  report: ExportedReport,
  queries: ViewerQueries,
): Promise<ReportRows> {
  if (hasPython(report.snapshot)) {
    const { query, swapped } = report;
    const asked = { query, ...toMemberSwitchers(swapped) };
    const run = await queries.runPython(report.snapshot, asked, signal);
    return outputRows(run, { tellsWhy: viewer.kind === 'user' });
  }
  const securityContext = await needs.readSecurityContext(viewer);
  const request = { query: withEveryRow(report.query), securityContext, caller: queryCallerOf(viewer) };
  const findCredential = needs.credentialsOf?.(viewer);
  const { engine } = needs;
  return {
    exportRows: (given) => engine.exportRows(target, request, { signal: given, findCredential }),
    describeRows: (given) => engine.describeRows(target, request, { signal: given, findCredential }),
    writeCsv: (file, given) =>
      engine.writeCsv(target, { ...request, ...file }, { signal: given, findCredential }),
  };
}

async function writeTable(
  needs: ReportExportNeeds,
  call: ExportCall,
  { report, queries }: { report: ExportedReport; queries: ViewerQueries },
  { format, locale: given, values }: ReportExportInput & { format: 'csv' | 'xlsx' },
): Promise<TableFile> {
  const locale = given ?? 'en';
  return needs.tables.write(report, await rowsOf(needs, call, report, queries), {
    format,
    locale,
    hasPlainNumbers: values === 'plain',
    filters: format === 'xlsx' ? await filterSheetOf(report.query, queries, locale) : undefined,
    signal: call.signal,
  });
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

async function draw(
  { rendering, drawPicture }: Pick<ReportExportNeeds, 'rendering' | 'drawPicture'>,
  call: ExportCall,
  request: {
    dashboard: Dashboard;
    whole?: Dashboard;
    permit: DownloadPermit;
    controls: EmbeddedExportInput;
    queries?: ViewerQueries;
  },
  { isOneChart, filters, openTabs }: Pick<DrawingOptions, 'filters' | 'openTabs'> & { isOneChart: boolean },
): Promise<Buffer> {
  const { controls } = request;
  if (!drawPicture) throw refuse('drawing_unavailable');
  const { format, layout, locale, timezone } = controls;
  if (!isDrawn(format)) throw new Error('A table is not drawn');
  const drawing = {
    ...(layout === 'print' && { layout }),
    locale: locale ?? undefined,
    timezone: timezone ?? undefined,
    isOneChart,
    filters: isOneChart ? filters : null,
    ...(openTabs && { openTabs }),
  };
  const { viewer, target, signal } = call;
  const found = { ...request, target, signal, drawing };
  return drawPicture(await rendering.renderFound(viewer, found), format, signal);
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

function isDrawn(format: ReportExportInput['format']): format is 'png' | 'pdf' {
  return format === 'png' || format === 'pdf';
}

/** Whether a filter lets something out. */
function isSet({ operator, value }: { operator: string; value?: unknown }): boolean {
  return operator.startsWith('is_') || (value != null && [value].flat().length > 0);
}
