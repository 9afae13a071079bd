import { compileQuery, duckdb, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test as testOnce } from 'node:test';
import { modelOf } from '../support/read-model.ts';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

const flights = (policy = '', joins = ['src', 'dst']) => `cubes:
  - name: fl
    sql: "SELECT * FROM (VALUES (1,'a','b',10),(2,'b','c',20),(3,'a','c',40)) AS f(id,src,dst,n)"
    joins:
${joins.map((name) => `      - {name: ${name}, relationship: many_to_one, sql: "{CUBE}.${name} = {${name}}.code"}`).join('\n')}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: shown, sql: "{dst.where}", type: string}
      - {name: whole, sql: "{CUBE.dst.region.name}", type: string}
    measures:
      - {name: n, sql: n, type: sum}
      - {name: up, sql: n, type: sum, filters: [{sql: "{dst.where} = 'up'"}]}
  - name: port
    sql: "SELECT * FROM (VALUES ('a',1),('b',1),('c',2)) AS p(code,region_id)"
    joins: [{name: region, relationship: many_to_one, sql: "{CUBE}.region_id = {region}.id"}]
    dimensions:
      - {name: code, sql: code, type: string, primary_key: true, public: true}
      - {name: where, sql: "CASE WHEN {region.name} = 'north' THEN 'up' ELSE 'down' END", type: string}
      - {name: own, sql: "CASE WHEN {CUBE.region.name} = 'north' THEN 'up' ELSE 'down' END", type: string}
    segments: [{name: northern, sql: "{region.name} = 'north'"}]
  - {name: src, extends: port}
  - name: dst
    extends: port
${policy}
  - name: region
    sql: "SELECT * FROM (VALUES (1,'north'),(2,'south')) AS r(id,name)"
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: name, sql: name, type: string}]
views:
  - name: w
    cubes:
      - {join_path: fl, includes: [n]}
      - {join_path: fl.dst, prefix: true, includes: "*"}
      - {join_path: fl.dst.region, prefix: true, includes: [name]}
  - name: from
    cubes: [{join_path: fl.src.region, prefix: true, includes: [name]}]
`;

const test = onEveryEngine();

const lines = async (database: TestDatabase, text: string, query: unknown) =>
  (await rowsOf(database, modelOf(text), query)).map((row) => Object.values(row).join(' ')).toSorted();

