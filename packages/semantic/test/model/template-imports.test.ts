import { compileModel, type ModelFile } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../support/read-model.ts';

const money: ModelFile = {
  path: 'model/macros/money.jinja',
  content: `{%- macro in_euros(column, digits=2) -%}
{{ rounded(column ~ ' / 100.0', digits) }}
{%- endmacro -%}
{%- macro rounded(value, digits) -%}round({{ value }}, {{ digits }}){%- endmacro -%}
{%- set currency = 'EUR' -%}
`,
};

function problemsOf(files: readonly ModelFile[]): string[] {
  const compiled = compileModel(files);
  return 'problems' in compiled
    ? compiled.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)
    : [];
}

/** A sales cube below \`model/cubes\` with the expression as its one measure, with a line of template before it. */
function salesWith(statement: string, expression: string): ModelFile {
  const content = `${statement}
cubes:
  - name: sales
    sql_table: sales
    measures:
      - { name: paid, type: sum, sql: "{{ ${expression} }}" }
`;
  return { path: 'model/cubes/sales.yml', content };
}

function sqlOf(statement: string, expression: string): string {
  const compiled = compileModel([salesWith(statement, expression), money]);
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const sql = compiled.model.cubes['sales']?.measures['paid']?.sql;
  return sql ? textOf(sql) : '';
}

const imports: [what: string, statement: string, expression: string, sql: string][] = [
  [
    'a whole template under a name',
    '{%- import "macros/money.jinja" as money -%}',
    "money.in_euros('cents') ~ money.currency",
    'round(cents / 100.0, 2)EUR',
  ],
  [
    'macros by name',
    "{% from 'macros/money.jinja' import in_euros %}",
    "in_euros('cents')",
    'round(cents / 100.0, 2)',
  ],
  [
    'macros under other names',
    "{%- from 'macros/money.jinja' import in_euros as euros, currency with context -%}",
    "euros('cents', digits=0) ~ currency",
    'round(cents / 100.0, 0)EUR',
  ],
];
for (const [what, statement, expression, sql] of imports) {
  test(`a template imports ${what}, from the folder of the model`, () => {
    assert.equal(sqlOf(statement, expression), sql);
  });
}

test('an imported template imports others, and is seen by nobody else', () => {
  const files = [
    {
      path: 'a.yml',
      content: '{% import "b.jinja" as b %}cubes: [{ name: a, sql_table: "{{ b.table() }}{{ c }}" }]',
    },
    {
      path: 'b.jinja',
      content: '{% import "c.jinja" as c %}{% macro table() %}{{ c.schema }}.sales{% endmacro %}',
    },
    { path: 'c.jinja', content: "{% set schema = 'shop' %}" },
  ];
  const compiled = compileModel(files);
  assert.ok('model' in compiled, JSON.stringify(compiled));
  assert.deepEqual(compiled.model.cubes['a']?.source.sql.parts, [{ kind: 'text', text: 'shop.sales' }]);
});

test('what stands in a call block comes to an imported macro', () => {
  const files = [
    {
      path: 'a.yml',
      content: `{% from "b.jinja" import quoted %}cubes: [{ name: a, sql_table: {% call quoted() %}sales{% endcall %} }]`,
    },
    { path: 'b.jinja', content: `{% macro quoted() %}"{{ caller() }}"{% endmacro %}` },
  ];
  assert.deepEqual(problemsOf(files), []);
});

test('lines of problems are those of the importing file', () => {
  const file = salesWith('{% import "macros/money.jinja"\n   as money %}', 'money.nothing');
  assert.deepEqual(problemsOf([{ ...file, content: `${file.content}    colour: red\n` }, money]), [
    'model/cubes/sales.yml:8 The cube sales has no key colour',
  ]);
});

const faults: [what: string, statement: string, expression: string, words: RegExp][] = [
  [
    'a file that is not there',
    '{% import "macros/mony.jinja" as money %}',
    '1',
    /^\S+:1 .* no file macros\/mony/,
  ],
  [
    'a macro that is not there',
    '{% from "macros/money.jinja" import dollars %}',
    '1',
    /^\S+:1 .* has no macro dollars/,
  ],
  [
    'words that cannot be read',
    '{% import macros/money.jinja %}',
    '1',
    /^\S+:1 .*Unknown statement type: import/,
  ],
  ['itself', '{% import "cubes/sales.yml" as sales %}', '1', /^\S+:1 .*cubes\/sales\.yml imports itself/],
  [
    'a macro that it does not have',
    '{% import "macros/money.jinja" as money %}',
    'money.pounds(1)',
    /^\S+:6 .*not a function/,
  ],
];
for (const [what, statement, expression, words] of faults) {
  test(`says where a template imports ${what}`, () => {
    assert.match(problemsOf([salesWith(statement, expression), money]).join('\n'), words);
  });
}

test('a fault of an imported template is told with its own line, at the import', () => {
  const broken = {
    path: 'model/macros/money.jinja',
    content: '\n{% macro in_euros(x) %}\n{{ x + }}{% endmacro %}',
  };
  assert.match(
    problemsOf([salesWith('\n{% import "macros/money.jinja" as money %}', '1'), broken]).join('\n'),
    /^model\/cubes\/sales\.yml:2 The template cannot be rendered: macros\/money\.jinja, line 3: /,
  );
});

test('imports that double at each step end', () => {
  const files = Array.from({ length: 8 }, (_, index) => ({
    path: `${index}.yml`,
    content: `{% import "${index + 1}.yml" as a %}{% import "${index + 1}.yml" as b %}`,
  }));
  assert.match(
    problemsOf([...files, { path: '8.yml', content: '' }]).join('\n'),
    /imports more than 100 templates/,
  );
});
