import type { CompiledQuery } from '@oriel/semantic';
import { runCompiledQuery } from '../run-compiled-query.ts';
import type { Caller } from '../engine-types.ts';
import type { ResultColumns } from '../sources/source.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { Ticket } from './fair-queue.ts';
import type { QueuedSource } from './open-sources.ts';
import { createRowEncoder, type ExtraValues, type ResponseFormat } from './encode-rows.ts';
import { createChunkStream, type ChunkStream } from './chunk-stream.ts';
import type { CachedResult } from './result-cache.ts';
import type { Progress, Work } from './single-flight.ts';

/** The result of a query: complete, or a stream where it is too large to be held. */
export type QueryResult = CachedResult | OpenResult;

/** A result that is read while its rows come. */
export interface OpenResult extends Pick<CachedResult, 'refreshedAt' | 'refreshedAtMs' | 'version'> {
  /** The rows as JSON. */
  readonly rows: ChunkStream;
  /** Known when the rows are at their end. */
  total(): number | undefined;
}

/** How a query is executed, and how much of its result is held. */
export interface ExecuteOptions {
  readonly format: ResponseFormat;
  readonly extra: ExtraValues;
  /** Of the data, before they are read. */
  readonly version: string;
  readonly timeoutMs: number;
  /** Bytes beyond which a result is open; `Infinity`: never. One in columns never is, for it begins with the last row. */
  readonly maxHeldBytes: number;
  readonly signal: AbortSignal;
  /** Where it counts until it is answered or open. */
  readonly held: HeldBytes;
  /** Who waits for the result. */
  readonly callers: Iterable<Caller>;
}

/** MiB that the rows of one answer may take. */
const MAX_RESULT_MB = 256;

/** Whether the rows of a result are still coming. */
export function isOpen(result: QueryResult): result is OpenResult {
  return 'rows' in result;
}

/** Runs a query when it is its turn at the source, and writes its rows as JSON while they come. */
export function executeQuery(
  source: QueuedSource,
  compiled: CompiledQuery,
  { format, extra, version, timeoutMs, maxHeldBytes, signal, callers, held }: ExecuteOptions,
): Work<QueryResult> {
  const maxMb = source.limits.maxResultMb ?? MAX_RESULT_MB;
  const encoder = createRowEncoder({ columns: compiled.columns, format, extra, maxMb });
  const { promise: result, resolve, reject } = Promise.withResolvers<QueryResult>();
  const refreshed = () => ({
    refreshedAt: new Date().toISOString(),
    refreshedAtMs: performance.now(),
    version,
  });
  let rows: ChunkStream | undefined;
  let total: number | undefined;

  const open = (): ChunkStream => {
    const stream = createChunkStream(signal);
    resolve({ rows: stream, total: () => total, ...refreshed() });
    return stream;
  };
  const take = (portion: ResultColumns): Promise<void> | undefined => {
    encoder.take(portion);
    if (!rows && (format === 'columnar' || encoder.size() <= maxHeldBytes)) {
      share.set(encoder.size());
      return undefined;
    }
    rows ??= open();
    share.end();
    return rows.push(encoder.drain());
  };
  const clock = createExecutionClock();
  const share = held.begin();
  let ticket: Ticket | undefined;
  const run = async (): Promise<void> => {
    try {
      ticket = source.queue.enter(callers, signal);
      await ticket.admitted;
      clock.begin();
      ({ total } = await runCompiledQuery(source, compiled, { signal, timeoutMs, take }));
      if (rows) rows.end(encoder.end());
      else resolve({ data: encoder.end(), total, ...refreshed() });
    } catch (error) {
      if (rows) rows.fail(error);
      else reject(error);
    } finally {
      share.end();
      clock.end();
      ticket?.leave();
    }
  };
  return {
    result,
    ended: run(),
    progress: () => ({ position: ticket?.position() ?? 0, ...clock.read() }),
    callersChanged: () => ticket?.callersChanged(),
  };
}

/** Times an execution: in the queue, and after that. */
function createExecutionClock() {
  const enteredAt = performance.now();
  let begunAt: number | undefined;
  let endedAt: number | undefined;
  return {
    begin: () => (begunAt = performance.now()),
    end: () => (endedAt = performance.now()),
    read(): Omit<Progress, 'position'> {
      const now = endedAt ?? performance.now();
      return {
        queuedMs: (begunAt ?? now) - enteredAt,
        executedMs: begunAt === undefined ? 0 : now - begunAt,
      };
    },
  };
}
