import type { Dashboard, DashboardWidget, ReportSnapshot } from '@oriel/contract';
import type { MemberTypeMap } from '../../query/load-member-types.ts';
import { withPython, type RunPython } from '../../query/python-runs.ts';
import { QueryRefused, type BatchQuery, type QueryResult, type RunBatch } from '../../query/load-batch.ts';
import { fieldsOf, withReportNames, type SwappedFields } from '@oriel/dashboard/apply-fields';
import { applyControls, needsType, queryOf, viewOf } from '@oriel/dashboard/chart-query';
import { hasPython, swappedInRows } from '@oriel/dashboard/python-rows';
import { isDrillable, type DrillClick } from '@oriel/dashboard/drill-click';
import type { ControlSettings, Query } from '@oriel/dashboard/control-settings';
import { createChartRuns } from './chart-runs.ts';
import type { DrillRequest } from './drill-rows.ts';
import { createMemberTypes } from '../filters/member-types.ts';
import { outageOf, problemFrom, problemOf, type Outage, type Problem } from './problems.ts';
import { createReconnect } from './reconnect.ts';
import {
  chartConfigOf,
  drawnWidgets,
  widgetsOf,
  withDistinctIds,
  type OpenTabs,
} from '@oriel/dashboard/widgets';
import { createReportLoads, pythonOf, type ReportLoads } from './report-loads.ts';
import { createReportSource, type ReportSource } from './report-source.ts';
import {
  createControlStates,
  isControl,
  memberOf,
  type ControlState,
  type InitialControls,
} from '@oriel/dashboard/control-states';

/**
 * What one chart shows. While it is asked again, the rows that it has stay. `waiting`: the dashboard as a whole cannot
 * ask, and says so once for all.
 */
export interface ChartState {
  status: 'loading' | 'ready' | 'error' | 'waiting';
  result: QueryResult | undefined;
  problem: Problem | undefined;
}

export interface DashboardStore {
  readonly dashboard: Dashboard;
  /** Every widget of the dashboard, those in containers and behind tabs as well. */
  readonly widgets: readonly DashboardWidget[];
  /** Asks every chart. Called once, when the listeners are ready. */
  start(): void;
  chart(widgetId: string): ChartState;
  control(widgetId: string): ControlState;
  snapshot(widgetId: string): ReportSnapshot | undefined;
  /** Whether controls have left rows out of those that a chart shows. */
  isFiltered(widgetId: string): boolean;
  /** What the rows behind a number are asked with; undefined where the model does not say which they are. */
  drill(widgetId: string, click: DrillClick): DrillRequest | undefined;
  /** The tabs that were opened, by container; another object whenever one is. */
  openTabs(): OpenTabs;
  /** Opens a tab: its charts are asked, and those behind the tabs that are closed are asked no more. */
  openTab(widgetId: string, childId: string): void;
  /** Where a chart's report asks for totals; the same one each time. Of Python there are none. */
  source(widgetId: string): ReportSource | undefined;
  /** The rows of a report that no chart shows, for a dashboard that is an app: see {@link ReportLoads.load}. */
  loadReport: ReportLoads['load'];
  /** Sets controls, by widget id, and asks the charts with a query that changes; locked ones stay as they are. */
  setControls(states: ReadonlyMap<string, ControlState>): void;
  /** Filters of members that no control has, such as a host sets: they act on the charts of their view. */
  others(): ReadonlyMap<string, ControlState>;
  /** Puts others in their place, and asks the charts with a query that changes. */
  setOthers(others: ReadonlyMap<string, ControlState>): void;
  /** The views that charts are of: a filter of another one acts on nothing. */
  views(): ReadonlySet<string>;
  /** Types and titles of the members of the model that the viewer may see, at once. */
  findMembers(): Promise<MemberTypeMap>;
  /** Whether a control has the value that its author, or the viewer's attribute, set. */
  isDefault(widgetId: string): boolean;
  /** Sets a control to what its author, or the viewer's attribute, set. */
  resetControl(widgetId: string): void;
  setTimezone(timezone: string | undefined): void;
  /** Asks charts again, and takes no rows that may have changed since; without `widgetIds`, all. */
  refresh(widgetIds?: readonly string[]): void;
  /** What the controls say now. */
  settings(): ControlSettings;
  /** The part of the settings that the viewer chose or the address gave. */
  choices(): ControlSettings;
  /** Asks for the values that a filter offers: those that the other filters of its view leave. */
  loadValues(widgetId: string): Promise<string[]>;
  /** Types and titles of the members of the model that the viewer may see; waits until the charts are drawn. */
  loadMembers(): Promise<MemberTypeMap>;
  /** Waits until every widget has been drawn for the first time. */
  whenLoaded(): Promise<void>;
  /** Why the dashboard as a whole cannot ask; undefined while it can. */
  outage(): Outage | undefined;
  /** Asks at once what waits for a server that did not answer, or for a session. */
  reconnect(): void;
  /** Something was asked for that the session, which is over, does not give. */
  markExpired(): void;
  /** A chart could not be drawn from its rows. */
  markFailed(widgetId: string, problem: Problem): void;
  /** A part of a chart could not be drawn, and says so in its place. */
  markPartFailed(widgetId: string, problem: Problem): void;
  /** The view is on the page; charts and texts report for themselves when they are drawn. */
  markShown(): void;
  /** A chart or a text has been drawn, or has said why it cannot be. */
  markRendered(widgetId: string): void;
  subscribe(listener: () => void): () => void;
  /** Calls the listener when rows that were asked for are no longer those of now. Returns the function that ends it. */
  onStale(listener: () => void): () => void;
}

