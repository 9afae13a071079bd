import mysql, { type Connection } from 'mysql2';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { MySqlSourceConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { optionsOf } from './mysql-options.ts';
import { sessionOf } from './mysql-session.ts';

const STOP_AGAIN_MS = 100;

// A reader of rows is made and kept for every list of columns; a runtime has no room for the default of 15,000.
mysql.setMaxParserCache(500);

/** A session of its own on a server. */
export interface MySqlConnection {
  readonly client: Connection;
  /** By which the server knows it. */
  readonly id: number;
  /** Fails work that is under way on it when it breaks or is closed. */
  hold<T>(work: Promise<T>): Promise<T>;
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
  const { hold, isBroken, end } = createLifeline(client);
  const query = (sql: string) =>
    hold(
      new Promise<unknown[]>((resolve, reject) =>
        client.query(sql, (error, rows) =>
          error ? reject(error) : resolve(Array.isArray(rows) ? rows : []),
        ),
      ),
    );
  const close = () => {
    end(new Error('The connection is closed'));
    closeClient(client);
  };
  try {
    // The first statement waits for the sign-in, and fails with it.
    const [row] = await query('SELECT CONNECTION_ID(), VERSION()');
    if (!Array.isArray(row)) throw new Error('The server did not tell the number of its connection');
    const [id, version] = row.map(String);
    const statements = sessionOf(version ?? '', timeoutMs);
    const makeSession = async () => {
      for (const statement of statements) await query(statement);
    };
    await makeSession();
    return {
      client,
      id: Number(id),
      hold,
      isBroken,
      async reset() {
        await hold(
          new Promise<void>((resolve, reject) =>
            client.reset((error) => (error ? reject(error) : resolve())),
          ),
        );
        await makeSession();
      },
      ref: () => socketOf(client).ref(),
      unref: () => socketOf(client).unref(),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The client tells some of its commands alone that the connection has broken, and none that it was closed. */
function createLifeline(client: Connection) {
  const waiting = new Set<(error: unknown) => void>();
  let fault: unknown;
  const end = (error: unknown) => {
    fault ??= error;
    for (const reject of waiting) reject(fault);
    waiting.clear();
  };
  client.on('error', end);
  client.on('end', () => end(new Error('The server has closed the connection')));
  return {
    end,
    isBroken: () => fault !== undefined,
    async hold<T>(work: Promise<T>): Promise<T> {
      const broken = Promise.withResolvers<never>();
      if (fault !== undefined) broken.reject(fault);
      waiting.add(broken.reject);
      try {
        return await Promise.race([work, broken.promise]);
      } finally {
        waiting.delete(broken.reject);
      }
    },
  };
}

/** The types do not know it. */
const socketOf = (client: Connection) => (client as unknown as { stream: Socket }).stream;

function closeClient(client: Connection): void {
  client.destroy();
  socketOf(client).destroy();
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
    closeClient(client);
  }
}
