import { sql, type RawBuilder } from 'kysely';
import { likePattern } from '../db/like-pattern.ts';

/** The least that an index of trigrams finds anything by; for less it would be read as a whole, and the table after it. */
const LEAST_INDEXED = 3;

/** The condition that one of some columns has a text anywhere in it, in any case. An index serves texts of three characters or more. */
export function hasText(columns: readonly RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const isShort = [...text].length < LEAST_INDEXED;
  const conditions = columns.map((column) =>
    isShort ? sql`strpos(lower(${column}), lower(${text})) > 0` : sql`${column} ilike ${likePattern(text)}`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
