import { compileQuery, duckdb, normalizeQuery, postgres } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRelation } from '../src/algebra/check-relation.ts';
import type { Relation } from '../src/algebra/algebra.ts';
import { createPrinter } from '../src/print/print-relation.ts';
import { flatten } from '../src/sql/sql-text.ts';
import { compileExample, listExamples, readExample } from './support/golden-example.ts';
import { everybody } from './support/query-rows.ts';
import { modelOf } from './support/read-model.ts';

for (const dialect of [duckdb, postgres])
  for (const name of listExamples())
    test(`the relation of ${name} is whole and plain data, for ${dialect.name}`, () => {
      for (const { explained, sql } of compileExample(readExample(name), dialect)) {
        assert.ok(explained);
        checkRelation(explained.relation);
        const copy = JSON.parse(JSON.stringify(explained.relation)) as Relation;
        const printed = flatten(createPrinter(dialect).query(copy), dialect.placeholder);
        assert.equal(printed.sql, sql);
      }
    });

const scan: Relation = {
  kind: 'scan',
  alias: 't',
  table: { kind: 'table', cube: 't', sql: { kind: 'raw', parts: ['t'] }, isQuery: false },
};
const column = (name: string, of?: string) =>
  ({ name, value: { kind: 'column', name, ...(of !== undefined && { of }) } }) as const;
const project = (input: Relation, ...columns: ReturnType<typeof column>[]): Relation => ({
  kind: 'project',
  input,
  columns,
});
const inner = project(scan, column('a', 't'));
const aliased: Relation = { kind: 'alias', alias: 'i', input: inner };

const broken: [Relation, RegExp][] = [
  [project(aliased, column('b', 'i')), /i\.b is no column here/],
  [project(aliased, column('b')), /: b is no column here/],
  [project(aliased, column('a', 'u')), /u\.a is no column here/],
  [project(scan, column('a', 't'), column('a', 't')), /a is a column twice/],
  [{ kind: 'sort', input: inner, by: [{ column: 'b', isDescending: false }] }, /b orders rows/],
  [{ kind: 'union', inputs: [inner, project(scan, column('b', 't'))] }, /A union has a beside b/],
  [project({ kind: 'named', name: 'gone' }, column('a')), /gone is named nowhere/],
  [
    project({ kind: 'join', type: 'cross', left: scan, right: scan }, column('a', 't')),
    /t stands for two relations/,
  ],
  [scan, /stand by themselves/],
  [project(inner, column('a')), /need an alias/],
];
for (const [relation, message] of broken)
  test(`a broken relation is found: ${message.source}`, () => {
    assert.throws(() => checkRelation(relation), message);
  });

test('a plan is told only where the context asks for it', () => {
  const model = modelOf(`
cubes:
  - name: orders
    sql_table: orders
    measures: [{ name: count, type: count }]
`);
  const [query] = normalizeQuery({ measures: ['orders.count'] }, everybody).queries;
  assert.ok(query);
  assert.equal(compileQuery(model, query, everybody, duckdb).explained, undefined);
  const { explained } = compileQuery(model, query, { ...everybody, explains: true }, duckdb);
  assert.equal(explained?.plan, 'aggregate: orders__count = count()\n  scan orders');
});
