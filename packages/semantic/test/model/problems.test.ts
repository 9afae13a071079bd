import { compileModel } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** The problems of one file, each as `line:column message hint`. */
function problemsOf(content: string): string[] {
  const compiled = compileModel([{ path: 'model.yml', content }]);
  return 'problems' in compiled
    ? compiled.problems.map(({ line, column, message, hint }) => `${line}:${column} ${message} ${hint ?? ''}`)
    : [];
}

test('all problems are told at once, with their places', () => {
  const problems = problemsOf(`cubes:
  - name: orders
    sql_table: orders
    colour: red
    dimensions:
      - name: id
        sql: id
        typ: number
      - name: 2nd
        sql: x
        type: text
    measures:
      - name: total
        type: sum
      - name: share
        type: number
        sql: "{totl} / {count}"
`);
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['4:5', '6:9', '8:9', '9:15', '11:15', '13:9', '17:14', '17:14'],
    problems.join('\n'),
  );
  assert.match(problems.join('\n'), /no key typ Did you mean type\?/);
  assert.match(problems.join('\n'), /refers to totl.*Did you mean total\?/);
});

const granularities: [what: string, granularity: string, words: RegExp][] = [
  ['steps of months and days', 'interval: 1 month 2 weeks, origin: 2024-01-01', /mixes months with smaller/],
  ['an origin that is no date', 'interval: 5 days, origin: 2024-02-30', /"2024-02-30" is not a date/],
  ['an origin in words', 'interval: 5 days, origin: yesterday', /"yesterday" is not a date/],
  ['months from the 31st', 'interval: 5 months, origin: 2024-01-31', /a day that not every month has/],
  [
    'months from a day of another zone',
    'interval: 5 months, origin: "2024-03-01T00:00:00Z"',
    /a day that not every/,
  ],
];
for (const [what, granularity, words] of granularities) {
  test(`says what is wrong with ${what}`, () => {
    const content = `cubes:\n  - name: a\n    sql_table: a\n    dimensions:\n      - { name: t, sql: t, type: time, granularities: [{ name: own, ${granularity} }] }\n`;
    assert.match(problemsOf(content).join('\n'), words);
  });
}

/** A cube with one dimension `d` and one row filter, on line 6. */
function withPolicy(filter: string): string {
  return `cubes:\n  - name: a\n    sql_table: a\n    dimensions: [{ name: d, type: string, sql: d }]\n    access_policy:\n      - { group: '*', row_level: { filters: [${filter}] } }\n`;
}

/** A cube with a count `n` and the dimensions. */
function withMembers(dimensions: string): string {
  return `cubes:\n  - name: a\n    sql_table: a\n    dimensions: [${dimensions}]\n    measures: [{ name: n, type: count }]\n`;
}

