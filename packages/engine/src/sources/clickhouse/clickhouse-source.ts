import { ClickHouseError } from '@clickhouse/client';
import { clickhouse } from '@oriel/semantic';
import { randomUUID } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { cancelled } from '../../errors/errors.ts';
import { createCircuitBreaker } from '../connection/circuit-breaker.ts';
import { TakeError } from '../connection/row-portions.ts';
import { createSemaphore } from '../connection/semaphore.ts';
import { ageOf, createServerSource, MAX_CONNECTIONS, QUERY_TIMEOUT_MS } from '../connection/server-source.ts';
import type { ClickHouseSourceConfig } from '../connection/source-config.ts';
import type { ReadOptions, Source, Statement } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { connectClickHouse, type ClickHouseConnection } from './clickhouse-connection.ts';
import { toSourceError } from './clickhouse-errors.ts';
import { readRows } from './clickhouse-rows.ts';
import { checkIsSelect } from './clickhouse-statement-check.ts';

/** Connects to a ClickHouse when the first statement comes. Statements can only read. */
export function openClickHouseSource(config: ClickHouseSourceConfig): Source {
  return createServerSource(config, openAs);
}

function openAs(config: ClickHouseSourceConfig, login: UserLogin | undefined): Source {
  const { maxConnections = MAX_CONNECTIONS, queryTimeoutMs: timeoutMs = QUERY_TIMEOUT_MS } = config;
  const connection = connectClickHouse(config, login, timeoutMs);
  const meet = createMeeting(connection, timeoutMs);
  const semaphore = createSemaphore(maxConnections);
  return {
    dialect: clickhouse,
    limits: config,
    slots: maxConnections,
    async read(statement, options) {
      checkIsSelect(statement.sql);
      const { signal } = options;
      const work = async () => {
        await meet.before(signal);
        await run(connection, statement, options);
      };
      try {
        await semaphore.use(work, signal);
      } catch (error) {
        if (error instanceof TakeError) throw error.cause;
        const told = toSourceError(error, { ...statement, signal, timeoutMs });
        if (told.code === 'source.unavailable') meet.again();
        throw told;
      }
    },
    ...ageOf(config),
    close: () => connection.close(),
  };
}

/**
 * Asks a server that is new, or was away, for a sign of life before it gets a statement: one that is away costs a
 * time-out, unless another caller has found it so a moment ago.
 */
function createMeeting(connection: ClickHouseConnection, timeoutMs: number) {
  const breaker = createCircuitBreaker();
  const meet = () =>
    connection.meet().catch((error: unknown) => {
      throw toSourceError(error, { sql: '', signal: new AbortController().signal, timeoutMs });
    });
  let isMet = false;
  return {
    async before(signal: AbortSignal): Promise<void> {
      if (!isMet) await unlessAborted(breaker.use(meet), signal);
      isMet = true;
    },
    again: () => void (isMet = false),
  };
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const abandon = () => reject(cancelled(signal.reason));
  signal.addEventListener('abort', abandon);
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** Whatever ends the reading before the server has, stops the statement there as well. */
async function run(
  connection: ClickHouseConnection,
  statement: Statement,
  options: ReadOptions,
): Promise<void> {
  const { signal } = options;
  const id = randomUUID();
  let stopping: Promise<void> | undefined;
  // Where it may not be stopped so, or none is reached, the end of its connection stops it.
  const stop = () => void (stopping ??= connection.kill(id).catch(() => {}));
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw cancelled(signal.reason);
    const answer = await connection.send(statement, { id, signal });
    addAbortSignal(signal, answer.body);
    await readRows(answer, options);
  } catch (error) {
    if (!(error instanceof ClickHouseError)) stop();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await stopping;
  }
}
