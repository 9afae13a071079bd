import { setTimeout } from 'node:timers/promises';
import { checkServerIdentity } from 'node:tls';
import pg from 'pg';
import { createReachableSocket } from '../connection/reachable-socket.ts';
import type { PostgresSourceConfig, TlsConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const CANCEL_AGAIN_MS = 100;

/** What a client needs to reach a source: nothing is left for it to find in the server's environment. */
export function connectionOf(
  { host, port, database, ssl, networks }: Omit<PostgresSourceConfig, 'type'>,
  { user, password }: UserLogin,
  defaultPort: number,
): pg.ClientConfig {
  return {
    host,
    port: port ?? defaultPort,
    database,
    user,
    // A function, for an empty text would be replaced from the environment or the files of the server.
    password,
    ssl: ssl ? tlsOf(ssl) : false,
    ...(networks && { stream: () => createReachableSocket(networks) }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'oriel',
  };
}

/** The client asks for the host whatever it is told, so another name is checked here. */
function tlsOf({ servername, ...tls }: TlsConfig): pg.ClientConfig['ssl'] {
  return {
    ...tls,
    ...(servername !== undefined && {
      checkServerIdentity: (_host, certificate) => checkServerIdentity(servername, certificate),
    }),
  };
}

/**
 * Asks the database to stop what a process of it runs, again and again until it has: what comes before the statement
 * has begun is lost.
 */
export async function cancelUntil(
  ended: AbortSignal,
  pid: number,
  connection: pg.ClientConfig,
): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    while (!ended.aborted) {
      await client.query('SELECT pg_cancel_backend($1)', [pid]);
      // Woken up by the end, which is what it waits for.
      await setTimeout(CANCEL_AGAIN_MS, undefined, { signal: ended }).catch(() => {});
    }
  } finally {
    await client.end();
  }
}
