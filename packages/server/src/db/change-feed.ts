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

/** Makes a feed that is not connected yet. */
export function createChangeFeed({
  connection,
  channel,
  now = () => performance.now(),
}: ChangeFeedOptions): ChangeFeed {
  let version = 0;
  const listeners = new Set<(payload: string | undefined) => void>();
  const own = createOwnChanges(channel);
  const listening = createListening({
    connection,
    channel,
    now,
    onChange(payload) {
      version += 1;
      for (const listener of listeners) listener(payload);
    },
    onAsk: own.beginRound,
  });
  return {
    version: () => (listening.isTrusted() ? version : undefined),
    catchUp: listening.catchUp,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: own.watch,
    async catchUpOwn() {
      // Entries from before a connection was lost are never valid again.
      if (listening.isOpen() && !own.areReflected()) await listening.catchUp();
    },
    close: listening.close,
  };
}

/** Makes the counter of what watched connections have changed, and of how much of it the version reflects. */
function createOwnChanges(channel: string) {
  let transactions = 0;
  let reflected = 0;
  return {
    watch(client: pg.PoolClient): void {
      let hasChanged = false;
      const count = () => {
        if (hasChanged) transactions += 1;
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
    /** Called before it is asked whether everything has arrived. @returns what is called once it has */
    beginRound(): () => void {
      const before = transactions;
      return () => {
        reflected = Math.max(reflected, before);
      };
    },
    areReflected: () => reflected >= transactions,
  };
}

/** What a listening connection tells. */
interface ListeningOptions extends Required<ChangeFeedOptions> {
  onChange(payload?: string): void;
  /** @returns what is called when everything before the call has been told */
  onAsk(): () => void;
}

/** A listening connection, and when it was last known to have delivered everything. */
interface Listening {
  readonly client: pg.Client;
  confirmedAt: number;
}

/** Makes the keeper of a listening connection, which is opened again after it was lost. */
function createListening(options: ListeningOptions) {
  const { now, onChange, onAsk } = options;
  let listening: Listening | undefined;
  let connecting: Promise<void> | undefined;
  let retryAt = 0;
  let isClosed = false;

  const drop = (client: pg.Client) => {
    if (listening?.client === client) listening = undefined;
    retryAt = now() + RECONNECT_MS;
    onChange();
    // Not awaited: a hanging connection may never end.
    client.end().catch(() => {});
  };
  const connect = async (): Promise<void> => {
    const { client, confirmedAt } = await openListening(options, drop);
    if (isClosed) await client.end().catch(() => {});
    else if (confirmedAt !== undefined) {
      listening = { client, confirmedAt };
      // What has changed since the connection before was lost has not been told.
      onChange();
    }
  };
  const { start, following } = createRounds(async () => {
    if (listening) await confirm(listening, { now, onAsk, onLost: drop });
  });

  return {
    isOpen: () => listening !== undefined,
    /** Whether no change can have been missed. Opens the connection, and confirms it where that was a while ago. */
    isTrusted(): boolean {
      if (isClosed) return false;
      if (!listening) {
        if (now() >= retryAt)
          connecting ??= connect().finally(() => {
            connecting = undefined;
          });
        return false;
      }
      const age = now() - listening.confirmedAt;
      if (age >= RENEW_MS) void start();
      return age < TRUST_MS;
    },
    catchUp: following,
    async close(): Promise<void> {
      isClosed = true;
      await connecting;
      await listening?.client.end().catch(() => {});
      listening = undefined;
    },
  };
}

/** Connects and listens. @returns the connection, and when it was known to deliver; undefined where it does not */
async function openListening(
  { connection, channel, now, onChange }: Omit<ListeningOptions, 'onAsk'>,
  onLost: (client: pg.Client) => void,
): Promise<{ client: pg.Client; confirmedAt: number | undefined }> {
  const client = new pg.Client({ ...connection, ...CONNECTION, query_timeout: TRUST_MS });
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  client.on('notification', ({ payload }) => onChange(payload));
  try {
    await client.connect();
    await listen(client, { connection, channel });
    const confirmedAt = now();
    await client.query('select');
    return { client, confirmedAt };
  } catch {
    onLost(client);
    return { client, confirmedAt: undefined };
  }
}

/** PostgreSQL delivers pending notifications before it answers a later statement. */
async function confirm(
  current: Listening,
  { now, onAsk, onLost }: Pick<ListeningOptions, 'now' | 'onAsk'> & { onLost(client: pg.Client): void },
): Promise<void> {
  const askedAt = now();
  const onTold = onAsk();
  try {
    await current.client.query('select');
    current.confirmedAt = askedAt;
    onTold();
  } catch {
    onLost(current.client);
  }
}

/** Makes rounds of some work, of which one runs at a time. */
function createRounds(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
  return {
    /** The round that runs, or else one that begins. */
    start,
    /** A round that begins with the call or later, which all share that call meanwhile. */
    following(): Promise<void> {
      if (!running) return start();
      // The current round may have begun before the commit; callers share the one after it.
      next ??= running.then(() => {
        next = undefined;
        return start();
      });
      return next;
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
