import type pg from 'pg';
import type { PreparedStatement } from './prepared.ts';

/** A statement for a pipelined connection; one without values is a text, which may hold several commands. */
type Statement = PreparedStatement | string;

/**
 * Sends statements on a connection of `Database.pipelined`, in order and in one write. Each is carried out whatever
 * became of those before it; in a transaction that has failed PostgreSQL refuses the rest.
 *
 * @returns one result for each statement, when all have been answered
 */
export function sendTogether<const Statements extends readonly Statement[]>(
  client: pg.PoolClient,
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: PromiseSettledResult<pg.QueryResult> }> {
  const { stream } = client.connection;
  stream.cork();
  try {
    // One result for each, which the type of `map` does not say.
    const results = statements.map((statement) => client.query(statement)) as {
      [Index in keyof Statements]: Promise<pg.QueryResult>;
    };
    return Promise.allSettled(results);
  } finally {
    stream.uncork();
  }
}

/**
 * Sends statements as one transaction, at once. One that fails takes back all of them.
 *
 * @returns one result for each, when the transaction is on disk
 */
export async function sendAsTransaction(
  pipelined: pg.Pool,
  statements: readonly PreparedStatement[],
): Promise<pg.QueryResult[]> {
  const client = await pipelined.connect();
  let isClean = false;
  try {
    const settled = await sendTogether(client, ['begin', ...statements, 'commit']);
    // A transaction that has failed answers its commit with a rollback, and no error.
    const results = settled.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
    isClean = true;
    return results.slice(1, -1);
  } finally {
    // A connection on which a transaction may be open is not used again.
    client.release(!isClean);
  }
}
