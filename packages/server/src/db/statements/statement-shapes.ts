import type { RawBuilder } from 'kysely';
import type { Database } from '../database.ts';
import { Parameter } from '../parameter.ts';
import { toPrepared, type PreparedStatement } from './prepared.ts';
import { createRowTypes, queryTexts, type TextStatement } from './text-query.ts';
import type { LazyRow } from './text-row.ts';

/** Values of a statement, by the names of its parameters. */
export type StatementValues = Readonly<Record<string, unknown>>;

/** A statement that is put together when its shape is asked for the first time. */
interface ShapedStatement<Row> {
  /** Names all that decides the text. */
  readonly shape: string;
  /** Of each {@link Parameter} that `build` may use. */
  readonly values: StatementValues;
  build(): RawBuilder<Row>;
}

/** A statement as it was put together; without a name where it is planned for its values each time. */
interface Compiled {
  readonly statement: TextStatement;
  readonly parameters: readonly unknown[];
}

/** Each connection of the database holds a plan for each; shapes beyond are planned each time. */
const MAX_PREPARED = 150;

/** Executes a statement, and answers with rows of which each field is read when it is asked for. */
type ExecuteShaped = <Row>(statement: ShapedStatement<Row>) => Promise<LazyRow<Row>[]>;

/**
 * Executes statements by their shape: each shape is put together once, compiled once and planned once by each
 * connection, for the building and planning of a large statement takes longer than its execution.
 *
 * @param options.isPlanned whether statements are planned for their values each time, as a search is: what finds a rare
 * text is not what finds a frequent one
 */
export function createStatementShapes(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { isPlanned = false }: { isPlanned?: boolean } = {},
): ExecuteShaped {
  const shapes = new Map<string, Compiled>();
  const compile = <Row>({ shape, build }: ShapedStatement<Row>): Compiled => {
    const { name, text, values: parameters } = toPrepared(db, build());
    const isPrepared = !isPlanned && shapes.size < MAX_PREPARED;
    const statement = { ...(isPrepared && { name }), text, rowTypes: createRowTypes() };
    const compiled = { statement, parameters };
    if (shapes.size < MAX_PREPARED) shapes.set(shape, compiled);
    return compiled;
  };
  return async <Row>(asked: ShapedStatement<Row>) => {
    const { statement, parameters } = shapes.get(asked.shape) ?? compile(asked);
    // The statement says what its rows are.
    return (await queryTexts(pool, statement, bind(parameters, asked.values))) as LazyRow<Row>[];
  };
}

/**
 * Gives the statement of a shape with its values, put together and compiled when the shape is asked for the first time.
 */
type PrepareShaped = (asked: ShapedStatement<unknown>) => PreparedStatement;

/** Makes what prepares statements by their shape, for those that are sent together with others on one connection. */
export function createPreparedShapes({ db }: Pick<Database, 'db'>): PrepareShaped {
  const shapes = new Map<string, PreparedStatement>();
  const compile = ({ shape, build }: ShapedStatement<unknown>): PreparedStatement => {
    const compiled = toPrepared(db, build());
    if (shapes.size < MAX_PREPARED) shapes.set(shape, compiled);
    return compiled;
  };
  return (asked) => {
    const { values: parameters, ...statement } = shapes.get(asked.shape) ?? compile(asked);
    return { ...statement, values: bind(parameters, asked.values) };
  };
}

/** Puts values in the place of the parameters of a compiled statement. */
function bind(parameters: readonly unknown[], values: StatementValues): unknown[] {
  return parameters.map((each) => (each instanceof Parameter ? valueOf(each, values) : each));
}

function valueOf({ name }: Parameter<unknown>, values: StatementValues): unknown {
  if (!(name in values)) throw new Error(`The statement has no value for ${name}`);
  return values[name];
}
