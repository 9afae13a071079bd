import type pg from 'pg';
import {
  createTextRowType,
  type TextColumn,
  type TextRow,
  type TextRowType,
  type Texts,
} from './text-row.ts';

/** A statement of which the rows are asked for as texts; one without a name is planned each time. */
export interface TextStatement {
  readonly name?: string;
  readonly text: string;
  /** What its rows are, as far as it has been executed. */
  readonly rowTypes: RowTypes;
}

/** Makes what remembers the rows of one statement. */
export function createRowTypes(): RowTypes {
  return new RowTypes();
}

/**
 * The types of the rows of one statement. A connection that has prepared it answers with the same columns for as long
 * as it lasts, and PostgreSQL refuses a plan of which the columns have changed, so that they are asked for once by each
 * connection.
 */
class RowTypes {
  readonly #byConnection = new WeakMap<pg.Connection, TextRowType>();
  readonly #byColumns = new Map<string, TextRowType>();

  of(connection: pg.Connection): TextRowType | undefined {
    return this.#byConnection.get(connection);
  }

  /** Connections that answer with the same columns have the same type. */
  learn(columns: readonly TextColumn[]): TextRowType {
    const key = JSON.stringify(columns.map(({ name, typeId }) => [name, typeId]));
    const type = this.#byColumns.get(key) ?? createTextRowType(columns);
    this.#byColumns.set(key, type);
    return type;
  }

  remember(connection: pg.Connection, type: TextRowType): void {
    this.#byConnection.set(connection, type);
  }
}

/** What the driver keeps of the statements of a connection, which its types do not tell. */
interface Prepared {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/**
 * Executes a statement and takes its rows as {@link TextRow}s: nothing is parsed, and the columns of a prepared
 * statement are asked for once. The driver calls the methods as the messages of the database arrive.
 */
class TextQuery implements pg.Submittable {
  /** Given by the pool. */
  declare callback: (error: Error | null, rows?: TextRow[]) => void;
  /** By these the driver knows what is prepared. */
  readonly name: string | undefined;
  readonly text: string;
  readonly #values: readonly (string | null)[];
  readonly #rowTypes: RowTypes;
  readonly #rows: TextRow[] = [];
  #type: TextRowType | undefined;

  constructor({ name, text, rowTypes }: TextStatement, values: readonly unknown[]) {
    this.name = name;
    this.text = text;
    this.#rowTypes = rowTypes;
    this.#values = values.map(toText);
  }

  submit(connection: pg.Connection): void {
    const { name = '', text } = this;
    // The driver's own, which its types leave out.
    const { parsedStatements } = connection as unknown as Prepared;
    const isPrepared = name !== '' && parsedStatements[name] !== undefined;
    this.#type = isPrepared ? this.#rowTypes.of(connection) : undefined;
    connection.stream.cork();
    try {
      if (!isPrepared) connection.parse({ name, text, types: [] }, true);
      connection.bind({ portal: '', statement: name, values: [...this.#values] }, true);
      if (!this.#type) connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#type = this.#rowTypes.learn(fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID })));
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    if (this.#type) this.#rows.push(new this.#type(fields));
  }

  handleCommandComplete(_message: unknown, connection: pg.Connection): void {
    if (this.#type && this.name !== undefined) this.#rowTypes.remember(connection, this.#type);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#rows);
  }
}

/** Executes a statement on a connection of a pool. */
export async function queryTexts(
  pool: pg.Pool,
  statement: TextStatement,
  values: readonly unknown[],
): Promise<TextRow[]> {
  // Unlike a client, a pool answers with a promise of what the callback is given; the types have one signature for
  // both.
  return (await pool.query(new TextQuery(statement, values))) as unknown as TextRow[];
}

/** A value as PostgreSQL reads it. @throws a plain error for one that no statement of ours has */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every(Number.isInteger)) return `{${value.join(',')}}`;
  throw new Error(`A statement has the value ${JSON.stringify(value)}`);
}
