import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf, problemsOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine();

/** Sales of 10 to 40 to two people in two towns; who buys for 50 or more is large. */
const modelWith = (keys = '', town = '') =>
  modelOf(`
cubes:
  - name: sales
    sql: >-
      SELECT * FROM (VALUES (1, 'a', 'x', 10), (2, 'a', 'y', 40), (3, 'b', 'x', 20), (4, 'b', 'x', 30))
      AS s(id, buyer, town, n)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: buyer, sql: buyer, type: string }
      - { name: town, sql: town, type: string${town} }
      - name: size
        multi_stage: true
        type: string
        case: { when: [{ sql: "{total} >= 50", label: large }], else: { label: small } }
        add_group_by: [buyer]
      - { name: shown_size, sql: "{size}", type: string }
    measures:
      - { name: total, sql: n, type: sum }
      - { name: count, type: count }
    ${keys}
`);

const sizes = (query: object = {}) => ({ dimensions: ['sales.size'], measures: ['sales.count'], ...query });

/** The counts of the sizes. */
async function countsOf(
  database: Parameters<typeof rowsOf>[0],
  model: ReturnType<typeof modelWith>,
  query: object = sizes(),
): Promise<Record<string, unknown>> {
  const rows = await rowsOf(database, model, query);
  return Object.fromEntries(rows.map((row) => [String(row['sales.size']), row['sales.count']]));
}

test('a multi-stage dimension is computed of the rows that the caller may see', async (database) => {
  assert.deepEqual(await countsOf(database, modelWith()), { large: 4 });
  const onlyX =
    'access_policy: [{ group: "*", row_level: { filters: [{ member: town, operator: equals, values: [x] }] } }]';
  assert.deepEqual(await countsOf(database, modelWith(onlyX)), { small: 1, large: 2 });
});

test('who may not see a measure sees nothing of it in a multi-stage dimension', async (database) => {
  const granted = (members: string) =>
    modelWith(`access_policy: [{ group: "*", member_level: { includes: [size, count${members}] } }]`);
  assert.deepEqual(await countsOf(database, granted('')), { small: 4 });
  assert.deepEqual(await countsOf(database, granted(', total')), { large: 4 });
});

test('a policy says which rows there are by no multi-stage dimension', async (database) => {
  const rowLevel = (member: string) =>
    `access_policy: [{ group: "*", row_level: { filters: [{ member: ${member}, operator: set }] } }]`;
  assert.throws(
    () => modelWith(rowLevel('size')),
    /A policy of rows speaks of size, which is computed from measures/,
  );
  await assert.rejects(
    rowsOf(database, modelWith(rowLevel('shown_size')), sizes()),
    /sales\.size is computed from rows that are chosen by it/,
  );
});

test('it is computed for the groups behind a mask, and shows none of them', async (database) => {
  const policy =
    'access_policy: [{ group: "*", member_level: { excludes: [town] }, member_masking: { includes: [town] } }]';
  const rows = await rowsOf(
    database,
    modelWith(policy, `, mask: "'hidden'"`),
    sizes({ dimensions: ['sales.town', 'sales.size'], order: { 'sales.size': 'asc' } }),
  );
  assert.deepEqual(rows, [
    { 'sales.town': 'hidden', 'sales.size': 'large', 'sales.count': 2 },
    { 'sales.town': 'hidden', 'sales.size': 'small', 'sales.count': 2 },
  ]);
});

test('in a query without groups each row is one', async (database) => {
  const rows = await rowsOf(database, modelWith(), {
    dimensions: ['sales.id', 'sales.size'],
    measures: ['sales.total'],
    ungrouped: true,
    order: { 'sales.id': 'asc' },
  });
  assert.deepEqual(
    rows.map((row) => [row['sales.size'], row['sales.total']]),
    [
      ['small', 10],
      ['small', 40],
      ['small', 20],
      ['small', 30],
    ],
  );
});

const refusals: [what: string, dimension: string, words: RegExp][] = [
  [
    'a column',
    'sql: "{CUBE}.n > {total}"',
    /A multi-stage dimension is computed over measures, and its sql has a column/,
  ],
  ['no measure', 'sql: "{other}"', /The multi-stage dimension d is made of no measure/],
  [
    'a sub-query',
    'sql: "{total}", sub_query: true',
    /d is computed from measures, and needs sql or case .* Keep one/,
  ],
  [
    'a place',
    'latitude: { sql: x }, longitude: { sql: y }',
    /d is computed from measures, and needs sql or case/,
  ],
  ['a key', 'sql: "{total}", primary_key: true', /d is computed from measures and cannot be a primary key/],
  ['groups that are none', 'sql: "{total}", add_group_by: [nope]', /The grouping of d names nope/],
  [
    'a measure as a group',
    'sql: "{total}", add_group_by: [total]',
    /The grouping of d names total, which is no dimension/,
  ],
  ['filters of nothing', 'sql: "{total}", filter: { exclude: [nope] }', /The filter of d names nope/],
  ['itself as a group', 'sql: "{total}", add_group_by: [d]', /a\.d refers to itself/],
];
for (const [what, dimension, words] of refusals) {
  test(`a multi-stage dimension cannot have ${what}`, async () => {
    const content = `cubes:
  - name: a
    sql_table: a
    dimensions:
      - { name: other, sql: other, type: string }
      - { name: d, type: string, multi_stage: true, ${dimension} }
    measures: [{ name: total, type: sum, sql: n }]
`;
    assert.match(problemsOf(content).join('\n'), words);
  });
}

test('it is refused where its groups are not those of the query', async (database) => {
  const model = modelOf(`
cubes:
  - name: a
    sql: "SELECT 1 AS id, 2 AS n, TIMESTAMP '2024-01-01 00:00:00' AS at"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: at, sql: at, type: time }
      - { name: other, sql: id, type: number }
      - { name: mixed, multi_stage: true, sql: "{total} + {other}", type: number }
      - { name: size, multi_stage: true, sql: "{total}", type: number }
      - name: own
        multi_stage: true
        sql: "{total}"
        type: number
        filter: { include: [{ member: size, operator: gt, values: ["1"] }] }
    measures:
      - { name: total, sql: n, type: sum }
      - name: before
        multi_stage: true
        sql: "{total}"
        type: number
        time_shift: [{ interval: 1 year, type: prior }]
`);
  const ask = (query: object) => rowsOf(database, model, query);
  await assert.rejects(
    ask({ dimensions: ['a.mixed'] }),
    /a\.mixed speaks of a\.other, which is none of its groups/,
  );
  await assert.rejects(ask({ dimensions: ['a.own'] }), /The filter of a\.own speaks of a\.size/);
  const timeDimensions = [{ dimension: 'a.at', granularity: 'year' }];
  await assert.rejects(
    ask({ dimensions: ['a.size'], measures: ['a.before'], timeDimensions }),
    /a\.size is computed for the groups of the query, which a measure of another time does not have/,
  );
  assert.deepEqual(await ask({ dimensions: ['a.mixed', 'a.other'] }), [{ 'a.mixed': 3, 'a.other': 1 }]);
});
