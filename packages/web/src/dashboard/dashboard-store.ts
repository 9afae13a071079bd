import type {
  ChartWidgetConfig,
  Dashboard,
  DashboardWidget,
  FilterWidgetConfig,
  ReportSnapshot,
  TimeGrainWidgetConfig,
} from '@oriel/contract';
import type { QueryResult, RunBatch } from '../query/load-batch.ts';
import { applyControls, queryOf, type ControlSettings, type FilterValue } from './chart-query.ts';

/** What one chart shows. While it is asked again, the rows that it has stay. */
export interface ChartState {
  status: 'loading' | 'ready' | 'error';
  result: QueryResult | undefined;
  error: string | undefined;
}

/** What a control is set to. `undefined` is nothing. */
export interface ControlState {
  operator: string;
  value: FilterValue;
}

export interface DashboardStore {
  readonly dashboard: Dashboard;
  /** Every widget, those in containers as well. */
  readonly widgets: readonly DashboardWidget[];
  chart(widgetId: string): ChartState;
  control(widgetId: string): ControlState;
  snapshot(widgetId: string): ReportSnapshot | undefined;
  setControl(widgetId: string, state: ControlState): void;
  setTimezone(timezone: string | undefined): void;
  /** Asks every chart again; `widgetIds` narrows. */
  refresh(widgetIds?: readonly string[]): void;
  /** The viewer's own choices, as settings. */
  settings(): ControlSettings;
  /** Asks for the values that a filter offers. */
  loadValues(member: string): Promise<string[]>;
  /** A chart has been drawn, or has said why it cannot be. */
  markRendered(widgetId: string): void;
  subscribe(listener: () => void): () => void;
}

export interface DashboardStoreOptions {
  dashboard: Dashboard;
  runBatch: RunBatch;
  initial?: {
    filters: ReadonlyMap<string, ControlState>;
    grains: ReadonlyMap<string, string>;
    timezone?: string | undefined;
  };
  onLoaded?(widgetCount: number): void;
  onError?(message: string, widgetId: string | undefined): void;
  onControlsChanged?(): void;
}

const VALUES_LIMIT = 1_000;
const loading: ChartState = { status: 'loading', result: undefined, error: undefined };

