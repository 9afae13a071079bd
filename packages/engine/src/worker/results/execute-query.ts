import type { CompiledQuery } from '@oriel/semantic';
import { runCompiledQuery } from '../../sources/run-compiled-query.ts';
import type { Caller } from '../../protocol/engine-types.ts';
import { cancelled } from '../../errors/errors.ts';
import type { ResultColumns } from '../../sources/connection/source.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { Ticket } from '../queue/fair-queue.ts';
import type { QueuedSource } from '../sources/open-sources.ts';
import { createRowEncoder, type ExtraValues, type ResponseFormat } from './encode-rows.ts';
import { createChunkStream, type ChunkStream } from './chunk-stream.ts';
import type { CachedResult } from './result-cache.ts';
import type { Progress, Work } from '../queue/single-flight.ts';

/** The result of a query: complete, or a stream where it is too large to be held. */
export type QueryResult = CachedResult | OpenResult;

/** A result that is read while its rows come. */
interface OpenResult extends Pick<CachedResult, 'refreshedAt' | 'refreshedAtMs' | 'version'> {
  /** The rows as JSON. */
  readonly rows: ChunkStream;
  /** Known when the rows are at their end. */
  total(): number | undefined;
}

/** How a query is executed, and how much of its result is held. */
interface ExecuteOptions {
  readonly format: ResponseFormat;
  readonly extra: ExtraValues;
  /** Of the data, before they are read. */
  readonly version: string;
  readonly timeoutMs: number;
  /**
   * Bytes beyond which a result is open; `Infinity`: never. One in columns never is, for it begins with the last row.
   */
  readonly maxHeldBytes: number;
  readonly signal: AbortSignal;
  /** Where it counts until it is answered or open. */
  readonly held: HeldBytes;
  /** Who waits for the result. */
  readonly callers: Iterable<Caller>;
}

const TAKEN_BACK = new Error('The slot was taken back');

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
  const createEncoder = () => createRowEncoder({ columns: compiled.columns, format, extra, maxMb });
  let encoder = createEncoder();
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
  /** Runs the statement in its turn; false where the slot was taken back before anybody had rows. */
  const attempt = async (isAgain: boolean): Promise<boolean> => {
    const back = new AbortController();
    // What is open has a reader, who cannot begin anew.
    const onTakeBack = () => void (rows || back.abort(TAKEN_BACK));
    const entered = source.queue.enter(callers, signal, { isAgain, onTakeBack });
    ticket = entered;
    try {
      await entered.admitted;
      clock.begin();
      const takeUnlessBack = (portion: ResultColumns) => {
        if (back.signal.aborted) throw cancelled(TAKEN_BACK);
        return take(portion);
      };
      const either = AbortSignal.any([signal, back.signal]);
      ({ total } = await runCompiledQuery(source, compiled, {
        signal: either,
        timeoutMs,
        take: takeUnlessBack,
      }));
      return true;
    } catch (error) {
      if (back.signal.aborted && !signal.aborted && !rows) return false;
      throw error;
    } finally {
      entered.leave();
    }
  };
  const run = async (): Promise<void> => {
    try {
      for (let isAgain = false; !(await attempt(isAgain)); isAgain = true) {
        encoder = createEncoder();
        share.set(0);
        clock.again();
      }
      if (rows) rows.end(encoder.end());
      else resolve({ data: encoder.end(), total, ...refreshed() });
    } catch (error) {
      if (rows) rows.fail(error);
      else reject(error);
    } finally {
      share.end();
      clock.end();
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
    /** It waits once more. */
    again: () => (begunAt = undefined),
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
