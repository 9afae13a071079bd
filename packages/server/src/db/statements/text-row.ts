import type { CustomTypesConfig } from 'pg';
import { valueTypes } from '../values/value-types.ts';

/** A column of a result: its field name, and its type as the database numbers types. */
export interface TextColumn {
  readonly name: string;
  readonly typeId: number;
}

/** The texts of a row's columns as PostgreSQL writes them; null for null. */
export type Texts = readonly (string | null)[];

/**
 * A row as the texts that PostgreSQL has written. Each of its fields is read from its text when it is asked for; the
 * row has none as properties of its own, so that to copy it takes {@link plainRow}. Most fields of a long list are only
 * written again.
 */
export abstract class TextRow {
  readonly texts: Texts;

  constructor(texts: Texts) {
    this.texts = texts;
  }

  /** In the order of the texts; the same array for all rows of a statement. */
  abstract get columns(): readonly TextColumn[];
}

/** A row with the fields of `Row`, which are read when they are asked for. */
export type LazyRow<Row> = TextRow & Readonly<Row>;

/** Makes the rows of a result. */
export type TextRowType = new (texts: Texts) => TextRow;

/** Makes the class of the rows with some columns. */
export function createTextRowType(columns: readonly TextColumn[]): TextRowType {
  class Row extends TextRow {
    get columns() {
      return columns;
    }
  }
  for (const [index, { name, typeId }] of columns.entries()) {
    if (name in Row.prototype || name === 'texts')
      throw new Error(`A lazy row cannot have the column ${name}`);
    const parse = parserOf(typeId);
    Object.defineProperty(Row.prototype, name, {
      get(this: Row): unknown {
        const text = this.texts[index] ?? null;
        return text === null ? null : parse(text);
      },
    });
  }
  return Row;
}

/** Reads the text of a value of a type. */
export function parserOf(typeId: number): (text: string) => unknown {
  // The library's type of the function is one for each format.
  return (valueTypes as CustomTypesConfig).getTypeParser(typeId, 'text') as (text: string) => unknown;
}

/** All fields of a row, as an object of its own. */
export function plainRow<Row>(row: LazyRow<Row>): Row {
  // A row has a getter for each of its columns.
  const fields = row as unknown as Readonly<Record<string, unknown>>;
  const plain: Record<string, unknown> = {};
  for (const { name } of row.columns) plain[name] = fields[name];
  return plain as Row;
}
