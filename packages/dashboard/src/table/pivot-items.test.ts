import type { PivotItems } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specOf, withPivotItems } from './pivot-items.ts';

const query = {
  dimensions: ['o.city', 'o.kind'],
  timeDimensions: [{ dimension: 'o.at', granularity: 'month' }, { dimension: 'o.sent' }],
  measures: ['o.count', 'o.mean'],
};
const items: PivotItems = { rows: ['o.kind'], columns: ['o.at'], measures: ['o.mean'], filters: [] };

test('rows, columns and measures are laid out as the items list them, times by their granularity', () => {
  const all = { ...items, measuresAxis: 'rows', measuresPosition: 'before' } as const;
  assert.deepEqual(withPivotItems({}, all, query), {
    columns: ['o.kind', 'o.city', 'o.at.month', 'o.mean', 'o.count'].map((field) => ({ field })),
    pivot: { columns: ['o.at.month'], measuresAxis: 'rows', measuresPosition: 'before' },
  });
});

test('totals and the unit are those of the items', () => {
  const all = { ...items, displayScale: 'millions', showColumnTotals: true, showRowTotals: false } as const;
  const { columns: _columns, pivot: _pivot, ...rest } = withPivotItems({}, all, query);
  assert.deepEqual(rest, { displayScale: 'millions', columnTotals: true, rowTotals: false });
});

test('filters stand above the table where the items say so', () => {
  const { appliedFilters } = withPivotItems({}, { ...items, showAppliedFilters: true }, query);
  assert.equal(appliedFilters, true);
  const stated = withPivotItems({ appliedFilters: false }, { ...items, showAppliedFilters: true }, query);
  assert.equal(stated.appliedFilters, false);
  assert.equal('appliedFilters' in withPivotItems({}, { ...items, showAppliedFilters: null }, query), false);
});

test('what the spec says goes before the items', () => {
  const spec = {
    columns: [{ field: 'o.count' }],
    pivot: { columns: ['o.city'] },
    displayScale: 'absolute',
    columnTotals: false,
    rowTotals: true,
  } as const;
  const stated = { ...spec, columns: [...spec.columns], pivot: { columns: [...spec.pivot.columns] } };
  const all = {
    ...items,
    measuresAxis: 'rows',
    displayScale: 'thousands',
    showColumnTotals: true,
    showRowTotals: false,
  } as const;
  assert.deepEqual(withPivotItems(stated, all, query), stated);
});

test('members that the query does not ask for are left out, and empty items change nothing', () => {
  const none = { rows: [], columns: [], measures: [], filters: [] };
  assert.deepEqual(withPivotItems({ banding: true }, none, query), { banding: true });
  assert.deepEqual(withPivotItems({}, { ...none, columns: ['o.gone'] }, query), {});
  assert.deepEqual(withPivotItems({}, { ...none, rows: ['o.gone'] }, { dimensions: ['o.city'] }), {
    columns: [{ field: 'o.city' }],
  });
});

test('a measure keeps what it is compared with behind it', () => {
  const compared = {
    measures: ['o.count', 'o.mean'],
    periodComparisons: [
      { measure: 'o.count', offset: { amount: 1, unit: 'year' }, outputs: ['previous', 'percent'] },
    ],
  };
  const { columns } = withPivotItems({}, { ...items, measures: ['o.mean', 'o.count'] }, compared);
  assert.deepEqual(
    columns?.map(({ field }) => field),
    ['o.mean', 'o.count', 'o.count.previous_1_year', 'o.count.percent_1_year'],
  );
});

test('only tables have a pivot', () => {
  const report = { jsonQuery: JSON.stringify(query), pivotItems: items };
  const document = { mark: 'bar' };
  assert.equal(specOf({ ...report, kind: 'vega', spec: document }), document);
  assert.deepEqual(specOf({ ...report, kind: null, spec: null }), withPivotItems({}, items, query));
  assert.equal(specOf({ jsonQuery: 'no query', kind: 'table', spec: null, pivotItems: null }), null);
});

test('a template has the items beside it where it has a use for a pivot', () => {
  const report = {
    kind: 'html',
    jsonQuery: JSON.stringify(query),
    periodComparisons: null,
    pivotItems: items,
  } as const;
  const template = '{{pivot.config.rows}}';
  const pivot = { rows: ['o.kind'], columns: ['o.at.month'], measures: ['o.mean'] };
  assert.deepEqual(specOf({ ...report, spec: template }), { template, pivot });
  assert.deepEqual(specOf({ ...report, spec: { template, pivot: { rows: [] } } }), {
    template,
    pivot: { rows: [] },
  });
  assert.equal(specOf({ ...report, spec: '{{rowCount}}' }), '{{rowCount}}');
});
