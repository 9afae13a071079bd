import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../../query/load-batch.ts';
import { followGrains } from './follow-grains.ts';

const resultWith = (...times: string[]): QueryResult => ({
  rows: [],
  columns: {
    ...Object.fromEntries(times.map((key) => [key, { kind: 'timeDimension' as const }])),
    'sales.at': { kind: 'timeDimension' },
    'sales.count': { kind: 'measure' },
    'sales.count.previous_1_month': { kind: 'measure' },
  },
});

test('a column that a control has cut anew is found under its new key', () => {
  const spec = {
    columns: [{ field: 'sales.at.month', label: 'Month' }, { field: 'sales.count.previous_1_month' }],
    x: { field: String.raw`sales\.at\.month`, title: 'of sales' },
    filter: "datum['sales.at.month'] > 0",
    whole: { field: 'sales.at' },
  };
  assert.deepEqual(followGrains(spec, resultWith('sales.at.week')), {
    columns: [{ field: 'sales.at.week', label: 'Month' }, { field: 'sales.count.previous_1_month' }],
    x: { field: 'sales.at.week', title: 'of sales' },
    filter: "datum['sales.at.week'] > 0",
    whole: { field: 'sales.at' },
  });
});

test('a time that is cut twice keeps the keys that it was given', () => {
  const spec = { columns: [{ field: 'sales.at.year' }, { field: 'sales.at.month' }] };
  assert.deepEqual(followGrains(spec, resultWith('sales.at.year', 'sales.at.month')), spec);
});
