import mysql, { type Connection, type ConnectionOptions } from 'mysql2';
import { setTimeout } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { createReachableSocket } from '../connection/reachable-socket.ts';
import type { MySqlSourceConfig, TlsConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { sessionOf } from './mysql-session.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const STOP_AGAIN_MS = 100;
const ALL_NETWORKS = { refused: [], allowed: [] };

// A reader of rows is made and kept for every list of columns; a runtime has no room for the default of 15,000.
mysql.setMaxParserCache(500);

/** A session of its own on a server. */
export interface MySqlConnection {
  readonly client: Connection;
  /** By which the server knows it. */
  readonly id: number;
  /** Why it can be used no more, also while a statement runs. */
  readonly broken: Promise<never>;
  isBroken(): boolean;
  /** Takes back what a statement may have left in the session. */
  reset(): Promise<void>;
  /** Counts for the life of the process, or does not. */
  ref(): void;
  unref(): void;
  /** Ends it at once. */
  close(): void;
}

/** Connects, and makes the session that the SQL relies on. @throws what the driver throws */
export async function openConnection(
  config: MySqlSourceConfig,
  login: UserLogin,
  timeoutMs: number,
): Promise<MySqlConnection> {
  const client = mysql.createConnection(optionsOf(config, login));
  const failure = Promise.withResolvers<never>();
  let isBroken = false;
  client.on('error', (error: unknown) => {
    isBroken = true;
    failure.reject(error);
  });
  client.on('end', () => void (isBroken = true));
  failure.promise.catch(() => {});
  const query = (sql: string) =>
    Promise.race([
      failure.promise,
      new Promise<unknown[]>((resolve, reject) =>
        client.query(sql, (error, rows) =>
          error ? reject(error) : resolve(Array.isArray(rows) ? rows : []),
        ),
      ),
    ]);
  try {
    // The first statement waits for the sign-in, and fails with it.
    const [row] = await query('SELECT CONNECTION_ID(), VERSION()');
    if (!Array.isArray(row)) throw new Error('The server did not tell the number of its connection');
    const [id, version] = row.map(String);
    const statements = sessionOf(version ?? '', timeoutMs);
    for (const statement of statements) await query(statement);
    return {
      client,
      id: Number(id),
      broken: failure.promise,
      isBroken: () => isBroken,
      async reset() {
        await new Promise<void>((resolve, reject) => {
          client.reset((error) => (error ? reject(error) : resolve()));
          failure.promise.catch(reject);
        });
        for (const statement of statements) await query(statement);
      },
      ref: () => socketOf(client).ref(),
      unref: () => socketOf(client).unref(),
      close: () => close(client),
    };
  } catch (error) {
    close(client);
    throw error;
  }
}

/** The types do not know it. */
const socketOf = (client: Connection) => (client as unknown as { stream: Socket }).stream;

/** What is under way at its end is told to nobody any more. */
function close(client: Connection): void {
  client.destroy();
  socketOf(client).destroy();
}

/** What a client needs to reach a source: nothing is left for it to find in the server's environment. */
function optionsOf(
  { host, port = 3306, database, ssl, networks = ALL_NETWORKS }: MySqlSourceConfig,
  { user, password }: UserLogin,
): ConnectionOptions {
  return {
    // Named to TLS alone, for the socket is made here.
    host: ssl?.servername ?? host,
    port,
    stream: () => openSocket(networks, { host, port, name: ssl?.servername ?? host }),
    user,
    password: password(),
    database,
    ...(ssl && { ssl: tlsOf(ssl) }),
    // A password goes as it is over encrypted connections alone.
    enableCleartextPlugin: ssl !== undefined,
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: 'UTF8MB4_BIN',
    // A server may ask for files of its client, several results, or blanks before brackets: not here.
    flags: ['-LOCAL_FILES', '-MULTI_RESULTS', '-IGNORE_SPACE', '-ODBC', '-FOUND_ROWS'],
    multipleStatements: false,
    connectAttributes: { program_name: 'oriel' },
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    trace: false,
  };
}

/**
 * The client leaves the name of the host out where that is an address, and TLS would check the certificate for
 * `localhost` instead; a socket that knows the name of its host is asked first.
 */
function openSocket(
  networks: NonNullable<MySqlSourceConfig['networks']>,
  { host, port, name }: { host: string; port: number; name: string },
): Socket {
  const socket = createReachableSocket(networks);
  socket.setNoDelay(true);
  socket.setKeepAlive(true);
  return Object.assign(socket.connect(port, host), { _host: name });
}

function tlsOf({ rejectUnauthorized, ca, cert, key }: TlsConfig): ConnectionOptions['ssl'] & object {
  return {
    rejectUnauthorized,
    verifyIdentity: rejectUnauthorized,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}

/**
 * Asks the server to stop what a connection of it runs, again and again until it has: what comes before the statement
 * has begun is lost.
 */
export async function stopUntil(
  ended: AbortSignal,
  id: number,
  { config, login }: { config: MySqlSourceConfig; login: UserLogin },
): Promise<void> {
  const client = mysql.createConnection(optionsOf(config, login));
  client.on('error', () => {});
  try {
    while (!ended.aborted) {
      await new Promise<void>((resolve, reject) =>
        client.query(`KILL QUERY ${id}`, (error) => (error ? reject(error) : resolve())),
      );
      // Woken up by the end, which is what it waits for.
      await setTimeout(STOP_AGAIN_MS, undefined, { signal: ended }).catch(() => {});
    }
  } finally {
    close(client);
  }
}
