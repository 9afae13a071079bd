import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell, QueryResult } from '../results/query-result.ts';
import { createCompare } from './sort-rows.ts';
import { layOutTable } from './table-layout.ts';
import { pivotId, rowTotalId } from './table-leaf.ts';
import { arrangeRows } from './table-rows.ts';
import { groupKey, indexTotals, NO_TOTALS, totalGroups, totalValues, withRowTotals } from './table-totals.ts';

const compare = createCompare('en');
const options = { compare, maxLeaves: 500 };

const columns: QueryResult['columns'] = {
  'o.city': { kind: 'dimension', type: 'string', shortTitle: 'City' },
  'o.kind': { kind: 'dimension', type: 'string', shortTitle: 'Kind' },
  'o.year': { kind: 'dimension', type: 'number', shortTitle: 'Year' },
  'o.mean': { kind: 'measure', type: 'number', shortTitle: 'Mean' },
  'o.count': { kind: 'measure', type: 'number', shortTitle: 'Count' },
};

const sales = [
  ['Bonn', 'a', 2001, 10, 1],
  ['Bonn', 'b', 2000, 20, 3],
  ['Aachen', 'a', 2000, 40, 1],
].map(([city, kind, year, mean, count]) => ({
  'o.city': city as Cell,
  'o.kind': kind as Cell,
  'o.year': year as Cell,
  'o.mean': mean as Cell,
  'o.count': count as Cell,
}));

const anyRow = fc.record({
  'o.city': fc.constantFrom('Aachen', 'Bonn', null),
  'o.kind': fc.constantFrom('a', 'b', 'c'),
  'o.year': fc.constantFrom(2000, 2001, null),
  'o.mean': fc.oneof(fc.integer(), fc.constant(null)),
  'o.count': fc.integer(),
});
const property = (
  rows: fc.Arbitrary<Record<string, Cell>[]>,
  check: (rows: Record<string, Cell>[]) => void,
) => fc.assert(fc.property(rows, check), { numRuns: 300, seed: 20_261_122 });

test('a table without a pivot has the rows as they are', () => {
  const layout = layOutTable({ rows: sales, columns }, {}, options);
  assert.equal(layout.rows, sales);
  assert.deepEqual(
    layout.leaves.map(({ id }) => id),
    Object.keys(columns),
  );
});

test("a pivot's columns are the values of its dimensions in their order, each with every measure", () => {
  const spec = { pivot: { columns: ['o.year', 'o.nothing'] }, rowTotals: true };
  const { leaves, rows } = layOutTable({ rows: sales, columns }, spec, options);
  assert.deepEqual(
    leaves.map(({ id }) => id),
    [
      'o.city',
      'o.kind',
      ...[2000, 2001].flatMap((year) => [pivotId([year], 'o.mean'), pivotId([year], 'o.count')]),
      rowTotalId('o.mean'),
      rowTotalId('o.count'),
    ],
  );
  assert.deepEqual(rows[0], {
    'o.city': 'Bonn',
    'o.kind': 'a',
    [pivotId([2001], 'o.mean')]: 10,
    [pivotId([2001], 'o.count')]: 1,
  });
});

test('a pivot keeps every value of its rows, also where rows have the same dimensions', () => {
  property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
    const spec = { pivot: { columns: ['o.year', 'o.kind'] } };
    const layout = layOutTable({ rows, columns }, spec, options);
    const shown = layout.rows.flatMap((row) =>
      layout.leaves.flatMap(({ id, column, path }) =>
        column.field === 'o.count' && Object.hasOwn(row, id)
          ? [JSON.stringify([row['o.city'], ...path, row[id]])]
          : [],
      ),
    );
    const given = rows.map((row) =>
      JSON.stringify([row['o.city'], row['o.year'], row['o.kind'], row['o.count']]),
    );
    assert.deepEqual(shown.toSorted(), given.toSorted());
  });
});

test('columns beyond the bound are counted', () => {
  const rows = Array.from({ length: 20 }, (_, year) => ({ 'o.year': year, 'o.count': 1, 'o.mean': 1 }));
  const { leaves, hiddenLeaves } = layOutTable(
    { rows, columns },
    { pivot: { columns: ['o.year'] } },
    { compare, maxLeaves: 10 },
  );
  assert.equal(hiddenLeaves, 30);
  assert.equal(leaves.filter(({ column }) => column.isMeasure).length, 10);
});

