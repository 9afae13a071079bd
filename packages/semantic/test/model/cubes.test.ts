import { compileQuery, duckdb, normalizeQuery } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from '../support/query-rows.ts';
import { modelOf, namesIn, problemsOf, textOf } from '../support/read-model.ts';

test('what is inherited with the name of its cube is told to say CUBE', () => {
  const content = `cubes:
  - { name: people, sql_table: people, dimensions: [{ name: city, sql: "{people}.city", type: string }] }
  - { name: staff, extends: people, sql_table: staff }
`;
  assert.match(
    problemsOf(content).join('\n'),
    /^2:\d+ staff\.city is made of columns of people alone It is inherited: write \{CUBE\} in place of \{people\}/,
  );
});

test('a child has all of its parent, and says otherwise where it wants to', () => {
  const { child } = modelOf(
    `cubes:
  - name: parent
    sql: SELECT * FROM parents
    title: The Parent
    description: Of old
    public: false
    calendar: true
    sql_alias: p
    refresh_key: { every: 1 hour }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: label, sql: "{CUBE}.label", type: string }
    hierarchies: [{ name: h, levels: [label] }]
    pre_aggregations: [{ name: main, measures: [CUBE.count], dimensions: [label] }, { name: second, dimensions: [label], sql_alias: two }]
    access_policy: [{ group: a }]
    measures: [{ name: count, type: count }]
    segments: [{ name: s, sql: "{CUBE}.x" }]
  - name: child
    extends: parent
    sql_table: children
    description: Of now
    dimensions: [{ name: label, sql: other, type: number }, { name: day, sql: day, type: time }]
    pre_aggregations: [{ name: own, dimensions: [id] }, { name: main, dimensions: [label] }]
    access_policy: [{ group: b }]
`,
  ).cubes;
  assert.ok(child);
  assert.deepEqual(
    [child.title, child.description, child.isPublic, child.isCalendar, child.sqlAlias, child.refreshKey],
    ['The Parent', 'Of now', false, true, undefined, { every: '1 hour' }],
  );
  assert.deepEqual([child.source.kind, textOf(child.source.sql)], ['table', 'children']);
  assert.deepEqual(Object.keys(child.dimensions), ['id', 'label', 'day']);
  assert.equal(child.dimensions['label']?.type, 'number');
  assert.deepEqual(Object.keys(child.segments), ['s']);
  assert.deepEqual(namesIn(child.hierarchies[0]?.levels), ['child.label']);
  assert.deepEqual(
    child.preAggregations.map(({ name }) => name),
    ['own', 'main', 'second'],
  );
  assert.deepEqual(
    child.policies.map(({ groups }) => groups),
    [['a'], ['b']],
  );
});

const refreshKeys: [refreshKey: string, words: RegExp | undefined][] = [
  ['every: 10 minutes', undefined],
  ['every: "30 5 * * 1", timezone: America/New_York', undefined],
  ['sql: SELECT max(id) FROM t, every: 1 day', undefined],
  ['immutable: true', undefined],
  ['every: often', /"often" is no interval/],
  ['timezone: Mars/Olympus, every: 1 hour', /"Mars\/Olympus" is no time zone/],
  ['immutable: true, every: 1 hour', /immutable cannot have every or sql/],
  ['timezone: UTC', /needs every, sql or immutable/],
  ['sql: SELECT 1, timezone: UTC', /both sql and timezone/],
  ['every: 1 hour, incremental: true', /no key incremental/],
];
for (const [refreshKey, words] of refreshKeys) {
  test(`a refresh key ${words ? 'cannot' : 'may'} be { ${refreshKey} }`, () => {
    const problems = problemsOf(`cubes:\n  - { name: a, sql_table: a, refresh_key: { ${refreshKey} } }\n`);
    if (words) assert.match(problems.join('\n'), words);
    else assert.deepEqual(problems, []);
  });
}

test('members, hierarchies and pre-aggregations of a cube share their names', () => {
  const problems = problemsOf(`cubes:
  - name: orders
    sql_table: orders
    dimensions: [{ name: status, sql: status, type: string }]
    measures: [{ name: count, type: count }]
    pre_aggregations: [{ name: status, dimensions: [status] }]
    hierarchies: [{ name: count, levels: [status, nope, CUBE.count] }]
`).join('\n');
  assert.match(problems, /two of the name status[^]*two of the name count|two of the name count[^]*two of/);
  assert.match(problems, /The hierarchy count names nope, which does not exist/);
  assert.match(problems, /names CUBE\.count, which is no dimension/);
});

test('a sql_alias is a name', () => {
  assert.match(
    problemsOf('cubes:\n  - { name: a, sql_table: a, sql_alias: "a b" }\n').join('\n'),
    /"a b" cannot be a sql_alias/,
  );
});

test('a sql_alias begins the columns of its cube or view in SQL, and no name in rows', () => {
  const model = modelOf(`cubes:
  - name: orders_of_the_shop
    sql_alias: o
    sql_table: orders
    dimensions: [{ name: day, sql: day, type: time }]
    measures: [{ name: count, type: count }]
views:
  - { name: sales, sql_alias: s, cubes: [{ join_path: orders_of_the_shop, includes: [count] }] }
`);
  const columnsOf = (query: object) => {
    const [normalized] = normalizeQuery(query, everybody).queries;
    assert.ok(normalized);
    const { sql, columns } = compileQuery(model, normalized, everybody, duckdb);
    return columns.map(({ alias, key }) => [sql.includes(`AS "${alias}"`), alias, key]);
  };
  const timeDimensions = [{ dimension: 'orders_of_the_shop.day', granularity: 'month' }];
  assert.deepEqual(columnsOf({ measures: ['orders_of_the_shop.count'], timeDimensions }), [
    [true, 'o__day__month', 'orders_of_the_shop.day.month'],
    [true, 'o__count', 'orders_of_the_shop.count'],
  ]);
  assert.deepEqual(columnsOf({ measures: ['sales.count'] }), [[true, 's__count', 'sales.count']]);
});

test('a sql_alias is no name or sql_alias of another cube or view', () => {
  const problems = problemsOf(`cubes:
  - { name: a, sql_table: a, sql_alias: b }
  - { name: b, sql_table: b }
  - { name: c, sql_table: c, sql_alias: d }
  - { name: e, sql_table: e, sql_alias: e }
views: [{ name: v, sql_alias: d, cubes: [] }]
`);
  assert.deepEqual(
    problems.map((problem) => problem.replace(/ Columns.*/, '')),
    [
      '2:5 The sql_alias b of a is what b has for its columns as well',
      '4:5 The sql_alias d of c is what v has for its columns as well',
      '6:9 The sql_alias d of v is what c has for its columns as well',
    ],
  );
});

test('a SELECT of a whole table is the table', () => {
  const { a, b } = modelOf(
    'cubes:\n  - { name: a, sql: select * from shop."Orders" }\n  - { name: b, sql: SELECT * FROM orders WHERE x }\n',
  ).cubes;
  assert.deepEqual([a?.source.kind, a && textOf(a.source.sql)], ['table', 'shop."Orders"']);
  assert.equal(b?.source.kind, 'select');
});
