import assert from 'node:assert/strict';
import { rowsOf, type Row } from './support/query-rows.ts';
import { modelOf } from './support/read-model.ts';
import { onEveryEngine } from './support/test-engines.ts';

const test = onEveryEngine();

const model = modelOf(`
cubes:
  - name: s
    sql: >-
      SELECT * FROM (VALUES (1, 'NO', 'done', DATE '2024-01-01', 160), (2, 'SE', 'open', DATE '2024-01-02', 70),
      (3, 'SE', 'done', DATE '2024-02-03', 30), (4, 'DK', 'open', DATE '2024-02-04', 20), (5, NULL, 'done', DATE '2024-02-05', 1))
      AS s(id, land, status, day, n)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: land, sql: land, type: string }
      - { name: status, sql: status, type: string }
      - { name: day, sql: day, type: time }
    segments: [{ name: finished, sql: "{status} = 'done'" }]
    measures:
      - { name: n, sql: n, type: sum }
      - { name: any_status, multi_stage: true, type: number, sql: "{n}", filter: { exclude: [status] } }
      - { name: only_land, multi_stage: true, type: number, sql: "{n}", filter: { keep_only: [land] } }
      - { name: unfinished, multi_stage: true, type: number, sql: "{n}", filter: { exclude: [finished] } }
      - { name: fixed, multi_stage: true, type: number, sql: "{n}", filter: { exclude: [status], mode: fixed } }
      - { name: open, multi_stage: true, type: number, sql: "{n}", filter: { exclude: [status], include: [{ member: status, operator: equals, values: [open] }] } }
      - { name: narrow, multi_stage: true, type: number, sql: "{n}", filter: { include: [{ member: land, operator: equals, values: [SE] }] } }
      - { name: anytime, multi_stage: true, type: number, sql: "{n}", filter: { exclude: [day] } }
      - { name: nested, multi_stage: true, type: sum, sql: "{any_status}", add_group_by: [id] }
      - { name: over, multi_stage: true, type: number, sql: "{open} + coalesce({any_status}, 0)", filter: { exclude: [land] } }
      - { name: total, multi_stage: true, type: sum, sql: "{n}", group_by: [], filter: { exclude: [status] } }
      - { name: share, multi_stage: true, type: number, sql: "100.0 * {n} / {any_status}" }
      - { name: place, multi_stage: true, type: rank, order_by: [{ sql: "{n}", dir: desc }], reduce_by: [land], filter: { exclude: [status] } }
      - { name: before, multi_stage: true, type: number, sql: "{n}", time_shift: [{ interval: 1 month, type: prior }] }
      - { name: any_before, multi_stage: true, type: number, sql: "{any_status}", time_shift: [{ interval: 1 month, type: prior }] }
views:
  - name: w
    cubes: [{ join_path: s, includes: "*" }]
`);

const status = (value: string, cube = 's') => ({
  member: `${cube}.status`,
  operator: 'equals',
  values: [value],
});
const named = (measures: readonly string[]) => measures.map((measure) => `s.${measure}`);
const valuesOf = (rows: readonly Row[]) => rows.map((row) => Object.values(row));

