import { Kysely } from 'kysely';
import pg from 'pg';
import { createChangeFeed, type ChangeFeed } from './change-feed.ts';
import { answerFieldNames, FieldNameDialect } from './column-names.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/**
 * The database as the stores see it. Rows have camelCase names whichever way they are asked for (`column-names.ts`). `pool` is for what needs the wire protocol itself. */
export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** How to connect, for what needs connections of its own. */
  readonly connection: pg.ClientConfig;
  /** Connections that send statements without waiting for the ones before, for batches. */
  readonly pipelined: pg.Pool;
  /** Changes of what decides what a credential may do. */
  readonly credentialChanges: ChangeFeed;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 16;
const MAX_PIPELINES = 4;
const CONNECT_TIMEOUT_MS = 10_000;
/** What the triggers of the migrations name. */
const CREDENTIAL_CHANGES = 'credential_change';

/**
 * Values as they leave the database: bigint and count as numbers (ours stay far below 2^53), timestamps as the ISO
 * text that the API shows.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/** Connects to a PostgreSQL; nothing is asked of it before the first query. */
export function connectDatabase(config: pg.PoolConfig): Database {
  const pool = new pg.Pool({
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
    ...config,
  });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  const pipelined = new pg.Pool({
    ...config,
    max: MAX_PIPELINES,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
    pipeline: true,
  } as pg.PoolConfig);
  pipelined.on('error', () => {});
  // A connection that breaks while it is in use fails the query that uses it; as an event it would end the process.
  for (const each of [pool, pipelined])
    each.on('connect', (client) => {
      client.on('error', () => {});
      answerFieldNames(client);
    });
  const credentialChanges = createChangeFeed({ connection: config, channel: CREDENTIAL_CHANGES });
  const db = new Kysely<Tables>({ dialect: new FieldNameDialect({ pool }) });
  // Not db.destroy(), which leaves a pool alone that no query of it has used.
  return {
    db,
    pool,
    connection: config,
    pipelined,
    credentialChanges,
    close: async () => {
      await Promise.all([pool.end(), pipelined.end(), credentialChanges.close()]);
    },
  };
}
