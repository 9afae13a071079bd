import type pg from 'pg';
import type { Database } from '../db/database.ts';

/** What goes over the connections of a server to its database. */
interface ConnectionCounts {
  /** Commands that PostgreSQL has answered; `begin` and `commit` are two. */
  statements: number;
  /** How often something was sent while no answer was awaited: each costs the way there and back. */
  roundTrips: number;
  /** Transactions that have ended, those of a single statement included. */
  transactions: number;
}

/** Counts at the driver, whichever way statements are sent. */
export interface ConnectionCounter {
  /** Watches the connections of a database that has made none yet. */
  watch(database: Pick<Database, 'pool' | 'pipelined'>): void;
  /** Begins to count from nothing. */
  begin(): void;
  /** Ends it, when nothing is awaited any more. */
  end(): Promise<ConnectionCounts>;
  /** The texts that were sent since {@link begin}, in order. */
  readonly texts: readonly string[];
  /** Runs a statement on each connection, uncounted. */
  runOnEach(text: string): Promise<void>;
}

/** The parts of the driver's connection that its types leave out. `query` and `sync` ask for one answer each. */
interface Sender {
  query(text: string): void;
  sync(): void;
  parse(statement: { name?: string; text: string }): void;
  bind(values: { statement?: string }): void;
}

/** Makes a counter. */
export function createConnectionCounter(): ConnectionCounter {
  const clients = new Set<pg.PoolClient>();
  let counts: ConnectionCounts = { statements: 0, roundTrips: 0, transactions: 0 };
  let isCounting = false;
  let awaited = 0;
  let texts: string[] = [];
  const note = (text: string) => {
    if (isCounting) texts.push(text);
  };
  const watchClient = (client: pg.PoolClient) => {
    clients.add(client);
    const { connection } = client;
    let pending = 0;
    const sends = () => {
      if (pending === 0 && isCounting) counts.roundTrips += 1;
      pending += 1;
      awaited += 1;
    };
    const sender = connection as unknown as Sender;
    const { query, sync, parse, bind } = sender;
    const prepared = new Map<string, string>();
    sender.parse = (statement) => {
      prepared.set(statement.name ?? '', statement.text);
      parse.call(connection, statement);
    };
    sender.bind = (values) => {
      note(prepared.get(values.statement ?? '') ?? '');
      bind.call(connection, values);
    };
    sender.query = (text) => {
      note(text);
      sends();
      query.call(connection, text);
    };
    sender.sync = () => {
      sends();
      sync.call(connection);
    };
    connection.on('commandComplete', () => {
      if (isCounting) counts.statements += 1;
    });
    connection.on('errorMessage', () => {
      if (isCounting) counts.statements += 1;
    });
    connection.on('readyForQuery', ({ status }: { status?: string }) => {
      // The first one ends the start of the connection.
      if (pending > 0) {
        pending -= 1;
        awaited -= 1;
      }
      if (isCounting && status === 'I') counts.transactions += 1;
    });
    connection.once('end', () => {
      clients.delete(client);
      awaited -= pending;
      pending = 0;
    });
  };
  const settle = async () => {
    // Work that goes on after an answer begins within a few turns of the event loop.
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (awaited > 0) quiet = 0;
    }
  };
  return {
    watch({ pool, pipelined }) {
      for (const each of [pool, pipelined]) each.on('connect', watchClient);
    },
    get texts() {
      return texts;
    },
    begin() {
      texts = [];
      counts = { statements: 0, roundTrips: 0, transactions: 0 };
      isCounting = true;
    },
    async end() {
      await settle();
      isCounting = false;
      return counts;
    },
    async runOnEach(text) {
      await settle();
      await Promise.all([...clients].map((client) => client.query(text)));
    },
  };
}

const QUIET_TURNS = 20;