test('a measure that does not see a filter adds no rows that the filter leaves out', async (database) => {
  const cases: [measures: string[], query: object, expected: unknown[][]][] = [
    [
      ['n', 'any_status'],
      { filters: [status('open')] },
      [
        ['DK', 20, 20],
        ['SE', 70, 100],
      ],
    ],
    [
      ['any_status'],
      { filters: [status('open')] },
      [
        ['DK', 20],
        ['SE', 100],
      ],
    ],
    [
      ['any_status'],
      { filters: [status('done')] },
      [
        ['NO', 160],
        ['SE', 100],
        [null, 1],
      ],
    ],
    [
      ['only_land'],
      { filters: [status('open')] },
      [
        ['DK', 20],
        ['SE', 100],
      ],
    ],
    [
      ['unfinished'],
      { segments: ['s.finished'] },
      [
        ['NO', 160],
        ['SE', 100],
        [null, 1],
      ],
    ],
    [
      ['fixed'],
      { filters: [status('open')] },
      [
        ['DK', 20],
        ['SE', 100],
      ],
    ],
    [
      ['open'],
      { filters: [status('done')] },
      [
        ['NO', null],
        ['SE', 70],
        [null, null],
      ],
    ],
    [
      ['nested'],
      { filters: [status('open')] },
      [
        ['DK', 20],
        ['SE', 100],
      ],
    ],
    [
      ['nested', 'any_status'],
      { filters: [status('open')] },
      [
        ['DK', 20, 20],
        ['SE', 100, 100],
      ],
    ],
    [
      ['share'],
      { filters: [status('open')] },
      [
        ['DK', 100],
        ['SE', 70],
      ],
    ],
    [
      ['total'],
      { filters: [status('open')] },
      [
        ['DK', 281],
        ['SE', 281],
      ],
    ],
    [
      ['place'],
      { filters: [status('open')] },
      [
        ['DK', 3],
        ['SE', 2],
      ],
    ],
    [
      ['over'],
      { filters: [status('open'), { member: 's.land', operator: 'equals', values: ['SE'] }] },
      [['SE', 170]],
    ],
    [
      ['any_status'],
      { filters: [{ or: [status('open'), { member: 's.land', operator: 'equals', values: ['NO'] }] }] },
      [
        ['DK', 20],
        ['NO', 160],
        ['SE', 100],
      ],
    ],
    [
      ['any_status'],
      { filters: [status('open'), { member: 's.any_status', operator: 'gt', values: ['50'] }] },
      [['SE', 100]],
    ],
    // Without a filter that it would not see, the rows are those that there are; a condition of its own makes none.
    [
      ['any_status'],
      {},
      [
        ['DK', 20],
        ['NO', 160],
        ['SE', 100],
        [null, 1],
      ],
    ],
    [
      ['n', 'narrow'],
      { filters: [status('open')] },
      [
        ['DK', 20, null],
        ['SE', 70, 70],
      ],
    ],
  ];
  for (const [measures, query, expected] of cases) {
    const order = { 's.land': 'asc' };
    const rows = await rowsOf(database, model, {
      ...query,
      measures: named(measures),
      dimensions: ['s.land'],
      order,
    });
    const nullsLast = valuesOf(rows).toSorted(([a], [b]) => Number(a === null) - Number(b === null));
    assert.deepEqual(nullsLast, expected, JSON.stringify([measures, query]));
  }
});

test('a measure that does not see a date range adds no times that lie outside of it', async (database) => {
  const query = {
    measures: ['s.n', 's.anytime'],
    timeDimensions: [{ dimension: 's.day', granularity: 'day', dateRange: ['2024-02-01', '2024-02-04'] }],
    order: { 's.day': 'asc' },
  };
  const days = async (more: object) =>
    valuesOf(await rowsOf(database, model, { ...query, ...more })).map(([day, ...values]) => [
      String(day).slice(8, 10),
      ...values,
    ]);
  assert.deepEqual(await days({}), [
    ['03', 30, 30],
    ['04', 20, 20],
  ]);
  assert.deepEqual(await days({ measures: ['s.anytime'] }), [
    ['03', 30],
    ['04', 20],
  ]);
  assert.deepEqual((await days({ fillMissingRows: { member: 's.day' } })).length, 4);
});

test('what was before stands beside a measure that does not see a filter, with the rows that there are now', async (database) => {
  const query = {
    timeDimensions: [{ dimension: 's.day', granularity: 'month', dateRange: ['2024-01-01', '2024-03-31'] }],
    filters: [status('open')],
    order: { 's.day': 'asc' },
  };
  const months = async (...measures: string[]) =>
    valuesOf(await rowsOf(database, model, { ...query, measures: named(measures) })).map(
      ([day, ...values]) => [String(day).slice(5, 7), ...values],
    );
  assert.deepEqual(await months('before'), [
    ['02', 70],
    ['03', 20],
  ]);
  assert.deepEqual(await months('before', 'any_status'), [
    ['01', null, 230],
    ['02', 70, 51],
    ['03', 20, null],
  ]);
  assert.deepEqual(await months('any_before'), [
    ['01', null],
    ['02', 230],
  ]);
});

test('it is the same through a view, and without groups', async (database) => {
  const view = {
    measures: ['w.any_status'],
    dimensions: ['w.land'],
    filters: [status('open', 'w')],
    order: { 'w.land': 'asc' },
  };
  assert.deepEqual(valuesOf(await rowsOf(database, model, view)), [
    ['DK', 20],
    ['SE', 100],
  ]);
  assert.deepEqual(
    valuesOf(await rowsOf(database, model, { measures: ['s.any_status'], filters: [status('open')] })),
    [[281]],
  );
});
