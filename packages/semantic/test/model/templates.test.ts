import { compileModel, type CompileContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, textOf } from '../support/read-model.ts';

/** The table of the one cube of a model. */
function tableOf(content: string, context?: CompileContext): string {
  const compiled = compileModel([{ path: 'a.yml', content }], context);
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const [cube] = Object.values(compiled.model.cubes);
  return cube ? textOf(cube.source.sql) : '';
}

function problemsOf(content: string, context?: CompileContext): string[] {
  const compiled = compileModel([{ path: 'a.yml', content }], context);
  return 'problems' in compiled
    ? compiled.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
    : [];
}

test('a file is rendered before it is read: loops, conditions, macros; braces of SQL stay', () => {
  const { orders } = modelOf(`{%- set statuses = ['open', 'done'] -%}
{%- macro dimension(name, type='string') -%}
      - { name: {{ name }}, sql: "{CUBE}.{{ name }}", type: {{ type }} }
{%- endmacro -%}
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      {{ dimension('status') }}
      {{ dimension('id', type='number') }}
    measures:
    {% for status in statuses %}
      - name: {{ status }}_count
        type: count
        filters: [{ sql: "{CUBE}.status = '{{ status }}'" }]
        {% if loop.last %}title: The Last{% endif %}
    {% endfor %}
`).cubes;
  assert.deepEqual(Object.keys(orders?.dimensions ?? {}), ['status', 'id']);
  assert.deepEqual(
    Object.values(orders?.measures ?? {}).map(({ title, filters }) => [title, filters.map(textOf)]),
    [
      ['Open Count', ["{CUBE}.status = 'open'"]],
      ['The Last', ["{CUBE}.status = 'done'"]],
    ],
  );
});

test('a template knows the compile context and the variables that it may read, and nothing else', () => {
  const content = `cubes:
  - name: orders
    sql_table: "{{ COMPILE_CONTEXT.securityContext.tenant }}_{{ env_var('STAGE') }}_{{ env_var('HOME', 'x') }}{{ process }}{{ globalThis }}"
`;
  const context = { securityContext: { tenant: 'acme' }, environment: { STAGE: 'test' } };
  assert.equal(tableOf(content, context), 'acme_test_x');
});

test('what a template fills into quotes may be true or false', () => {
  const [isIn, isNotIn] = ["role in ['admin']", "role not in ['admin']"].map(
    (condition) =>
      modelOf(
        `cubes: [{ name: a, sql_table: a, public: "{{ COMPILE_CONTEXT.securityContext.${condition} }}" }]\n`,
      ).cubes['a']?.isPublic,
  );
  assert.deepEqual([isIn, isNotIn], [false, true]);
});

test('flow style may close two braces together', () => {
  assert.ok(
    modelOf(
      'cubes: [{name: a, sql_table: a, dimensions: [{name: g, type: geo, latitude: {sql: x}, longitude: {sql: y}}]}]',
    ).cubes['a'],
  );
});

test('a problem behind a template is told with the line of the template', () => {
  const content = `cubes:
{% for name in ['a', 'b'] %}
  - name: {{ name }}
    sql_table: t
    colour: red
{% endfor %}
  - name: c
    sql_tabel: t
`;
  assert.deepEqual(problemsOf(content), [
    'a.yml:5:5 The cube a has no key colour',
    'a.yml:5:5 The cube b has no key colour',
    'a.yml:7:5 The cube c needs sql_table or sql',
    'a.yml:8:5 The cube c has no key sql_tabel',
  ]);
});

test('columns that a value has moved are not told', () => {
  assert.deepEqual(problemsOf("cubes: [{ name: {{ 'longer' }}, sql_table: t, colour: red }]\n"), [
    'a.yml:1:1 The cube longer has no key colour',
  ]);
});

test('where a filter has worked on the lines themselves, the rendered file is named', () => {
  const content = `{% macro cube() %}

  - name: a
    colour: red
{% endmacro %}
cubes:
  {{ cube() | trim }}
`;
  assert.match(problemsOf(content).join('\n'), /^a\.yml \(rendered\):\d+:\d+ The cube a /m);
});

const faults: [what: string, content: string, words: RegExp][] = [
  ['an unknown tag', 'cubes: []\n\n{% trans %}\n', /^a\.yml:3:1 .*Unknown statement type: trans/],
  ['a block that is never closed', 'a: 1\n{% if x %}\nb: 1\n', /^a\.yml:2:1 The template cannot be rendered/],
  ['a block that is closed twice', '{% if x %}\n{% endif %}\n{% endif %}\n', /^a\.yml:3:1 /],
  ['an expression without end', 'a: 1\n\nb: {{ x\n', /^a\.yml:3:4 /],
  ['an expression that cannot be read', 'a: {{ 1 }}\nb: {{ x + }}\n', /^a\.yml:2:4 /],
  ['an expression among others of a line', 'a: {{ 1 }} {{ x + }}\n', /^a\.yml:1:1 /],
  [
    'a function that there is not',
    'a: {{ 1 }}\n\nb: {{ load_all() }}\n',
    /^a\.yml:3:4 .*load_all is not a function/,
  ],
  [
    'a variable that may not be read',
    "a: 1\nb: {{ env_var('HOME') }}\n",
    /^a\.yml:2:4 .*there is no variable HOME that a model may read/,
  ],
  ['a filter that there is not', "a: {{ 'x' | nope }}\n", /^a\.yml:1:4 .*there is no filter nope/],
  [
    'loops that never end',
    'a:\n{% for a in range(10000) %}{% for b in range(10000) %}{% endfor %}{% endfor %}\n',
    /it takes too many steps/,
  ],
  ['a list without end', 'a: {{ range(1000000000) }}\n', /too long a list/],
  [
    'a text that doubles',
    `{% set n = namespace(x='0123456789') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}`,
    /it makes too much text/,
  ],
  [
    'a text that is written too often',
    `{% set x %}${'y'.repeat(10_000)}{% endset %}{% for i in range(100000) %}{{ x }}{% endfor %}`,
    /it makes too much text/,
  ],
  ['a long row of blanks', `{{ 1 }}${' '.repeat(501)}\n`, /more than 500 blanks in a row/],
];
for (const [what, content, words] of faults) {
  test(`says what is wrong with a template that has ${what}`, () => {
    assert.match(problemsOf(content).join('\n'), words);
  });
}

test('a macro cannot call itself for ever', () => {
  const content =
    '{% macro a(n) %}{{ b(n) }}{% endmacro %}{% macro b(n) %}{{ a(n) }}{% endmacro %}{{ a(1) }}';
  assert.match(problemsOf(content).join('\n'), /The template cannot be rendered/);
});

test('objects lead to nothing that JavaScript gives them', () => {
  const content = `cubes: [{ name: a, sql_table: "x{{ COMPILE_CONTEXT.constructor }}{{ COMPILE_CONTEXT.__proto__ }}{{ ''.constructor }}" }]\n`;
  assert.equal(tableOf(content), 'x');
});