export interface DashboardStoreOptions {
  dashboard: Dashboard;
  runBatch: RunBatch;
  /**
   * Runs what is asked beside the rows of charts: values of filters, rows behind a number, totals. Default: `runBatch`.
   */
  runDetails?: RunBatch | undefined;
  runPython: RunPython;
  /** The types of the model's members by name; without it nothing is known of them. */
  loadMemberTypes?: (() => Promise<MemberTypeMap>) | undefined;
  initial?: InitialControls & { timezone?: string | undefined; tabs?: OpenTabs };
  /** Whether every tab is drawn, as on paper. Default false. */
  drawsAllTabs?: boolean;
  /** Called once, when every widget has been drawn for the first time. */
  onLoaded?(widgetCount: number): void;
  onError?(message: string, widgetId: string): void;
  /** Called when the dashboard as a whole cannot ask; not again until it could in between. */
  onOutage?(outage: Outage): void;
  /** Called when a control or the open tab has changed. */
  onControlsChanged?(): void;
}

/** The most values that a filter offers. */
const VALUES_LIMIT = 1_000;
const NO_QUERY: Problem = { kind: 'noQuery', message: 'The chart has no query' };
const CUT_OFF: Problem = { kind: 'cutOff', message: 'The answer ended before this chart' };
const loading: ChartState = { status: 'loading', result: undefined, problem: undefined };

/**
 * Holds what a dashboard shows: its controls, its open tabs, and the rows of its charts, which one batch at a time asks
 * for.
 */
