import type { FieldPacket, Query } from 'mysql2';
import { createPortion, TakeError } from '../connection/row-portions.ts';
import type { ReadOptions, ResultValue, Statement } from '../connection/source.ts';
import { cancelled } from '../../errors/errors.ts';
import type { MySqlConnection } from './mysql-connection.ts';
import { prepareReaders, type ValueReader } from './mysql-values.ts';

/** Who takes the rows, and how the statement is stopped. */
interface ReadRowsOptions extends ReadOptions {
  /** Stops the statement on the server and settles when it has ended, which `ended` tells. */
  stop(ended: AbortSignal): Promise<void>;
}

/**
 * Runs a statement and hands its rows on as the socket brings them. It is prepared by the server, which takes one
 * statement only so, and its values are sent beside it: none is ever written into SQL.
 */
export async function readRows(
  connection: MySqlConnection,
  { sql, params }: Statement,
  { signal, take, stop }: ReadRowsOptions,
): Promise<void> {
  const { client } = connection;
  const ended = new AbortController();
  let stopping: Promise<void> | undefined;
  let failure: TakeError | undefined;
  const halt = () => {
    if (ended.signal.aborted) return;
    // Where that cannot be asked the connection is broken, which the server notices when it sends rows.
    stopping ??= stop(ended.signal).catch(() => connection.close());
    // A server that waits for its reader hears of no stop.
    pace.end();
  };
  const fail = (error: unknown) => {
    failure ??= new TakeError('The rows were not taken', { cause: error });
    halt();
  };
  const pace = createPace(connection, fail);
  const portion = createPortion((full) => {
    if (failure || signal.aborted) return;
    try {
      const taken = take(full);
      if (taken) pace.wait(taken);
    } catch (error) {
      // Thrown on at once it would break the connection: the client calls from an event of its socket.
      fail(error);
    }
  });
  signal.addEventListener('abort', halt, { once: true });
  const done = untilEnd(client.execute({ sql, values: [...params] }), portion.add);
  try {
    await connection.hold(done);
    ended.abort();
    // A statement that is told to stop may end as if it were whole.
    if (signal.aborted && stopping) throw cancelled(signal.reason);
    portion.flush();
    await pace.settled();
  } catch (error) {
    throw failure ?? error;
  } finally {
    signal.removeEventListener('abort', halt);
    ended.abort();
    await stopping;
  }
  if (failure) throw failure;
}

function untilEnd(query: Query, add: (row: ResultValue[]) => void): Promise<void> {
  let readers: readonly (readonly [index: number, read: ValueReader])[] = [];
  return new Promise((resolve, reject) => {
    query.on('fields', (fields: FieldPacket[] | undefined) => {
      readers = [...prepareReaders(fields ?? []).entries()].flatMap(([index, read]) =>
        read ? [[index, read] as const] : [],
      );
    });
    query.on('result', (row: unknown) => {
      if (!Array.isArray(row)) return;
      for (const [index, read] of readers) if (row[index] !== null) row[index] = read(row[index]);
      add(row);
    });
    query.on('error', reject);
    query.on('end', resolve);
  });
}

/** Pauses the socket while the reader is slow: the rows that it has not read stay with the server. */
function createPace({ client }: MySqlConnection, fail: (error: unknown) => void) {
  const waits = new Set<Promise<void>>();
  let isEnded = false;
  return {
    wait(taken: Promise<void>) {
      if (!isEnded) client.pause();
      const wait = taken.catch(fail).then(() => {
        waits.delete(wait);
        if (waits.size === 0 && !isEnded) client.resume();
      });
      waits.add(wait);
    },
    /** What still comes is not waited for. */
    end() {
      isEnded = true;
      client.resume();
    },
    settled: () => Promise.all(waits),
  };
}
