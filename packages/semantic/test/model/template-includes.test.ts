import { compileModel, recompileModel, type CompileContext, type ModelFile } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const dates: ModelFile = {
  path: 'model/parts/dates.jinja',
  content: `{%- set column = prefix | default('created') %}
      - { name: {{ column }}_at, sql: {{ column }}_at, type: time }
      - { name: {{ column }}_day, sql: "date({CUBE}.{{ column }}_at)", type: time }
`,
};

/** A cube with the dimensions that a statement gives. */
const orders = (statement: string): ModelFile => ({
  path: 'model/cubes/orders.yml',
  content: `cubes:\n  - name: orders\n    sql_table: orders\n    dimensions:\n${statement}\n`,
});

function dimensionsOf(files: readonly ModelFile[], context?: CompileContext): string[] {
  const compiled = compileModel(files, context);
  assert.ok('model' in compiled, JSON.stringify(compiled));
  return Object.keys(compiled.model.cubes['orders']?.dimensions ?? {});
}

function problemsOf(files: readonly ModelFile[]): string[] {
  const compiled = compileModel(files);
  return 'problems' in compiled
    ? compiled.problems.map(({ file, line, message, hint = '' }) => `${file}:${line} ${message} ${hint}`)
    : [];
}

const includes: [what: string, statement: string, names: string[]][] = [
  ['a file as it is', '{% include "parts/dates.jinja" %}', ['created_at', 'created_day']],
  ['names of its own', '{% set prefix = "paid" %}{% include "parts/dates.jinja" %}', ['paid_at', 'paid_day']],
  [
    'none of these without context',
    '{% set prefix = "paid" %}{% include "parts/dates.jinja" without context %}',
    ['created_at', 'created_day'],
  ],
  [
    'the first file that there is',
    '{% include ["parts/none.jinja", "parts/dates.jinja"] %}',
    ['created_at', 'created_day'],
  ],
  [
    'a file by an expression, in a loop',
    '{% for prefix in ["a", "b"] %}\n{% include "parts/" ~ "dates" ~ ".jinja" with context %}{% endfor %}',
    ['a_at', 'a_day', 'b_at', 'b_day'],
  ],
  [
    'nothing where a file may be missing',
    '{% include "parts/none.jinja" ignore missing %}{% include "parts/dates.jinja" %}',
    ['created_at', 'created_day'],
  ],
  ['YAML that is no template', '{% include "parts/plain.txt" %}', ['plain']],
];
const plain: ModelFile = {
  path: 'model/parts/plain.txt',
  content: '      - { name: plain, sql: x, type: string }',
};
for (const [what, statement, names] of includes) {
  test(`a template includes ${what}`, () => {
    assert.deepEqual(dimensionsOf([orders(statement), dates, plain]), names);
  });
}

test('an included template imports, includes and reads the caller, from its own folder', () => {
  const files = [
    orders('{% include "parts/all.jinja" %}'),
    {
      path: 'model/parts/all.jinja',
      content: '{% import "names.jinja" as names %}{% include "one.jinja" %}',
    },
    { path: 'model/parts/names.jinja', content: "{% set first = 'id' %}" },
    {
      path: 'model/parts/one.jinja',
      content:
        '      - { name: {{ names.first }}_{{ COMPILE_CONTEXT.securityContext.tenant }}, sql: x, type: string }',
    },
  ];
  assert.deepEqual(dimensionsOf(files, { securityContext: { tenant: 'acme' } }), ['id_acme']);
});

test('what an included template sets stays in it', () => {
  const part = { path: 'model/parts/set.jinja', content: "{% set prefix = 'inner' %}" };
  const statement = '{% include "parts/set.jinja" %}{% include "parts/dates.jinja" %}';
  assert.deepEqual(dimensionsOf([orders(statement), part, dates]), ['created_at', 'created_day']);
});

test('a file that includes another is read anew when that changes', () => {
  const file = orders('{% include "parts/dates.jinja" %}');
  const first = recompileModel([file, dates], []);
  const changed = { ...dates, content: dates.content.replaceAll('created', 'paid') };
  const { compiled } = recompileModel([file, changed], [first]);
  assert.ok('model' in compiled);
  assert.deepEqual(Object.keys(compiled.model.cubes['orders']?.dimensions ?? {}), ['paid_at', 'paid_day']);
});

test('a problem of what was included is told at the include', () => {
  const broken = {
    ...dates,
    content: '      - { name: a, sql: x, type: string }\n      - { name: b, colour: red }\n',
  };
  const [problem = ''] = problemsOf([orders('{% include "parts/dates.jinja" %}'), broken]);
  assert.match(problem, /^model\/cubes\/orders\.yml:5 /);
});

const faults: [what: string, content: string, words: RegExp][] = [
  ['cannot be read', '\n{{ x + }}', /orders\.yml:5 .*parts\/dates\.jinja, line 2: /],
  ['cannot be rendered', '{{ nope() }}', /orders\.yml:5 .*parts\/dates\.jinja: nope is not a function/],
  [
    'includes itself',
    '{% include "parts/dates.jinja" %}',
    /orders\.yml:5 .*includes more than 20 templates within one another/,
  ],
  [
    'includes nothing',
    '{% include %}',
    /orders\.yml:5 .*line 1: Unknown statement type: include Write \{% include/,
  ],
  [
    'imports what is not there',
    '{% import "x" as x %}',
    /orders\.yml:5 .*line 1: there is no file x to import/,
  ],
];
for (const [what, content, words] of faults) {
  test(`says where a template includes one that ${what}`, () => {
    assert.match(
      problemsOf([orders('{% include "parts/dates.jinja" %}'), { ...dates, content }]).join('\n'),
      words,
    );
  });
}

test('says where a template includes a file that is not there', () => {
  assert.match(
    problemsOf([orders('{% include "parts/none.jinja" %}')]).join('\n'),
    /orders\.yml:5 .*there is no file parts\/none\.jinja to include A path begins at the folder of the model/,
  );
});