for (const joins of [
  ['src', 'dst'],
  ['dst', 'src'],
]) {
  const model = flights('', joins);
  const cases: [string, object, string[]][] = [
    ['a member', { dimensions: ['dst.where'] }, ['down 60', 'up 10']],
    ['a member of the other way', { dimensions: ['src.where'] }, ['up 70']],
    ['a reference from CUBE', { dimensions: ['dst.own'] }, ['down 60', 'up 10']],
    ['a member of the fact that shows it', { dimensions: ['fl.shown'] }, ['down 60', 'up 10']],
    ['the whole path', { dimensions: ['fl.whole'] }, ['north 10', 'south 60']],
    ['a segment', { segments: ['dst.northern'] }, ['10']],
    ['a filter', { filters: [{ member: 'dst.where', operator: 'equals', values: ['down'] }] }, ['60']],
    ['a filtered measure', { measures: ['fl.up'] }, ['10']],
    ['a view', { measures: ['w.n'], dimensions: ['w.dst_where'] }, ['down 60', 'up 10']],
    [
      'a view with the next cube',
      { measures: ['w.n'], dimensions: ['w.dst_where', 'w.region_name'] },
      ['down south 60', 'up north 10'],
    ],
  ];
  for (const [name, query, expected] of cases)
    test(`${name} refers on from its own cube, joins ${joins.join(', ')}`, async (database) =>
      assert.deepEqual(await lines(database, model, { measures: ['fl.n'], ...query }), expected));

  test(`one cube by two ways is joined twice, joins ${joins.join(', ')}`, async (database) => {
    const bare = joins[0] === 'src' ? ['north 70'] : ['north 10', 'south 60'];
    const both: [string[], string[]][] = [
      [
        ['src.where', 'dst.where'],
        ['up down 60', 'up up 10'],
      ],
      [
        ['fl.shown', 'src.where'],
        ['down up 60', 'up up 10'],
      ],
      [
        ['fl.whole', 'src.where'],
        ['north up 10', 'south up 60'],
      ],
      // A bare name is that of the way that is declared first.
      [['region.name'], bare],
      [
        ['region.name', 'dst.where'],
        joins[0] === 'src' ? ['north down 60', 'north up 10'] : ['north up 10', 'south down 60'],
      ],
      [['region.name', 'src.where'], joins[0] === 'src' ? ['north up 70'] : ['north up 10', 'south up 60']],
    ];
    for (const [dimensions, expected] of both) {
      assert.deepEqual(await lines(database, model, { measures: ['fl.n'], dimensions }), expected);
      const turned = expected.map((line) => line.replace(/^(\w+) (\w+) (\d+)$/, '$2 $1 $3')).toSorted();
      const query = { measures: ['fl.n'], dimensions: dimensions.toReversed() };
      assert.deepEqual(await lines(database, model, query), turned);
    }
    const filtered = {
      measures: ['fl.n'],
      dimensions: ['src.where'],
      filters: [{ member: 'dst.where', operator: 'equals', values: ['down'] }],
    };
    assert.deepEqual(await lines(database, model, filtered), ['up 60']);
    const segments = { measures: ['fl.n'], segments: ['src.northern', 'dst.northern'] };
    assert.deepEqual(await lines(database, model, segments), ['10']);
  });

  test(`a row policy follows its own cube, joins ${joins.join(', ')}`, async (database) => {
    for (const filter of [
      'member: where, operator: equals, values: [down]',
      'member: region.name, operator: equals, values: [south]',
    ]) {
      const policy = `    access_policy:
      - {group: "*", row_level: {filters: [{${filter}}]}}`;
      const text = flights(policy, joins);
      assert.deepEqual(await lines(database, text, { measures: ['fl.n'], dimensions: ['dst.code'] }), [
        'c 60',
      ]);
      assert.deepEqual(await lines(database, text, { measures: ['w.n'], dimensions: ['w.dst_code'] }), [
        'c 60',
      ]);
    }
  });
}

test('two views show one cube by two ways', async (database) => {
  const dimensions = ['from.region_name', 'w.region_name'];
  const query = { measures: ['w.n'], dimensions };
  assert.deepEqual(await lines(database, flights(), query), ['north north 10', 'north south 60']);
  const reversed = { measures: ['w.n'], dimensions: dimensions.toReversed() };
  assert.deepEqual(await lines(database, flights(), reversed), ['north north 10', 'south north 60']);
  const filtered = {
    ...query,
    filters: [{ member: 'w.region_name', operator: 'equals', values: ['south'] }],
  };
  assert.deepEqual(await lines(database, flights(), filtered), ['north south 60']);
});

test('the policies of a cube hold for each way to it, and its masks', async (database) => {
  const policy = (text: string) =>
    flights().replace(
      'dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: name, sql: name, type: string}]',
      (found) => `${found}\n    access_policy: [${text}]`,
    );
  const query = { measures: ['fl.n'], dimensions: ['src.where', 'dst.where'] };
  const northern = policy(
    '{group: "*", row_level: {filters: [{member: name, operator: equals, values: [north]}]}}',
  );
  assert.deepEqual(await lines(database, northern, query), ['up up 10']);
  const masked = policy('{group: "*", member_level: {includes: [id]}, member_masking: {includes: [name]}}');
  assert.deepEqual(await lines(database, masked, query), ['down down 70']);
  const shownInSouth = policy(
    '{group: "*", member_level: {includes: [id]}, member_masking: {includes: [name]}}, {group: "*", row_level: {filters: [{member: name, operator: equals, values: [south]}]}}',
  );
  const names = { measures: ['w.n'], dimensions: ['from.region_name', 'w.region_name'] };
  assert.deepEqual(await lines(database, shownInSouth, names), ['  10', ' south 60']);
});

