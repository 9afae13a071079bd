import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../../../query/load-batch.ts';
import { describeMark, describeTime } from './tooltip-content.ts';
import { hasOwnTooltip, timeFieldOf } from './tooltip-spec.ts';

const columns: QueryResult['columns'] = {
  'orders.status': { kind: 'dimension', type: 'string', shortTitle: 'Status' },
  'orders.at.month': { kind: 'timeDimension', type: 'time', shortTitle: 'Created' },
  'orders.at': { kind: 'timeDimension', type: 'time', shortTitle: 'Created' },
  'orders.count': { kind: 'measure', type: 'number', shortTitle: 'Orders', format: ',.0f' },
  'orders.share': { kind: 'measure', type: 'number', shortTitle: 'Share', format: 'percent' },
};
const march = Date.UTC(2001, 2, 1);
const datum = (status: string, count: number) => ({
  orders__status: status,
  orders__at__month: march,
  orders__at: march,
  orders__count: count,
  orders__share: 0.25,
});
const none = () => undefined;

test('a mark says each dimension once, then the measures in their formats', () => {
  assert.deepEqual(describeMark(datum('open', 1234), { rows: [], columns }, none).rows, [
    { name: 'Status', value: 'open' },
    { name: 'Created', value: 'Mar 2001' },
    { name: 'Orders', value: '1,234' },
    { name: 'Share', value: '25.0%' },
  ]);
});

test('a category is called as its axis calls it', () => {
  const { rows } = describeMark(datum('4', 1), { rows: [], columns }, (field) =>
    field === 'orders__status' ? 'Thu' : undefined,
  );
  assert.deepEqual(rows[0], { name: 'Status', value: 'Thu' });
});

test('a time has all series, each once, with the measure that is drawn', () => {
  const points = [
    { datum: datum('open', 3), color: 'red' },
    { datum: datum('closed', 4), color: 'blue' },
    { datum: datum('open', 3), color: 'pink' },
  ];
  const options = { timeField: 'orders__at', drawn: new Set(['orders__count']) };
  assert.deepEqual(describeTime(points, { rows: [], columns }, options), {
    title: 'Mar 2001',
    rows: [
      { name: 'closed', value: '4', color: 'blue' },
      { name: 'open', value: '3', color: 'red' },
    ],
  });
});

test('an incomplete bucket is said to be one', () => {
  const { note } = describeMark({ ...datum('open', 1), oriel_partial: true }, { rows: [], columns }, none);
  assert.equal(note, 'Not complete');
});

test('lines, areas and points over one time answer along it; bars, facets and unlike layers do not', () => {
  const x = { field: 'orders__at', type: 'temporal' };
  const timeField = (spec: object) => timeFieldOf(spec, { rows: [], columns });
  assert.equal(timeField({ mark: 'line', encoding: { x } }), 'orders__at');
  assert.equal(
    timeField({ layer: [{ mark: 'area' }, { mark: { type: 'point' } }], encoding: { x } }),
    'orders__at',
  );
  assert.equal(timeField({ mark: 'bar', encoding: { x } }), undefined);
  assert.equal(timeField({ mark: 'line', encoding: { x, row: { field: 'orders__status' } } }), undefined);
  assert.equal(timeField({ layer: [{ mark: 'line' }, { mark: 'bar' }], encoding: { x } }), undefined);
  assert.equal(
    timeField({ mark: 'point', encoding: { x: { field: 'orders__count', type: 'quantitative' } } }),
    undefined,
  );
});

test("a tooltip of the author's is found, null for none included", () => {
  assert.equal(hasOwnTooltip({ mark: { type: 'bar', tooltip: null } }), true);
  assert.equal(hasOwnTooltip({ layer: [{ encoding: { tooltip: [] } }] }), true);
  assert.equal(hasOwnTooltip({ mark: 'bar', encoding: { x: { field: 'tooltip' } } }), false);
});
