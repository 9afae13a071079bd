import { mysql } from '@oriel/semantic';
import { createCircuitBreaker } from '../connection/circuit-breaker.ts';
import { TakeError } from '../connection/row-portions.ts';
import { createSemaphore } from '../connection/semaphore.ts';
import type { MySqlSourceConfig } from '../connection/source-config.ts';
import type { ReadOptions, Source, Statement } from '../connection/source.ts';
import { createUserSources, type UserLogin } from '../connection/user-sources.ts';
import { cancelled } from '../../errors/errors.ts';
import { openConnection, stopUntil } from './mysql-connection.ts';
import { isAnswered, toConnectError, toSourceError } from './mysql-errors.ts';
import { createMySqlPool } from './mysql-pool.ts';
import { readRows } from './mysql-rows.ts';
import { checkIsSelect } from './mysql-statement-check.ts';
import { createZoneCheck } from './mysql-zones.ts';

const MAX_CONNECTIONS = 8;
/** A dashboard asks several queries at once. */
const CONNECTIONS_OF_USER = 4;
const QUERY_TIMEOUT_MS = 600_000;
/** As the language's refresh keys have it where a model has none. */
const CURRENT_FOR_MS = 10_000;

/** Connects to a MySQL or a MariaDB when the first statement comes. Statements can only read. */
export function openMySqlSource(config: MySqlSourceConfig): Source {
  const { userToken, ...service } = config;
  const shared = openAs(service, { user: service.user, password: () => service.password ?? '' });
  if (!userToken) return shared;
  const maxUsers = shared.slots;
  const open = (login: UserLogin) =>
    openAs({ ...service, maxConnections: Math.min(shared.slots, CONNECTIONS_OF_USER) }, login);
  const users = createUserSources({ config: userToken, maxUsers, shared, open });
  return {
    ...shared,
    forUser: users.find,
    async read(statement, options) {
      // Without a caller it is nobody's turn, unless there is a user for everybody.
      await users.find(undefined).read(statement, options);
    },
    async close() {
      await Promise.all([shared.close(), users.close()]);
    },
  };
}

function openAs(config: MySqlSourceConfig, login: UserLogin): Source {
  const { maxConnections = MAX_CONNECTIONS, queryTimeoutMs: timeoutMs = QUERY_TIMEOUT_MS } = config;
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
    // Data may change at any time, and nothing tells when.
    version: async () => 'unknown',
    currentForMs: config.currentForMs ?? CURRENT_FOR_MS,
    close: pool.close,
  };
}