test('totals are asked for each level of groups, with and without the dimensions of the pivot', () => {
  const spec = { pivot: { columns: ['o.year'] }, groupRows: true, rowTotals: true, columnTotals: true };
  const layout = layOutTable({ rows: sales, columns }, spec, options);
  assert.deepEqual(totalGroups(layout, spec), [
    ['o.city', 'o.kind'],
    ['o.city', 'o.year'],
    ['o.city'],
    ['o.year'],
    [],
  ]);
  assert.deepEqual(totalGroups(layout, {}), []);
});

/** What a server answers for a group: the mean weighted by the counts, which no sum of means is. */
function answerFor(keep: readonly string[], rows: readonly Record<string, Cell>[]) {
  const groups = Map.groupBy(rows, (row) => groupKey(keep, row));
  return {
    keep,
    rows: [...groups.values()].map((group) => {
      const count = group.reduce((sum, row) => sum + Number(row['o.count']), 0);
      const all = group.reduce((sum, row) => sum + Number(row['o.mean']) * Number(row['o.count']), 0);
      const own = Object.fromEntries(keep.map((key) => [key, group[0]?.[key] ?? null]));
      return { ...own, 'o.count': count, 'o.mean': count === 0 ? null : all / count };
    }),
  };
}

test('every total that is shown is the answer of the server for its own group, and without answers there is none', () => {
  const spec = { pivot: { columns: ['o.year'] }, groupRows: true, rowTotals: true, columnTotals: true };
  property(fc.array(anyRow, { minLength: 1, maxLength: 30 }), (rows) => {
    const layout = layOutTable({ rows, columns }, spec, options);
    const totals = indexTotals(totalGroups(layout, spec).map((keep) => answerFor(keep, rows)));
    const mean = (members: readonly Record<string, Cell>[]) => answerFor([], members).rows[0]?.['o.mean'];
    const grand = totalValues(layout, totals, [], {});
    assert.equal(grand[rowTotalId('o.mean')] ?? null, mean(rows) ?? null);
    const withTotals = withRowTotals(layout, totals);
    const arranged = arrangeRows(layout, withTotals, {
      totals,
      order: [],
      compare,
      folded: new Set(),
      isGrouped: true,
    });
    for (const { kind, values } of arranged) {
      const own = rows.filter(
        (row) =>
          row['o.city'] === (values['o.city'] ?? null) &&
          (kind === 'group' || row['o.kind'] === values['o.kind']),
      );
      assert.equal(values[rowTotalId('o.mean')] ?? null, mean(own) ?? null);
    }
    assert.deepEqual(totalValues(layout, NO_TOTALS, [], {}), {});
    assert.equal(withRowTotals(layout, NO_TOTALS)[0]?.[rowTotalId('o.mean')], undefined);
  });
});

test('rows are sorted within their groups, and groups by what they are themselves', () => {
  property(fc.array(anyRow, { maxLength: 30 }), (rows) => {
    const layout = layOutTable({ rows, columns }, {}, options);
    const arranged = arrangeRows(layout, layout.rows, {
      totals: NO_TOTALS,
      compare,
      folded: new Set(),
      isGrouped: true,
      order: [{ id: 'o.count', isDescending: true }],
    });
    const leaves = arranged.filter(({ kind }) => kind === 'row').map(({ values }) => values);
    assert.equal(leaves.length, rows.length);
    for (const [index, row] of leaves.entries()) {
      const next = leaves[index + 1];
      if (!next || groupKey(['o.city', 'o.kind'], row) !== groupKey(['o.city', 'o.kind'], next)) continue;
      assert.ok(Number(row['o.count']) >= Number(next['o.count']));
    }
  });
});

test('a folded group shows its head alone', () => {
  const layout = layOutTable({ rows: sales, columns }, {}, options);
  const shown = (folded: ReadonlySet<string>) =>
    arrangeRows(layout, layout.rows, { totals: NO_TOTALS, order: [], compare, folded, isGrouped: true });
  const [first] = shown(new Set());
  assert.equal(first?.kind, 'group');
  const folded = shown(new Set([first?.key ?? '']));
  assert.equal(folded[0]?.isFolded, true);
  assert.equal(folded[1]?.values['o.city'], 'Aachen');
});

test('what has no value is last in either direction', () => {
  const rows = [{ 'o.count': null }, { 'o.count': 2 }, { 'o.count': 10 }];
  const layout = layOutTable({ rows, columns }, {}, options);
  for (const isDescending of [false, true]) {
    const order = [{ id: 'o.count', isDescending }];
    const sorted = arrangeRows(layout, rows, {
      totals: NO_TOTALS,
      order,
      compare,
      folded: new Set(),
      isGrouped: false,
    });
    assert.deepEqual(
      sorted.map(({ values }) => values['o.count']),
      isDescending ? [10, 2, null] : [2, 10, null],
    );
  }
});
