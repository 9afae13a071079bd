import type { Query } from '@oriel/dashboard/control-settings';
import { isDrillable, type DrillClick } from '@oriel/dashboard/drill-click';
import { fixedRanges } from '@oriel/dashboard/fixed-ranges';
import { createContext } from 'react';
import type { DrillRequest } from '../../dashboard/store/drill-rows.ts';
import { createReportSource, type ReportSource } from '../../dashboard/store/report-source.ts';
import type { RunBatch } from '../../query/load-batch.ts';
import type { MemberTypeMap } from '../../query/load-member-types.ts';
import type { QueryTable } from './query-table.ts';

/** What the tables of a chat ask beside their rows, with the rights of the reader. */
export interface ChatQueries {
  readonly runBatch: RunBatch;
  loadMembers(): Promise<MemberTypeMap>;
}

/**
 * Undefined on a page where nothing is asked beside the rows: their tables have no links, and their numbers lead
 * nowhere.
 */
export const ChatQueriesContext = createContext<ChatQueries | undefined>(undefined);

/** Where the table of a query that a tool has run asks for the addresses of its links. */
export function sourceOf(table: QueryTable, { runBatch, loadMembers }: ChatQueries): ReportSource {
  const query = askedQuery(table);
  return createReportSource({ query: () => query, runBatch, loadTypes: loadMembers });
}

/** What the rows behind a number are asked with; undefined where the model does not say which they are. */
export function drillOf(
  table: QueryTable,
  click: DrillClick,
  queries: ChatQueries,
): DrillRequest | undefined {
  const { columns, bounds } = table.result;
  if (!isDrillable(columns[click.column])) return undefined;
  return { click, source: { query: askedQuery(table), columns, bounds }, ...queries };
}

/** The query as it was asked: in the zone of the chat of that time, and with the days that `last month` was then. */
function askedQuery({ query, result: { bounds, timezone } }: QueryTable): Query {
  return fixedRanges({ ...(timezone !== undefined && { timezone }), ...query }, bounds);
}
