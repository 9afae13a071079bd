import type { ChatFrame } from '@oriel/contract';
import { haveSameRows, type Row } from './compare-rows.ts';

/** `review`: the answer rests on no query, so that a person has to look. */
type Grade = 'pass' | 'fail' | 'review' | 'error';

/** What became of a question. */
export interface Graded {
  readonly grade: Grade;
  /** Why it is no `pass`. */
  readonly reason: string | undefined;
  readonly answer: string | undefined;
  /** The queries that the answer cites. */
  readonly queries: readonly Readonly<Record<string, unknown>>[];
}

/** Queries of one answer that are compared. */
const MAX_QUERIES = 10;

/**
 * Grades what an agent has answered, by the lines of its turn: it passes where one of the queries that it cites has the
 * rows of the expected one.
 *
 * @param expected rows of the expected query
 * @param load runs a query as the same caller
 */
export async function gradeAnswer(
  lines: readonly ChatFrame[],
  expected: readonly Row[],
  load: (query: object) => Promise<readonly Row[]>,
): Promise<Graded> {
  const final = lines.findLast(({ role, graphPath }) => role === 'assistant' && graphPath?.[0] === 'final');
  const failure = lines.findLast(({ error }) => error !== undefined)?.error;
  const queries = (final?.citations ?? []).map(({ query }) => query);
  const graded = (grade: Grade, reason?: string): Graded => ({
    grade,
    reason,
    answer: final?.content,
    queries,
  });
  if (!final) return graded('error', failure ?? 'The turn has no answer');
  if (queries.length === 0) return graded('review', 'The answer cites no query');
  const counts: number[] = [];
  for (const query of queries.slice(-MAX_QUERIES).reverse()) {
    const rows = await load(query);
    if (haveSameRows(expected, rows)) return graded('pass');
    counts.push(rows.length);
  }
  return graded('fail', reasonOf(expected.length, counts));
}

function reasonOf(expected: number, counts: readonly number[]): string {
  if (counts.includes(expected))
    return `No cited query has the expected rows: their number is right (${expected}), and values or columns are others`;
  return `No cited query has the ${expected} expected rows; they have ${counts.join(', ')}`;
}
