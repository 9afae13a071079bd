import type { CompiledColumn } from '@oriel/semantic';

/** A column of the answer: its key, and which column of the result it shows. */
export interface OutputColumn {
  readonly key: string;
  readonly source: number;
}

/**
 * The columns of an answer. A time dimension with a granularity is shown under its own key and, unless the plain
 * dimension is selected as well, again under the dimension's name, for clients that look there; of several
 * granularities the finest.
 */
export function outputColumns(columns: readonly CompiledColumn[]): OutputColumn[] {
  const output: OutputColumn[] = [];
  const selected = new Set(columns.map(({ key }) => key));
  const repeated = new Map<string, { index: number; rank: number }>();
  for (const [source, { key, member, granularity }] of columns.entries()) {
    output.push({ key, source });
    if (granularity === undefined || selected.has(member)) continue;
    const rank = FINENESS.indexOf(granularity);
    const known = repeated.get(member);
    if (!known) {
      repeated.set(member, { index: output.length, rank });
      output.push({ key: member, source });
    } else if (rank < known.rank) {
      output[known.index] = { key: member, source };
      known.rank = rank;
    }
  }
  return output;
}

/** From fine to coarse; a custom granularity counts as the finest. */
const FINENESS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