test('conditions that the SQL of a cube asks for are those on the same way to it', async (database) => {
  const asking = flights().replace(
    `sql: "SELECT * FROM (VALUES (1,'north'),(2,'south')) AS r(id,name)"`,
    `sql: "SELECT * FROM (VALUES (1,'north'),(2,'south')) AS r(id,name) WHERE {FILTER_PARAMS.region.name.filter('name')}"`,
  );
  assert.notEqual(asking, flights());
  const query = {
    measures: ['w.n'],
    dimensions: ['from.region_name', 'w.region_name'],
    filters: [{ member: 'w.region_name', operator: 'equals', values: ['south'] }],
  };
  assert.deepEqual(await lines(database, asking, query), ['north south 60']);
});

test('and conditions on other cubes are those on the way from it', async (database) => {
  const named = (member: string, value: string) => [{ member, operator: 'equals', values: [value] }];
  for (const joins of [
    ['src', 'dst'],
    ['dst', 'src'],
  ]) {
    // Ports are kept by their region; the condition is on that of the destination alone.
    const ports = withCondition(
      flights('', joins),
      PORTS,
      `region.name.filter(\\"CASE WHEN region_id = 1 THEN 'north' ELSE 'south' END\\")`,
    );
    const query = {
      measures: ['w.n'],
      dimensions: ['src.code', 'from.region_name', 'w.region_name'],
      filters: named('w.region_name', 'south'),
    };
    assert.deepEqual(await lines(database, ports, query), ['a north south 40', 'b north south 20']);
    const turned = { ...query, dimensions: query.dimensions.toReversed() };
    assert.deepEqual(await lines(database, ports, turned), ['south north a 40', 'south north b 20']);
    // Regions are kept by the name that the port's own way has.
    const regions = withCondition(
      flights('', joins),
      "(VALUES (1,'north'),(2,'south')) AS r(id,name)",
      `dst.code.filter(\\"CASE WHEN id = 1 THEN 'b' ELSE 'c' END\\")`,
    );
    const ofDst = {
      ...query,
      dimensions: ['from.region_name', 'w.region_name'],
      filters: named('dst.code', 'c'),
    };
    const rows = await lines(database, regions, ofDst);
    assert.deepEqual(rows, [' south 60'], joins.join(', '));
  }
});

const withCondition = (model: string, from: string, condition: string) => {
  const text = model.replace(from, `${from} WHERE {FILTER_PARAMS.${condition}}`);
  assert.notEqual(text, model);
  return text;
};
const PORTS = "(VALUES ('a',1),('b',1),('c',2)) AS p(code,region_id)";
const inSouth = (member: string) => ({ member, operator: 'equals', values: ['south'] });

test('a condition on a cube that the query comes to by another way is none of those that a cube asks for', async (database) => {
  for (const joins of [
    ['src', 'dst'],
    ['dst', 'src'],
  ]) {
    // The ports that flights begin at are kept by their own region alone, of which the query does not speak.
    const ports = withCondition(
      flights('', joins),
      PORTS,
      `region.name.filter(\\"CASE WHEN region_id = 1 THEN 'north' ELSE 'south' END\\")`,
    );
    const query = { measures: ['w.n'], dimensions: ['src.code'], filters: [inSouth('w.region_name')] };
    assert.deepEqual(await lines(database, ports, query), ['a 40', 'b 20']);
    assert.deepEqual(await lines(database, ports, { ...query, dimensions: ['dst.code'] }), ['c 60']);
    // A flight asks for the region by the way that it declares first.
    const ofFirst = withCondition(
      flights('', joins),
      "(VALUES (1,'a','b',10),(2,'b','c',20),(3,'a','c',40)) AS f(id,src,dst,n)",
      `region.name.filter(\\"CASE ${joins[0]} WHEN 'c' THEN 'south' ELSE 'north' END\\")`,
    );
    assert.deepEqual(await lines(database, ofFirst, { ...query, dimensions: [] }), ['60']);
    const both = { ...query, dimensions: ['from.region_name', 'w.region_name'] };
    assert.deepEqual(await lines(database, ofFirst, both), ['north south 60']);
  }
});

