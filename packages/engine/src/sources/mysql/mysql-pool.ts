import type { MySqlConnection } from './mysql-connection.ts';

/** Connections that are used by one statement after another. How many there are at once is the caller's affair. */
interface MySqlPool {
  /** One that is ready, or a new one. @throws what opening one throws */
  take(): Promise<MySqlConnection>;
  /** Gives one back; nothing of its session reaches the next statement. */
  give(connection: MySqlConnection): Promise<void>;
  /** Closes one. */
  discard(connection: MySqlConnection): void;
  /** Closes those that are given back, now and later. */
  close(): Promise<void>;
}

interface Idle {
  readonly connection: MySqlConnection;
  readonly timer: NodeJS.Timeout;
}

const IDLE_MS = 60_000;

/** Makes a pool without connections. */
export function createMySqlPool(open: () => Promise<MySqlConnection>): MySqlPool {
  let idle: Idle[] = [];
  let isClosed = false;

  const discard = (connection: MySqlConnection) => {
    for (const { timer } of idle.filter((entry) => entry.connection === connection)) clearTimeout(timer);
    idle = idle.filter((entry) => entry.connection !== connection);
    connection.close();
  };
  const keep = (connection: MySqlConnection) => {
    const timer = setTimeout(discard, IDLE_MS, connection).unref();
    // The last one is the next to go on, so that the others are closed where few are needed.
    idle.push({ connection, timer });
    // It keeps no process up that has nothing else to do.
    connection.unref();
  };
  return {
    async take() {
      for (let entry = idle.pop(); entry; entry = idle.pop()) {
        clearTimeout(entry.timer);
        entry.connection.ref();
        if (!entry.connection.isBroken()) return entry.connection;
        entry.connection.close();
      }
      return open();
    },
    async give(connection) {
      const isReady = await connection.reset().then(
        () => true,
        () => false,
      );
      if (isReady && !isClosed) keep(connection);
      else connection.close();
    },
    discard,
    async close() {
      isClosed = true;
      for (const { connection } of idle) discard(connection);
    },
  };
}
