import {
  isJsonObject,
  refuse,
  refuseFields,
  type DashboardMemberSwitcher,
  type ReportSnapshot,
} from '@oriel/contract';
import { applyFields, fieldsOf, type SwappedFields } from '@oriel/dashboard/apply-fields';
import { queryOf } from '@oriel/dashboard/chart-query';
import type { Query } from '@oriel/dashboard/control-settings';

/** The published report, and the query that its script is run over. */
export interface PythonInput {
  readonly code: string;
  readonly query: Query;
  /**
   * Members of the query in the place of those of the report; a script finds their columns under the names of the
   * latter.
   */
  readonly memberSwitchers: readonly DashboardMemberSwitcher[];
}

/**
 * What a caller asks for: a query of the members of the report, or the text of one as a client sends it; null for the
 * report's own.
 */
export interface PythonAsked {
  readonly query: Query | string | null;
  /** Members of the query in the place of those of the report; default none. */
  readonly memberSwitchers?: readonly DashboardMemberSwitcher[] | null | undefined;
}

/**
 * Reads what a script is run over: the members of the report, filtered by the viewer.
 *
 * @throws `forbidden` for a report without Python; `validation_failed` for a query that is none of this report
 */
export function readPythonInput(
  snapshot: Omit<ReportSnapshot, 'id'>,
  { query: asked, memberSwitchers: given }: PythonAsked,
): PythonInput {
  const code = snapshot.pythonCode;
  const own = queryOf(snapshot);
  if (code == null || code === '' || !own) throw refuse('forbidden', { reason: 'The report has no Python' });
  const memberSwitchers = given ?? [];
  const swapped = swappedOf(own, memberSwitchers);
  if (asked === null || asked === snapshot.sqlQuery)
    return { code, query: applyFields(own, swapped), memberSwitchers };
  const query = typeof asked === 'string' ? parseQuery(asked) : asked;
  const known = new Set(membersOf(applyFields(own, swapped)));
  const strange = membersOf(query).filter((member) => !known.has(member));
  if (strange.length > 0)
    throw refuseFields([
      { path: 'sqlQuery', message: `asks for ${strange.join(', ')}, which the report does not` },
    ]);
  return { code, query, memberSwitchers };
}

/** @throws `validation_failed` for a member that the report does not have, or one that would stand beside itself */
function swappedOf(own: Query, memberSwitchers: readonly DashboardMemberSwitcher[]): SwappedFields {
  const swapped = new Map(memberSwitchers.map(({ member, selected }) => [member, selected]));
  const fields = memberSwitchers.map((each) => ({ widgetId: '', ...each }));
  if (fieldsOf(own, fields, undefined).size === memberSwitchers.length) return swapped;
  throw refuseFields([
    {
      path: 'memberSwitchers',
      message: 'puts members in the place of some that the report does not have once',
    },
  ]);
}

/**
 * What the script of a report is run over where nothing is filtered.
 * @throws `forbidden` for a report without Python
 */
export function queryInZone(snapshot: Omit<ReportSnapshot, 'id'>, timezone: string | undefined): PythonInput {
  const { query, ...input } = readPythonInput(snapshot, { query: null });
  return { ...input, query: timezone === undefined ? query : { timezone, ...query } };
}

function parseQuery(text: string): Query {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed)) return parsed as Query;
  } catch {
    // As a text that is JSON of something else.
  }
  throw refuseFields([
    { path: 'sqlQuery', message: 'is not the JSON of a query, nor the query of the report' },
  ]);
}

/** What is no list of members is the query API's to refuse. */
function membersOf({ measures, dimensions, timeDimensions }: Query): string[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const times = list(timeDimensions).map((time) => Object(time) as { dimension?: unknown });
  return [...list(measures), ...list(dimensions), ...times.map(({ dimension }) => dimension)].map(String);
}
