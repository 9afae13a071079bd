import type { QueryResult } from './query-result.ts';

/** The columns of a result by key, in order; a time that is there by its granularity as well is left out by its own name. */
export function shownColumns({ columns }: Pick<QueryResult, 'columns'>): string[] {
  const keys = Object.keys(columns);
  return keys.filter(
    (key) => columns[key]?.kind !== 'timeDimension' || !keys.some((other) => other.startsWith(`${key}.`)),
  );
}