const cases: [what: string, content: string, words: RegExp][] = [
  ['broken YAML', 'cubes:\n  - name: a\n   sql_table: b\n', /YAML is broken/],
  [
    'a key that is given twice, and what else there is',
    'cubes:\n  - name: a\n    sql_table: b\n    title: A\n    title: B\n    colour: red\n',
    /5:5 The key title is given twice[^]*6:5 .*no key colour/,
  ],
  ['a top-level key that is none', 'cube:\n  - name: a\n', /no key cube Did you mean cubes/],
  [
    'a context variable without braces around it',
    'cubes:\n  - { name: a, sql_table: t, public: COMPILE_CONTEXT.security_context.isFinance }\n',
    /must be true or false.*Write "\{\{ COMPILE_CONTEXT\.security_context\.isFinance \}\}"/,
  ],
  ['both tables', 'cubes:\n  - { name: a, sql_table: t, sql: select 1 }\n', /both sql_table and sql/],
  [
    'two of a name',
    'cubes:\n  - { name: a, sql_table: t }\n  - { name: a, sql_table: t }\n',
    /two of the name a/,
  ],
  [
    'a join without a key',
    'cubes:\n  - name: a\n    sql_table: a\n    joins: [{ name: b, relationship: many_to_one, sql: "{CUBE}.b = {b}.id" }]\n    measures: [{ name: n, type: count }]\n  - { name: b, sql_table: b }\n',
    /a has joins and measures but no primary key/,
  ],
  [
    'a join to nowhere',
    'cubes:\n  - name: a\n    sql_table: a\n    joins: [{ name: c, relationship: many_to_one, sql: "1 = 1" }]\n',
    /joins c, which does not exist/,
  ],
  [
    'a view of a cube that is not there',
    'views:\n  - name: v\n    cubes: [{ join_path: nope, includes: "*" }]\n',
    /cube nope that does not exist/,
  ],
  [
    'a parent that is not there',
    'cubes:\n  - { name: a, extends: b }\n',
    /a extends b, which does not exist/,
  ],
  [
    'a ring of parents',
    'cubes:\n  - { name: a, extends: b }\n  - { name: b, extends: a }\n',
    /extends itself/,
  ],
  [
    'an interval that needs an origin',
    'cubes:\n  - name: a\n    sql_table: a\n    dimensions:\n      - name: t\n        sql: t\n        type: time\n        granularities: [{ name: odd, interval: 5 months }]\n',
    /does not divide a bigger unit evenly Give it an origin/,
  ],
  [
    'a policy for nobody',
    'cubes:\n  - name: a\n    sql_table: a\n    access_policy: [{ row_level: { allow_all: true } }]\n',
    /exactly one of group, groups, role/,
  ],
  [
    'an operator that a row filter cannot have',
    withPolicy('{ member: d, operator: equal, values: [1] }'),
    /6:\d+ A row filter has an unknown operator "equal" Did you mean equals\?/,
  ],
  [
    'a row filter without values',
    withPolicy('{ member: d, operator: gt }'),
    /The row filter gt on d needs values/,
  ],
  ['a row filter on nothing', withPolicy('{ or: [] }'), /The or of a row filter is empty/],
  [
    'a row filter on a member that is not there',
    withPolicy('{ or: [{ member: e, operator: set }] }'),
    /A policy names e, which is no member of a Did you mean d\?/,
  ],
  [
    'a row filter on a cube that is not there',
    withPolicy('{ member: b.d, operator: set }'),
    /A policy names b\.d, and there is no b/,
  ],
  [
    'a policy for a member that is not there',
    'cubes:\n  - name: a\n    sql_table: a\n    dimensions: [{ name: d, type: string, sql: d }]\n    access_policy: [{ group: "*", member_level: { includes: [dd] } }]\n',
    /A policy names dd, which is no member of a Did you mean d\?/,
  ],
  [
    'dimensions that refer to each other',
    withMembers('{ name: x, type: string, sql: "{y}" }, { name: y, type: string, sql: "{x}" }'),
    /a\.x refers to itself: a\.x → a\.y → a\.x/,
  ],
  [
    'cubes that are made of each other',
    'cubes:\n  - { name: a, sql: "SELECT * FROM {b.sql()}" }\n  - { name: b, sql: "SELECT * FROM {a.sql()}" }\n',
    /a\.sql\(\) refers to itself/,
  ],
  [
    'a cube that is made of one that is not there',
    'cubes:\n  - { name: a, sql: "SELECT * FROM {b.sql()}" }\n',
    /\{b\} refers to b, which does not exist/,
  ],
  [
    'a dimension made of a measure',
    withMembers('{ name: x, type: number, sql: "{n}" }'),
    /\{n\} is a measure, and this SQL is worked out for each row/,
  ],
  [
    'a name that every object has in JavaScript',
    withMembers('{ name: x, type: number, sql: "{constructor}" }'),
    /\{constructor\} refers to constructor, which does not exist/,
  ],
  [
    'a context variable on a member that is not there',
    'cubes:\n  - name: a\n    sql: "select * from t where {FILTER_PARAMS.a.x.filter(\'x\')}"\n',
    /3:10 FILTER_PARAMS names a\.x, which is no member of a/,
  ],
  [
    'a context variable on a cube that is not there',
    'cubes:\n  - name: a\n    sql: "select * from t where {FILTER_GROUP(FILTER_PARAMS.b.x.filter(\'x\'))}"\n',
    /FILTER_PARAMS names b\.x, and there is no b Did you mean a/,
  ],
];
for (const [what, content, words] of cases) {
  test(`says what is wrong with ${what}`, () => {
    assert.match(problemsOf(content).join('\n'), words);
  });
}

test('keys may be written in camelCase, and an empty file is fine', () => {
  assert.deepEqual(
    problemsOf(
      'cubes:\n  - name: a\n    sqlTable: t\n    measures: [{ name: n, type: countDistinct, sql: x, drillMembers: [] }]\n',
    ),
    [],
  );
  assert.deepEqual(problemsOf(''), []);
});

