import type { SchemaSelects } from './schema-statements.ts';

/** What an engine with an information_schema has its own way. */
interface StandardSchema {
  readonly tables: string;
  readonly columns: string;
  /** Whether rows tell the catalog. Default true. */
  readonly hasCatalogs?: boolean;
  /** SQL of the type of a column, default `data_type`. */
  readonly type?: string;
  /** The column with comments, of tables and of columns; default: there is none. */
  readonly tableComment?: string;
  readonly columnComment?: string;
  /** Conditions of both. */
  readonly where: readonly string[];
}

const NAMES = { schema: 'table_schema', table: 'table_name' };

/** Tables and columns of an `information_schema`, which several engines have as the standard does. */
export function standardSchema({
  tables,
  columns,
  hasCatalogs = true,
  type = 'data_type',
  tableComment,
  columnComment,
  where,
}: StandardSchema): Pick<SchemaSelects, 'tables' | 'columns'> {
  const names = { ...NAMES, ...(hasCatalogs && { catalog: 'table_catalog' }) };
  const orderBy = [...(hasCatalogs ? ['table_catalog'] : []), 'table_schema', 'table_name'];
  return {
    tables: {
      select: { ...names, type: 'table_type', ...(tableComment && { comment: tableComment }) },
      from: tables,
      where,
      orderBy,
    },
    columns: {
      select: {
        ...names,
        column: 'column_name',
        type,
        isNullable: 'is_nullable',
        ...(columnComment && { comment: columnComment }),
      },
      from: columns,
      where,
      orderBy: [...orderBy, 'ordinal_position'],
    },
  };
}
