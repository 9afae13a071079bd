import { compileModel, compileQuery, normalizeQuery, type CompiledQuery } from '@oriel/semantic';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { formatSql } from './format-sql.ts';
import { everybody } from './query-rows.ts';
import type { TestDatabase } from './test-engines.ts';

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

export function pathOfSql(name: string, engine: string): string {
  return join(directory, `${name}.${engine}.sql`);
}

/**
 * Compiles an example and runs its SQL: the text that `golden/NAME.ENGINE.sql` should hold, with the bound values above
 * each statement and the rows below it. The database is left as it was.
 */
export async function renderExample(name: string, database: TestDatabase): Promise<string> {
  // The examples are ours; what is wrong in one shows when it is compiled.
  const example = parse(readFileSync(join(directory, `${name}.yml`), 'utf8')) as GoldenExample;
  await database.run(example.tables);
  try {
    const statements = compileExample(example, database).flatMap(({ sql, params, total }) => [
      { sql, params },
      ...(total ? [total] : []),
    ]);
    const texts: string[] = [];
    for (const { sql, params } of statements) {
      const formatted = formatSql(sql);
      const { columns, rows } = await database.query(formatted, params);
      texts.push(
        [
          ...params.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`),
          `${formatted};`,
          ...showRows([columns, ...rows]),
        ].join('\n'),
      );
    }
    return `-- Made by \`npm run golden\` from ${name}.yml.\n\n${texts.join('\n\n')}\n`;
  } catch (error) {
    throw new Error(`The example ${name} fails: ${(error as Error).message}`, { cause: error });
  } finally {
    for (const [, table] of example.tables.matchAll(/create table ("[^"]+"|\w+)/g))
      await database.run(`drop table ${table}`);
  }
}

function compileExample({ model, query, caller }: GoldenExample, { dialect }: TestDatabase): CompiledQuery[] {
  const compiled = compileModel([{ path: 'model.yml', content: stringify(model) }]);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems, undefined, 1));
  const context = { ...everybody, ...(caller && { securityContext: { [everybody.brandKey]: caller } }) };
  return normalizeQuery(query, context).queries.map((normalized) =>
    compileQuery(compiled.model, normalized, context, dialect),
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
