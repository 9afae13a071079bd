import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableSpec } from '@oriel/contract';
import type { QueryResult } from '../results/query-result.ts';
import { frozenColumns } from './frozen-columns.ts';
import { createCompare } from './sort-rows.ts';
import { gridOf } from './table-grid.ts';
import { layOutTable } from './table-layout.ts';

const columns: QueryResult['columns'] = {
  'o.city': { kind: 'dimension', type: 'string' },
  'o.kind': { kind: 'dimension', type: 'string' },
  'o.year': { kind: 'dimension', type: 'number' },
  'o.count': { kind: 'measure', type: 'number' },
};
const rows = [2000, 2001, 2002, 2003].map((year) => ({
  'o.city': 'Bonn',
  'o.kind': 'a',
  'o.year': year,
  'o.count': 1,
}));

/** How many columns of 100 pixels stay in a place of some width. */
function frozen(spec: TableSpec, available: number, numbers = 0): number {
  const layout = layOutTable({ rows, columns }, spec, { compare: createCompare('en'), maxLeaves: 500 });
  const grid = gridOf(layout, spec);
  return frozenColumns(grid, spec, { widths: grid.columns.map(() => 100), numbers, available });
}

test('the first column stays in a table that is too wide, and none in one that fits', () => {
  assert.equal(frozen({}, 399.5), 0);
  assert.equal(frozen({}, 390), 1);
  assert.equal(frozen({}, 400), 0);
  assert.equal(frozen({}, 1000), 0);
  assert.equal(frozen({}, 0), 0);
});

test('the dimensions of the rows stay in a pivot, and none in one without', () => {
  const pivot = { columns: ['o.year'] };
  assert.equal(frozen({ pivot }, 500), 2);
  assert.equal(frozen({ pivot, columns: [{ field: 'o.count' }] }, 300), 0);
  assert.equal(frozen({ pivot: { columns: ['o.nothing'] } }, 390), 1);
});

test('the names of measures stay with the dimensions of the rows', () => {
  assert.equal(frozen({ pivot: { columns: ['o.year'], measuresAxis: 'rows' } }, 610), 3);
  assert.equal(frozen({ pivot: { columns: [], measuresAxis: 'rows' } }, 499), 0);
});

test('the author says how many columns stay', () => {
  assert.equal(frozen({ frozenColumns: 0 }, 390), 0);
  assert.equal(frozen({ frozenColumns: 1, pivot: { columns: ['o.year'] } }, 500), 1);
  assert.equal(frozen({ frozenColumns: 3, pivot: { columns: ['o.year'] } }, 599), 0);
  assert.equal(frozen({ frozenColumns: 2 }, 398.5), 0);
  assert.equal(frozen({ frozenColumns: 500 }, 390), 0);
});

test('no column stays where those that do would take more than half, the numbers of the rows counted', () => {
  assert.equal(frozen({ frozenColumns: 1 }, 200), 1);
  assert.equal(frozen({ frozenColumns: 1 }, 199), 0);
  assert.equal(frozen({ frozenColumns: 1 }, 200, 50), 0);
  assert.equal(frozen({ frozenColumns: 1 }, 300, 50), 1);
});
