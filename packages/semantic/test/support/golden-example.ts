import {
  compileModel,
  compileQuery,
  normalizeQuery,
  type BoundValue,
  type CompiledQuery,
  type Dialect,
  type PrintedSql,
  type QueryContext,
} from '@oriel/semantic';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { formatSql } from './format-sql.ts';
import { everybody } from './query-rows.ts';
import type { TestDatabase, TestResult } from './test-engines.ts';

const directory = join(import.meta.dirname, '../../golden');

/** One file of `golden/`: what the compiler is given, and the tables that its SQL is run on. */
export interface GoldenExample {
  /** Statements that make the tables. */
  readonly tables: string;
  /** A model file as data: `cubes`, `views`. */
  readonly model: object;
  readonly query: unknown;
  /** Groups and attributes of the caller; default: nobody's. */
  readonly caller?: object;
  /**
   * Plain SQL, written from what the query means, which has to give the same rows as what is compiled (the first
   * query).
   */
  readonly byHand?: string;
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
  const example = readExample(name);
  await database.run(example.tables);
  try {
    const statements = await runExample(example, database);
    if (example.byHand !== undefined) {
      const { rows } = await database.query(example.byHand, []);
      assert.deepEqual(textsOf(statements[0]?.result.rows ?? []), textsOf(rows));
    }
    return `-- Made by \`npm run golden\` from ${name}.yml.\n\n${statements.map(showStatement).join('\n\n')}\n`;
  } catch (error) {
    throw new Error(`The example ${name} fails: ${(error as Error).message}`, { cause: error });
  } finally {
    for (const [, table] of example.tables.matchAll(/create table ("[^"]+"|\w+)/g))
      await database.run(`drop table ${table}`);
  }
}

interface RunStatement {
  readonly sql: string;
  readonly params: readonly BoundValue[];
  readonly result: TestResult;
  /** Of a query, not of its total. */
  readonly plan?: string;
}

/** Reads an example by its name. */
export function readExample(name: string): GoldenExample {
  // The examples are ours; what is wrong in one shows when it is compiled.
  return parse(readFileSync(join(directory, `${name}.yml`), 'utf8')) as GoldenExample;
}

/** Every query of an example, each followed by its total where it asks for one. */
async function runExample(example: GoldenExample, database: TestDatabase): Promise<RunStatement[]> {
  const run: RunStatement[] = [];
  const add = async ({ sql, params }: PrintedSql, plan?: string) => {
    const formatted = formatSql(sql);
    const result = await database.query(formatted, params);
    run.push({ sql: formatted, params, result, ...(plan !== undefined && { plan }) });
  };
  for (const query of compileExample(example, database.dialect)) {
    await add(query, query.explained?.plan);
    if (query.total) await add(query.total);
  }
  return run;
}

function showStatement({ sql, params, result, plan }: RunStatement): string {
  return [
    ...(plan === undefined ? [] : [...plan.split('\n').map((line) => `-- ${line}`), '']),
    ...params.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`),
    `${sql};`,
    ...showRows([result.columns, ...result.rows]),
  ].join('\n');
}

/** Compiles the queries of an example, with their plans. @param settings what is compiled otherwise */
export function compileExample(
  { model, query, caller }: GoldenExample,
  dialect: Dialect,
  settings: Partial<QueryContext> = {},
): CompiledQuery[] {
  const compiled = compileModel([{ path: 'model.yml', content: stringify(model) }]);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems, undefined, 1));
  const context = {
    ...everybody,
    explains: true,
    ...settings,
    ...(caller && { securityContext: { [everybody.brandKey]: caller } }),
  };
  return normalizeQuery(query, context).queries.map((normalized) =>
    compileQuery(compiled.model, normalized, context, dialect),
  );
}

function textsOf(rows: readonly (readonly unknown[])[]): string[][] {
  return rows.map((row) => row.map(String));
}

/** A table of comments, its columns as wide as their widest value. */
function showRows(table: readonly (readonly unknown[])[]): string[] {
  const cells = textsOf(table);
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  return cells.map((row) =>
    `-- ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')}`.trimEnd(),
  );
}
