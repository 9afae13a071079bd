import { hash } from 'node:crypto';
import type { CompiledQuery } from '@oriel/semantic';
import type { CacheMode, LoadRequest } from '../../protocol/engine-types.ts';
import type { Source } from '../../sources/connection/source.ts';
import type { RuntimeLimits } from '../messages/messages.ts';
import { cacheModeOf } from './cache-mode.ts';
import type { LoadedEntry } from './encode-answer.ts';
import type { ExtraValues } from './encode-rows.ts';
import { executeQuery, isOpen, type QueryResult } from './execute-query.ts';
import type { QueuedSource } from '../sources/open-sources.ts';
import { createHeldBytes } from './held-bytes.ts';
import { createRefreshChecks } from './refresh-checks.ts';
import { createResultCache, isCurrent, type CachedResult } from './result-cache.ts';
import { createSingleFlight, type Flight, type Work } from '../queue/single-flight.ts';
import { PollTimeout, waitFor } from '../queue/poll-timeout.ts';

/** A result that would take more of the cache is not held, but read at the pace of its caller. */
const MAX_SHARE_OF_CACHE = 1 / 8;

/** How long a new result is read that no caller waits for, since each had the old one. */
const REVALIDATE_MS = 120_000;

/** Brings results: from the cache, from an execution that is under way, or from the database. */
interface ResultLoader {
  /**
   * @throws {@link PollTimeout}; `EngineError`; `QueryError` for a cache mode that there is not
   */
  load(compiled: CompiledQuery, asked: Asked): Promise<LoadedEntry>;
  /** Interrupts what is under way, and settles when it has ended. */
  close(): Promise<void>;
}

/** Where a result comes from, who asks for it, and how. */
interface Asked {
  readonly source: QueuedSource;
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
  pollGraceMs,
  heldBytes,
}: RuntimeLimits): ResultLoader {
  const cache = createResultCache(cacheBytes);
  const held = createHeldBytes(heldBytes);
  const refreshChecks = createRefreshChecks(queryTimeoutMs);
  const executions = createSingleFlight<QueryResult>();
  const plainKeyOf = createPlainKeys();

  const load = async (compiled: CompiledQuery, asked: Asked): Promise<LoadedEntry> => {
    const { source, request, extra, mayBeOpen } = asked;
    const format = compiled.query.responseFormat ?? 'default';
    const plainKey = plainKeyOf(compiled, source, extra);
    // What a user's own credential has gone into is never a key in plain.
    const key = request.credentials ? hash('sha256', plainKey, 'base64') : plainKey;
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
      const version = await waitFor(versionOf(compiled, asked, mode), asked.signal, request.waitMs);
      const kept = findKept();
      if (kept && isCurrent(kept, version, maxAgeOf(compiled, source))) return answerKept(kept);
      const maxHeldBytes = mayBeOpen ? cacheBytes * MAX_SHARE_OF_CACHE : Infinity;
      const join = () =>
        executions.join(
          `${mayBeOpen}\n${key}`,
          (signal, callers) => {
            const options = {
              format,
              extra,
              version,
              timeoutMs: queryTimeoutMs,
              maxHeldBytes,
              signal,
              callers,
              held,
            };
            const work = executeQuery(source, compiled, options);
            return mode === 'no-cache' ? work : keep(key, work);
          },
          request.caller,
        );
      if (kept && mode === 'stale-while-revalidate') {
        join().release(REVALIDATE_MS);
        return answerKept(kept);
      }
      return { compiled, source, isSlow: false, ...(await resultOf(join, asked, pollGraceMs)) };
    } catch (error) {
      const kept = findKept();
      const mayBeOld = mode === 'stale-if-slow' || mode === 'stale-while-revalidate';
      if (kept && mayBeOld && error instanceof PollTimeout) return answerKept(kept, true);
      throw error;
    }
  };

  /** What changes when the data are known to have changed. */
  const versionOf = async (
    compiled: CompiledQuery,
    { source, request }: Asked,
    mode: CacheMode,
  ): Promise<string> => {
    const { checks } = compiled.freshness;
    const version = await source.version();
    if (checks.length === 0 || mode === 'no-cache') return version;
    return `${version}\n${await refreshChecks.ask(compiled.dataSource, source, checks, request.caller)}`;
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

/**
 * Makes what names results. The same text is given again for a query that is kept: a new one of some kilobytes would be
 * put together and hashed each time that a dashboard is opened.
 */
function createPlainKeys(): (compiled: CompiledQuery, source: QueuedSource, extra: ExtraValues) => string {
  const known = new WeakMap<CompiledQuery, string>();
  const sharedKeyOf = ({ dataSource, sql, params, query, total }: CompiledQuery) => {
    const format = query.responseFormat ?? 'default';
    return `${dataSource}\n${sql}\n${JSON.stringify([params, format, total !== undefined])}`;
  };
  return (compiled, { credentialKey }, extra) => {
    const shared = known.get(compiled) ?? sharedKeyOf(compiled);
    known.set(compiled, shared);
    const isPlain = credentialKey === undefined && Object.keys(extra).length === 0;
    // JSON in front: no name of a source begins so.
    return isPlain ? shared : `${JSON.stringify([credentialKey ?? null, extra])}\n${shared}`;
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
  pollGraceMs: number,
): Promise<Pick<LoadedEntry, 'result' | 'cache' | 'timing'>> {
  for (;;) {
    const flight = join();
    const result = await waitForResult(flight, { signal, waitMs: request.waitMs, pollGraceMs });
    const cache = flight.isShared ? 'shared' : 'miss';
    const { queuedMs, executedMs } = flight.progress();
    const timing = { queuedMs, executedMs };
    if (!isOpen(result)) {
      flight.release();
      return { result, cache, timing };
    }
    if (flight.makeExclusive()) {
      if (signal.aborted) flight.release();
      signal.addEventListener('abort', () => flight.release(), { once: true });
      return { result, cache, timing };
    }
    flight.release();
  }
}

async function waitForResult<T>(
  flight: Flight<T>,
  { signal, waitMs, pollGraceMs }: { signal: AbortSignal; waitMs: number | undefined; pollGraceMs: number },
): Promise<T> {
  try {
    return await waitFor(flight.result, signal, waitMs);
  } catch (error) {
    if (!(error instanceof PollTimeout)) flight.release();
    else {
      error.progress = flight.progress();
      flight.release(pollGraceMs);
    }
    throw error;
  }
}
