import { Kysely } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createChangeFeed, type ChangeFeed } from './change-feed.ts';
import { answerFieldNames, FieldNameDialect } from './field-name-dialect.ts';
import { ConnectionPool } from './connection/connection-pool.ts';
import { createOutageGate } from './connection/outage-gate.ts';
import { nameStatements } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { valueTypes } from './values/value-types.ts';

export type Db = Kysely<Tables>;

/**
 * The database as the stores see it. Rows have camelCase names whichever way they are asked for (`column-names.ts`).
 * `pool` is for what needs the wire protocol itself.
 */
export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** How to connect, for what needs connections of its own. */
  readonly connection: pg.ClientConfig;
  /** Connections that send statements without waiting for the ones before, for batches. */
  readonly pipelined: pg.Pool;
  /** Changes of what decides what a credential may do. */
  readonly credentialChanges: ChangeFeed;
  /** What happens in the threads of chats; its payloads are their ids. */
  readonly chatChanges: ChangeFeed;
  /** Why it cannot be reached; undefined while it is not known to be away. */
  readonly outage: Error | undefined;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 16;
const MAX_PIPELINES = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const PROBE_TIMEOUT_MS = 2_000;
/** Longer than any statement of ours takes. */
const SILENCE_MS = 30_000;
/** For what is in use when all is closed: what waits for an answer then has no reader any more. */
const IN_USE_MS = 250;
/** What the triggers of the migrations name. */
const CREDENTIAL_CHANGES = 'credential_change';
const CHAT_CHANGES = 'chat_change';

/** How a database is reached beyond the settings of the driver. */
interface DatabaseOptions {
  /** Told of the code of each error that PostgreSQL answers with; default nobody. */
  readonly onErrorCode?: (code: string) => void;
  /** After so long without a word a connection that is waited for is given up; default 30 s. */
  readonly silenceMs?: number;
}

/** Connects to a PostgreSQL; nothing is asked of it before the first query. */
export function connectDatabase(
  config: pg.PoolConfig,
  { onErrorCode = () => {}, silenceMs = SILENCE_MS }: DatabaseOptions = {},
): Database {
  const signs = { onErrorCode, silenceMs };
  const gate = createOutageGate({ probe: () => ping(config) });
  const shared = {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: valueTypes,
    onConnect: setUpSession,
  };
  const pool = new ConnectionPool({ max: MAX_CONNECTIONS, ...shared, ...config }, gate, signs);
  const pipelined = new ConnectionPool(
    // The types of the pool do not know what they hand on to the client.
    { ...shared, ...config, max: MAX_PIPELINES, pipeline: true } as pg.PoolConfig,
    gate,
    signs,
  );
  for (const each of [pool, pipelined]) each.on('connect', answerFieldNames);
  const credentialChanges = createChangeFeed({ connection: config, channel: CREDENTIAL_CHANGES });
  const chatChanges = createChangeFeed({ connection: config, channel: CHAT_CHANGES });
  for (const each of [pool, pipelined]) each.on('connect', credentialChanges.watch);
  const db = new Kysely<Tables>({ dialect: new FieldNameDialect({ pool: nameStatements(pool) }) });
  // Not db.destroy(), which leaves a pool alone that no query of it has used.
  return {
    db,
    pool,
    connection: config,
    pipelined,
    credentialChanges,
    chatChanges,
    get outage() {
      return gate.reason;
    },
    close: async () => {
      gate.end();
      await Promise.all([
        pool.endWithin(IN_USE_MS),
        pipelined.endWithin(IN_USE_MS),
        // A connection that hangs never ends, and nothing is lost with it.
        Promise.race([
          Promise.all([credentialChanges.close(), chatChanges.close()]),
          pause(IN_USE_MS, undefined, { ref: false }),
        ]),
      ]);
    },
  };
}

/**
 * - Statements here take milliseconds, whatever the planner thinks of the branches that they do not take: compiling
 *   one, or starting processes for it, would take longer than to run it.
 * - Times are written in UTC, from which the form of the API is cut.
 * - Triggers tell the connection of changes by notices, which a role may have been set not to hear.
 */
const SESSION =
  'set jit = off; set max_parallel_workers_per_gather = 0; set timezone = utc; set client_min_messages = notice';

async function setUpSession(client: pg.ClientBase): Promise<void> {
  await client.query(SESSION);
}

/** Makes a connection of its own and asks something simple. @throws while the database does not answer */
export async function ping(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  // A client that fails to connect reports the failure a second time as an event.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    client.end().catch(() => {});
  }
}
