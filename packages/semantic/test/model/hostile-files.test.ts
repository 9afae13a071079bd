import { brokenModelMessage, compileModel } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, problemsOf } from '../support/read-model.ts';

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
  assert.match(problemsOf(`# ${'x'.repeat(2_000_000)}\n`).join('\n'), /more than 1000000 characters/);
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

test('words of a model are looked for in what the language knows, and not in what every object has', () => {
  for (const word of ['__proto__', 'constructor', 'toString']) {
    const content = `cubes:
  - name: a
    sql_table: a
    public: "${word}"
    joins: [{ name: a, relationship: ${word}, sql: x }]
    dimensions: [{ name: d, sql: d, type: ${word} }]
    measures: [{ name: m, type: ${word} }]
`;
    const problems = problemsOf(content).join('\n');
    for (const key of ['public must be', 'relationship cannot be', 'type cannot be'])
      assert.match(problems, new RegExp(key));
  }
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

/** The problems of several files, each with its file and line. */
function locationsOf(files: readonly { path: string; content: string }[]): string[] {
  const compiled = compileModel(files);
  return 'problems' in compiled
    ? compiled.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)
    : [];
}

test('thousands of cubes that extend one another are refused at the first that goes too far', () => {
  for (const first of ['sql_table: t', 'extends: c2999']) {
    const cubes = Array.from(
      { length: 3_000 },
      (_, at) =>
        `  - { name: c${at}, ${at === 0 ? first : `extends: c${at - 1}`}, dimensions: [{ name: d${at}, sql: x, type: string }] }`,
    );
    const [problem, ...more] = locationsOf([
      { path: 'model/chain.yml', content: `cubes:\n${cubes.join('\n')}\n` },
    ]);
    assert.match(problem ?? '', /^model\/chain\.yml:\d+ c\d+ extends more than 49 others/);
    assert.equal(more.length, 0);
  }
  const views = Array.from(
    { length: 3_000 },
    (_, at) => `  - { name: v${at}, ${at === 0 ? '' : `extends: v${at - 1}, `}cubes: [] }`,
  );
  assert.match(problemsOf(`views:\n${views.join('\n')}\n`).join('\n'), /v50 extends more than 49 others/);
});

test('a model that is made large by what its cubes inherit and its views show is refused where it became that', () => {
  const members = Array.from({ length: 1_000 }, (_, at) => `{ name: d${at}, sql: x, type: string }`);
  const parent = `cubes:\n  - { name: p, sql_table: t, dimensions: [${members.join(', ')}] }\n`;
  const many = (line: (at: number) => string) => Array.from({ length: 2_000 }, (_, at) => line(at)).join('');
  const models = [
    `${parent}${many((at) => `  - { name: c${at}, extends: p }\n`)}`,
    `${parent}views:\n${many((at) => `  - { name: v${at}, cubes: [{ join_path: p, includes: "*" }] }\n`)}`,
    `${parent}views:\n  - name: v\n    cubes:\n${many((at) => `      - { join_path: p, includes: "*", prefix: true, alias: x${at} }\n`)}`,
  ];
  for (const content of models) {
    const problems = locationsOf([{ path: 'model/wide.yml', content }]);
    assert.equal(problems.length, 1);
    assert.match(
      problems[0] ?? '',
      /^model\/wide\.yml:2\d\d The model has more than 200000 members up to here/,
    );
  }
});

test('thousands of names that do not exist are all told, the first with what was meant', () => {
  const cubes = Array.from(
    { length: 4_000 },
    (_, at) =>
      `  - { name: cube_${at}, sql_table: t, joins: [{ name: cubo_${at}, relationship: many_to_one, sql: x }] }`,
  );
  const problems = problemsOf(`cubes:\n${cubes.join('\n')}\n`);
  assert.equal(problems.length, 4_000);
  assert.match(problems[0] ?? '', /joins cubo_0, which does not exist Did you mean cube_0\?/);
  assert.doesNotMatch(problems.at(-1) ?? '', /Did you mean/);
});

test('many aliases and many anchors are read in one go', () => {
  const anchors = Array.from({ length: 15_000 }, (_, at) => `k${at}: &a${at} x\n`).join('');
  const aliases = Array.from({ length: 15_000 }, (_, at) => `*a${at}`).join(', ');
  assert.equal(problemsOf(`${anchors}cubes: []\nb: [${aliases}]\n`).length, 15_001);
});

test('an alias means the last anchor of its name that stands before it', () => {
  const model = modelOf(`cubes:
  - name: one
    sql_table: t
    meta: { first: &outer { inner: &inner 1 }, second: &inner 2, again: *outer, last: *inner }
`);
  assert.deepEqual(model.cubes['one']?.meta, {
    first: { inner: 1 },
    second: 2,
    again: { inner: 1 },
    last: 2,
  });
});

/** Namespaces that each hold the next one twice, made before they hold anything. */
function namespaces(count: number): string {
  const made = Array.from({ length: count + 1 }, (_, at) => `{% set n${at} = namespace(x=1) %}`);
  const filled = Array.from({ length: count }, (_, at) => `{% set n${at}.x = [n${at + 1}, n${at + 1}] %}`);
  return made.join('') + filled.join('');
}

const loops = {
  'loops within loops': '{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}',
  'a macro that calls itself': '{% macro m(x) %}{{ m(x) }}{% endmacro %}{{ m(1) }}',
  'a text that doubles': `{% set x = "abc" %}${'{% set x = x ~ x %}'.repeat(60)}{{ x }}`,
  'a list that doubles': `{% set x = [1] %}${'{% set x = x + x %}'.repeat(60)}{{ x }}`,
  'lists of the same lists': `{% set x = [1] %}${'{% set x = [x, x] %}'.repeat(60)}{{ x | tojson }}`,
  'objects of the same objects': `{% set x = {"a": 1} %}${'{% set x = {"a": x, "b": x} %}'.repeat(60)}{{ x }}`,
  'a huge range': '{{ range(1000000000) }}',
  'a text that is looked through again and again': `{% set r = "${'ab'.repeat(100_000)}" %}{% for i in range(90000) %}{% if "abb" in r %}{% endif %}{% endfor %}`,
  'a replacement that multiplies': `{{ "${'a'.repeat(50_000)}" | replace("a", "${'b'.repeat(50_000)}") }}`,
  'a wide indent': '{{ "a" | indent(1000000000) }}',
  'a wide format': '{{ "%999999999s" | format("a") }}',
  'a wide center': '{{ "a" | center(1000000000) }}',
  'a text many times': '{{ "ab" * 1000000000 }}',
  'a list many times': '{{ [1, 2] * 1000000000 }}',
  'a list that is filled up': '{{ [1] | batch(1000000000, 1) }}',
  'a list in too many slices': '{{ [1] | slice(1000000000) }}',
  'a long separator': `{{ range(50000) | join("${'b'.repeat(50_000)}") }}`,
  'lists of lists that a filter makes': `{% set x = 1 %}${'{% set x = {"a": x, "b": x} | items %}'.repeat(60)}{{ x }}`,
  'namespaces of namespaces': `${namespaces(60)}{{ n0 }}`,
  'lists that are compared again and again':
    '{% set x = range(90000) %}{% for i in x %}{% if x == range(90000) %}{% endif %}{% endfor %}',
  'a text that is changed again and again':
    '{% set x = ["a" * 500000] %}{% for i in range(9000) %}{% do x | map("upper") %}{% endfor %}',
  'parentheses within parentheses': `{{ ${'x is in ['.repeat(2_000)}`,
  'an include of itself': '{% include "loops.yml" %}',
  'a raw part that never ends, many times': '{% raw %}'.repeat(100_000),
};
for (const [what, content] of Object.entries(loops))
  test(`a template with ${what} is refused, and its file is named`, () => {
    const [problem, ...more] = locationsOf([
      { path: 'model/fine.yml', content: 'cubes: []\n' },
      { path: 'model/loops.yml', content: `# a comment\n${content}\n` },
    ]);
    assert.match(problem ?? '', /^model\/loops\.yml:\d+ The template cannot be rendered/);
    assert.equal(more.length, 0);
  });

test('a query on a model with many problems is answered with the first of them', () => {
  const problems = Array.from({ length: 5_000 }, (_, line) => ({
    file: 'a.yml',
    line,
    column: 1,
    message: 'Wrong',
  }));
  const message = brokenModelMessage(problems);
  assert.match(message, /has 5000 problems/);
  assert.match(message, /… and 4900 more$/);
});
