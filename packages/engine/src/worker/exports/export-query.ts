import type { CompiledQuery } from '@oriel/semantic';
import type { Caller } from '../../protocol/engine-types.ts';
import { runCompiledQuery, writeCompiledQuery } from '../../sources/run-compiled-query.ts';
import type { WriteCsvOptions, WrittenCsv } from '../../sources/connection/source.ts';
import { createChunkStream } from '../results/chunk-stream.ts';
import type { OpenAnswer } from '../results/encode-answer.ts';
import { createRowEncoder, type ExtraValues } from '../results/encode-rows.ts';
import type { QueuedSource } from '../sources/open-sources.ts';

/** One query of an export, and what its rows carry beside their columns. */
export interface ExportedQuery {
  readonly compiled: CompiledQuery;
  readonly source: QueuedSource;
  readonly extra: ExtraValues;
}

/** How the queries of an export are run. */
export interface ExportOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly callers: readonly Caller[];
}

/** What an export has begun: its answer, and when it holds nothing any more. */
interface RunningExport {
  readonly answer: Promise<OpenAnswer>;
  readonly ended: Promise<void>;
}

/**
 * Runs queries one after the other and writes their rows as lines of JSON, below a line with `keys` and `annotation`.
 * No row is held or cached: the database waits for a slow reader. The answer is there with the first rows, so that a
 * query that fails at once is refused by its status.
 */
export function exportQueries(queries: readonly ExportedQuery[], options: ExportOptions): RunningExport {
  const { promise: answer, resolve, reject } = Promise.withResolvers<OpenAnswer>();
  const rows = createChunkStream(options.signal);
  const open = () => resolve({ status: 200, body: [headOf(queries)], cache: 'none', rest: rows });
  const run = async (): Promise<void> => {
    try {
      for (const query of queries) await exportQuery(query, options, rows, open);
      open();
      rows.end([]);
    } catch (error) {
      // Of no effect for an answer that is there already.
      reject(error);
      rows.fail(error);
    }
  };
  return { answer, ended: run() };
}

async function exportQuery(
  { compiled, source, extra }: ExportedQuery,
  { timeoutMs, signal, callers }: ExportOptions,
  rows: ReturnType<typeof createChunkStream>,
  open: () => void,
): Promise<void> {
  const encoder = createRowEncoder({
    columns: compiled.columns,
    format: 'lines',
    extra,
    maxMb: Infinity,
    maxRows: Infinity,
  });
  const ticket = source.queue.enter(callers, signal);
  try {
    await ticket.admitted;
    await runCompiledQuery(source, compiled, {
      signal,
      timeoutMs,
      take(portion) {
        encoder.take(portion);
        open();
        return rows.push(encoder.drain());
      },
    });
    await rows.push(encoder.end());
  } finally {
    ticket.leave();
  }
}

/**
 * Has the database write the rows of one query into a file, where it can.
 *
 * @throws `EngineError`
 */
export async function writeQuery(
  { compiled, source }: ExportedQuery,
  { columns, maxBytes }: Omit<WriteCsvOptions, 'signal'>,
  { timeoutMs, signal, callers }: ExportOptions,
): Promise<WrittenCsv | undefined> {
  const ticket = source.queue.enter(callers, signal);
  try {
    await ticket.admitted;
    return await writeCompiledQuery(source, compiled, { columns, maxBytes, signal, timeoutMs });
  } finally {
    ticket.leave();
  }
}

/** The keys of the values of each line, and what is known of them. */
export function headOf([first]: readonly ExportedQuery[]): Uint8Array {
  if (!first) throw new Error('An export has no query');
  const { compiled, extra } = first;
  const keys = [...compiled.columns.map(({ key }) => key), ...Object.keys(extra)];
  const { timezone } = compiled.query;
  return Buffer.from(`${JSON.stringify({ keys, annotation: compiled.annotation, timezone })}\n`);
}
