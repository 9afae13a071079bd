import { engineError } from '../../errors/errors.ts';
import pg from 'pg';
import { resultTypes } from './postgres-values.ts';
import { createPortion, TakeError } from '../connection/row-portions.ts';
import type { ReadOptions, ResultValue, Statement } from '../connection/source.ts';

/** Who takes the rows, and how the statement is stopped. */
interface ReadRowsOptions extends ReadOptions {
  /** Stops the statement on the database and settles when it has ended, which `ended` tells. */
  stop(ended: AbortSignal): Promise<void>;
}

/**
 * Runs a statement and hands its rows on as the socket brings them. There is no cursor, for PostgreSQL plans a
 * statement with one for its first rows and never in parallel.
 */
export async function readRows(
  client: pg.ClientBase,
  { sql, params }: Statement,
  { signal, take, stop }: ReadRowsOptions,
): Promise<void> {
  // The protocol ends a text at its first zero character, and with it the statement.
  if (sql.includes('\0')) throw engineError('query.failed', { reason: 'The SQL holds a zero character' });
  const query = createQuery({ sql, params });
  const ended = new AbortController();
  let stopping: Promise<void> | undefined;
  let failure: TakeError | undefined;
  const halt = () => {
    if (!ended.signal.aborted) stopping ??= stop(ended.signal);
  };
  // Thrown on at once it would end the thread: the client calls from an event of its socket.
  const fail = (error: unknown) => {
    failure ??= new TakeError('The rows were not taken', { cause: error });
    halt();
  };
  const attempt = (work: () => void) => {
    if (failure) return;
    try {
      work();
    } catch (error) {
      fail(error);
    }
  };
  const pace = createPace(client, fail);
  const portion = createPortion((full) => {
    const taken = take(full);
    if (taken) pace.wait(taken);
  });
  const done = new Promise<void>((resolve, reject) => {
    query.on('row', (row: ResultValue[]) => attempt(() => portion.add(row)));
    query.on('error', reject);
    query.on('end', () => {
      ended.abort();
      attempt(() => portion.flush());
      resolve();
    });
  });
  signal.addEventListener('abort', halt, { once: true });
  client.query(query);
  try {
    await done;
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

function createQuery({ sql, params }: Statement): pg.Query {
  return new pg.Query({
    text: sql,
    values: [...params],
    rowMode: 'array',
    types: resultTypes,
    // Without values the client would send it in the protocol that takes several statements, of which one may commit.
    queryMode: 'extended',
    // The types do not know the mode.
  } as pg.QueryConfig);
}

/**
 * Pauses the socket while the reader is slow: rows that have arrived are still delivered, the others stay with the
 * database.
 */
function createPace(client: pg.ClientBase, fail: (error: unknown) => void) {
  // The type of a pool's clients leaves it out.
  const { stream } = (client as pg.Client).connection;
  const waits = new Set<Promise<void>>();
  return {
    wait(taken: Promise<void>) {
      stream.pause();
      const wait = taken.catch(fail).then(() => {
        waits.delete(wait);
        if (waits.size === 0) stream.resume();
      });
      waits.add(wait);
    },
    settled: () => Promise.all(waits),
  };
}
