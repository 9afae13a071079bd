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

const cases: [what: string, content: string, words: RegExp][] = [
  ['broken YAML', 'cubes:\n  - name: a\n   sql_table: b\n', /YAML is broken/],
  ['a top-level key that is none', 'cube:\n  - name: a\n', /no key cube Did you mean cubes/],
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
    'a part that is not supported yet',
    'cubes:\n  - name: a\n    sql_table: a\n    measures: [{ name: m, type: sum, sql: x, rolling_window: { trailing: unbounded } }]\n',
    /rolling_window is not supported yet/,
  ],
  ['a template', 'cubes:\n  - name: "{{ x }}"\n', /Templates are not supported yet/],
  [
    'a context variable',
    'cubes:\n  - name: a\n    sql: "select * from t where {FILTER_PARAMS.a.x.filter(\'x\')}"\n',
    /is not a reference Context variables are not supported yet/,
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
