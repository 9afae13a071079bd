import type { SourceConfig } from '../connection/source-config.ts';
import type { ResultValue } from '../connection/source.ts';
import { columnTypeOf } from './column-types.ts';
import type { ColumnSchema, ForeignKey, SchemaTables, SourceSchema, TableSchema } from './source-schema.ts';

/** A row of one of the three statements. */
export type SchemaRow = readonly ResultValue[];

const MAX_COMMENT_CHARACTERS = 2_000;
const MAX_TYPE_CHARACTERS = 1_000;

interface OpenTable {
  readonly catalog: string | undefined;
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly comment: string | undefined;
  readonly columns: ColumnSchema[];
  readonly keys: Map<string, SchemaRow[]>;
  isCut: boolean;
}

/**
 * Makes the schemas of their rows, those of tables first. What belongs to a table that is not there is dropped: it was
 * made meanwhile, is beyond the bound, or is one that the user may not read.
 */
export function createGathering(engine: SourceConfig['type'], maxColumnsOfTable: number) {
  const tables = new Map<string, OpenTable>();
  let last: OpenTable | undefined;
  const find = (row: SchemaRow) => tables.get(keyOf(row));
  return {
    addTable(row: SchemaRow) {
      const [catalog, schema, name, type, comment] = row;
      tables.set(keyOf(row), {
        catalog: textOf(catalog),
        schema: String(schema),
        name: String(name),
        kind: /view/i.test(String(type)) ? 'view' : 'table',
        comment: commentOf(comment),
        columns: [],
        keys: new Map(),
        isCut: false,
      });
    },
    addColumn(row: SchemaRow) {
      const table = find(row);
      if (!table) return;
      last = table;
      if (table.columns.length < maxColumnsOfTable)
        table.columns.push(columnOf(engine, row, table.columns.length + 1));
      else table.isCut = true;
    },
    addKeyColumn(row: SchemaRow) {
      const [, , , name] = row;
      const keys = find(row)?.keys;
      const key = keys?.get(String(name));
      if (key) key.push(row);
      else keys?.set(String(name), [row]);
    },
    /** Says that columns are missing: they came table by table, and went on in the last. */
    cutColumns() {
      if (last) last.isCut = true;
      for (const table of tables.values()) if (table.columns.length === 0) table.isCut = true;
    },
    finish: (isCut: boolean): SourceSchema => ({
      schemas: schemasOf([...tables.values()]),
      isCut: isCut || [...tables.values()].some((table) => table.isCut),
    }),
  };
}

const keyOf = ([catalog, schema, table]: SchemaRow) => JSON.stringify([catalog, schema, table]);
const textOf = (value: ResultValue | undefined) => (typeof value === 'string' ? value : undefined);
const commentOf = (value: ResultValue | undefined) =>
  cut(textOf(value) ?? '', MAX_COMMENT_CHARACTERS) || undefined;

/** Never between the halves of a character. */
function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function columnOf(engine: SourceConfig['type'], row: SchemaRow, position: number): ColumnSchema {
  const [, , , name, native, isNullable, base, ownComment] = row;
  const comment = commentOf(ownComment);
  const nativeType = String(native ?? '');
  return {
    name: String(name),
    position,
    nativeType: cut(nativeType, MAX_TYPE_CHARACTERS),
    type: columnTypeOf(engine, textOf(base) ?? nativeType),
    isNullable: isNullable !== 'NO',
    ...(comment !== undefined && { comment }),
  };
}

function schemasOf(tables: readonly OpenTable[]): readonly SchemaTables[] {
  const bySchema = Map.groupBy(tables, ({ catalog, schema }) => JSON.stringify([catalog ?? null, schema]));
  return [...bySchema.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const { catalog, schema: name } = first;
    return [{ ...(catalog !== undefined && { catalog }), name, tables: [first, ...more].map(tableOf) }];
  });
}

function tableOf({ name, kind, comment, columns, isCut, keys }: OpenTable): TableSchema {
  const all = [...keys.values()];
  const primary = all.find((rows) => !isForeign(rows))?.map(columnOfKey);
  return {
    name,
    kind,
    ...(comment !== undefined && { comment }),
    columns,
    isCut,
    ...(primary && { primaryKey: primary }),
    foreignKeys: all.filter(isForeign).map(foreignKeyOf),
  };
}

const isForeign = ([row]: readonly SchemaRow[]) => textOf(row?.[7]) !== undefined;
const columnOfKey = (row: SchemaRow) => String(row[4]);

function foreignKeyOf(rows: readonly SchemaRow[]): ForeignKey {
  const [, , , , , toCatalog, schema, table] = rows[0] ?? [];
  const catalog = textOf(toCatalog);
  return {
    columns: rows.map(columnOfKey),
    references: {
      ...(catalog !== undefined && { catalog }),
      schema: String(schema),
      table: String(table),
      columns: rows.map((row) => String(row[8])),
    },
  };
}
