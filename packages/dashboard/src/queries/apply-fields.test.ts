import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, withReportNames } from './apply-fields.ts';
import { applyControls } from './chart-query.ts';
import type { FieldSetting, Query } from '../controls/control-settings.ts';

const report: Query = {
  measures: ['sales.total', 'sales.count'],
  dimensions: ['sales.region'],
  order: [['sales.total', 'desc']],
  filters: [{ member: 'sales.total', operator: 'gt', values: ['1'] }],
  periodComparisons: [{ measure: 'sales.total', timeDimension: 'sales.day' }],
};
const swap = (member: string, selected: string): FieldSetting => ({ widgetId: 'w', member, selected });
const asked = (...fields: FieldSetting[]) =>
  applyControls(report, { filters: [], grains: [], fields }, undefined);

test('a field switcher replaces a member in what is asked, its order and its comparisons, and no filter', () => {
  assert.deepEqual(asked(swap('sales.total', 'sales.average'), swap('sales.region', 'sales.city')), {
    ...report,
    measures: ['sales.average', 'sales.count'],
    dimensions: ['sales.city'],
    order: [['sales.average', 'desc']],
    periodComparisons: [{ measure: 'sales.average', timeDimension: 'sales.day' }],
  });
});

test('a query without the member, or with the one in its place, is asked as it is', () => {
  assert.deepEqual(asked(swap('sales.other', 'sales.average')), report);
  assert.deepEqual(asked(swap('sales.total', 'sales.count')), report);
});

test('a chart may leave a switcher out, or have another member replaced', () => {
  const fields = [swap('sales.count', 'sales.average')];
  assert.equal(fieldsOf(report, fields, { w: false }).size, 0);
  assert.deepEqual(
    [...fieldsOf(report, fields, { w: { member: 'sales.total' } })],
    [['sales.total', 'sales.average']],
  );
});

test('rows keep the names of the report, those of comparisons too', () => {
  const swapped = new Map([['sales.total', 'sales.average']]);
  const title = { kind: 'measure', title: 'Average' } as const;
  const result = {
    columns: { 'sales.average': title, 'sales.averages': title, 'sales.average.previous_1_month': title },
    rows: [{ 'sales.average': 2, 'sales.averages': 3, 'sales.average.previous_1_month': 1 }],
  };
  assert.deepEqual(withReportNames(result, swapped), {
    columns: { 'sales.total': title, 'sales.averages': title, 'sales.total.previous_1_month': title },
    rows: [{ 'sales.total': 2, 'sales.averages': 3, 'sales.total.previous_1_month': 1 }],
  });
});