test('what lies behind a cube asks for the conditions on the way to it', async (database) => {
  const text = withCondition(
    lands,
    "(VALUES (7,'N'),(8,'S')) AS c(id,name)",
    `region.name.filter(\\"CASE id WHEN 7 THEN 'north' ELSE 'south' END\\")`,
  );
  const query = {
    measures: ['d.n'],
    dimensions: ['s.land', 'd.country_name'],
    filters: [{ member: 'd.name', operator: 'equals', values: ['south'] }],
  };
  assert.deepEqual(
    await lines(database, text, { ...query, dimensions: ['s.land', 'd.country_name', 's.name'] }),
    ['N S north 60'],
  );
  assert.deepEqual(await lines(database, text, query), ['N S 60']);
  const turned = { ...query, dimensions: query.dimensions.toReversed() };
  assert.deepEqual(await lines(database, text, turned), ['S N 60']);
  const ofOther = { ...query, filters: [{ member: 's.name', operator: 'equals', values: ['north'] }] };
  assert.deepEqual(await lines(database, text, ofOther), ['N N 10', 'N S 60']);
  const ofOtherTurned = { ...turned, filters: ofOther.filters };
  assert.deepEqual(await lines(database, text, ofOtherTurned), ['N N 10', 'S N 60']);
});

test('a cube that no way connects with another takes its conditions, if there is one meaning of them', async (database) => {
  const rates = flights()
    .replace(
      '    dimensions:\n',
      '      - {name: rate, relationship: many_to_one, sql: "{CUBE}.id > 0 AND {rate}.name IS NOT NULL"}\n    dimensions:\n',
    )
    .replace(
      'views:',
      `  - name: rate
    sql: "SELECT * FROM (VALUES ('north'),('south')) AS r(name) WHERE {FILTER_PARAMS.region.name.filter('name')}"
    dimensions: [{name: name, sql: name, type: string, primary_key: true, public: true}]
views:`,
    );
  const query = { measures: ['w.n'], dimensions: ['rate.name'], filters: [inSouth('w.region_name')] };
  assert.deepEqual(await lines(database, rates, query), ['south 60']);
  for (const dimensions of [
    ['rate.name', 'from.region_name', 'w.region_name'],
    ['rate.name', 'w.region_name', 'from.region_name'],
  ]) {
    const rows = await lines(database, rates, { ...query, dimensions });
    assert.deepEqual(rows, [`south ${dimensions[1] === 'w.region_name' ? 'south north' : 'north south'} 60`]);
    const both = { ...query, dimensions, filters: [inSouth('w.region_name'), inSouth('from.region_name')] };
    assert.deepEqual(await lines(database, rates, both), []);
    const north = { member: 'from.region_name', operator: 'equals', values: ['north'] };
    const differing = { ...query, dimensions, filters: [inSouth('w.region_name'), north] };
    await assert.rejects(
      lines(database, rates, differing),
      (error) =>
        error instanceof QueryError &&
        error.code === 'ambiguous_filter' &&
        error.message.startsWith('The SQL of rate asks for the conditions on region.name') &&
        !error.message.includes('@'),
    );
  }
});

testOnce('no message and no place in the SQL names an instance', () => {
  const model = modelOf(flights());
  const query = { measures: ['fl.n'], dimensions: ['src.where', 'dst.where'] };
  const [normalized] = normalizeQuery(query, everybody).queries;
  assert.ok(normalized);
  const { sql, provenance } = compileQuery(model, normalized, everybody, duckdb);
  assert.match(sql, /"region@dst"/);
  assert.deepEqual(
    provenance.filter(([, , name]) => name.includes('@')),
    [],
  );
  assert.ok(
    provenance.some(
      ([from, to, name]) => name === 'region.name' && sql.slice(from, to) === '"region@dst".name',
    ),
  );
  const ungrouped = normalizeQuery(
    { dimensions: ['fl.shown', 'src.where', 'dst.where'], ungrouped: true },
    everybody,
  );
  assert.throws(
    () => compileQuery(model, ungrouped.queries[0] ?? normalized, everybody, duckdb),
    (error) =>
      error instanceof QueryError && /region\.id/.test(error.message) && !error.message.includes('@'),
  );
});

