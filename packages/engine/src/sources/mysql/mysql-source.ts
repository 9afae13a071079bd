import { mysql } from '@oriel/semantic';
import { createCircuitBreaker } from '../connection/circuit-breaker.ts';
import { TakeError } from '../connection/row-portions.ts';
import { createSemaphore } from '../connection/semaphore.ts';
import {
  ageOf,
  createServerSource,
  loginOf,
  MAX_CONNECTIONS,
  QUERY_TIMEOUT_MS,
} from '../connection/server-source.ts';
import type { MySqlSourceConfig } from '../connection/source-config.ts';
import type { ReadOptions, Source, Statement } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { cancelled } from '../../errors/errors.ts';
import { openConnection, stopUntil } from './mysql-connection.ts';
import { isAnswered, toConnectError, toSourceError } from './mysql-errors.ts';
import { createMySqlPool } from './mysql-pool.ts';
import { readRows } from './mysql-rows.ts';
import { checkIsSelect } from './mysql-statement-check.ts';
import { createZoneCheck } from './mysql-zones.ts';

/** Connects to a MySQL or a MariaDB when the first statement comes. Statements can only read. */
export function openMySqlSource(config: MySqlSourceConfig): Source {
  return createServerSource(config, openAs);
}

function openAs(config: MySqlSourceConfig, own: UserLogin | undefined): Source {
  const { maxConnections = MAX_CONNECTIONS, queryTimeoutMs: timeoutMs = QUERY_TIMEOUT_MS } = config;
  const login = loginOf(config, own);
  // A server that is away costs each query a time-out, unless another caller has met it a moment ago.
  const breaker = createCircuitBreaker();
  const open = () =>
    breaker.use(() =>
      openConnection(config, login, timeoutMs).catch((error: unknown) => {
        throw toConnectError(error);
      }),
    );
  const pool = createMySqlPool(open);
  const checkZones = createZoneCheck();
  const semaphore = createSemaphore(maxConnections);
  const stop = (id: number) => (ended: AbortSignal) => stopUntil(ended, id, { config, login });

  /** Settles when the rows are out; the permit is given back when the connection is ready for the next. */
  const readOn = async (statement: Statement, options: ReadOptions, whenRead: () => void) => {
    const connection = await pool.take();
    try {
      if (options.signal.aborted) throw cancelled(options.signal.reason);
      await checkZones(connection, statement.sql);
      await readRows(connection, statement, { ...options, stop: stop(connection.id) });
    } catch (error) {
      // What the server has answered with a fault is over, unlike what was stopped.
      await (isAnswered(error) && !options.signal.aborted ? pool.give(connection) : pool.discard(connection));
      throw error;
    }
    whenRead();
    await pool.give(connection);
  };
  return {
    dialect: mysql,
    limits: config,
    slots: maxConnections,
    async read(statement, options) {
      const { signal } = options;
      checkIsSelect(statement.sql);
      let startedAt = 0;
      const work = (whenRead: () => void) => {
        startedAt = performance.now();
        return readOn(statement, options, whenRead);
      };
      try {
        await new Promise<void>((resolve, reject) => {
          semaphore.use(() => work(resolve), signal).catch(reject);
        });
      } catch (error) {
        if (error instanceof TakeError) throw error.cause;
        const tookMs = performance.now() - startedAt;
        throw toSourceError(error, statement, { signal, timeoutMs, tookMs });
      }
    },
    ...ageOf(config),
    close: pool.close,
  };
}
