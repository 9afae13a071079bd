import { compileModel } from '@oriel/semantic';
import { isModelPath } from '@oriel/semantic/model-paths';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const template = `{# told by a comment #}{% set name = 'b' %}
cubes:
  - name: {{ name }}
    sql: SELECT 1 AS id
    measures: [{ name: n, type: count }]
`;

/** The cubes of files by their paths, or the problems. */
function cubesOf(files: Record<string, string>): string[] {
  const compiled = compileModel(Object.entries(files).map(([path, content]) => ({ path, content })));
  return 'model' in compiled
    ? Object.keys(compiled.model.cubes).toSorted()
    : compiled.problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('files that end in .yml, .yaml, and either with .jinja behind it, are of a model', () => {
  const other = { 'model/cubes/a.yml': 'cubes: [{ name: a, sql_table: a }]\n' };
  for (const name of [
    'b.yml',
    'b.yaml',
    'b.yml.jinja',
    'b.yaml.jinja',
    'B.YML.JINJA',
    'deep/er/b.c.yml.jinja',
  ])
    for (const folder of ['model/', 'model/cubes/'])
      assert.deepEqual(cubesOf({ ...other, [folder + name]: template }), ['a', 'b'], folder + name);
  for (const name of [
    'b.jinja',
    'b.yml.jinja2',
    'b.yml.j2',
    'b.jinja.txt',
    'b.yml.jinja.bak',
    'yml.jinja',
    'b.json',
  ])
    assert.deepEqual(cubesOf({ ...other, [`model/${name}`]: template }), ['a'], name);
  assert.deepEqual(cubesOf({ 'b.yml.jinja': template }), ['b']);
  assert.equal(isModelPath('model/cubes/b.yaml.jinja'), true);
});

test('a template that tells so by its name is rendered, whatever stands in it', () => {
  const content = '{# cubes of the shop: {{ }} #}\n{# a comment #}\ncubes: [{ name: c, sql_table: c }]\n';
  assert.deepEqual(cubesOf({ 'model/c.yml.jinja': content }), ['c']);
  assert.deepEqual(
    cubesOf({ 'model/c.yaml.jinja': '{# a comment #}\ncubes: [{ name: c, sql_table: c }]\n' }),
    ['c'],
  );
});

test('a template of YAML imports macros, gives some, and may define nothing', () => {
  const macros = '{% macro table(name) %}shop.{{ name }}{% endmacro %}';
  assert.deepEqual(
    cubesOf({
      'model/macros.yml.jinja': macros,
      'model/c.yml.jinja':
        '{% from "macros.yml.jinja" import table %}\ncubes: [{ name: c, sql_table: "{{ table(\'c\') }}" }]\n',
    }),
    ['c'],
  );
});

test('a problem of a template of YAML has its file and its line', () => {
  assert.deepEqual(cubesOf({ 'model/c.yml.jinja': `${template}    titel: B\n` }), [
    'model/c.yml.jinja:6 The cube b has no key titel',
  ]);
  assert.match(cubesOf({ 'model/c.yml.jinja': '{% if %}\n' }).join(), /^model\/c\.yml\.jinja:1 /);
});
