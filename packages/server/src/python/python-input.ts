import { refuse, refuseFields, type ReportSnapshot } from '@oriel/contract';
import { queryOf } from '@oriel/dashboard/chart-query';
import type { Query } from '@oriel/dashboard/control-settings';

/** The published report, and the query that its script is run over. */
export interface PythonInput {
  readonly code: string;
  readonly query: Query;
}

/**
 * Reads what a script is run over: the members of the report, filtered by the viewer.
 *
 * @param asked null for the report's own query
 * @throws `forbidden` for a report without Python; `validation_failed` for a query that is none of this report
 */
export function readPythonInput(
  snapshot: Omit<ReportSnapshot, 'id'>,
  asked: Query | string | null,
): PythonInput {
  const code = snapshot.pythonCode;
  const own = queryOf(snapshot);
  if (code == null || code === '' || !own) throw refuse('forbidden', { reason: 'The report has no Python' });
  if (asked === null || asked === snapshot.sqlQuery) return { code, query: own };
  const query = typeof asked === 'string' ? parseQuery(asked) : asked;
  const known = new Set(membersOf(own));
  const strange = membersOf(query).filter((member) => !known.has(member));
  if (strange.length > 0)
    throw refuseFields([
      { path: 'sqlQuery', message: `asks for ${strange.join(', ')}, which the report does not` },
    ]);
  return { code, query };
}

/** What the script of a report is run over where nothing is filtered. @throws `forbidden` for a report without Python */
export function queryInZone(snapshot: Omit<ReportSnapshot, 'id'>, timezone: string | undefined): PythonInput {
  const { code, query } = readPythonInput(snapshot, null);
  return { code, query: timezone === undefined ? query : { timezone, ...query } };
}

function parseQuery(text: string): Query {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Query;
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
