import type { GridColumn } from '@oriel/dashboard/table/table-grid';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult } from '../../../query/load-batch.ts';
import { columnWidths } from './column-widths.ts';

const columns: QueryResult['columns'] = {
  'f.city': { kind: 'dimension', type: 'string', shortTitle: 'City' },
  'f.band': { kind: 'dimension', type: 'string', shortTitle: 'Band' },
  'f.count': { kind: 'measure', type: 'number', shortTitle: 'Flights' },
};
const rows = [{ 'f.city': 'San Francisco International', 'f.band': 'On time', 'f.count': 1657312 }];

function columnOf(field: string, more: object = {}): GridColumn {
  const isNumber = field === 'f.count';
  const column = {
    field,
    label: field,
    isNumber,
    isMeasure: isNumber,
    flex: 1,
    display: { type: 'text' },
    ...more,
  };
  // Of a leaf what widths look at.
  return {
    kind: isNumber ? 'measure' : 'dimension',
    head: [],
    leaves: [{ id: field, column }],
  } as unknown as GridColumn;
}

const widths = (available: number, drawn: GridColumn[]) =>
  columnWidths({ columns: drawn }, rows, columns, {
    available,
    isHeaderWrapped: false,
    total: undefined,
    widthOf: (text) => text.length * 8,
  }).map(Math.round);

const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);

test('a table that is too wide cuts its texts, and never its numbers', () => {
  const [city, count] = [columnOf('f.city'), columnOf('f.count')];
  const [free = 0, number = 0] = widths(0, [city, count]);
  assert.ok(free > 200 && number >= 72 + 24, `${free} and ${number}`);
  for (const available of [200, 240, 275, 300])
    assert.deepEqual(widths(available, [city, count]), [available - number, number], String(available));
  const three = widths(275, [city, columnOf('f.band'), count]);
  assert.ok(Math.abs(sum(three) - 275) <= 2 && three[2] === number, three.join());
});

test('a table scrolls where cut texts would not be enough, and widths that its author has set stay', () => {
  const [city, count] = [columnOf('f.city'), columnOf('f.count')];
  assert.deepEqual(widths(150, [city, count]), widths(0, [city, count]));
  const set = columnOf('f.city', { width: 200 });
  assert.equal(widths(220, [set, count])[0], 200);
});

test('what is left over is shared', () => {
  const [city, count] = [columnOf('f.city'), columnOf('f.count')];
  assert.equal(sum(widths(1000, [city, count])), 1000);
});
