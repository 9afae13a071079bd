import { sql, type RawBuilder } from 'kysely';
import { likePattern } from './like-pattern.ts';
import type { Bindable } from '../parameter.ts';

/**
 * The least that an index of trigrams finds anything by; for less it would be read as a whole, and the table after it.
 */
const LEAST_INDEXED = 3;

/** A text to search for, in any case. */
export interface TextSearch {
  /** How it is looked for: an index serves patterns of texts of three characters or more. */
  readonly by: 'pattern' | 'position';
  /** The pattern, or the text. */
  readonly value: Bindable<string>;
}

/** How a text is searched for. */
export function toSearch(text: string) {
  return [...text].length < LEAST_INDEXED
    ? ({ by: 'position', value: text } as const)
    : ({ by: 'pattern', value: likePattern(text) } as const);
}

/** The condition that one of some columns has a text anywhere in it. */
export function hasText(
  columns: readonly RawBuilder<unknown>[],
  { by, value }: TextSearch,
): RawBuilder<boolean> {
  const conditions = columns.map((column) =>
    by === 'position'
      ? sql`strpos(lower(${column}), lower(${value}::text)) > 0`
      : sql`${column} ilike ${value}`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** The condition of the rows of a list that is searched by some columns; of all rows for no text. */
export function contains(text: string | null, columns: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return text === null ? sql<boolean>`true` : hasText(columns, toSearch(text));
}
