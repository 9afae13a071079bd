import type { ResultValue } from './source.ts';

/** What the texts of one portion of rows have together, about. */
export const PORTION_CHARACTERS = 4 * 1024 * 1024;

/** Characters of the texts among values. */
export function charactersOf(values: readonly ResultValue[]): number {
  let characters = 0;
  for (const value of values) if (typeof value === 'string') characters += value.length;
  return characters;
}
