import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../support/read-model.ts';

/** The end of the cube is the key under test; of a view, the whole. */
const cube = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: placed_at, sql: placed_at, type: time }
    segments: [{ name: open, sql: "{CUBE}.open" }]
`;

const measure = (rest: string) =>
  `    measures: [{ name: count, type: count }, { name: m, ${rest} }]\n`.replaceAll('| ', '\n        ');
const preAggregation = (rest: string) =>
  `    measures: [{ name: count, type: count }]\n    pre_aggregations:\n      - name: main\n        ${rest.replaceAll('| ', '\n        ')}\n`;
const view = (rest: string) =>
  `    measures: [{ name: count, type: count }]\nviews:\n  - name: v\n    cubes:\n      - join_path: orders\n        includes: [count, status]\n${rest}`;

/** The entry that is wrong is the only `nope`. */
const entries: [what: string, rest: string][] = [
  ['a drill member', measure('type: count, drill_members: [id,|   nope]')],
  [
    'a dimension of group_by',
    measure('type: sum, multi_stage: true, sql: "{count}", group_by: [status,|   nope]'),
  ],
  ['a dimension of reduce_by', measure('type: sum, multi_stage: true, sql: "{count}", reduce_by: [nope]')],
  [
    'a dimension of grain',
    measure('type: sum, multi_stage: true, sql: "{count}", grain: { include: [|   nope] } '),
  ],
  [
    'a filter of a stage',
    measure('type: sum, multi_stage: true, sql: "{count}", filter: { exclude: [id, nope] } '),
  ],
  [
    'a time dimension of a shift',
    measure(
      'type: sum, multi_stage: true, sql: "{count}", time_shift: [{ interval: 1 month, type: prior,|   time_dimension: nope }] ',
    ),
  ],
  ['a level', '    hierarchies:\n      - name: h\n        levels:\n          - status\n          - nope\n'],
  ['a measure of a rollup', preAggregation('measures:|   - count|   - nope')],
  ['a dimension of a rollup', preAggregation('dimensions: [status, nope]')],
  ['a segment of a rollup', preAggregation('segments: [open,|   nope]')],
  ['the time of a rollup', preAggregation('granularity: day| time_dimension: nope')],
  ['the granularity of a rollup', preAggregation('time_dimension: placed_at| granularity: nope')],
  [
    'one time of several',
    preAggregation('time_dimensions:|   - dimension: placed_at|     granularity: nope'),
  ],
  ['a rollup of a lambda', preAggregation('type: rollup_lambda| rollups:|   - nope')],
  [
    'a member of a policy',
    '    access_policy:\n      - group: a\n        member_level:\n          includes:\n            - id\n            - nope\n',
  ],
  [
    'a member that a policy leaves out',
    '    access_policy: [{ group: a, member_level: { includes: "*", excludes: [id, nope] } }]\n',
  ],
  [
    'a masked member',
    '    access_policy: [{ group: a, member_level: { includes: [id] }, member_masking: { includes: [nope] } }]\n',
  ],
  [
    'the member of a row filter',
    '    access_policy:\n      - group: a\n        row_level:\n          filters:\n            - operator: set\n              member: nope\n',
  ],
  [
    'a member of a view',
    view(
      '      - join_path: orders\n        prefix: true\n        includes:\n          - id\n          - nope\n',
    ),
  ],
  [
    'what a view leaves out',
    view(
      '      - join_path: orders\n        prefix: true\n        includes: "*"\n        excludes: [id, nope]\n',
    ),
  ],
  [
    'a member of a folder',
    view(
      '    folders:\n      - name: f\n        includes:\n          - count\n          - name: g\n            includes: [status, nope]\n',
    ),
  ],
  [
    'what releases a default filter',
    view(
      '    default_filters:\n      - member: status\n        operator: set\n        unless: [count, nope]\n',
    ),
  ],
  ['a view of a group', view('view_groups:\n  - name: g\n    views:\n      - v\n      - nope\n')],
];
for (const [what, rest] of entries) {
  test(`a problem with ${what} points at it`, () => {
    const content = cube + rest;
    const before = content.slice(0, content.indexOf('nope')).split('\n');
    const [problem, ...more] = problemsOf(content);
    assert.match(problem ?? '', new RegExp(`^${before.length}:${(before.at(-1) ?? '').length + 1} `));
    assert.deepEqual(more, []);
  });
}
