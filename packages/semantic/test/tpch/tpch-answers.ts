import { compileModel, compileQuery, normalizeQuery, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everybody } from '../support/query-rows.ts';
import type { TestDatabase } from '../support/test-engines.ts';

/** The folder of the example. */
export const example = join(import.meta.dirname, '../../../../examples/tpch');

export type Rows = readonly (readonly unknown[])[];

/** The file of a query. */
export const fileOf = (number: string): string => `q${number.padStart(2, '0')}.json`;

/**
 * The model of the example.
 *
 * @param asAuthorsWrite makes of a file what authors for the engine would have written
 */
export function readModel(asAuthorsWrite = (content: string) => content): Model {
  const folder = join(example, 'model');
  const files = readdirSync(folder).map((path) => ({
    path,
    content: asAuthorsWrite(readFileSync(join(folder, path), 'utf8')),
  }));
  const compiled = compileModel(files);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems, undefined, 1));
  return compiled.model;
}

/** The rows of a query of the example; the standard shows years as numbers. */
export async function answer(database: TestDatabase, model: Model, number: string): Promise<Rows> {
  const text = readFileSync(join(example, 'queries', fileOf(number)), 'utf8');
  const [query] = normalizeQuery(JSON.parse(text), everybody).queries;
  assert.ok(query);
  const { sql, params, columns } = compileQuery(model, query, everybody, database.dialect);
  const { rows } = await database.query(sql, params);
  return rows.map((row) =>
    row.map((value, index) => (columns[index]?.granularity === 'year' ? String(value).slice(0, 4) : value)),
  );
}

/** The columns of rows in the order of {@link answerColumns}. */
export function inOrder(names: readonly unknown[], rows: Rows, wanted: string): Rows {
  // DuckDB names a column without a name of its own by its expression, the answers by its function.
  const short = names.map((name) => String(name).replace(/\(.*/, ''));
  const places = wanted.split(' ').map((name) => short.indexOf(name));
  assert.ok(!places.includes(-1), `${wanted} is not ${names.join(' ')}`);
  return rows.map((row) => places.map((place) => row[place]));
}

/** Compares rows in order: texts as such, numbers far closer than the standard's hundredth of an average or ratio. */
export function assertSame(actual: Rows, expected: Rows): void {
  assert.equal(actual.length, expected.length, 'the number of rows');
  for (const [index, row] of expected.entries())
    assert.ok(
      isSame(actual[index] ?? [], row),
      `row ${index}: ${String(actual[index])} is not ${String(row)}`,
    );
}

function isSame(actual: readonly unknown[], expected: readonly unknown[]): boolean {
  return (
    actual.length === expected.length &&
    expected.every((value, index) => {
      const [left, right] = [plain(actual[index]), plain(value)];
      if (typeof left !== 'number' || typeof right !== 'number') return left === right;
      return Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(right));
    })
  );
}

function plain(value: unknown): unknown {
  const text = String(value).replace(/ 00:00:00(\.0+)?$/, '');
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/.test(text) ? Number(text) : text;
}
