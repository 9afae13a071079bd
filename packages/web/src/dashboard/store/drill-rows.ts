import type { Query } from '@oriel/dashboard/control-settings';
import { drillQuery, type DrillClick, type DrillSource } from '@oriel/dashboard/drill-query';
import { columnTitle } from '../formats/compared-titles.ts';
import { formatValue } from '../formats/format.ts';
import { QueryRefused, type QueryResult, type RunBatch } from '../../query/load-batch.ts';
import type { MemberTypeMap } from '../../query/load-member-types.ts';
import { createReportSource, type ReportSource } from './report-source.ts';
import { granularityOf } from '../formats/time-format.ts';

/** The rows behind a number, page by page; each is asked for with the viewer's own rights. */
export interface DrillRows {
  /** Title of the measure. */
  measure: string;
  /** What the number is of, in words; empty for that of everything. */
  coordinates: string;
  /** Where the addresses of links in the rows are asked for, once there are rows. */
  readonly source: ReportSource;
  /**
   * Rows from `offset` on, and how many there are in all where `offset` is 0.
   *
   * @throws `QueryRefused`; what `fetch` throws when the connection breaks
   */
  load(page: { offset: number; limit: number }, signal: AbortSignal): Promise<QueryResult>;
}

/** What the rows behind a number are asked with. */
export interface DrillRequest {
  click: DrillClick;
  source: DrillSource;
  runBatch: RunBatch;
  loadMembers(): Promise<MemberTypeMap>;
}

/** Undefined where nothing can be asked, as of a bucket of time without a known end. */
export function createDrillRows(request: DrillRequest): DrillRows | undefined {
  const { click, source, runBatch, loadMembers } = request;
  if (!drillQuery(click, source)) return undefined;
  let asked: Query | undefined;
  return {
    measure: columnTitle(click.column, source.columns[click.column]),
    coordinates: describeCoordinates(click, source),
    source: createReportSource({ query: () => asked, runBatch, loadTypes: loadMembers }),
    async load(page, signal) {
      // Without them filters on measures are told by the query alone.
      const members: MemberTypeMap | undefined = await loadMembers().catch(() => undefined);
      asked = drillQuery(click, {
        ...source,
        isMeasure: (member) => members?.measures?.has(member) ?? false,
      });
      return loadPage(runBatch, { ...asked }, page, signal);
    },
  };
}

function describeCoordinates({ coordinates }: DrillClick, { columns }: DrillSource): string {
  return Object.entries(columns)
    .filter(([key, { kind }]) => kind !== 'measure' && coordinates[key] !== undefined)
    .filter(([key], _index, all) => !all.some(([other]) => other.startsWith(`${key}.`)))
    .map(([key, column]) => formatValue(coordinates[key], column, undefined, granularityOf(key)))
    .join(' · ');
}

async function loadPage(
  runBatch: RunBatch,
  query: object,
  { offset, limit }: { offset: number; limit: number },
  signal: AbortSignal,
): Promise<QueryResult> {
  const found = Promise.withResolvers<QueryResult>();
  const asked = { ...query, limit, offset, ...(offset === 0 && { total: true }) };
  runBatch(
    [{ id: 'rows', query: asked }],
    (answer) =>
      'error' in answer
        ? found.reject(new QueryRefused(answer.error, undefined, answer.status))
        : found.resolve(answer.result),
    signal,
  ).then(() => found.reject(new QueryRefused('The answer ended before its rows')), found.reject);
  return found.promise;
}
