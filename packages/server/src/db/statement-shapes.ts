import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';
import { Parameter } from './parameter.ts';
import { toPrepared } from './prepared.ts';

/** Values of a statement, by the names of its parameters. */
export type StatementValues = Readonly<Record<string, unknown>>;

/** A statement that is put together when its shape is asked for the first time. */
export interface ShapedStatement<Row> {
  /** Names all that decides the text. */
  readonly shape: string;
  /** Of each {@link Parameter} that `build` may use. */
  readonly values: StatementValues;
  build(): RawBuilder<Row>;
}

interface Compiled {
  /** Absent where it is planned for its values each time. */
  readonly name?: string;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Each connection of the database holds a plan for each; shapes beyond are planned each time. */
const MAX_PREPARED = 150;

/**
 * Executes statements by their shape: each shape is put together once, compiled once and planned once by each connection, for
 * the building and planning of a large statement takes longer than its execution.
 *
 * @param options.isPlanned whether statements are planned for their values each time, as a search is: what finds a rare text is
 * not what finds a frequent one
 */
export function createStatementShapes(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { isPlanned = false }: { isPlanned?: boolean } = {},
): <Row extends pg.QueryResultRow>(statement: ShapedStatement<Row>) => Promise<Row[]> {
  const shapes = new Map<string, Compiled>();
  const compile = <Row>({ shape, build }: ShapedStatement<Row>): Compiled => {
    const { name, text, values: parameters } = toPrepared(db, build());
    const isPrepared = !isPlanned && shapes.size < MAX_PREPARED;
    const compiled = { ...(isPrepared && { name }), text, parameters };
    if (shapes.size < MAX_PREPARED) shapes.set(shape, compiled);
    return compiled;
  };
  return async <Row extends pg.QueryResultRow>(statement: ShapedStatement<Row>) => {
    const { parameters, ...compiled } = shapes.get(statement.shape) ?? compile(statement);
    const values = parameters.map((each) =>
      each instanceof Parameter ? valueOf(each, statement.values) : each,
    );
    return (await pool.query<Row>({ ...compiled, values })).rows;
  };
}

function valueOf({ name }: Parameter<unknown>, values: StatementValues): unknown {
  if (!(name in values)) throw new Error(`The statement has no value for ${name}`);
  return values[name];
}
