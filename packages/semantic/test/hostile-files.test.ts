import { compileModel } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, problemsOf } from './read-model.ts';

const TOO_MUCH = /1:1 The file is nested too deeply, or its aliases make too much of it/;

test('aliases that multiply are refused', () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) =>
      `  - &l${level + 1} [${Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*l${level}`)).join(', ')}]`,
  );
  assert.match(problemsOf(`cubes:\n${levels.join('\n')}\n`).join('\n'), TOO_MUCH);
});

test('an alias of what it stands in is refused', () => {
  assert.match(problemsOf('cubes: &a [*a]\n').join('\n'), TOO_MUCH);
});

test('files that are nested too deeply are refused', () => {
  const nested = (depth: number) =>
    problemsOf(`cubes: ${'['.repeat(depth)}${']'.repeat(depth)}\n`).join('\n');
  assert.match(nested(100), TOO_MUCH);
  // Here it is the library that gives up.
  assert.match(nested(20_000), /The YAML is broken: Maximum call stack/);
});

test('members that refer to one another are checked however long their line is', () => {
  const members = Array.from(
    { length: 9_000 },
    (_, at) => `{ name: d${at}, type: string, sql: '{d${at + 1}}' }`,
  );
  const model = (last: string) =>
    `cubes:\n  - name: a\n    sql_table: a\n    dimensions: [${members.join(', ')}, { name: d9000, type: string, sql: ${last} }]\n`;
  assert.equal(Object.keys(modelOf(model('x')).cubes['a']?.dimensions ?? {}).length, 9_001);
  assert.match(
    problemsOf(model("'{d8999}'")).join('\n'),
    /a.d8999 refers to itself: a.d8999 → a.d9000 → a.d8999/,
  );
});

test('files beyond all measure are refused', () => {
  assert.match(problemsOf(`# ${'x'.repeat(2_000_000)}\n`).join('\n'), /more than 2000000 characters/);
});

test('an alias may stand for what is said elsewhere', () => {
  const { b } = modelOf(`cubes:
  - name: a
    sql_table: a
    measures: &measures [{ name: n, type: count }]
  - { name: b, sql_table: b, measures: *measures }
`).cubes;
  assert.deepEqual(Object.keys(b?.measures ?? {}), ['n']);
});

test('an object may take what another has, as far as it does not say it itself', () => {
  const { b } = modelOf(`cubes:
  - &a
    name: a
    sql_table: a
    title: First
    measures: [{ name: n, type: count }]
  - { <<: *a, name: b, title: Second }
`).cubes;
  assert.deepEqual([b?.title, Object.keys(b?.measures ?? {})], ['Second', ['n']]);
  assert.match(problemsOf('cubes:\n  - { <<: a, name: b }\n').join('\n'), /<< takes an object/);
});

test('names of what every object of JavaScript has are names like others', () => {
  const model = modelOf(`cubes:
  - name: __proto__
    sql_table: a
    meta: { __proto__: { isAdmin: true }, constructor: 1 }
    dimensions:
      - { name: constructor, sql: x, type: time, granularities: [{ name: toString, interval: 1 day }] }
      - { name: valueOf, sql: "{constructor.toString}", type: string, links: [{ name: __proto__, label: L, dashboard: d }] }
    measures: [{ name: hasOwnProperty, type: count }]
    hierarchies: [{ name: h, levels: [constructor] }]
views:
  - { name: constructor, cubes: [{ join_path: __proto__, includes: "*" }], folders: [{ name: __proto__, includes: [valueOf] }] }
`);
  assert.deepEqual(Object.keys(model.cubes), ['__proto__']);
  assert.deepEqual(Object.keys(model.views['constructor']?.members ?? {}), [
    'constructor',
    'valueOf',
    'valueOf___link___proto___url',
    'hasOwnProperty',
  ]);
  assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined);
  const meta = Object.values(model.cubes)[0]?.meta;
  assert.deepEqual(Object.keys(meta ?? {}), ['__proto__', 'constructor']);
});

test('what is no model at all is told, whatever it is', () => {
  const contents = [
    '- a\n- b\n',
    '"text"\n',
    '7\n',
    'cubes: 1\n',
    'cubes: [1, null, [], { }]\n',
    'views: [{ name: { a: 1 }, cubes: { a: 1 } }]\n',
    'cubes: [{ name: a, sql_table: [1], dimensions: { a: 1 }, measures: "x", joins: [[]], access_policy: [1] }]\n',
    '? [a, b]\n: c\n',
    '!!binary aGVsbG8=\n',
    'cubes: !!set { a, b }\n',
    '--- \na: 1\n--- \nb: 2\n',
    '%YAML 9.9\n---\ncubes: []\nx: 1\n',
    '\uFEFFcubes: [{ name: a }]\n',
    'cubes:\n\t- name: a\n',
  ];
  for (const content of contents)
    assert.ok('problems' in compileModel([{ path: 'a.yml', content }]), JSON.stringify(content));
});

test('a pattern that many texts nearly match takes no longer than any other', () => {
  const long = 'a'.repeat(100_000);
  const content = `cubes:
  - name: a
    sql_table: "{FILTER_PARAMS.a.b.filter('${long}"
    dimensions:
      - { name: d, sql: "{${long}.}", type: number, format: "${'1'.repeat(50_000)}!", mask: "'${"''".repeat(20_000)}" }
      - { name: t, sql: t, type: time, format: "${'%'.repeat(50_001)}" }
`;
  assert.ok(problemsOf(content).length > 0);
});
