import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database, Db } from '../database.ts';
import type { PreparedStatement } from './prepared.ts';

/** Stands for a value in the text of a statement. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Names a value within a statement that is being defined. */
export type NameValue<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Defines a statement of a hot path with one text: it is put together once, and afterwards only its values are sent.
 *
 * @param build puts the statement together; a value is `value('name')` there, as often as it is needed
 */
export function defineStatement<Values extends object, Row>(
  build: (value: NameValue<Values>, db: Db) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compile = compileOnce(build);
  return async (db, values) => {
    const { text, parametersOf } = compile(db);
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, parametersOf(values)));
    return rows;
  };
}

/**
 * As {@link defineStatement}, for a statement by itself: it is prepared on each connection, and no query builder is in
 * between.
 */
export function definePrepared<Values extends object, Row extends pg.QueryResultRow>(
  build: (value: NameValue<Values>, db: Db) => RawBuilder<Row>,
): (database: Pick<Database, 'db' | 'pool'>, values: Values) => Promise<Row[]> {
  const compile = compileOnce(build);
  return async ({ db, pool }, values) => {
    const { name, text, parametersOf } = compile(db);
    const { rows } = await pool.query<Row>({ name, text, values: parametersOf(values) });
    return rows;
  };
}

/** As {@link definePrepared}, for a connection of one's own, such as a pipelined one. */
export function defineForConnection<Values extends object>(
  build: (value: NameValue<Values>, db: Db) => RawBuilder<unknown>,
): (db: Db, values: Values) => PreparedStatement {
  const compile = compileOnce(build);
  return (db, values) => {
    const { name, text, parametersOf } = compile(db);
    return { name, text, values: parametersOf(values) };
  };
}

/** The text of a statement under a name, and what stands for its placeholders. */
interface Template<Values> {
  readonly name: string;
  readonly text: string;
  parametersOf(values: Values): unknown[];
}

function compileOnce<Values extends object>(
  build: (value: NameValue<Values>, db: Db) => RawBuilder<unknown>,
): (db: Db) => Template<Values> {
  let template: Template<Values> | undefined;
  return (db) => (template ??= compile(build, db));
}

function compile<Values extends object>(
  build: (value: NameValue<Values>, db: Db) => RawBuilder<unknown>,
  db: Db,
): Template<Values> {
  const { sql: text, parameters } = build((name) => sql`${new Placeholder(name)}`, db).compile(db);
  return {
    name: createHash('sha256').update(text).digest('hex').slice(0, 32),
    text,
    parametersOf: (values) =>
      parameters.map((parameter) =>
        // The name is one that `build` was given.
        parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
      ),
  };
}
