import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Query } from '../controls/control-settings.ts';
import { findNoVariant, toVariant } from './query-variant.ts';

const query: Query = {
  measures: ['o.mean', 'o.count'],
  dimensions: ['o.city', 'o.kind'],
  timeDimensions: [
    { dimension: 'o.created', granularity: 'month', dateRange: ['2001-01-01', '2001-03-31'] },
    { dimension: 'o.paid', dateRange: ['2001-01-01', '2001-12-31'] },
  ],
  filters: [{ member: 'o.kind', operator: 'equals', values: ['a'] }],
  segments: ['o.big'],
  order: { 'o.count': 'desc' },
  limit: 10,
  offset: 20,
  fillMissingRows: { member: 'o.created.month' },
  periodComparisons: [
    { measure: 'o.count', timeDimension: 'o.created', offset: { amount: 1, unit: 'month' } },
  ],
  timezone: 'UTC',
};

test('a variant keeps what narrows the rows, and nothing that cuts, orders or fills them', () => {
  assert.deepEqual(toVariant(query, { keep: ['o.city'] }, 50), {
    measures: ['o.mean', 'o.count'],
    dimensions: ['o.city'],
    timeDimensions: [
      { dimension: 'o.created', dateRange: ['2001-01-01', '2001-03-31'] },
      { dimension: 'o.paid', dateRange: ['2001-01-01', '2001-12-31'] },
    ],
    filters: [{ member: 'o.kind', operator: 'equals', values: ['a'] }],
    segments: ['o.big'],
    timezone: 'UTC',
    periodComparisons: [],
    limit: 50,
  });
});

test('a time that stays keeps its granularity, and what is compared by it', () => {
  const { timeDimensions, periodComparisons } = toVariant(query, { keep: ['o.created.month'] }, 50);
  assert.equal(timeDimensions?.[0]?.granularity, 'month');
  assert.deepEqual(periodComparisons, query['periodComparisons']);
});

test('a time that a variant is cut by as well keeps its range', () => {
  const by = { dimension: 'o.paid', granularity: 'week' };
  const { timeDimensions, measures } = toVariant(query, { keep: [], by, measures: ['o.count'] }, 50);
  assert.deepEqual(timeDimensions?.[1], {
    dimension: 'o.paid',
    dateRange: ['2001-01-01', '2001-12-31'],
    granularity: 'week',
  });
  assert.deepEqual(measures, ['o.count']);
  const cut = toVariant({ measures: ['o.count'] }, { keep: [], by }, 50);
  assert.deepEqual(cut.timeDimensions, [by]);
});

test('single records, and groups that a measure leaves out, have no variant', () => {
  const unknown = () => undefined;
  assert.equal(findNoVariant(query, unknown), undefined);
  assert.equal(findNoVariant({ ...query, ungrouped: true }, unknown), 'ungrouped');
  const filter = (member: string): Query => ({ ...query, filters: [{ or: [{ and: [{ member }] }] }] });
  assert.equal(findNoVariant(filter('o.count'), unknown), 'measureFilter');
  assert.equal(findNoVariant(filter('o.state'), unknown), 'measureFilter');
  assert.equal(
    findNoVariant(filter('o.state'), (member) => member === 'o.state'),
    undefined,
  );
});
