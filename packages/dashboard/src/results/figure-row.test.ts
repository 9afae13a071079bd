import type { KpiBlock } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureSource, namingColumns } from './figure-row.ts';
import type { QueryResult } from './query-result.ts';

const columns: QueryResult['columns'] = {
  'orders.city': { kind: 'dimension', type: 'string' },
  'orders.created': { kind: 'timeDimension', type: 'time' },
  'orders.created.month': { kind: 'timeDimension', type: 'time' },
  'orders.count': { kind: 'measure', type: 'number' },
  'orders.goal': { kind: 'measure', type: 'number' },
};
const row = { 'orders.city': 'Oslo', 'orders.count': 5, 'orders.goal': 9 };
const rowsOf = (count: number) => ({ columns, rows: Array.from({ length: count }, () => row) });
const number: KpiBlock = { type: 'number', field: 'orders.count' };
const progress: KpiBlock = { type: 'progress', value: 'orders.count', target: 'orders.goal' };
const comparison: KpiBlock = { type: 'comparison', field: 'orders.count' };
const sparkline: KpiBlock = {
  type: 'sparkline',
  measure: 'orders.count',
  dimension: 'orders.created.month',
};

const named = { kind: 'first', isNamed: true };

test('figures of several rows are of all of them, one row alone is what it is', () => {
  for (const blocks of [[number], [progress], [number, sparkline], [number, { ...number, row: 1 }]]) {
    for (const count of [0, 1])
      assert.deepEqual(figureSource({ blocks }, rowsOf(count), false), { kind: 'first', isNamed: false });
    for (const count of [2, 500]) assert.equal(figureSource({ blocks }, rowsOf(count), false).kind, 'total');
  }
  assert.deepEqual(figureSource({ blocks: [number, progress] }, rowsOf(2), false), {
    kind: 'total',
    fields: ['orders.count', 'orders.count', 'orders.goal'],
  });
});

test('the first row is shown by its name where the query orders its rows, or numbers are compared between them', () => {
  assert.deepEqual(figureSource({ blocks: [number] }, rowsOf(3), true), named);
  assert.deepEqual(figureSource({ blocks: [number, comparison] }, rowsOf(3), false), named);
  assert.deepEqual(figureSource({ blocks: [number, comparison] }, rowsOf(1), false), {
    kind: 'first',
    isNamed: false,
  });
});

test('no total is asked for of what is no measure, or of rows that the author has named', () => {
  for (const block of [
    { type: 'number', field: 'orders.city' },
    { type: 'number', field: 'orders.gone' },
    { ...number, row: 0 },
    { ...progress, valueRow: 0, targetRow: 0 },
    { ...progress, valueRow: 0, target: 100 },
    { type: 'text', content: 'A text' },
  ] satisfies KpiBlock[])
    assert.deepEqual(figureSource({ blocks: [block] }, rowsOf(3), false), named, JSON.stringify(block));
});

test('a row is named by its dimensions, and by its times as they are cut', () => {
  assert.deepEqual(namingColumns({ columns }), ['orders.city', 'orders.created.month']);
});
