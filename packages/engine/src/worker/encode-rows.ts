import type { CompiledColumn } from '@oriel/semantic';
import type { ResultColumns, ResultValue } from '../sources/source.ts';

export type ResponseFormat = 'default' | 'compact' | 'columnar';

/** A column of the answer: its key, and which column of the result it shows. */
interface OutputColumn {
  readonly key: string;
  readonly source: number;
}

/** Values that every row of one result carries beside its columns. */
export type ExtraValues = Readonly<Record<string, string>>;

/**
 * Writes rows as JSON, straight from the columns of the result.
 *
 * A time dimension with a granularity is written under its own key and, unless the plain dimension is selected as well,
 * again under the dimension's name, for clients that look there; of several granularities the finest.
 */
export function encodeRows(
  result: ResultColumns,
  columns: readonly CompiledColumn[],
  format: ResponseFormat,
  extra: ExtraValues = {},
): Buffer {
  const output = outputColumns(columns);
  const encoded = result.columns.map((values) => values.map(encodeValue));
  const keys = [...output.map(({ key }) => key), ...Object.keys(extra)];
  const constants = Object.values(extra).map((value) => JSON.stringify(value));
  switch (format) {
    case 'default':
      return encodeObjects(result.rowCount, output, encoded, Object.entries(extra));
    case 'compact': {
      const rows = Array.from(
        { length: result.rowCount },
        (_, row) =>
          `[${[...output.map(({ source }) => encoded[source]?.[row] ?? 'null'), ...constants].join(',')}]`,
      );
      return Buffer.from(`{"members":${JSON.stringify(keys)},"dataset":[${rows.join(',')}]}`);
    }
    case 'columnar': {
      const lists = [
        ...output.map(({ source }) => encoded[source] ?? []),
        ...constants.map((value) => Array.from({ length: result.rowCount }, () => value)),
      ];
      return Buffer.from(
        `{"members":${JSON.stringify(keys)},"columns":[${lists.map((list) => `[${list.join(',')}]`).join(',')}]}`,
      );
    }
    default:
      return format satisfies never;
  }
}

/** Writes rows as JSON objects with the key of each column and nothing else, in the order of the columns. */
export function encodeKeyedRows(result: ResultColumns, columns: readonly CompiledColumn[]): Buffer {
  const output = columns.map(({ key }, source) => ({ key, source }));
  const encoded = result.columns.map((values) => values.map(encodeValue));
  return encodeObjects(result.rowCount, output, encoded, []);
}

function encodeObjects(
  rowCount: number,
  output: readonly OutputColumn[],
  encoded: readonly (readonly string[])[],
  extra: readonly [string, string][],
): Buffer {
  const labels = output.map(({ key }, index) => `${index === 0 ? '' : ','}${JSON.stringify(key)}:`);
  const tail = extra.map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`).join('');
  const sources = output.map(({ source }) => encoded[source] ?? []);
  let text = '[';
  for (let row = 0; row < rowCount; row += 1) {
    text += row === 0 ? '{' : ',{';
    for (const [index, values] of sources.entries()) text += (labels[index] ?? '') + (values[row] ?? 'null');
    text += `${tail}}`;
  }
  return Buffer.from(`${text}]`);
}

function outputColumns(columns: readonly CompiledColumn[]): OutputColumn[] {
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

function encodeValue(value: ResultValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
