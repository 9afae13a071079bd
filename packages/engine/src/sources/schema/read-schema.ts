import type { SourceConfig } from '../connection/source-config.ts';
import type { Source, Statement } from '../connection/source.ts';
import { clickhouseSchema } from './clickhouse-schema.ts';
import { duckdbSchema } from './duckdb-schema.ts';
import { createGathering, type SchemaRow } from './gather-schema.ts';
import { mysqlSchema } from './mysql-schema.ts';
import { postgresSchema } from './postgres-schema.ts';
import { redshiftSchema } from './redshift-schema.ts';
import { writeStatements, type SchemaBounds, type SchemaSelects } from './schema-statements.ts';
import type { SourceSchema } from './source-schema.ts';
import { trinoSchema } from './trino-schema.ts';
import { bigquerySchema, databricksSchema, snowflakeSchema } from './warehouse-schemas.ts';

/** What is read, and how much of it. */
export interface ReadSchemaOptions extends Partial<SchemaBounds> {
  /** Aborting stops the statement that runs. */
  readonly signal: AbortSignal;
  /** Of this schema alone, its name as the engine has it; absent: of all but those of the engine. */
  readonly schema?: string;
  /** Columns that are listed of a table, default 1,000. */
  readonly maxColumnsOfTable?: number;
}

/** Of all schemas together, but for the last. */
const DEFAULT_BOUNDS: SchemaBounds & { readonly maxColumnsOfTable: number } = {
  maxTables: 10_000,
  maxColumns: 200_000,
  maxKeyColumns: 100_000,
  maxColumnsOfTable: 1_000,
};

/**
 * Reads the tables and views that the user of a source may read, with columns and keys, by three statements one after
 * the other. Nothing holds the schemas still between them. A warehouse that is paid for by use is started.
 *
 * Beyond 10,000 tables, 1,000 columns of one, 200,000 columns or 100,000 columns of keys the schema is cut, and says
 * so; `schema` asks for a part of it.
 *
 * @throws `EngineError`, as of every statement
 */
export async function readSchema(
  source: Pick<Source, 'dialect' | 'read'>,
  config: SourceConfig,
  { signal, schema, ...own }: ReadSchemaOptions,
): Promise<SourceSchema> {
  const bounds = { ...DEFAULT_BOUNDS, ...own };
  const statements = writeStatements(source.dialect, selectsOf(config), { ...bounds, schema });
  const gathering = createGathering(config.type, bounds.maxColumnsOfTable);
  const read = (statement: Statement, maxRows: number, add: (row: SchemaRow) => void) =>
    readRows(source, statement, { signal, maxRows, add });
  const hasMoreTables = await read(statements.tables, bounds.maxTables, gathering.addTable);
  const hasMoreColumns = await read(statements.columns, bounds.maxColumns, gathering.addColumn);
  if (hasMoreColumns) gathering.cutColumns();
  const hasMoreKeys =
    statements.keys && (await read(statements.keys, bounds.maxKeyColumns, gathering.addKeyColumn));
  return gathering.finish(hasMoreTables || hasMoreColumns || hasMoreKeys === true);
}

/** What the statements of a source are made of. */
function selectsOf(config: SourceConfig): SchemaSelects {
  switch (config.type) {
    case 'duckdb':
      return duckdbSchema;
    case 'postgres':
      return postgresSchema;
    case 'redshift':
      return redshiftSchema;
    case 'mysql':
      return mysqlSchema;
    case 'trino':
      return trinoSchema(config);
    case 'clickhouse':
      return clickhouseSchema;
    case 'snowflake':
      return snowflakeSchema;
    case 'bigquery':
      return bigquerySchema(config);
    case 'databricks':
      return databricksSchema(config);
    default:
      return config satisfies never;
  }
}

/** Hands on the first rows of a statement, and tells whether there are more. */
async function readRows(
  source: Pick<Source, 'read'>,
  statement: Statement,
  { signal, maxRows, add }: { signal: AbortSignal; maxRows: number; add: (row: SchemaRow) => void },
): Promise<boolean> {
  let count = 0;
  await source.read(statement, {
    signal,
    take({ rowCount, columns }) {
      for (let row = 0; row < rowCount; row += 1) {
        count += 1;
        if (count <= maxRows) add(columns.map((values) => values[row] ?? null));
      }
    },
  });
  return count > maxRows;
}
