import { sql, type RawBuilder } from 'kysely';
import type { Bindable } from '../db/parameter.ts';

/** The sort key of a row, its id last: where the page behind it begins. */
export type CursorKey = readonly (string | number)[];

/** The order of a list, as its cursors know it. */
export interface ListOrder<Row, Key> {
  /** Names the list, the order and the direction; a cursor that carries another name is refused. */
  readonly name: string;
  /** The parts of a row's key. */
  keyOf(row: Row): CursorKey;
  /** The key of a cursor's parts; undefined for parts that no row of the list can have. */
  toKey(parts: readonly unknown[]): Key | undefined;
}

/** A {@link CursorKey} as statements know it. */
export type BindableKey = readonly Bindable<string | number>[];

/** The order of a list by columns of one table, with the SQL that goes with it. */
export interface ColumnOrder<Row> extends ListOrder<Row, CursorKey> {
  /** What follows `order by`. */
  readonly orderBy: RawBuilder<unknown>;
  /**
   * The condition of the rows behind a key; of all rows for undefined. Rows of another holder than the one of the order
   * are none.
   */
  isBehind(key: BindableKey | undefined): RawBuilder<boolean>;
  /** What is sorted by as columns `key_1`, `key_2` …, for subqueries with rows that are sorted outside. */
  readonly keyColumns: RawBuilder<unknown>;
  /** The names of those columns. */
  readonly keyNames: RawBuilder<unknown>;
  /** The same order by those columns. */
  readonly orderByKeys: RawBuilder<unknown>;
  /** {@link isBehind} of those columns. */
  areKeysBehind(key: BindableKey | undefined): RawBuilder<boolean>;
}

const MIN_INTEGER = -2_147_483_648;
const MAX_INTEGER = 2_147_483_647;

/**
 * The types that a part of a key may have: what the database takes as a value of such a column. A `name` is a text that
 * is compared in lower case, as names are in every list; the database makes it so on both sides.
 */
const isPart = {
  integer: (part: unknown): part is number =>
    typeof part === 'number' && Number.isInteger(part) && part >= MIN_INTEGER && part <= MAX_INTEGER,
  bigint: (part: unknown): part is number => Number.isSafeInteger(part),
  text: isText,
  name: isText,
  time: (part: unknown): part is string =>
    typeof part === 'string' && /^(?!0000)\d{4}-/.test(part) && isIsoTime(part),
};

/** The type of one part of a key. */
type KeyType = keyof typeof isPart;

function isText(part: unknown): part is string {
  return typeof part === 'string' && !part.includes('\0');
}

/** Whether the parts of a cursor are as many as the types and each of its type. */
export function haveTypes(parts: readonly unknown[], types: readonly KeyType[]): parts is CursorKey {
  return parts.length === types.length && types.every((type, index) => isPart[type](parts[index]));
}

/** Times leave the database in this one form. */
function isIsoTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/**
 * The order by columns of one table, all in the same direction; the last column is unique, so that no row is told twice
 * or left out. With an index on the columns a page costs what its rows cost, wherever it begins.
 *
 * @param options.list the list's name, for its cursors
 * @param options.alias the table's alias in the statement
 * @param options.by the columns' fields and their types, in order
 * @param options.direction default `asc`
 * @param options.within the holder of all rows, for an index that begins with its column. The condition of a range is
 * one that the planner does not see the width of, so that it walks through the index also where a holder has few rows
 * on average
 */
export function columnOrder<Row>({
  list,
  alias,
  by,
  direction = 'asc',
  within,
}: {
  list: string;
  alias: string;
  by: Readonly<Partial<Record<keyof Row & string, KeyType>>>;
  direction?: 'asc' | 'desc' | undefined;
  within?: { column: keyof Row & string; id: Bindable<number> } | undefined;
}): ColumnOrder<Row> {
  // Object.entries knows only texts; these are the keys of `by`, each of which has a type.
  const columns = Object.entries(by) as [keyof Row & string, KeyType][];
  const compared = columns.map(([field, type]) => comparable(sql.ref(`${alias}.${field}`), type));
  const keys = columns.map((_, index) => sql.ref(`key_${index + 1}`));
  const word = direction === 'asc' ? sql`asc` : sql`desc`;
  const sign = direction === 'asc' ? sql`>` : sql`<`;
  const inOrder = (values: readonly RawBuilder<unknown>[]) =>
    sql.join(values.map((value) => sql`${value} ${word}`));
  const partsOf = (key: BindableKey) => key.map((part, index) => hiddenPart(part, columns[index]?.[1]));
  const areBehind = (values: readonly RawBuilder<unknown>[], key: BindableKey | undefined) =>
    key ? sql<boolean>`(${sql.join(values)}) ${sign} (${sql.join(partsOf(key))})` : sql<boolean>`true`;
  const holder = within && {
    column: sql.ref(`${alias}.${within.column}`),
    id: hiddenPart(within.id, 'integer'),
  };
  const areBehindWithin = ({ column, id }: NonNullable<typeof holder>, key: BindableKey | undefined) =>
    key
      ? sql<boolean>`((${sql.join([column, ...compared])}) ${sign} (${sql.join([id, ...partsOf(key)])}) and ${column} ${direction === 'asc' ? sql`<=` : sql`>=`} ${id})`
      : sql<boolean>`${column} between ${id} and ${id}`;
  return {
    name: [list, ...columns.map(([field]) => field), direction].join(' '),
    // The types of `by` say what the columns hold.
    keyOf: (row) => columns.map(([field]) => row[field] as string | number),
    toKey: (parts) =>
      haveTypes(
        parts,
        columns.map(([, type]) => type),
      )
        ? parts
        : undefined,
    orderBy: inOrder(holder ? [holder.column, ...compared] : compared),
    isBehind: (key) => (holder ? areBehindWithin(holder, key) : areBehind(compared, key)),
    keyColumns: sql.join(compared.map((value, index) => sql`${value} as ${keys[index]}`)),
    keyNames: sql.join(keys),
    orderByKeys: inOrder(keys),
    areKeysBehind: (key) => areBehind(keys, key),
  };
}

/** The types of the database, by which a part of a key is bound. */
const databaseTypes = {
  integer: 'integer',
  bigint: 'bigint',
  text: 'text',
  name: 'text',
  time: 'timestamptz',
} as const;

/**
 * A part of a key as a value to compare with, which the planner does not see: every page has the plan of the others. A
 * name is made comparable behind a subquery of its own. Otherwise the planner would do that ahead for a value that it
 * is given, and that plan, which looks better by as much, would be made anew for each page.
 */
function hiddenPart(part: Bindable<string | number>, type: KeyType = 'text'): RawBuilder<unknown> {
  const value = sql`${part}::${sql.raw(databaseTypes[type])}`;
  if (type !== 'name') return sql`(select ${value})`;
  return sql`(select ${comparable(sql`given.part`, type)} from (select ${value} as part offset 0) given)`;
}

function comparable(value: RawBuilder<unknown>, type: KeyType | undefined): RawBuilder<unknown> {
  return type === 'name' ? sql`lower(${value})` : value;
}
