import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Tells whether rows in the database have changed since they were read, by any process, so that cached rows may be
 * used. It listens for notifications on a connection of its own, which the first call of {@link version} opens.
 */
export interface ChangeFeed {
  /**
   * A different number after each change; undefined while notifications may be missed. Rows read at a version are valid
   * as long as the version is the same, except for changes by other processes within the last second.
   */
  version(): number | undefined;
  /** Settles once everything committed before the call is reflected in the version. */
  catchUp(): Promise<void>;
  /**
   * Has a connection of this process tell what it changes: the triggers send it a notice with the name of the channel.
   * It must hear notices.
   */
  watch(client: pg.PoolClient): void;
  /**
   * Has a listener told of each change, with the payload of its notification, and without one whenever notifications
   * may have been missed. It hears of changes as long as {@link version} is called now and then, which opens and renews
   * the connection.
   *
   * @returns what ends it
   */
  subscribe(listener: (payload: string | undefined) => void): () => void;
  /**
   * Settles once every change that watched connections have committed is reflected in the version; at once without any.
   */
  catchUpOwn(): Promise<void>;
  close(): Promise<void>;
}

interface ChangeFeedOptions {
  /** A direct connection. Behind a transaction pooler, which is detected, the version stays undefined. */
  readonly connection: pg.ClientConfig;
  readonly channel: string;
  /** A monotonic clock in milliseconds; default: that of the process. */
  now?(): number;
}

/** After this long without confirmation notifications may have been missed. */
const TRUST_MS = 1_000;
/** The connection is confirmed at this interval while the version is in use. */
const RENEW_MS = 250;
const RECONNECT_MS = 1_000;
const CONNECTION = {
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
  application_name: 'oriel changes',
} as const;

/** A listening connection, and when it was last known to have delivered everything. */
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
  /** Transactions of watched connections that have changed something, and how many of those the version reflects. */
  let ownChanges = 0;
  let reflectedChanges = 0;
  const listeners = new Set<(payload: string | undefined) => void>();

  const change = (payload?: string) => {
    version += 1;
    for (const listener of listeners) listener(payload);
  };
  const drop = (client: pg.Client) => {
    if (listening?.client === client) listening = undefined;
    retryAt = now() + RECONNECT_MS;
    change();
    // Not awaited: a hanging connection may never end.
    client.end().catch(() => {});
  };

  const connect = async (): Promise<void> => {
    const client = new pg.Client({ ...connection, ...CONNECTION, query_timeout: TRUST_MS });
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    client.on('notification', ({ payload }) => change(payload));
    try {
      await client.connect();
      await listen(client, { connection, channel });
      const confirmedAt = now();
      await client.query('select');
      if (!isClosed) {
        listening = { client, confirmedAt };
        // What has changed since the connection before was lost has not been told.
        change();
      }
    } catch {
      drop(client);
    }
    if (isClosed) await client.end().catch(() => {});
  };

  /** PostgreSQL delivers pending notifications before it answers a later statement. */
  const confirm = async (): Promise<void> => {
    const current = listening;
    if (!current) return;
    const askedAt = now();
    const changesBefore = ownChanges;
    try {
      await current.client.query('select');
      current.confirmedAt = askedAt;
      reflectedChanges = Math.max(reflectedChanges, changesBefore);
    } catch {
      drop(current.client);
    }
  };
  const startConfirming = (): Promise<void> =>
    (confirming ??= confirm().finally(() => {
      confirming = undefined;
    }));

  const catchUp = (): Promise<void> => {
    if (!confirming) return startConfirming();
    // The current round may have begun before the commit; callers share the one after it.
    following ??= confirming.then(() => {
      following = undefined;
      return startConfirming();
    });
    return following;
  };

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
    catchUp,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch(client) {
      let hasChanged = false;
      const count = () => {
        if (hasChanged) ownChanges += 1;
        hasChanged = false;
      };
      client.on('notice', ({ message }) => {
        hasChanged ||= message === channel;
      });
      // Before the statement is answered that ended the transaction. One that is open yet has changed nothing.
      client.connection.prependListener('readyForQuery', ({ status }: { status: string }) => {
        if (status === 'I') count();
      });
      // What a connection that broke has committed is not known.
      client.once('end', count);
    },
    async catchUpOwn() {
      // Entries from before a connection was lost are never valid again.
      if (listening && reflectedChanges < ownChanges) await catchUp();
    },
    async close() {
      isClosed = true;
      await connecting;
      await listening?.client.end().catch(() => {});
      listening = undefined;
    },
  };
}

/** @throws where notifications do not arrive, as behind a transaction pooler */
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
  if (!hasArrived) throw new Error(`No notification arrives on the channel ${channel}`);
}
