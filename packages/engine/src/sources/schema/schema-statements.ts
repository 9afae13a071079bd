import type { Dialect } from '@oriel/semantic';
import type { Statement } from '../connection/source.ts';

/**
 * Three statements that tell of tables, their columns and their keys. What a row has, in this order, is the same for
 * every engine.
 */
interface SchemaStatements {
  /** {@link TABLE_COLUMNS} */
  readonly tables: Statement;
  /** {@link COLUMN_COLUMNS} */
  readonly columns: Statement;
  /** {@link KEY_COLUMNS}; absent where the engine has no keys, or tells none by a SELECT. */
  readonly keys?: Statement;
}

/** Of a row for each table; a type with the word `view` is one. */
const TABLE_COLUMNS = ['catalog', 'schema', 'table', 'type', 'comment'] as const;
/** Of a row for each column; `base`: the type that decides what the values are, null where it is `type`. */
const COLUMN_COLUMNS = [
  'catalog',
  'schema',
  'table',
  'column',
  'type',
  'isNullable',
  'base',
  'comment',
] as const;
/** Of a row for each column of a key, in its order; without a referenced table it is a primary key. */
const KEY_COLUMNS = [
  'catalog',
  'schema',
  'table',
  'key',
  'column',
  'toCatalog',
  'toSchema',
  'toTable',
  'toColumn',
] as const;

/** SQL for each member of a row; what is absent is null. */
type Members<Names extends readonly string[]> = Partial<Record<Names[number], string>> & { schema: string };

/** Where rows come from, and in which order. */
interface Select<Names extends readonly string[]> {
  readonly select: Members<Names>;
  readonly from: string;
  readonly where: readonly string[];
  readonly orderBy: readonly string[];
}

/** What an engine says its own way. */
export interface SchemaSelects {
  readonly tables: Select<typeof TABLE_COLUMNS>;
  readonly columns: Select<typeof COLUMN_COLUMNS>;
  readonly keys?: Select<typeof KEY_COLUMNS>;
}

/** How much is read. */
export interface SchemaBounds {
  readonly maxTables: number;
  readonly maxColumns: number;
  readonly maxKeyColumns: number;
}

/** Writes the statements for all schemas, or for the one of a name. Each gives a row more than its bound at most. */
export function writeStatements(
  dialect: Dialect,
  { tables, columns, keys }: SchemaSelects,
  { schema, maxTables, maxColumns, maxKeyColumns }: SchemaBounds & { readonly schema?: string | undefined },
): SchemaStatements {
  const write = <Names extends readonly string[]>(
    names: Names,
    { select, from, where, orderBy }: Select<Names>,
    maxRows: number,
  ): Statement => {
    const members: Partial<Record<string, string>> = select;
    const isOfSchema = schema === undefined ? [] : [`${select.schema} = ${dialect.placeholder(1, 'text')}`];
    const conditions = [...where, ...isOfSchema];
    return {
      sql: [
        `SELECT ${names.map((name) => members[name] ?? 'NULL').join(', ')}`,
        `FROM ${from}`,
        ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
        `ORDER BY ${orderBy.join(', ')}`,
        `LIMIT ${maxRows + 1}`,
      ].join('\n'),
      params: schema === undefined ? [] : [schema],
    };
  };
  return {
    tables: write(TABLE_COLUMNS, tables, maxTables),
    columns: write(COLUMN_COLUMNS, columns, maxColumns),
    ...(keys && { keys: write(KEY_COLUMNS, keys, maxKeyColumns) }),
  };
}
