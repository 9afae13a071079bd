import pg from 'pg';
import { createCircuitBreaker } from '../connection/circuit-breaker.ts';
import { cancelUntil, connectionOf } from './postgres-connection.ts';
import { toConnectError, toSourceError, unreadParameter } from './postgres-errors.ts';
import { flavourOf, type PostgresFlavour } from './postgres-flavours.ts';
import { readRows } from './postgres-rows.ts';
import { TakeError } from '../connection/row-portions.ts';
import { createSemaphore } from '../connection/semaphore.ts';
import {
  ageOf,
  createServerSource,
  loginOf,
  MAX_CONNECTIONS,
  QUERY_TIMEOUT_MS,
} from '../connection/server-source.ts';
import type { PostgresSourceConfig, RedshiftSourceConfig } from '../connection/source-config.ts';
import { sourceDialects } from '../connection/source-dialects.ts';
import { type ReadOptions, type Source, type Statement } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { checkIsSelect } from './postgres-statement-check.ts';
import { cancelled } from '../../errors/errors.ts';

const IDLE_MS = 60_000;

type Config = PostgresSourceConfig | RedshiftSourceConfig;

/** Connects to a PostgreSQL or a Redshift when the first statement comes. Statements can only read. */
export function openPostgresSource(config: Config): Source {
  return createServerSource<Config>(config, openAs);
}

function openAs(config: Config, own: UserLogin | undefined): Source {
  const { maxConnections = MAX_CONNECTIONS, queryTimeoutMs: timeoutMs = QUERY_TIMEOUT_MS } = config;
  const login = loginOf(config, own);
  const flavour = flavourOf(config);
  const { product } = flavour;
  const connection = connectionOf(config, login, flavour.port);
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
  });
  // A connection that breaks is replaced, and fails the statement that uses it; as an event it would end the thread.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  // A server that is away costs each query a time-out, unless another caller has met it a moment ago.
  const breaker = createCircuitBreaker();
  const connect = () =>
    breaker.use(() =>
      pool.connect().catch((error: unknown) => {
        throw toConnectError(error, product);
      }),
    );
  // The pool's own queue counts the wait for a connection as part of connecting, and knows no abort.
  const semaphore = createSemaphore(maxConnections);
  return {
    dialect: sourceDialects[config.type],
    limits: config,
    slots: maxConnections,
    async read(statement, options) {
      const { signal } = options;
      checkIsSelect(statement.sql);
      let begunAt = Infinity;
      try {
        await semaphore.use(
          () =>
            withConnection(connect, flavour, (client) => {
              begunAt = performance.now();
              return readInTransaction(client, statement, options, { connection, timeoutMs, flavour });
            }),
          signal,
        );
      } catch (error) {
        if (error instanceof TakeError) throw error.cause;
        const isLate = performance.now() - begunAt >= timeoutMs;
        throw toSourceError(error, statement.sql, { signal, timeoutMs, isLate, product });
      }
    },
    ...ageOf(config),
    close: () => pool.end(),
  };
}

/**
 * A connection is discarded after a failed or stopped statement, so that nothing of it reaches the next; not where none
 * has run.
 */
async function withConnection(
  connect: () => Promise<pg.PoolClient>,
  { end }: PostgresFlavour,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await connect();
  let isClean = false;
  try {
    await work(client);
    isClean = true;
  } catch (error) {
    isClean = unreadParameter(error) !== undefined && (await hasEnded(client, end));
    throw error;
  } finally {
    client.release(!isClean);
  }
}

const hasEnded = (client: pg.PoolClient, end: string) =>
  client.query(end).then(
    () => true,
    () => false,
  );

async function readInTransaction(
  client: pg.PoolClient,
  statement: Statement,
  { signal, take }: ReadOptions,
  {
    connection,
    timeoutMs,
    flavour,
  }: { connection: pg.ClientConfig; timeoutMs: number; flavour: PostgresFlavour },
): Promise<void> {
  const pid = await begin(client, timeoutMs, flavour);
  if (signal.aborted) throw cancelled(signal.reason);
  await readRows(client, statement, {
    signal,
    take,
    // Where that cannot be asked the connection is broken, which the database notices when it sends rows.
    stop: (ended) => cancelUntil(ended, pid, connection).catch(() => client.end()),
  });
  await client.query(flavour.end);
}

/**
 * Begins a transaction that can only read, with the session that the SQL relies on; tells the number of its process.
 */
async function begin(client: pg.PoolClient, timeoutMs: number, flavour: PostgresFlavour): Promise<number> {
  // In each transaction anew, so that it holds behind a pooler of transactions as well.
  const statements = [
    ...flavour.begin,
    `SET statement_timeout = ${timeoutMs}`,
    'SELECT pg_backend_pid() AS pid',
  ];
  // Of several statements there is a list of results, which the client's types do not know.
  const results = (await client.query(statements.join('; '))) as unknown as pg.QueryResult<{ pid: number }>[];
  const pid = results.at(-1)?.rows[0]?.pid;
  if (pid === undefined) throw new Error(`${flavour.product} did not tell the number of its process`);
  return pid;
}
