import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../support/read-model.ts';

/** A cube with one more dimension or measure, on line 5. */
function withMember(list: 'dimensions' | 'measures', member: string): string {
  return `cubes:\n  - name: sales\n    sql_table: sales\n    ${list}:\n      - ${member}\n`;
}

/** Two cubes and a join, with its relationship on line 5. */
function withJoin(relationship: string, sql = '{CUBE}.shop = {shops}.id'): string {
  return `cubes:
  - name: sales
    sql_table: sales
    joins:
      - { name: shops, relationship: ${relationship}, sql: "${sql}" }
  - { name: shops, sql_table: shops }
`;
}

const mistakes: [what: string, content: string, problems: readonly RegExp[]][] = [
  ['a tab', 'cubes:\n  - name: a\n\tsql_table: a\n', [/^3:1 .* Indent by blanks\.$/]],
  [
    'two documents in a file',
    '---\ncubes: []\n---\ncubes: []\n',
    [/Source contains multiple documents Make a file of each/],
  ],
  [
    'a colon that is missing',
    'cubes:\n  - name: a\n    sql_table a\n    title: x\n',
    [/^3:5 .*followed by a colon/],
  ],
  [
    'a key too far right',
    'cubes:\n  - name: a\n    sql_table: a\n     title: x\n',
    [/begin in the same column/],
  ],
  [
    'a colon in a value',
    withMember('dimensions', 'sql: a: b'),
    [/A value that has a colon stands in quotes/],
  ],
  ['a brace without quotes', withMember('measures', 'sql: {CUBE}.amount'), [/^5:\d+ .*into quotes/]],
  [
    'a star without quotes',
    'views:\n  - name: v\n    cubes: [{ join_path: a, includes: * }]\n',
    [/A star stands in quotes/],
  ],
  [
    'a list without dashes',
    'cubes:\n  - name: a\n    sql_table: a\n    measures:\n    name: n\n',
    [/^5:5 The key name is given twice .*line 2; an entry of a list begins with a dash/],
  ],
  [
    'an object in the place of a list',
    'cubes:\n  a: { sql_table: a }\n',
    [/^2:3 cubes must be a list .*with a dash/],
  ],
  [
    'a type of databases',
    withMember('dimensions', '{ name: d, sql: d, type: Integer }'),
    [/^5:34 .*Did you mean number\?/],
  ],
  ['a date for a time', withMember('dimensions', '{ name: d, sql: d, type: date }'), [/Did you mean time\?/]],
  [
    'an aggregate as a dimension',
    withMember('dimensions', '{ name: d, sql: d, type: sum }'),
    [/make it a measure/],
  ],
  [
    'another word for an aggregate',
    withMember('measures', '{ name: m, sql: d, type: average }'),
    [/Did you mean avg\?/],
  ],
  [
    'an aggregate that there is not',
    withMember('measures', '{ name: m, sql: d, type: median }'),
    [/type number, such as percentile/],
  ],
  ['dashes in a relationship', withJoin('many-to-one'), [/^5:38 .*Did you mean many_to_one\?/]],
  ['a relationship in letters', withJoin('"n:1"'), [/Did you mean many_to_one\?/]],
  ['many to many', withJoin('many_to_many'), [/a cube of the table that links the two/]],
  [
    'references of JavaScript',
    withJoin('many_to_one', `\${CUBE}.shop = 1`),
    [/^5:56 \$\{CUBE\} is written as in JavaScript .*: \{CUBE\}\.$/],
  ],
  [
    'two braces',
    withMember('measures', '{ name: m, type: sum, sql: "{{CUBE}}.amount" }'),
    [/Write one brace on each side: \{CUBE\}/],
  ],
  [
    'yes',
    withMember('dimensions', '{ name: d, sql: d, type: string, primary_key: yes }'),
    [/true or false, not "yes" Write true\.$/],
  ],
  [
    'a member of itself',
    withMember('dimensions', '{ name: d, sql: "{d}", type: string }'),
    [/A column of the table is \{CUBE\}\.d\./],
  ],
  [
    'a condition that is no object',
    withMember('measures', '{ name: m, type: count, filters: ["{CUBE}.a = 1"] }'),
    [
      /^5:43 An entry of filters must be an object with keys, not "\{CUBE\}\.a = 1" Write sql: "\{CUBE\}\.a = 1"/,
    ],
  ],
  [
    'a window that is no object',
    withMember('measures', '{ name: m, type: sum, sql: a, rolling_window: 7 day }'),
    [/Write trailing: "7 day"/],
  ],
  [
    'a name for an entry of a view',
    'cubes: [{ name: a, sql_table: a }]\nviews:\n  - name: v\n    cubes:\n      - a\n',
    [/^5:9 An entry of cubes must be .*Write join_path: "a"/],
  ],
  [
    'an entry of a view that takes nothing',
    'cubes: [{ name: a, sql_table: a }]\nviews: [{ name: v, cubes: [{ join_path: a }] }]\n',
    [/^2:28 An entry of cubes has no includes .*"\*"/],
  ],
  [
    'the older form of views',
    'cubes: [{ name: a, sql_table: a }]\nviews:\n  - name: v\n    includes: [a.n]\n',
    [/^4:15 The view v has includes of its own .*entry of cubes/],
  ],
  [
    'a word for an operator',
    `${withMember('dimensions', '{ name: d, sql: d, type: string }')}    access_policy:
      - { group: a, row_level: { filters: [{ member: d, operator: "=", values: [1] }] } }
`,
    [/unknown operator "=" Did you mean equals\?/],
  ],
];
for (const [what, content, problems] of mistakes) {
  test(`one problem, with what to write instead, for ${what}`, () => {
    const found = problemsOf(content);
    assert.equal(found.length, problems.length, found.join('\n'));
    for (const [index, words] of problems.entries()) assert.match(found[index] ?? '', words);
  });
}

test('older words and other spellings that Cube takes are taken', () => {
  const content = `cubes:
  - name: sales
    sqlTable: sales
    joins:
      - { name: shops, relationship: belongsTo, sql: "{CUBE}.shop = {shops}.id" }
      - { name: lines, relationship: has_many, sql: "{CUBE}.id = {lines}.sale" }
    dimensions:
      - { name: id, sql: id, type: number, primaryKey: "true", shown: True }
    measures:
      - { name: buyers, sql: buyer, type: countDistinct, drillMembers: [id] }
  - { name: shops, sql_table: shops }
  - { name: lines, sql_table: lines }
`;
  assert.deepEqual(problemsOf(content), []);
});
