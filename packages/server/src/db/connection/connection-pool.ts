import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway, isReadOnly, isTooManyConnections } from './database-refusals.ts';
import { WAIT_MS, type OutageGate } from './outage-gate.ts';

const RETRY_MS = 100;
/** The driver's words for a pool that had no connection to give in time. */
const ALL_IN_USE = 'timeout exceeded when trying to connect';

/**
 * What PostgreSQL says of a prepared statement after a change of its columns, as another version of the server may do.
 */
const STALE_PLAN = 'cached plan must not change result type';

const SILENT = 'Connection terminated: the database was silent for too long';

const ENDED = 'Connection terminated: the server stops';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** What a pool looks for on its connections. */
interface ConnectionSigns {
  /** Told of the code of each error that PostgreSQL answers with. */
  onErrorCode(code: string): void;
  /** A connection that is in use and over which nothing has gone for so long is given up: its host may be gone. */
  readonly silenceMs: number;
}

/**
 * A pool that bears a database that goes away and comes back: connecting waits for a short outage, and a connection to
 * a server that has become read-only is not used again. What was sent on a connection that then broke fails: whether it
 * was done is not known.
 */
export class ConnectionPool extends pg.Pool {
  readonly #gate: OutageGate;
  /** Connections of another number are of a server that has lost its role, or have plans of other columns. */
  #generation = 0;
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  readonly #inUse = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig, gate: OutageGate, signs: ConnectionSigns) {
    super(config);
    this.#gate = gate;
    // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
    this.on('error', () => {});
    this.on('connect', (client) => this.#watch(client, signs));
    this.on('acquire', (client) => this.#inUse.add(client));
    this.on('release', (_error, client) => this.#inUse.delete(client));
  }

  /** @throws {@link DatabaseAway} where no connection can be made for {@link WAIT_MS} */
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: ConnectCallback): void;
  override connect(onConnected?: ConnectCallback): Promise<pg.PoolClient> | void {
    const connected = this.#connect();
    if (!onConnected) return connected;
    connected.then(
      (client) => onConnected(undefined, client, (error) => client.release(error)),
      (error: Error) => onConnected(error, undefined, () => {}),
    );
  }

  async #connect(): Promise<pg.PoolClient> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      if (this.#gate.reason) await this.#gate.pass();
      try {
        const client = await super.connect();
        if (this.#generations.get(client) === this.#generation) return client;
        client.release(true);
      } catch (error) {
        await this.#bear(error as Error, deadline);
      }
    }
  }

  /**
   * Ends the pool when what is in use has been given back; what has not been within `graceMs` is cut, and its
   * statements fail.
   */
  async endWithin(graceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.#inUse) client.connection.stream.destroy(new Error(ENDED));
    }, graceMs);
    await this.end();
    clearTimeout(timer);
  }

  /** Settles when connecting is worth another try. */
  async #bear(cause: Error, deadline: number): Promise<void> {
    const isFull = isTooManyConnections(cause) || cause.message === ALL_IN_USE;
    if (cause instanceof DatabaseAway) throw cause;
    if (this.ending || performance.now() > deadline) throw new DatabaseAway(cause.message, { cause });
    // Those that are there still serve; others are not asked to wait.
    if (isFull) await pause(RETRY_MS);
    else this.#gate.close(cause);
  }

  #watch(client: pg.PoolClient, { onErrorCode, silenceMs }: ConnectionSigns): void {
    // A connection that breaks while it is in use fails the query that uses it; as an event it would end the process.
    client.on('error', () => {});
    this.#generations.set(client, this.#generation);
    client.connection.on('errorMessage', ({ code, message }: { code?: string; message?: string }) => {
      if (code === undefined) return;
      // Other connections have plans of the same statements.
      if (isReadOnly(code) || message === STALE_PLAN) this.#generation += 1;
      onErrorCode(code);
    });
    const { stream } = client.connection;
    if (!isSocket(stream)) return;
    stream.setTimeout(silenceMs);
    stream.on('timeout', () => {
      if (this.#inUse.has(client)) stream.destroy(new Error(SILENT));
    });
  }
}

/** A connection over TLS is none of `net`, but has the same timer. */
function isSocket(stream: Duplex): stream is Socket {
  return 'setTimeout' in stream;
}
