import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../../query/load-batch.ts';
import { orderByTotals } from './order-by-totals.ts';

const columns: QueryResult['columns'] = {
  'f.city': { kind: 'dimension', type: 'string' },
  'f.state': { kind: 'dimension', type: 'string' },
  'f.day.month': { kind: 'timeDimension', type: 'time' },
  'f.count': { kind: 'measure', type: 'number' },
};
const row = (city: string | null, state: string, count: number | string | null) => ({
  'f.city': city,
  'f.state': state,
  'f.count': count,
});
/** The greatest part is of the city with the least total but one. */
const result: QueryResult = {
  columns,
  rows: [
    row('Oslo', 'A', 9),
    row('Rome', 'A', 7),
    row('Rome', 'B', 6),
    row(null, 'B', 2),
    row('Oslo', 'C', null),
  ],
};
const category = { field: 'f.city', type: 'nominal', sort: null };
const value = { field: 'f.count', type: 'quantitative' };
const color = { field: 'f.state', type: 'nominal' };
const citiesOf = ({ rows }: QueryResult) => [...new Set(rows.map((each) => each['f.city']))];

test('categories that are split by colour stand by their totals, along either axis', () => {
  for (const encoding of [
    { x: category, y: value, color },
    { y: category, x: value, color },
    { x: { ...category, type: 'ordinal' }, y: { ...value, stack: 'normalize' }, color },
  ])
    assert.deepEqual(citiesOf(orderByTotals({ mark: 'bar', encoding }, result)), ['Rome', 'Oslo', null]);
  assert.deepEqual(result.rows[0], row('Oslo', 'A', 9), 'the rows of the result stay as they are');
});

test('numbers that a double cannot hold count as well', () => {
  const rows = [row('Oslo', 'A', 5), row('Rome', 'A', '90071992547409931')];
  assert.deepEqual(
    citiesOf(orderByTotals({ encoding: { x: category, y: value, color } }, { columns, rows })),
    ['Rome', 'Oslo'],
  );
});

test('what has an order, no colours, or goes along a time keeps its rows', () => {
  for (const encoding of [
    { x: { ...category, sort: ['Oslo'] }, y: value, color },
    { x: { field: 'f.city', type: 'nominal' }, y: value, color },
    { x: category, y: value },
    { x: category, y: value, color: { value: 'red' } },
    { x: { ...category, field: 'f.day.month' }, y: value, color },
    { x: category, y: { aggregate: 'count', type: 'quantitative' }, color },
    { x: category, y: value, color: category },
    undefined,
  ])
    assert.equal(orderByTotals({ encoding }, result), result, JSON.stringify(encoding));
});