test('of what extends something that is not there, only that is told', () => {
  const problems = problemsOf(`cubes:
  - name: a
    extends: base
    joins: [{ name: b, relationship: many_to_one, sql: "{key} = {b.id}" }]
    measures: [{ name: m, type: number, sql: "{count} / 2", drill_members: [name] }]
    access_policy: [{ group: "*", member_level: { includes: [count] } }]
  - { name: c, extends: a }
  - { name: b, sql_table: b, dimensions: [{ name: id, sql: id, type: nmber }] }
views:
  - { name: v, cubes: [{ join_path: a, includes: [count] }], folders: [{ name: f, includes: [count] }] }
`);
  assert.deepEqual(
    problems.map((problem) => problem.replace(/ Types.*| Did.*| Known.*/, '').trim()),
    ['3:14 a extends base, which does not exist', '8:70 type cannot be "nmber"'],
  );
});

test('what a cube inherits is told once, where it stands', () => {
  const problems = problemsOf(
    'cubes:\n  - name: a\n    sql_table: a\n    dimensions: [{ name: d, type: string, sql: "{e}" }]\n  - { name: b, extends: a }\n  - { name: c, extends: a }\n',
  );
  assert.equal(problems.length, 1, problems.join('\n'));
});

test('a dimension over measures says that it is one', () => {
  const content = (isMultiStage: boolean) => `cubes:
  - name: a
    sql_table: a
    measures: [{ name: n, type: count }]
    dimensions:
      - { name: id, type: number, sql: id }
      - name: size
        type: string
        multi_stage: ${isMultiStage}
        sql: "CASE WHEN {n} > 10 THEN 'big' END"
        add_group_by: [id]
`;
  assert.deepEqual(problemsOf(content(true)), []);
  assert.match(problemsOf(content(false)).join('\n'), /\{n\} is a measure[^]*has no key add_group_by/);
});

test('what is switched off needs no support', () => {
  assert.deepEqual(
    problemsOf(
      'cubes:\n  - name: a\n    sql_table: a\n    rewrite_queries: false\n    dimensions: [{ name: d, type: string, sql: d, sub_query: false }]\n',
    ),
    [],
  );
});

test('of the files of a folder, cubes in JavaScript are told, and what is no model is left alone', () => {
  const cube = 'cubes: [{ name: a, sql_table: a, measures: [{ name: n, type: count }] }]\n';
  const compiled = compileModel([
    { path: 'model/a.YML', content: cube },
    { path: 'model/orders.js', content: '// Orders\n\ncube(`orders`, {\n  sql: `select 1`,\n});\n' },
    { path: 'cube.js', content: 'module.exports = { contextToAppId: () => 1 };\n' },
    { path: 'README.md', content: '# cubes' },
    { path: 'model/globals.py', content: 'from cube import TemplateContext\n' },
  ]);
  assert.ok('problems' in compiled);
  assert.deepEqual(
    compiled.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`),
    ['model/orders.js:3:1 Cubes and views written in JavaScript are not read'],
  );
});

test('a member may have a name that every object has in JavaScript', () => {
  const dimensions = ['constructor', '__proto__', 'toString'].map(
    (name) => `{ name: ${name}, type: string, sql: x }`,
  );
  const view = 'views:\n  - name: v\n    cubes: [{ join_path: a, includes: [constructor, __proto__] }]\n';
  assert.deepEqual(problemsOf(withMembers(dimensions.join(', ')) + view), []);
});

/** All problems of several files, as `file:line message`. */
function problemsOfFiles(files: Record<string, string>): string[] {
  const compiled = compileModel(Object.entries(files).map(([path, content]) => ({ path, content })));
  return 'problems' in compiled
    ? compiled.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)
    : [];
}

const sales = `cubes:
  - name: sales
    sql_table: sales
    joins: [{ name: shops, relationship: many_to_one, sql: "{CUBE}.shop = {shops.id}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: "{shops.city}", type: string }
  - name: returns
    extends: sales
  - name: kiosks
    extends: shops
views:
  - name: sold
    view_group: shop_list
    cubes: [{ join_path: sales.shops, includes: [city] }]
view_groups:
  - { name: all, views: [sold, shop_list] }
`;

for (const [what, path, content] of [
  ['in JavaScript', 'shops.js', "cube('shops', { sql: `select 1` });\nview('shop_list', {});\n"],
  ['in broken YAML', 'shops.yml', "cubes:\n  - name: shops\n  - name: shop_list\n    sql_table: 'shops\n"],
  [
    'in a template that fails',
    'shops.yml',
    'cubes:\n  - name: shops\n  - name: shop_list\n    sql_table: {{ load() }}\n',
  ],
] as const) {
  test(`what speaks of a cube ${what} is no further problem`, () => {
    const found = problemsOfFiles({ 'sales.yml': sales, [path]: content });
    assert.deepEqual([...new Set(found.map((problem) => problem.split(':')[0]))], [path], found.join('\n'));
  });
}
