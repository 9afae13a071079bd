import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from '../database.ts';
import type { Bindable } from '../parameter.ts';
import { hasOuterTransaction } from '../request-context.ts';

/** A statement under a name of its own, which a connection plans once and then only executes. */
export interface PreparedStatement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * A value that the planner does not see. A statement with values that it sees is planned anew for each execution as
 * long as plans for single values look better than the one for all; where that is most of its cost, they are hidden.
 */
export function hidden(value: Bindable<number>, type: 'integer'): RawBuilder<number>;
export function hidden(value: Bindable<readonly number[]>, type: 'integer[]'): RawBuilder<number[]>;
export function hidden(
  value: Bindable<number> | Bindable<readonly number[]>,
  type: 'integer' | 'integer[]',
): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

/** Statements have few texts, so their names are worked out once. */
const names = new Map<string, string>();

export function toPrepared(db: Db, statement: RawBuilder<unknown>): PreparedStatement {
  const { sql: text, parameters } = statement.compile(db);
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return { name, text, values: [...parameters] };
}

/**
 * Compiles a statement that is sent for many values once, because that costs more than to send it: the value that it is
 * made with stands for each of them.
 */
export function toPreparedForEach<Value>(
  db: Db,
  makeStatement: (value: RawBuilder<Value>) => RawBuilder<unknown>,
): (value: Value) => PreparedStatement {
  const placeholder = Symbol('value');
  const { values, ...statement } = toPrepared(db, makeStatement(sql<Value>`${placeholder}`));
  return (value) => ({ ...statement, values: values.map((each) => (each === placeholder ? value : each)) });
}

/**
 * Runs a statement of the hot path: planning it each time would be most of its cost. It sees what its own request has
 * changed.
 */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  if (hasOuterTransaction()) return (await statement.execute(db)).rows;
  const { rows } = await pool.query<Row>(toPrepared(db, statement));
  return rows;
}
