import type { CompiledQuery } from '@oriel/semantic';
import type { CacheMode, LoadRequest } from '../engine-types.ts';
import type { Source } from '../sources/source.ts';
import { cacheModeOf } from './cache-mode.ts';
import type { LoadedEntry } from './encode-answer.ts';
import type { ExtraValues } from './encode-rows.ts';
import { executeQuery, isOpen, type QueryResult } from './execute-query.ts';
import { createRefreshChecks } from './refresh-checks.ts';
import { createResultCache, isCurrent, type CachedResult } from './result-cache.ts';
import { createSingleFlight, type Flight, type Work } from './single-flight.ts';
import { PollTimeout, waitFor } from './poll-timeout.ts';

/** A result that would take more of the cache is not held, but read at the pace of its caller. */
const MAX_SHARE_OF_CACHE = 1 / 8;

/** How long a query goes on after its caller has had a poll timeout. */
const LINGER_MS = 120_000;

/** Brings results: from the cache, from an execution that is under way, or from the database. */
export interface ResultLoader {
  /**
   * @throws {@link PollTimeout}; `EngineError`; `QueryError` for a cache mode that there is not
   */
  load(compiled: CompiledQuery, asked: Asked): Promise<LoadedEntry>;
  /** Interrupts what is under way, and settles when it has ended. */
  close(): Promise<void>;
}

/** Where a result comes from, who asks for it, and how. */
export interface Asked {
  readonly source: Source;
  readonly request: LoadRequest;
  readonly extra: ExtraValues;
  /** Whether the rows may still be coming when there is an answer. */
  readonly mayBeOpen: boolean;
  readonly signal: AbortSignal;
}

/** Makes a loader with an empty cache. */
export function createResultLoader({
  cacheBytes,
  queryTimeoutMs,
}: {
  cacheBytes: number;
  queryTimeoutMs: number;
}): ResultLoader {
  const cache = createResultCache(cacheBytes);
  const refreshChecks = createRefreshChecks(queryTimeoutMs);
  const executions = createSingleFlight<QueryResult>();

  const load = async (compiled: CompiledQuery, asked: Asked): Promise<LoadedEntry> => {
    const { source, request, extra, mayBeOpen } = asked;
    const format = compiled.query.responseFormat ?? 'default';
    const key = `${compiled.dataSource}\n${compiled.sql}\n${JSON.stringify([compiled.params, format, extra, compiled.total !== undefined])}`;
    const mode = cacheModeOf(request);
    const findKept = () => (mode === 'no-cache' ? undefined : cache.get(key));
    const answerKept = (result: CachedResult, isSlow = false): LoadedEntry => ({
      compiled,
      source,
      result,
      isSlow,
      cache: 'hit',
    });
    try {
      const version = await waitFor(versionOf(compiled, source, mode), asked.signal, request.waitMs);
      const kept = findKept();
      if (kept && isCurrent(kept, version, maxAgeOf(compiled, source))) return answerKept(kept);
      const maxHeldBytes = mayBeOpen ? cacheBytes * MAX_SHARE_OF_CACHE : Infinity;
      const join = () =>
        executions.join(`${mayBeOpen}\n${key}`, (signal) => {
          const options = { format, extra, version, timeoutMs: queryTimeoutMs, maxHeldBytes, signal };
          const work = executeQuery(source, compiled, options);
          return mode === 'no-cache' ? work : keep(key, work);
        });
      if (kept && mode === 'stale-while-revalidate') {
        join().release(LINGER_MS);
        return answerKept(kept);
      }
      return { compiled, source, isSlow: false, ...(await resultOf(join, asked)) };
    } catch (error) {
      const kept = findKept();
      const mayBeOld = mode === 'stale-if-slow' || mode === 'stale-while-revalidate';
      if (kept && mayBeOld && error instanceof PollTimeout) return answerKept(kept, true);
      throw error;
    }
  };

  /** What changes when the data are known to have changed. */
  const versionOf = async (compiled: CompiledQuery, source: Source, mode: CacheMode): Promise<string> => {
    const { checks } = compiled.freshness;
    const version = await source.version();
    if (checks.length === 0 || mode === 'no-cache') return version;
    return `${version}\n${await refreshChecks.ask(compiled.dataSource, source, checks)}`;
  };

  const keep = (key: string, work: Work<QueryResult>): Work<QueryResult> => {
    void work.result.then(
      (result) => isOpen(result) || cache.set(key, result),
      () => {},
    );
    return work;
  };

  return {
    load,
    async close() {
      await Promise.all([executions.abortAll(), refreshChecks.abortAll()]);
    },
  };
}

/** A refresh key of a cube takes the place of what holds for its source. */
function maxAgeOf({ freshness }: CompiledQuery, { currentForMs = Infinity }: Source): number {
  return freshness.asSource ? Math.min(freshness.maxAgeMs, currentForMs) : freshness.maxAgeMs;
}

/** The result of a flight. An open one can be read by one caller only; the others start anew. */
async function resultOf(
  join: () => Flight<QueryResult>,
  { request, signal }: Asked,
): Promise<Pick<LoadedEntry, 'result' | 'cache'>> {
  for (;;) {
    const flight = join();
    const result = await waitForResult(flight, signal, request.waitMs);
    const cache = flight.isShared ? 'shared' : 'miss';
    if (!isOpen(result)) {
      flight.release();
      return { result, cache };
    }
    if (flight.makeExclusive()) {
      if (signal.aborted) flight.release();
      signal.addEventListener('abort', () => flight.release(), { once: true });
      return { result, cache };
    }
    flight.release();
  }
}

async function waitForResult<T>(
  flight: Flight<T>,
  signal: AbortSignal,
  waitMs: number | undefined,
): Promise<T> {
  try {
    return await waitFor(flight.result, signal, waitMs);
  } catch (error) {
    flight.release(error instanceof PollTimeout ? LINGER_MS : undefined);
    throw error;
  }
}
