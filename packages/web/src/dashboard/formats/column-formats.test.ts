import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChartDocument } from './chart-fields.ts';
import { withColumnFormats, type ColumnFormats } from '@oriel/dashboard/column-formats';
import { formatValue } from './format.ts';

const result = {
  rows: [],
  columns: { 'o.sum': { kind: 'measure', type: 'number', format: 'abbr' } as const },
};
const written = (format: ColumnFormats[string], value: number) =>
  formatValue(value, withColumnFormats(result, { 'o.sum': format }).columns['o.sum']);

test('a column is written in the format of its report', () => {
  assert.equal(written({ type: 'currency' }, 1234.5), '$1,234.50');
  assert.equal(written({ type: 'currency', decimalPlaces: 0 }, 1234.5), '$1,235');
  assert.equal(written({ type: 'percent', decimalPlaces: 2 }, 0.12345), '12.35%');
  assert.equal(written({ type: 'number', decimalPlaces: 3 }, 1234.5), '1,234.500');
  assert.equal(written({ type: 'number' }, 1234.5), '1,234.5');
});

test('an axis and a legend of such a column have it as well, unless their author says another', () => {
  const formatted = withColumnFormats(result, { 'o.sum': { type: 'percent', decimalPlaces: 0 } });
  const sum = { field: 'o.sum', type: 'quantitative', title: 'Sum' };
  const { encoding } = toChartDocument(
    { encoding: { x: sum, color: sum, y: { ...sum, axis: { format: 's' } } } },
    formatted,
  ) as {
    encoding: Record<string, { axis?: object; legend?: object }>;
  };
  assert.deepEqual(encoding['x']?.axis, { format: ',.0%' });
  assert.deepEqual(encoding['color']?.legend, { format: ',.0%' });
  assert.deepEqual(encoding['y']?.axis, { format: 's' });
});

test('without formats of its own a result stays the same object', () => {
  assert.equal(withColumnFormats(result, null), result);
});
