import { engineError } from '../../errors/errors.ts';
import type { CompiledColumn } from '@oriel/semantic';
import { type ResultColumns, type ResultValue } from '../../sources/connection/source.ts';
import { outputColumns, type OutputColumn } from './output-columns.ts';
import { createChunkWriter } from './chunk-writer.ts';

/**
 * How rows are laid out: `default` objects by member, `compact` lists of values, `columnar` lists by column.
 */
export type ResponseFormat = 'default' | 'compact' | 'columnar';

/** Values that every row of one result carries beside its columns. */
export type ExtraValues = Readonly<Record<string, string>>;

/** What rows are encoded with. */
interface EncodeOptions {
  readonly columns: readonly CompiledColumn[];
  /**
   * `keyed`: objects with the key of each column and nothing else. `lines`: a line with a list of the values of each
   * column.
   */
  readonly format: ResponseFormat | 'keyed' | 'lines';
  readonly extra: ExtraValues;
  /** What the JSON may take; a thread that runs out of memory would take the server with it. */
  readonly maxMb: number;
  /** Default {@link MAX_ROWS}. */
  readonly maxRows?: number;
}

/** Writes rows as JSON while they are read, so that of a large result only its bytes are held. */
export interface RowEncoder {
  /** @throws `query.too_many_rows` or `query.too_large` when there are more than an answer may hold */
  take(portion: ResultColumns): void;
  /** Bytes of JSON so far, about. */
  size(): number;
  /** The chunks so far, which are let go; none in the format `columnar`, which begins with a column to its last row. */
  drain(): Uint8Array[];
  /** The JSON, or what was not drained of it, in chunks. */
  end(): Uint8Array[];
}

const MAX_ROWS = 1_000_000;
const MEBIBYTE = 1024 * 1024;

/** Makes the encoder of one result. */
export function createRowEncoder({
  columns,
  format,
  extra,
  maxMb,
  maxRows = MAX_ROWS,
}: EncodeOptions): RowEncoder {
  const isPlain = format === 'keyed' || format === 'lines';
  const output = isPlain ? columns.map(({ key }, source) => ({ key, source })) : outputColumns(columns);
  const layout = createLayout[format === 'keyed' ? 'default' : format](output, extra);
  let rowCount = 0;
  return {
    take(portion) {
      rowCount += portion.rowCount;
      if (rowCount > maxRows) throw engineError('query.too_many_rows', { maxRows });
      layout.write(
        portion.columns.map((values) => values.map(encodeValue)),
        portion.rowCount,
      );
      if (layout.size() > maxMb * MEBIBYTE) throw engineError('query.too_large', { maxMb });
    },
    size: layout.size,
    drain: layout.drain,
    end: layout.end,
  };
}

/** How the values of some rows, which are JSON already, are put together. */
interface Layout {
  write(columns: readonly (readonly string[])[], rowCount: number): void;
  size(): number;
  drain(): Uint8Array[];
  end(): Uint8Array[];
}

const createLayout: Record<
  ResponseFormat | 'lines',
  (output: readonly OutputColumn[], extra: ExtraValues) => Layout
> = {
  default: (output, extra) => {
    const labels = output.map(({ key }, index) => `${index === 0 ? '' : ','}${JSON.stringify(key)}:`);
    const tail = Object.entries(extra).map(
      ([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`,
    );
    return createRowLayout({ head: '[', tail: ']' }, (columns, row) => {
      let text = '{';
      for (const [index, { source }] of output.entries())
        text += (labels[index] ?? '') + (columns[source]?.[row] ?? 'null');
      return `${text}${tail.join('')}}`;
    });
  },
  compact: (output, extra) => {
    const constants = Object.values(extra).map((value) => JSON.stringify(value));
    const head = `{"members":${membersOf(output, extra)},"dataset":[`;
    return createRowLayout({ head, tail: ']}' }, (columns, row) => {
      const values = output.map(({ source }) => columns[source]?.[row] ?? 'null');
      return `[${[...values, ...constants].join(',')}]`;
    });
  },
  columnar: (output, extra) => createColumnLayout(output, extra),
  lines: (_output, extra) => {
    const constants = Object.values(extra).map((value) => `,${JSON.stringify(value)}`);
    const tail = `${constants.join('')}]\n`;
    return createRowLayout(
      { head: '', tail: '', separator: '' },
      (columns, row) => `[${columns.map((values) => values[row]).join(',')}${tail}`,
    );
  },
};

function createRowLayout(
  { head, tail, separator: between = ',' }: { head: string; tail: string; separator?: string },
  encodeRow: (columns: readonly (readonly string[])[], row: number) => string,
): Layout {
  const writer = createChunkWriter();
  writer.write(head);
  let separator = '';
  return {
    write(columns, rowCount) {
      for (let row = 0; row < rowCount; row += 1) {
        writer.write(separator + encodeRow(columns, row));
        separator = between;
      }
    },
    size: () => writer.size,
    drain: () => writer.drain(),
    end() {
      writer.write(tail);
      return writer.end();
    },
  };
}

/** A list for each column, which grow side by side. */
function createColumnLayout(output: readonly OutputColumn[], extra: ExtraValues): Layout {
  const constants = Object.values(extra).map((value) => JSON.stringify(value));
  const writers = [...output, ...constants].map((_, index) => {
    const writer = createChunkWriter();
    writer.write(index === 0 ? `{"members":${membersOf(output, extra)},"columns":[[` : ',[');
    return writer;
  });
  let separator = '';
  return {
    write(columns, rowCount) {
      for (const [index, writer] of writers.entries()) {
        const column = output[index];
        const constant = constants[index - output.length] ?? 'null';
        const values = column ? columns[column.source] : Array.from({ length: rowCount }, () => constant);
        writer.write(separator + (values ?? []).join(','));
      }
      separator = ',';
    },
    size: () => writers.reduce((total, { size }) => total + size, 0),
    drain: () => [],
    end() {
      for (const [index, writer] of writers.entries())
        writer.write(index === writers.length - 1 ? ']]}' : ']');
      return writers.flatMap((writer) => writer.end());
    },
  };
}

function membersOf(output: readonly OutputColumn[], extra: ExtraValues): string {
  return JSON.stringify([...output.map(({ key }) => key), ...Object.keys(extra)]);
}

function encodeValue(value: ResultValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
