import type { ModelFile } from '@oriel/semantic';
import fc from 'fast-check';

const CUBES = ['c0', 'c1', 'c2', 'c3'];

/** A model without problems, one cube in each file, and a view. */
function start(): ModelFile[] {
  return [...CUBES.map((name) => cubeOf(name, [])), viewOf('v', [])].map((content, index) => ({
    path: `${index}.yml`,
    content,
  }));
}

function edited(files: readonly ModelFile[], path: string, content: string | undefined): ModelFile[] {
  const others = files.filter((file) => file.path !== path);
  if (content === undefined) return others;
  return [...others, { path, content }].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a file may become; undefined removes it. */
function contents(): fc.Arbitrary<string | undefined>[] {
  const cube = fc
    .tuple(fc.constantFrom(...CUBES, 'c0', 'renamed'), fc.subarray(CUBE_LINES, { maxLength: 6 }))
    .map(([name, lines]) => cubeOf(name, lines));
  const view = fc
    .tuple(fc.constantFrom('v', 'w', 'c1'), fc.subarray(VIEW_LINES, { maxLength: 4 }))
    .map(([name, lines]) => viewOf(name, lines));
  const other = fc.constantFrom(
    undefined,
    '',
    'cubes: [',
    'cubes: 1',
    'services: {}\n',
    GROUPS,
    ...UNREADABLE,
  );
  return [cube, cube, cube, view, other, fc.constantFrom(...TEMPLATES)];
}

/** What defines cubes and views that the others speak of, and cannot be read. */
const UNREADABLE = [
  "cubes:\n  - name: c1\n  - name: v\n    sql_table: 't\n",
  'cubes:\n  - { name: c0 }\n  - name: c2\n    sql_table: {{ load() }}\n',
  "cube('c3', {});\nview('w', {});\ncube('gone', {});\n",
];

/** Each line is one that a cube of any name may have, and speaks of members that all of them have. */
const CUBE_LINES = [
  'extends: c0',
  'extends: c1',
  'extends: gone',
  'sql: SELECT * FROM {c2.sql()}',
  "sql: SELECT * FROM t WHERE {FILTER_PARAMS.c1.label.filter('label')}",
  'title: Something else',
  'joins: [{ name: c1, relationship: many_to_one, sql: "{CUBE}.c1 = {c1.id}" }]',
  'joins: [{ name: c2, relationship: one_to_many, sql: "{id} = {c2}.id" }, { name: c3, relationship: one_to_one, sql: "{id} = {c3.amount}" }]',
  'hierarchies: [{ name: h, levels: [label, c1.label] }]',
  'segments: [{ name: s, sql: "{c2.label} = 1" }]',
  'access_policy: [{ group: "*", row_level: { filters: [{ member: c1.label, operator: set }] }, member_level: { includes: [label, more] } }]',
  'access_policy: [{ group: a, row_level: { filters: [{ member: v.label, operator: set }] } }]',
  'pre_aggregations: [{ name: p, measures: [count, c2.amount], dimensions: [label] }]',
  'dimensions: [{ name: id, sql: "{label}", type: number }, { name: label, sql: "{id}", type: string }]',
  'dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: label, sql: "{c1.label}", type: string }]',
  'dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: label, sql: x, type: string, links: [{ name: l, label: L, url: "{c1.label}" }] }]',
  'dimensions: [{ name: label, sql: "{c2.c3.label}", type: string }, { name: more, sql: "{c1.amount}", type: number, sub_query: true }]',
  'calendar: true',
  'dimensions: [{ name: id, sql: id, type: time, time_shift: [{ name: retail, sql: "{CUBE}.last_year" }] }, { name: label, sql: label, type: string }]',
  'measures: [{ name: count, type: count, drill_members: [id, c1.label] }, { name: amount, type: number, sql: "{c1.amount} + {count}" }]',
  'measures: [{ name: amount, type: sum, multi_stage: true, sql: "{c3.amount}", group_by: [c1.label] }, { name: count, type: count }]',
  'measures: [{ name: amount, type: sum, multi_stage: true, sql: "{count}", time_shift: [{ name: retail }] }]',
];

/** As for cubes. */
const VIEW_LINES = [
  'extends: v',
  'extends: w',
  'cubes: [{ join_path: c0.c1, includes: [label, amount] }, { join_path: c2, includes: "*", prefix: true }]',
  'cubes: [{ join_path: c1, includes: [h, label], excludes: [more] }]',
  'cubes: [{ join_path: c1, includes: "*" }, { join_path: c2, includes: "*", split: true }]',
  'folders: [{ name: f, includes: [label] }]',
  'default_filters: [{ member: label, operator: set }]',
  'view_group: g',
  'access_policy: [{ group: "*", member_level: { excludes: [label] } }]',
];

const GROUPS = 'view_groups: [{ name: g, views: [v, w] }]\n';

/** What one file takes from another before either is read. */
const TEMPLATES = [
  ...['t', 'u', '', ': ['].map((table) => `{% macro table() %}${table}{% endmacro %}\n`),
  ...['0.yml', '1.yml'].map(
    (path) => `{% from "${path}" import table %}\ncubes: [{ name: c3, sql_table: "{{ table() }}" }]\n`,
  ),
];

const CUBE_DEFAULTS = [
  'sql_table: t',
  'dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: label, sql: label, type: string }]',
  'measures: [{ name: count, type: count }, { name: amount, type: sum, sql: amount }]',
];

function cubeOf(name: string, lines: readonly string[]): string {
  return `cubes:\n${objectOf([`name: ${name}`, ...lines, ...CUBE_DEFAULTS])}`;
}

function viewOf(name: string, lines: readonly string[]): string {
  return `views:\n${objectOf([`name: ${name}`, ...lines, 'cubes: [{ join_path: c0, includes: "*" }]'])}`;
}

/** Of lines with the same key, the first. A cube has either a table or a SELECT. */
function objectOf(lines: readonly string[]): string {
  const byKey = new Map<string, string>();
  for (const line of lines) {
    const key = line.slice(0, line.indexOf(':')).replace('sql_table', 'sql');
    if (!byKey.has(key)) byKey.set(key, line);
  }
  return [...byKey.values()].map((line, index) => `  ${index === 0 ? '-' : ' '} ${line}\n`).join('');
}

/** Files beside a folder `model` are part of the model only where there is none, or they define something. */
const PATHS = ['0.yml', '1.yml', '2.yml', '3.yml', '4.yml', '5.yml', 'model/6.yml', '7.js'];

/**
 * Every version of a model while its author changes, adds, removes, renames, breaks and mends one file after the other.
 */
export const randomVersions: fc.Arbitrary<ModelFile[][]> = fc
  .array(fc.record({ path: fc.constantFrom(...PATHS), content: fc.oneof(...contents()) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((edits) => {
    const versions = [start()];
    for (const { path, content } of edits) versions.push(edited(versions.at(-1) ?? [], path, content));
    return versions;
  });
