import { compileModel, recompileModel, type Compilation, type ModelFile } from '@oriel/semantic';
import { filesLeftOut } from '@oriel/semantic/model';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const cube = (name: string) => `cubes: [{ name: ${name}, sql_table: ${name} }]\n`;
const broken = 'cubes: [{ name: b, sql_tabel: b }]\n';
const inFolder = { 'model/cubes/a.yml': cube('a') };

function filesOf(contents: Record<string, string>): ModelFile[] {
  return Object.entries(contents).map(([path, content]) => ({ path, content }));
}

/** The cubes and views of a model, or the files of its problems. */
function namesOf({ compiled }: Pick<Compilation, 'compiled'>): string[] {
  return 'model' in compiled
    ? [...Object.keys(compiled.model.cubes), ...Object.keys(compiled.model.views)].toSorted()
    : [...new Set(compiled.problems.map(({ file, message }) => `${file}: ${message}`))];
}

const read = (contents: Record<string, string>) => namesOf({ compiled: compileModel(filesOf(contents)) });

test('where there is a folder model, what lies outside of it is none of the model, whatever it defines', () => {
  const outside = {
    'compose.yml': 'services:\n  cube: { image: cube }\n',
    '.github/workflows/deploy.yml': 'on: push\njobs: { a: { env: "${{ secrets.KEY }}" } }\n',
    'examples/orders.yml': cube('a'),
    'examples/model/orders.yaml': broken,
    'models/b.yml': broken,
    'b.yml.jinja': '{% set x = 1 %}\ncubes: [{ name: c, sql_table: c }]\n',
    'views.yml': 'views: [{ name: w, cubes: [{ join_path: nowhere, includes: "*" }] }]\n',
    'flow.yml': '{ cubes: [{ name: d, sql_table: d }] }\n',
    'templates.yml': '{% if %}\ncubes:\n',
    'old/orders.js': 'cube(`orders`, {});\n',
    'agents/config.yml': 'cubes: []\n',
  };
  assert.deepEqual(read({ ...outside, ...inFolder }), ['a']);
  assert.deepEqual(read({ ...outside, 'model/a.yaml.jinja': cube('a') }), ['a']);
  assert.match(
    read({ ...inFolder, 'model/compose.yml': 'services: {}\n' }).join(),
    /^model\/compose\.yml: .*no key services/,
  );
  assert.match(
    read({ ...inFolder, 'model/old.js': 'cube(`orders`, {});\n' }).join(),
    /^model\/old\.js: .*JavaScript/,
  );
});

test('where there is none, the files of a model lie anywhere', () => {
  assert.deepEqual(read({ 'a.yml': cube('a'), 'cubes/b.yml': cube('b'), 'schema/deep/c.yml': cube('c') }), [
    'a',
    'b',
    'c',
  ]);
  // What is no YAML makes no folder of a model.
  const other = {
    'model/README.md': '# Model',
    'model/macros.jinja': '{% macro a() %}{% endmacro %}',
    'model/.gitkeep': '',
  };
  assert.deepEqual(read({ ...other, 'a.yml': cube('a') }), ['a']);
  assert.deepEqual(read({ 'Model/a.yml': cube('a'), 'models/b.yml': cube('b') }), ['a', 'b']);
});

test('cubes that are generated below model/cubes/dbt leave a model at the top as it is', () => {
  const generated = { 'model/cubes/dbt/orders.yml': cube('orders') };
  assert.deepEqual(read({ ...generated, 'a.yml': cube('a'), 'compose.yml': 'services: {}\n' }), [
    'a',
    'orders',
  ]);
  assert.deepEqual(read({ ...generated, ...inFolder, 'b.yml': cube('b') }), ['a', 'orders']);
});

test('a template takes macros from outside of the folder', () => {
  const macros = '{% macro table() %}b{% endmacro %}';
  const content =
    '{% from "macros/names.jinja" import table %}\ncubes: [{ name: b, sql_table: "{{ table() }}" }]\n';
  assert.deepEqual(read({ 'macros/names.jinja': macros, 'model/b.yml': content }), ['b']);
});

test('a folder that comes or goes changes which files are of the model', () => {
  const outside = { 'b.yml': cube('b'), 'c.yml': cube('c') };
  let previous: Compilation | undefined;
  for (const [contents, names] of [
    [outside, ['b', 'c']],
    [{ ...outside, ...inFolder }, ['a']],
    [outside, ['b', 'c']],
  ] as const) {
    previous = recompileModel(filesOf(contents), previous ? [previous] : []);
    assert.deepEqual(namesOf(previous), names);
  }
});

test('files that define something, and are left out, are named', () => {
  const files = filesOf({
    ...inFolder,
    'examples/orders.yml': cube('orders'),
    'flow.yml': '{ views: [{ name: w, cubes: [{ join_path: a, includes: "*" }] }] }\n',
    'compose.yml': 'services: { cubes: {} }\n',
    'deploy.yml': 'on: push\njobs: { a: { env: "${{ secrets.KEY }}" } }\n',
    'agents/config.yml': 'name: analyst\n',
  });
  assert.deepEqual(filesLeftOut(files), ['examples/orders.yml', 'flow.yml']);
  assert.deepEqual(filesLeftOut(filesOf({ 'a.yml': cube('a') })), []);
});
