import type pg from 'pg';
import type { PreparedStatement } from './prepared.ts';

/** A statement for a pipelined connection; one without values is a text, which may hold several commands. */
export type Statement = PreparedStatement | string;

/**
 * Sends statements on a connection of `Database.pipelined`, in order and in one write. Each is carried out whatever became of
 * those before it; in a transaction that has failed PostgreSQL refuses the rest.
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
