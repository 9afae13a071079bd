import { compileModel, compileQuery, duckdb, normalizeQuery, type CompiledQuery } from '@oriel/semantic';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { everybody, openDuckDb } from './duckdb-rows.ts';
import { formatSql } from './format-sql.ts';

const directory = join(import.meta.dirname, '../golden');

/** One file of `golden/`: what the compiler is given, and the tables that its SQL is run on. */
interface GoldenExample {
  /** Statements that make the tables. */
  readonly tables: string;
  /** A model file as data: `cubes`, `views`. */
  readonly model: object;
  readonly query: unknown;
  /** Groups and attributes of the caller; default: nobody's. */
  readonly caller?: object;
}

/** The names of the examples, in the order of the alphabet. */
export function listExamples(): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.yml'))
    .map((file) => file.slice(0, -'.yml'.length))
    .sort();
}

export function pathOfSql(name: string): string {
  return join(directory, `${name}.duckdb.sql`);
}

/**
 * Compiles an example and runs its SQL: the text that `golden/NAME.duckdb.sql` should hold, with the bound values above
 * each statement and the rows below it.
 */
export async function renderExample(name: string): Promise<string> {
  // The examples are ours; what is wrong in one shows when it is compiled.
  const example = parse(readFileSync(join(directory, `${name}.yml`), 'utf8')) as GoldenExample;
  const database = await openDuckDb(example.tables);
  try {
    const statements = compileExample(example).flatMap(({ sql, params, total }) => [
      { sql, params },
      ...(total ? [total] : []),
    ]);
    const texts: string[] = [];
    for (const { sql, params } of statements) {
      const formatted = formatSql(sql);
      const reader = await database.connection.runAndReadAll(formatted, [...params]);
      texts.push(
        [
          ...params.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`),
          `${formatted};`,
          ...showRows([reader.columnNames(), ...reader.getRowsJson()]),
        ].join('\n'),
      );
    }
    return `-- Made by \`npm run golden\` from ${name}.yml.\n\n${texts.join('\n\n')}\n`;
  } catch (error) {
    throw new Error(`The example ${name} fails: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}

function compileExample({ model, query, caller }: GoldenExample): CompiledQuery[] {
  const compiled = compileModel([{ path: 'model.yml', content: stringify(model) }]);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems, undefined, 1));
  const context = { ...everybody, ...(caller && { securityContext: { [everybody.brandKey]: caller } }) };
  return normalizeQuery(query, context).queries.map((normalized) =>
    compileQuery(compiled.model, normalized, context, duckdb),
  );
}

/** A table of comments, its columns as wide as their widest value. */
function showRows(table: readonly (readonly unknown[])[]): string[] {
  const cells = table.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  return cells.map((row) =>
    `-- ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')}`.trimEnd(),
  );
}
