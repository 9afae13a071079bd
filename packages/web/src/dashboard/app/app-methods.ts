import type { ReportSnapshot } from '@oriel/contract';
import { queryOf } from '@oriel/dashboard/chart-query';
import type { Query } from '@oriel/dashboard/control-settings';
import { isControl, memberOf } from '@oriel/dashboard/control-states';
import { parseUrlControls } from '@oriel/embed';
import { QueryRefused, type QueryResult } from '../../query/load-batch.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { problemFrom } from '../store/problems.ts';
import { applyState, stateOf } from '../store/url-state.ts';
import { AppRefusal, type AppReport, type AppRows, type AppState } from './app-protocol.ts';
import type { AppLook } from './app-look.ts';
import { readFilters, readLimit, type AppRequest } from './read-request.ts';

type Params = AppRequest['params'];

/** What an app can ask for, by name. */
export interface AppMethods {
  reports(): AppReport[];
  load(params: Params): Promise<AppRows>;
  state(params: Params): AppState;
}

/**
 * Makes the methods that an app has on the dashboard around it. They do what the viewer may do, on its reports and
 * controls alone.
 */
export function createAppMethods(store: DashboardStore, look: () => AppLook): AppMethods {
  const snapshots = store.dashboard.reportSnapshots;
  const stateNow = (): AppState => ({
    state: stateOf(store),
    controls: store.widgets.filter(isControl).map((widget) => {
      const { operator, value } = store.control(widget.id);
      return { id: widget.id, type: widget.type, member: memberOf(widget), operator, value };
    }),
    timezone: store.settings().timezone ?? null,
    ...look(),
  });
  return {
    reports: () => snapshots.map(toReport),
    async load({ report, filters, limit }) {
      const snapshot = findReport(snapshots, report);
      const query = queryOf(snapshot);
      if (!query)
        throw new AppRefusal('query_failed', `The report ${JSON.stringify(snapshot.name)} has no query`);
      const allowed = new Set([...membersOf(query), ...store.widgets.filter(isControl).map(memberOf)]);
      const added = readFilters(filters, allowed);
      const most = readLimit(limit);
      const narrow = (whole: Query): Query => ({
        ...whole,
        ...(added.length > 0 && { filters: [...(whole.filters ?? []), ...added] }),
        ...(most !== undefined && { limit: leastOf(most, whole['limit']) }),
      });
      return toRows(snapshot, await load(store, snapshot, narrow));
    },
    state({ state }) {
      if (state === undefined || state === null) return stateNow();
      if (typeof state !== 'string')
        throw new AppRefusal('invalid_params', 'state must be a text in the form of a query string');
      const [problem] = parseUrlControls(state, { onlyControls: true }).problems;
      if (problem !== undefined) throw new AppRefusal('invalid_params', problem);
      applyState(store, state);
      return stateNow();
    },
  };
}

async function load(
  store: DashboardStore,
  snapshot: ReportSnapshot,
  narrow: (query: Query) => Query,
): Promise<QueryResult> {
  try {
    return await store.loadReport(snapshot, narrow);
  } catch (error) {
    const { kind, message } = problemFrom(error);
    const isForbidden = error instanceof QueryRefused && kind === 'forbidden';
    throw new AppRefusal(isForbidden ? 'forbidden' : 'query_failed', message);
  }
}

/** A report by its id, its public id, or its name where only one has it. @throws {@link AppRefusal} */
function findReport(snapshots: readonly ReportSnapshot[], named: unknown): ReportSnapshot {
  if (typeof named !== 'string' && typeof named !== 'number')
    throw new AppRefusal('invalid_params', 'report must be the id, the public id or the name of a report');
  const byId = snapshots.find(({ reportId, publicId }) => named === reportId || named === publicId);
  const [byName, another] = snapshots.filter(({ name }) => named === name);
  if (!byId && another)
    throw new AppRefusal(
      'report_not_found',
      `Several reports are called ${JSON.stringify(named)}: name one by its id`,
    );
  const found = byId ?? byName;
  if (!found)
    throw new AppRefusal('report_not_found', `The dashboard has no report ${JSON.stringify(named)}`);
  return found;
}

function toReport({ reportId, publicId, name, title, description, kind }: ReportSnapshot): AppReport {
  return {
    id: reportId,
    publicId: publicId ?? null,
    name: name ?? '',
    title: title ?? null,
    description: description ?? null,
    kind: kind ?? null,
  };
}

function toRows(snapshot: ReportSnapshot, { columns, rows, timezone }: QueryResult): AppRows {
  return {
    report: toReport(snapshot),
    columns: Object.entries(columns).map(([key, { title, kind, type, format }]) => ({
      key,
      title: title ?? key,
      kind,
      type: type ?? 'string',
      format: format ?? null,
    })),
    rows,
    timezone: timezone ?? null,
  };
}

function membersOf({ measures = [], dimensions = [], timeDimensions = [] }: Query): string[] {
  return [...measures, ...dimensions, ...timeDimensions.map(({ dimension }) => dimension)];
}

const leastOf = (one: number, other: unknown) => (typeof other === 'number' ? Math.min(one, other) : one);
