import type { DuckDBConnection } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import { engineError, type EngineError } from '../../errors/errors.ts';

/**
 * Checks that SQL of a model is one SELECT statement that calls no table function beyond those that make rows of their
 * arguments. A locked configuration does not stop `enable_logging()`, which shows every caller's statements to all, so
 * what DuckDB brings along is refused unless it is listed. Macros of the database's own owner may be called. A name in
 * FROM that no table, view or common table expression has is no file either: DuckDB would look for one, also by
 * patterns.
 */
export interface StatementCheck {
  /** @throws `query.sql_refused`; nothing for SQL that cannot be parsed, which fails when it is run */
  check(sql: string): Promise<void>;
}

/** Table functions of DuckDB that read nothing and change nothing but the rows that they give. */
const ALLOWED_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'generate_series',
  'histogram',
  'histogram_values',
  'icu_calendar_names',
  'json_each',
  'json_tree',
  'pg_timezone_names',
  'range',
  'repeat',
  'repeat_row',
  'summary',
  'unnest',
]);
/** Scalar functions that are refused: they leave something behind for other statements. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set(['write_log']);

const MAX_CHECKED = 500;
/** Longer SQL is parsed each time. */
const MAX_KEY_CHARACTERS = 10_000;

/** Makes the check of one instance; it asks on the connection alone. Statements that were checked last are known. */
export async function createStatementCheck(connection: DuckDBConnection): Promise<StatementCheck> {
  const refusedTableFunctions = await listRefused(connection);
  const tables = await listTables(connection);
  const known = new LRUCache<string, EngineError | 'fine'>({ max: MAX_CHECKED });
  const judge = async (sql: string): Promise<EngineError | 'fine'> => {
    const parsed = await parse(connection, sql);
    if (parsed.error) return parsed.error_type === 'parser' ? 'fine' : notOneSelect();
    if (parsed.statements.length !== 1) return notOneSelect();
    const { called, named } = findRefused(parsed.statements, { refusedTableFunctions, tables });
    if (called !== undefined) return refuse(`calls ${called}(), which is not allowed here`);
    return named === undefined
      ? 'fine'
      : refuse(
          `reads from ${JSON.stringify(named)}, which is neither a table nor a view; files are not read`,
        );
  };
  return {
    async check(sql) {
      const found = known.get(sql);
      const verdict = found ?? (await judge(sql));
      if (!found && sql.length <= MAX_KEY_CHARACTERS) known.set(sql, verdict);
      if (verdict !== 'fine') throw verdict;
    },
  };
}

function refuse(what: string): EngineError {
  return engineError('query.sql_refused', { reason: `The SQL of the model ${what}` });
}

/** What a statement is refused with that is not one SELECT. */
export function notOneSelect(): EngineError {
  return refuse('has to be one SELECT statement');
}

/** What `json_serialize_sql` answers: the syntax tree, or why there is none. */
type Parsed =
  | { readonly error: true; readonly error_type: string }
  | { readonly error: false; readonly statements: readonly unknown[] };

async function parse(connection: DuckDBConnection, sql: string): Promise<Parsed> {
  const result = await connection.runAndReadAll(
    'SELECT json_serialize_sql(CAST($1 AS VARCHAR), skip_null := true, skip_empty := true, skip_default := true)',
    [sql],
  );
  return JSON.parse(String(result.getRows()[0]?.[0])) as Parsed;
}

async function listRefused(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const result = await connection.runAndReadAll(
    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE internal AND function_type = 'table'",
  );
  const names = result.getRows().map(([name]) => String(name));
  return new Set(names.filter((name) => !ALLOWED_TABLE_FUNCTIONS.has(name)));
}

/** The tables and views of the file, in lower case. */
async function listTables(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const result = await connection.runAndReadAll(
    'SELECT table_name FROM duckdb_tables() UNION SELECT view_name FROM duckdb_views()',
  );
  return new Set(result.getRows().map(([name]) => String(name).toLowerCase()));
}

/** What is refused of a syntax tree: a function that is called, or the name of a file. */
interface Refused {
  readonly called?: string;
  readonly named?: string;
}

/** The first that is refused in a syntax tree. Without recursion, for SQL may be nested deeply. */
function findRefused(
  tree: readonly unknown[],
  known: { readonly refusedTableFunctions: ReadonlySet<string>; readonly tables: ReadonlySet<string> },
): Refused {
  const left: unknown[] = [...tree];
  const expressions = new Set<string>();
  const files = new Map<string, string>();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const name = 'function_name' in node ? String(node.function_name).toLowerCase() : '';
    if (REFUSED_FUNCTIONS.has(name)) return { called: name };
    if ('type' in node && node.type === 'TABLE_FUNCTION' && 'function' in node) {
      const called = nameOf(node.function);
      if (known.refusedTableFunctions.has(called)) return { called };
    }
    if ('cte_map' in node) for (const key of keysOf(node.cte_map)) expressions.add(key.toLowerCase());
    if ('type' in node && node.type === 'BASE_TABLE' && 'table_name' in node) {
      const parts = partsOf(node);
      const table = String(node.table_name).toLowerCase();
      if (!known.tables.has(table) && parts.some((part) => OF_FILES.test(part)))
        files.set(table, parts.join('.'));
    }
    left.push(...Object.values(node));
  }
  // An expression may have been named elsewhere in the statement, so a path is refused whatever it is the name of.
  const named = [...files].find(([table]) => OF_PATHS.test(table) || !expressions.has(table))?.[1];
  return named === undefined ? {} : { named };
}

/** What the path of a file or a pattern has and the name of a table hardly. */
const OF_FILES = /[^\p{L}\p{N}_$ -]/u;

/** What the path of a file or a pattern beyond the folder that the server runs in has. */
const OF_PATHS = /[/\\*?[\]:~]/;

/** The names of the common table expressions of a query. */
function keysOf(expressions: unknown): string[] {
  const { map = [] } = (expressions ?? {}) as { map?: readonly { readonly key: unknown }[] };
  return map.map(({ key }) => String(key));
}

function partsOf(table: object): string[] {
  const { catalog_name: catalog, schema_name: schema, table_name: name } = table as Record<string, unknown>;
  return [catalog, schema, name].filter((part) => part !== undefined).map(String);
}

function nameOf(call: unknown): string {
  return typeof call === 'object' && call !== null && 'function_name' in call
    ? String(call.function_name).toLowerCase()
    : '';
}
