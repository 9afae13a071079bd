import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { FreshnessCheck } from '@oriel/semantic';
import { runCompiledQuery, type RunOptions } from '../../sources/run-compiled-query.ts';
import type { Caller } from '../../protocol/engine-types.ts';
import type { Ticket } from '../queue/fair-queue.ts';
import type { QueuedSource } from '../sources/open-sources.ts';

/** What the SQL of refresh keys gives, asked of the database no more often than each of them says. */
interface RefreshChecks {
  /**
   * One text for all checks of a query, which changes when any of them gives something else.
   *
   * @throws `EngineError`
   */
  ask(
    dataSource: string,
    source: QueuedSource,
    checks: readonly FreshnessCheck[],
    caller: Caller | undefined,
  ): Promise<string>;
  /** Interrupts what is being asked, and settles when it has ended. */
  abortAll(): Promise<void>;
}

interface Known {
  readonly rows: Promise<string>;
  /** While they are being asked for: for ever, so that everybody waits for the same. */
  until: number;
  /** In the turn of any of whom it is asked. */
  readonly callers: Set<Caller>;
  ticket?: Ticket;
}

const MAX_KNOWN = 500;

/** Makes the checks of one runtime. */
export function createRefreshChecks(timeoutMs: number): RefreshChecks {
  const kept = new LRUCache<string, Known>({ max: MAX_KNOWN });
  const asking = new Set<Promise<string>>();
  // Nobody's own: others may wait for the same.
  const closing = new AbortController();
  const askOne = (
    dataSource: string,
    source: QueuedSource,
    check: FreshnessCheck,
    caller: Caller | undefined,
  ): Promise<string> => {
    const plainKey = JSON.stringify([source.credentialKey, dataSource, check.sql, check.params]);
    const key = hash('sha256', plainKey, 'base64');
    const last = kept.get(key);
    if (last && performance.now() < last.until) {
      if (last.until === Infinity && caller) last.callers.add(caller);
      last.ticket?.callersChanged();
      return last.rows;
    }
    const callers = new Set(caller ? [caller] : []);
    const ask = async () => {
      known.ticket = source.queue.enter(callers, closing.signal);
      try {
        await known.ticket.admitted;
        return await readRows(source, check, { signal: closing.signal, timeoutMs });
      } finally {
        known.ticket.leave();
      }
    };
    // Asked a moment later, when what is known of it is in place.
    const rows = Promise.resolve().then(ask);
    const known: Known = { rows, until: Infinity, callers };
    kept.set(key, known);
    asking.add(rows);
    const settle = (until: number) => {
      known.until = until;
      asking.delete(rows);
    };
    rows.then(
      () => settle(performance.now() + check.everyMs),
      () => settle(0),
    );
    return rows;
  };
  return {
    ask: async (dataSource, source, checks, caller) =>
      (await Promise.all(checks.map((check) => askOne(dataSource, source, check, caller)))).join('\n'),
    async abortAll() {
      closing.abort();
      await Promise.allSettled(asking);
    },
  };
}

/** The first rows; a refresh key has one. */
async function readRows(
  source: QueuedSource,
  check: FreshnessCheck,
  options: Pick<RunOptions, 'signal' | 'timeoutMs'>,
): Promise<string> {
  let rows = '';
  await runCompiledQuery(source, check, {
    ...options,
    take: ({ columns }) => void (rows ||= JSON.stringify(columns)),
  });
  return rows;
}