/** Holds what a dashboard shows: one batch for all charts, and one for those that a control touches. */
export function createDashboardStore({
  dashboard,
  runBatch,
  initial,
  onLoaded,
  onError,
  onControlsChanged,
}: DashboardStoreOptions): DashboardStore {
  const widgets = flatten(dashboard.config.widgets ?? []);
  const charts = widgets.filter(({ type }) => type === 'CHART');
  const snapshots = new Map(dashboard.reportSnapshots.map((snapshot) => [snapshot.reportId, snapshot]));
  const states = new Map<string, ChartState>(charts.map(({ id }) => [id, loading]));
  const controls = new Map<string, ControlState>(
    widgets.filter(isControl).map((widget) => [widget.id, initialOf(widget, initial)]),
  );
  const inFlight = new Map<string, AbortController>();
  const rendered = new Set<string>();
  const listeners = new Set<() => void>();
  let timezone = initial?.timezone;
  let isLoaded = false;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const update = (id: string, state: ChartState) => {
    states.set(id, state);
    notify();
  };
  const snapshotOf = (widget: DashboardWidget) =>
    snapshots.get((widget.config as ChartWidgetConfig | null)?.reportId ?? -1);

  const settings = (): ControlSettings => ({
    filters: widgets
      .filter(({ type }) => type === 'FILTER')
      .map((widget) => ({
        widgetId: widget.id,
        member: memberOf(widget),
        ...(controls.get(widget.id) ?? { operator: 'equals', value: null }),
      })),
    grains: widgets
      .filter(({ type }) => type === 'TIME_GRAIN')
      .flatMap((widget) => {
        const value = controls.get(widget.id)?.value;
        return typeof value === 'string' && value !== ''
          ? [{ widgetId: widget.id, member: memberOf(widget), granularity: value }]
          : [];
      }),
    timezone,
  });

  const fail = (id: string, message: string) => {
    update(id, { status: 'error', result: undefined, error: message });
    onError?.(message, id);
  };

  const run = async (wanted: readonly DashboardWidget[]) => {
    const controller = new AbortController();
    const now = settings();
    const queries = wanted.flatMap((widget) => {
      inFlight.get(widget.id)?.abort();
      const snapshot = snapshotOf(widget);
      const query = snapshot && queryOf(snapshot);
      if (!query) {
        fail(widget.id, 'This chart has no query');
        return [];
      }
      inFlight.set(widget.id, controller);
      states.set(widget.id, { ...(states.get(widget.id) ?? loading), status: 'loading', error: undefined });
      return [
        {
          id: widget.id,
          query: applyControls(query, now, (widget.config as ChartWidgetConfig | null)?.controls),
        },
      ];
    });
    notify();
    if (queries.length === 0) return;
    const isCurrent = (id: string) => inFlight.get(id) === controller;
    try {
      await runBatch(
        queries,
        (answer) => {
          if (!isCurrent(answer.id)) return;
          inFlight.delete(answer.id);
          if ('error' in answer) fail(answer.id, answer.error);
          else update(answer.id, { status: 'ready', result: answer.result, error: undefined });
        },
        controller.signal,
      );
    } catch (error) {
      if (!controller.signal.aborted)
        for (const { id } of queries) if (isCurrent(id)) fail(id, (error as Error).message);
    }
  };

  void run(charts);
  return {
    dashboard,
    widgets,
    chart: (id) => states.get(id) ?? loading,
    control: (id) => controls.get(id) ?? { operator: 'equals', value: null },
    snapshot: (id) => {
      const widget = charts.find((chart) => chart.id === id);
      return widget && snapshotOf(widget);
    },
    settings,
    setControl(id, state) {
      controls.set(id, state);
      onControlsChanged?.();
      void run(charts);
    },
    setTimezone(zone) {
      timezone = zone;
      void run(charts);
    },
    refresh: (ids) => void run(ids ? charts.filter(({ id }) => ids.includes(id)) : charts),
    async loadValues(member) {
      const query = { dimensions: [member], order: { [member]: 'asc' }, limit: VALUES_LIMIT };
      const values: string[] = [];
      await runBatch(
        [{ id: 'values', query }],
        (answer) => {
          if ('error' in answer) throw new Error(answer.error);
          for (const row of answer.result.rows)
            if (row[member] !== null && row[member] !== undefined) values.push(String(row[member]));
        },
        new AbortController().signal,
      );
      return values;
    },
    markRendered(id) {
      rendered.add(id);
      if (isLoaded || rendered.size < charts.length) return;
      isLoaded = true;
      onLoaded?.(widgets.length);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function isControl({ type }: DashboardWidget): boolean {
  return type === 'FILTER' || type === 'TIME_GRAIN';
}

export function memberOf(widget: DashboardWidget): string {
  return (widget.config as FilterWidgetConfig | TimeGrainWidgetConfig | null)?.member ?? '';
}

function initialOf(widget: DashboardWidget, initial: DashboardStoreOptions['initial']): ControlState {
  const config = widget.config as (FilterWidgetConfig & TimeGrainWidgetConfig) | null;
  if (widget.type === 'TIME_GRAIN')
    return { operator: 'equals', value: initial?.grains.get(memberOf(widget)) ?? config?.value ?? null };
  return (
    initial?.filters.get(memberOf(widget)) ?? {
      operator: config?.operator ?? 'equals',
      value: config?.value ?? null,
    }
  );
}

/** Containers hold widgets; what they hold takes part in everything. */
function flatten(widgets: readonly DashboardWidget[]): DashboardWidget[] {
  return widgets.flatMap((widget) => {
    const children = widget.type === 'CONTAINER' ? widget.config?.['children'] : undefined;
    return Array.isArray(children) ? [widget, ...flatten(children as DashboardWidget[])] : [widget];
  });
}
