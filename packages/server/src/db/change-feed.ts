import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Knows whether something has changed in the database, whoever changed it, so that what was read may be kept. It listens on a
 * connection of its own, from the first question on.
 */
export interface ChangeFeed {
  /**
   * Another number after each change; undefined while changes may be missed. What was read while it was a number is still so
   * while it is the same, but for changes of the last second by other processes.
   */
  version(): number | undefined;
  /** Settles when whatever was committed before shows in the version. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  /** How to connect. Not to a pooler of transactions, which is noticed: then nothing is ever known. */
  readonly connection: pg.ClientConfig;
  readonly channel: string;
  /** Milliseconds since some moment, which never go back; default: the process's clock. */
  now?(): number;
}

/** So long after the database was last heard of, changes may be missed. */
const TRUST_MS = 1_000;
/** While somebody asks, the database is heard of so often. */
const RENEW_MS = 250;
const RECONNECT_MS = 1_000;
const CONNECTION = {
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
  application_name: 'oriel changes',
} as const;

/** A connection that listens, and when it was last known to have told everything. */
interface Listening {
  readonly client: pg.Client;
  confirmedAt: number;
}

export function createChangeFeed({
  connection,
  channel,
  now = () => performance.now(),
}: ChangeFeedOptions): ChangeFeed {
  let version = 0;
  let listening: Listening | undefined;
  let connecting: Promise<void> | undefined;
  let confirming: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let retryAt = 0;
  let isClosed = false;

  const drop = (client: pg.Client) => {
    if (listening?.client === client) listening = undefined;
    version += 1;
    retryAt = now() + RECONNECT_MS;
    // Not waited for: a connection that is stuck may not even end.
    client.end().catch(() => {});
  };

  const connect = async (): Promise<void> => {
    const client = new pg.Client({ ...connection, ...CONNECTION, query_timeout: TRUST_MS });
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    client.on('notification', () => (version += 1));
    try {
      await client.connect();
      await listen(client, { connection, channel });
      const confirmedAt = now();
      await client.query('select');
      if (!isClosed) listening = { client, confirmedAt };
    } catch {
      drop(client);
    }
    if (isClosed) await client.end().catch(() => {});
  };

  /** The database tells a connection what was committed before it answers a statement that came later. */
  const confirm = async (): Promise<void> => {
    const current = listening;
    if (!current) return;
    const askedAt = now();
    try {
      await current.client.query('select');
      current.confirmedAt = askedAt;
    } catch {
      drop(current.client);
    }
  };
  const startConfirming = (): Promise<void> =>
    (confirming ??= confirm().finally(() => {
      confirming = undefined;
    }));

  return {
    version() {
      if (isClosed) return undefined;
      if (!listening) {
        if (now() >= retryAt)
          connecting ??= connect().finally(() => {
            connecting = undefined;
          });
        return undefined;
      }
      const age = now() - listening.confirmedAt;
      if (age >= RENEW_MS) void startConfirming();
      return age < TRUST_MS ? version : undefined;
    },
    catchUp() {
      if (!confirming) return startConfirming();
      // What is under way may have been asked before; who comes meanwhile waits for the same one after it.
      following ??= confirming.then(() => {
        following = undefined;
        return startConfirming();
      });
      return following;
    },
    async close() {
      isClosed = true;
      await connecting;
      await listening?.client.end().catch(() => {});
      listening = undefined;
    },
  };
}

/** @throws where what is told does not arrive, as behind a pooler that takes `listen` and gives nothing on */
async function listen(
  client: pg.Client,
  { connection, channel }: Pick<ChangeFeedOptions, 'connection' | 'channel'>,
): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  const token = randomUUID();
  let hasArrived = false;
  const onToken = ({ payload }: pg.Notification) => {
    hasArrived ||= payload === token;
  };
  client.on('notification', onToken);
  const other = new pg.Client(connection);
  other.on('error', () => {});
  try {
    await other.connect();
    await other.query('select pg_notify($1, $2)', [channel, token]);
    await client.query('select');
  } finally {
    client.off('notification', onToken);
    await other.end();
  }
  if (!hasArrived) throw new Error(`Nothing arrives on the channel ${channel}`);
}