/** Ports speak of the country behind their region, directly and by the whole path, and by a sub-query. */
const lands = `cubes:
  - name: fl
    sql: "SELECT * FROM (VALUES (1,'a','b',10),(2,'b','c',20),(3,'a','c',40)) AS f(id,src,dst,n)"
    joins:
      - {name: src, relationship: many_to_one, sql: "{CUBE}.src = {src}.code"}
      - {name: dst, relationship: many_to_one, sql: "{CUBE}.dst = {dst}.code"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: both, sql: "{src.country_name} || '-' || {dst.country_name}", type: string}
      - {name: any, sql: "{country.name}", type: string}
    measures:
      - {name: n, sql: n, type: sum}
      - {name: ratio, sql: "{n} / nullif({dst.size}, 0)", type: number}
      - {name: at, sql: n, type: sum, filters: [{sql: "{dst.country_name} = 'S'"}, {sql: "{src.country_name} = 'N'"}]}
  - name: port
    sql: "SELECT * FROM (VALUES ('a',1),('b',1),('c',2)) AS p(code,region_id)"
    joins: [{name: region, relationship: many_to_one, sql: "{CUBE}.region_id = {region}.id"}]
    dimensions:
      - {name: code, sql: code, type: string, primary_key: true, public: true}
      - {name: country_name, sql: "{country.name}", type: string}
      - {name: country_path, sql: "{region.country.name}", type: string}
      - {name: population, sql: "{region.total}", type: number, sub_query: true}
    measures:
      - {name: size, sql: "1", type: sum}
  - {name: src, extends: port}
  - {name: dst, extends: port}
  - name: region
    sql: "SELECT * FROM (VALUES (1,'north',7),(2,'south',8)) AS r(id,name,country_id)"
    joins: [{name: country, relationship: many_to_one, sql: "{CUBE}.country_id = {country}.id"}]
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: name, sql: name, type: string}]
    measures: [{name: count, type: count}, {name: total, sql: "id * 100", type: sum}]
  - name: country
    sql: "SELECT * FROM (VALUES (7,'N'),(8,'S')) AS c(id,name)"
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: name, sql: name, type: string}]
views:
  - name: d
    cubes: [{join_path: fl, includes: [n, at]}, {join_path: fl.dst.region, includes: [count, name]}, {join_path: fl.dst, includes: [country_name, population]}]
  - name: s
    cubes: [{join_path: fl.src.region, includes: [count, name]}, {join_path: fl.src.region.country, includes: [{name: name, alias: land}]}]
`;

const byHand: [query: { measures: string[]; dimensions: string[] }, expected: string[]][] = [
  [{ measures: ['fl.n'], dimensions: ['dst.country_name'] }, ['N 10', 'S 60']],
  [{ measures: ['fl.n'], dimensions: ['src.country_name', 'dst.country_name'] }, ['N N 10', 'N S 60']],
  [{ measures: ['fl.n'], dimensions: ['dst.country_path', 'src.country_path'] }, ['N N 10', 'S N 60']],
  [{ measures: ['fl.n'], dimensions: ['fl.both', 'fl.any'] }, ['N-N N 10', 'N-S N 60']],
  [{ measures: ['fl.n'], dimensions: ['country.name', 'dst.country_name'] }, ['N N 10', 'N S 60']],
  [{ measures: ['fl.at', 'fl.n'], dimensions: [] }, ['60 70']],
  [{ measures: ['d.n', 'd.count', 's.count'], dimensions: [] }, ['70 2 1']],
  [{ measures: ['d.n', 'd.count', 's.count'], dimensions: ['d.name'] }, ['north 10 1 1', 'south 60 1 1']],
  [{ measures: ['d.count', 's.count'], dimensions: ['s.land', 'd.country_name'] }, ['N N 1 1', 'N S 1 1']],
  [
    { measures: ['d.n'], dimensions: ['s.land', 'd.country_name', 'd.population'] },
    ['N N 100 10', 'N S 200 60'],
  ],
  [{ measures: ['fl.n'], dimensions: ['src.population', 'dst.population'] }, ['100 100 10', '100 200 60']],
  [{ measures: ['fl.ratio'], dimensions: ['dst.country_name', 'src.country_name'] }, ['N N 10', 'S N 60']],
  [
    { measures: ['dst.size', 'src.size'], dimensions: ['fl.any', 'dst.country_name'] },
    ['N N 1 1', 'N S 1 2'],
  ],
];
test('what lies further away is reached by each of two ways', async (database) => {
  for (const [query, expected] of byHand)
    assert.deepEqual(await lines(database, lands, query), expected, JSON.stringify(query));
});
