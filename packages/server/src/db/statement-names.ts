import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** A statement that was asked as often is asked often. */
const ASKED_OFTEN = 5;
/** Each connection of the database holds the plans of as many statements. */
const MAX_NAMES = 200;
/** Statements with more values are mostly of several rows or of lists, each number of them another text. */
const MAX_VALUES = 64;
const LONG_LIST = /\bin \(\$\d+(, \$\d+){4}/;

/**
 * Makes the pool that query builders are given: a statement that is asked often is prepared under a name, so that a
 * connection plans it once. Texts of statements are few but for those that hold lists.
 */
export function nameStatements(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const nameOf = createStatementNames();
  const named = (client: pg.PoolClient): PostgresPoolClient => ({
    // The query builder knows fewer kinds of arguments than the driver, and none of its cursors is used.
    query: ((text: string, values: unknown[] = []) => {
      // Without values a text costs less than a name: it begins or ends a transaction.
      const isNamed = values.length > 0 && values.length <= MAX_VALUES;
      const name = isNamed ? nameOf(text) : undefined;
      return client.query({ text, values, ...(name !== undefined && { name }) });
    }) as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  });
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? named(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Makes the function that names the text of a statement, once it has been asked often. */
function createStatementNames(): (text: string) => string | undefined {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMES || LONG_LIST.test(text)) return known;
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    // Texts that are not asked again would gather.
    if (counts.size > MAX_NAMES * 10) counts.clear();
    if (count < ASKED_OFTEN) return undefined;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    counts.delete(text);
    names.set(text, name);
    return name;
  };
}
