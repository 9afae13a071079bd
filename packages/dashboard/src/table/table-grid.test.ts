import type { TableSpec } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../results/query-result.ts';
import { createCompare } from './sort-rows.ts';
import { gridOf, leafAt, lineAt, type TableGrid } from './table-grid.ts';
import { layOutTable } from './table-layout.ts';

const columns: QueryResult['columns'] = {
  'o.city': { kind: 'dimension', type: 'string', shortTitle: 'City' },
  'o.year': { kind: 'dimension', type: 'number', shortTitle: 'Year' },
  'o.mean': { kind: 'measure', type: 'number', shortTitle: 'Mean' },
  'o.count': { kind: 'measure', type: 'number', shortTitle: 'Count' },
};
const rows = [
  { 'o.city': 'Aachen', 'o.year': 2000, 'o.mean': 40, 'o.count': 1 },
  { 'o.city': 'Bonn', 'o.year': 2001, 'o.mean': 10, 'o.count': 2 },
];

/** The grid of a table, and what its rows have in it. */
function lay(spec: TableSpec) {
  const layout = layOutTable({ rows, columns }, spec, { compare: createCompare('en'), maxLeaves: 500 });
  const grid = gridOf(layout, spec);
  const places = Array.from({ length: layout.rows.length * grid.lines }, (_, index) =>
    lineAt(grid, { index, rows: layout.rows.length }),
  );
  const drawn = places.map(({ row, line }) =>
    grid.columns.map((column) =>
      column.kind === 'measures'
        ? leafAt(column, line).column.label
        : layout.rows[row]?.[leafAt(column, line).id],
    ),
  );
  return { grid, drawn };
}

const headsOf = ({ columns: drawn }: TableGrid) =>
  drawn.map(({ head, leaves: [leaf] }) =>
    head.map((part) =>
      part.kind === 'value' ? part.value : part.kind === 'measure' ? leaf.column.label : part.kind,
    ),
  );

test('measures stand inside of the values of a pivot, or outside of them', () => {
  const inside = lay({ pivot: { columns: ['o.year'] }, rowTotals: true }).grid;
  assert.deepEqual(headsOf(inside), [
    [],
    [2000, 'Mean'],
    [2000, 'Count'],
    [2001, 'Mean'],
    [2001, 'Count'],
    ['total', 'Mean'],
    ['total', 'Count'],
  ]);
  const outside = lay({ pivot: { columns: ['o.year'], measuresPosition: 'before' }, rowTotals: true }).grid;
  assert.deepEqual(headsOf(outside), [
    [],
    ['Mean', 2000],
    ['Mean', 2001],
    ['Mean', 'total'],
    ['Count', 2000],
    ['Count', 2001],
    ['Count', 'total'],
  ]);
});

test('measures along the rows have a line each below those of their row', () => {
  const { grid, drawn } = lay({ pivot: { columns: ['o.year'], measuresAxis: 'rows' } });
  assert.deepEqual(headsOf(grid), [[], [], [2000], [2001]]);
  assert.deepEqual(drawn, [
    ['Aachen', 'Mean', 40, undefined],
    ['Aachen', 'Count', 1, undefined],
    ['Bonn', 'Mean', undefined, 10],
    ['Bonn', 'Count', undefined, 2],
  ]);
});

test('measures before the rows have their lines after each other', () => {
  const { grid, drawn } = lay({
    pivot: { columns: [], measuresAxis: 'rows', measuresPosition: 'before' },
  });
  assert.deepEqual(headsOf(grid), [[], [], [], ['values']]);
  assert.deepEqual(drawn, [
    ['Mean', 'Aachen', 2000, 40],
    ['Mean', 'Bonn', 2001, 10],
    ['Count', 'Aachen', 2000, 1],
    ['Count', 'Bonn', 2001, 2],
  ]);
});

test('a table without measures has one line for each row', () => {
  const { grid, drawn } = lay({
    columns: [{ field: 'o.city' }],
    pivot: { columns: [], measuresAxis: 'rows' },
  });
  assert.equal(grid.lines, 1);
  assert.deepEqual(drawn, [['Aachen'], ['Bonn']]);
});
