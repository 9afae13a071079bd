import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../../../query/load-batch.ts';
import { drawnFields, timeFieldOf } from './tooltip-spec.ts';

const result = {
  columns: {
    'orders.created.month': { kind: 'timeDimension', type: 'time', title: 'Created' },
    'orders.count': { kind: 'measure', type: 'number', title: 'Orders' },
    'orders.rate': { kind: 'measure', type: 'number', title: 'Rate' },
  },
  rows: [],
} as unknown as QueryResult;

const x = { field: 'orders__created', type: 'temporal' };
const line = (field: string) => ({ mark: { type: 'line' }, encoding: { y: { field } } });
const two = { layer: [line('orders__count'), line('orders__rate')] };

test('lines of one time answer with the nearest, also those that are layers of layers', () => {
  for (const spec of [
    { ...line('orders__count'), encoding: { x, y: { field: 'orders__count' } } },
    { ...two, encoding: { x } },
    { encoding: { x }, layer: [two, line('orders__rate')], resolve: { scale: { y: 'independent' } } },
  ])
    assert.equal(timeFieldOf(spec, result), 'orders__created');
  assert.ok(drawnFields({ layer: [two] }).has('orders__rate'));
});

test('bars, facets, and layers of several times answer themselves', () => {
  const bar = { mark: 'bar', encoding: { y: { field: 'orders__count' } } };
  const other = { ...line('orders__count'), encoding: { x: { field: 'orders__shipped' } } };
  for (const spec of [
    { encoding: { x }, layer: [two, bar] },
    { encoding: { x }, layer: [{ layer: [line('orders__rate'), bar] }] },
    { encoding: { x, row: { field: 'orders__count' } }, ...two },
    { encoding: { x }, layer: [two, other] },
    { hconcat: [two, two] },
  ])
    assert.equal(timeFieldOf(spec, result), undefined, JSON.stringify(spec));
});