export function createDashboardStore({
  dashboard: published,
  runBatch,
  runDetails = runBatch,
  runPython,
  loadMemberTypes = async () => new Map(),
  initial,
  drawsAllTabs = false,
  onLoaded,
  onError,
  onOutage,
  onControlsChanged,
}: DashboardStoreOptions): DashboardStore {
  const sound = withDistinctIds(published.config);
  const dashboard = sound === published.config ? published : { ...published, config: sound };
  const config = shownConfig(dashboard.config);
  const widgets = widgetsOf(config);
  let openTabs: OpenTabs = initial?.tabs ?? new Map();
  const drawnNow = () => (drawsAllTabs ? widgets : drawnWidgets(config, openTabs));
  let drawn = drawnNow();
  const charts = widgets.filter(isChart);
  /** Behind tabs that are not open nothing is asked. */
  const drawnCharts = () => drawn.filter(isChart);
  const snapshots = new Map(dashboard.reportSnapshots.map((snapshot) => [snapshot.reportId, snapshot]));
  const states = new Map<string, ChartState>(charts.map(({ id }) => [id, loading]));
  const controls = createControlStates(widgets, initial);
  const rendered = new Set<string>();
  /** Charts behind other tabs that were asked to be refreshed. */
  const unrefreshed = new Set<string>();
  const listeners = new Set<() => void>();
  const staleListeners = new Set<() => void>();
  let timezone = initial?.timezone;
  let isShown = false;
  let isLoaded = false;
  const loaded = Promise.withResolvers<void>();
  const types = createMemberTypes(loadMemberTypes);

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const update = (id: string, state: ChartState) => {
    states.set(id, state);
    notify();
  };
  const fail = (id: string, problem: Problem) => {
    update(id, { status: 'error', result: undefined, problem });
    onError?.(problem.message, id);
  };
  const waiting = new Set<string>();
  /** What field switchers have replaced in the queries that were asked last. */
  const swapped = new Map<string, SwappedFields>();
  /** What the rows that a chart shows were asked with. */
  const shown = new Map<string, { query: Query; swapped: SwappedFields }>();
  let outage: Outage | undefined;
  const setOutage = (next: Outage | undefined) => {
    if (next === outage) return;
    outage = next;
    if (next) onOutage?.(next);
    notify();
  };
  /** What answers reports with their rows, be they a query's or a script's. */
  const runReports = withPython(runBatch, runPython);
  const runs = createChartRuns(runReports, {
    onAsked(ids) {
      for (const id of ids) {
        waiting.delete(id);
        // While nobody answers, trying again is no news for the viewer.
        const status = outage ? 'waiting' : 'loading';
        states.set(id, { ...(states.get(id) ?? loading), status, problem: undefined });
      }
      notify();
    },
    onUnchanged: (id) => update(id, { ...(states.get(id) ?? loading), status: 'ready' }),
    onAnswer(answer, query) {
      reconnect.worked();
      setOutage(undefined);
      if ('error' in answer) fail(answer.id, problemOf(answer.status, answer.error, answer.python));
      else {
        const fields: SwappedFields = swapped.get(answer.id) ?? new Map();
        const result = withReportNames(answer.result, fields);
        // A chart is asked with what `queriesOf` has made.
        shown.set(answer.id, { query: query as Query, swapped: fields });
        update(answer.id, { status: 'ready', result, problem: undefined });
      }
    },
    onBroken(ids, error) {
      const found = error === undefined ? undefined : outageOf(error);
      if (!found) {
        for (const id of ids) fail(id, error === undefined ? CUT_OFF : problemFrom(error));
        return;
      }
      for (const id of ids) {
        waiting.add(id);
        states.set(id, { ...(states.get(id) ?? loading), status: 'waiting' });
      }
      if (found === 'unreachable') reconnect.failed();
      setOutage(found);
      notify();
    },
  });
  const reconnect = createReconnect(() => {
    // Nobody else would take it back where no chart waits.
    if (outage === 'expired') setOutage(undefined);
    // A try that is under way may hang: another one takes its place.
    const isTried = (id: string) => outage === 'unreachable' && states.get(id)?.status === 'waiting';
    const wanted = drawnCharts().filter(({ id }) => waiting.has(id) || isTried(id));
    whenClear(() => runs.ask(queriesOf(wanted)));
    loads.again();
  });

  const snapshotOf = (widget: DashboardWidget) => snapshots.get(chartConfigOf(widget)?.reportId ?? -1);
  const settings = (): ControlSettings => {
    const { filters, ...others } = controls.settings();
    const typed = filters.map((filter) => ({ ...filter, isTime: types.typeOf(filter.member) === 'time' }));
    return { filters: typed, ...others, timezone };
  };
  /** Asks as soon as it is clear what the controls mean, which mostly it is at once. */
  const whenClear = (work: () => void) =>
    controls.settings().filters.some(needsType) ? types.whenKnown(work) : work();
  /** The charts' queries with the values of the controls; a chart without a query becomes an error. */
  const queriesOf = (wanted: readonly DashboardWidget[]): BatchQuery[] => {
    const now = settings();
    return wanted.flatMap((widget) => {
      const snapshot = snapshotOf(widget);
      const query = snapshot && queryOf(snapshot);
      if (query) {
        const mapping = chartConfigOf(widget)?.controls ?? undefined;
        const fields = fieldsOf(query, now.fields, mapping);
        swapped.set(widget.id, swappedInRows(snapshot, fields));
        return [{ id: widget.id, query: applyControls(query, now, mapping), ...pythonOf(snapshot, fields) }];
      }
      if (states.get(widget.id)?.problem !== NO_QUERY) fail(widget.id, NO_QUERY);
      return [];
    });
  };
  const sources = new Map<string, ReportSource>();
  /** What a report asks beside its rows, with the controls as they are then. */
  const sourceOf = (widgetId: string): ReportSource => {
    const swappedBy = () => swapped.get(widgetId) ?? new Map<string, string>();
    return createReportSource({
      query() {
        const widget = charts.find(({ id }) => id === widgetId);
        const snapshot = widget && snapshotOf(widget);
        const query = snapshot && queryOf(snapshot);
        const mapping = widget && (chartConfigOf(widget)?.controls ?? undefined);
        return query && applyControls(query, settings(), mapping);
      },
      runBatch: runDetails,
      loadTypes: types.load,
      toQueryName: (key) => swappedBy().get(key) ?? key,
      toReport: (result) => withReportNames(result, swappedBy()),
    });
  };
  const facetOf = (widgetId: string): Facet => {
    const widget = widgets.find(({ id }) => id === widgetId);
    const now = settings();
    const others = now.filters.filter((filter) => filter.widgetId !== widgetId);
    return { member: widget ? memberOf(widget) : '', settings: { ...now, filters: others, fields: [] } };
  };
  const askChanged = () => whenClear(() => runs.want(queriesOf(drawnCharts())));
  const tellStale = () => {
    for (const listener of staleListeners) listener();
  };
  const loads = createReportLoads({
    runBatch: runReports,
    settings,
    whenClear,
    onWorked() {
      reconnect.worked();
      setOutage(undefined);
    },
    onFailed(error) {
      const found = outageOf(error);
      if (!found || found === 'refused' || found === 'missing') return false;
      if (found === 'unreachable') reconnect.failed();
      setOutage(found);
      return true;
    },
  });
  const tellControls = () => {
    onControlsChanged?.();
    notify();
    tellStale();
    askChanged();
  };
  const sayWhenLoaded = () => {
    if (isLoaded || !isShown || drawn.some((widget) => drawsLater(widget) && !rendered.has(widget.id)))
      return;
    isLoaded = true;
    loaded.resolve();
    onLoaded?.(widgets.length);
  };

  return {
    dashboard,
    widgets,
    start: askChanged,
    chart: (id) => states.get(id) ?? loading,
    control: controls.get,
    snapshot: (id) => {
      const widget = charts.find((chart) => chart.id === id);
      return widget && snapshotOf(widget);
    },
    isFiltered(id) {
      const widget = charts.find((chart) => chart.id === id);
      const snapshot = widget && snapshotOf(widget);
      const own = snapshot && queryOf(snapshot)?.filters;
      return (shown.get(id)?.query.filters?.length ?? 0) > (own?.length ?? 0);
    },
    source(id) {
      const widget = charts.find((chart) => chart.id === id);
      const snapshot = widget && snapshotOf(widget);
      if (snapshot && hasPython(snapshot)) return undefined;
      const source = sources.get(id) ?? sourceOf(id);
      sources.set(id, source);
      return source;
    },
    settings,
    loadReport: loads.load,
    choices: () => ({ ...controls.choices(), timezone }),
    setControls(wanted) {
      if (controls.set(wanted)) tellControls();
    },
    others: controls.others,
    setOthers(others) {
      if (controls.setOthers(others)) tellControls();
    },
    views() {
      const shown = config === dashboard.config ? charts.map(snapshotOf) : dashboard.reportSnapshots;
      const queries = shown.map((snapshot) => snapshot && queryOf(snapshot));
      return new Set(queries.flatMap((query) => (query && viewOf(query)) ?? []));
    },
    findMembers: types.load,
    isDefault: controls.isDefault,
    resetControl(id) {
      controls.reset(id);
      tellControls();
    },
    setTimezone(zone) {
      if (zone !== timezone) {
        timezone = zone;
        tellStale();
      }
      askChanged();
    },
    refresh(ids) {
      const wanted = ids ? charts.filter(({ id }) => ids.includes(id)) : charts;
      const shown = new Set(drawnCharts());
      loads.refresh();
      tellStale();
      for (const { id } of wanted.filter((chart) => !shown.has(chart))) unrefreshed.add(id);
      whenClear(() => runs.ask(queriesOf(wanted.filter((chart) => shown.has(chart))), 'must-revalidate'));
    },
    drill(widgetId, click) {
      const [asked, result] = [shown.get(widgetId), states.get(widgetId)?.result];
      if (!asked || !isDrillable(result?.columns[click.column]) || !result) return undefined;
      const source = { ...asked, columns: result.columns, bounds: result.bounds };
      return { click, source, runBatch: runDetails, loadMembers: types.load };
    },
    openTabs: () => openTabs,
    openTab(widgetId, childId) {
      openTabs = new Map([...openTabs, [widgetId, childId]]);
      const before = drawnCharts();
      drawn = drawnNow();
      const now = new Set(drawnCharts());
      runs.drop(before.filter((chart) => !now.has(chart)).map(({ id }) => id));
      onControlsChanged?.();
      notify();
      const old = [...now].filter(({ id }) => unrefreshed.delete(id));
      if (old.length > 0) whenClear(() => runs.ask(queriesOf(old), 'must-revalidate'));
      askChanged();
      sayWhenLoaded();
    },
    loadValues: (widgetId) => loadValues(runDetails, facetOf(widgetId)),
    async loadMembers() {
      await loaded.promise;
      return types.load();
    },
    whenLoaded: () => loaded.promise,
    outage: () => outage,
    reconnect: reconnect.now,
    markExpired: () => setOutage('expired'),
    markFailed(id, problem) {
      runs.forget([id]);
      fail(id, problem);
    },
    markPartFailed: (id, { message }) => onError?.(message, id),
    markShown() {
      isShown = true;
      sayWhenLoaded();
    },
    markRendered(id) {
      rendered.add(id);
      sayWhenLoaded();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStale(listener) {
      staleListeners.add(listener);
      return () => staleListeners.delete(listener);
    },
  };
}

/** A member, and the settings that narrow its values. */
interface Facet {
  member: string;
  settings: ControlSettings;
}

async function loadValues(runBatch: RunBatch, { member, settings }: Facet): Promise<string[]> {
  const all = { dimensions: [member], order: { [member]: 'asc' }, limit: VALUES_LIMIT };
  const values: string[] = [];
  await runBatch(
    [{ id: 'values', query: applyControls(all, settings, undefined) }],
    (answer) => {
      if ('error' in answer) throw new QueryRefused(answer.error, undefined, answer.status);
      for (const row of answer.result.rows)
        if (row[member] !== null && row[member] !== undefined) values.push(String(row[member]));
    },
    new AbortController().signal,
  );
  return values;
}

/**
 * What of a dashboard is shown: an app draws everything itself, and has the controls alone in common with the others.
 */
function shownConfig(config: Dashboard['config']): Pick<Dashboard['config'], 'widgets'> {
  return config.kind === 'APP' ? { widgets: widgetsOf(config).filter(isControl) } : config;
}

const isChart = ({ type }: DashboardWidget) => type === 'CHART';

/** Widgets that are drawn after the view: charts wait for rows, texts for the Markdown library. */
const drawsLater = ({ type }: DashboardWidget) => type === 'CHART' || type === 'TEXT';
