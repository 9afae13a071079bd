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

const pathsLeftOut = (files: readonly ModelFile[]) => filesLeftOut(files).map(({ path }) => path);

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
  assert.deepEqual(pathsLeftOut(files), ['examples/orders.yml', 'flow.yml']);
  assert.deepEqual(filesLeftOut(filesOf({ 'a.yml': cube('a') })), []);
});

test('a template outside of the folder is named by its text, and is not run', () => {
  const endless = '{% for a in range(1000000000) %}{% for b in range(1000000000) %}{% endfor %}{% endfor %}';
  const files = filesOf({
    ...inFolder,
    'b.yml': `${endless}\ncubes: [{ name: b, sql_table: b }]\n`,
    'c.yml.jinja': 'cubes: [{ name: c, sql_table: c }]\n',
    'compose.yml': `services: { cubes: "{{ x }}" }\n`,
  });
  assert.deepEqual(pathsLeftOut(files), ['b.yml', 'c.yml.jinja']);
});

const second = {
  'second/model/orders.yml': cube('orders'),
  'second/model/views/v.yml': cube('v'),
  'second/compose.yml': 'services: {}\n',
  'second/agents/config.yml': 'name: analyst\n',
};

test('a folder with a folder model of its own is another project, beside a model at the top', () => {
  const top = { 'orders.yml': cube('orders'), 'more/b.yml': cube('b') };
  assert.deepEqual(read({ ...top, ...second }), ['b', 'orders']);
  assert.deepEqual(read({ ...top, ...second, 'third/deep/model/b.yml': broken }), ['b', 'orders']);
  const generated = { 'model/cubes/dbt/paid.yml': cube('paid') };
  assert.deepEqual(read({ ...generated, ...second }), ['paid']);
  assert.deepEqual(read({ ...generated, ...top, ...second }), ['b', 'orders', 'paid']);
  // What is no YAML makes no project.
  assert.deepEqual(read({ ...top, 'docs/model/README.md': '# Model', 'docs/c.yml': cube('c') }), [
    'b',
    'c',
    'orders',
  ]);
});

test('projects below are the model of a repository that defines nothing beside them', () => {
  assert.deepEqual(read({ 'analytics/model/a.yml': cube('a'), 'analytics/b.yml': cube('b') }), ['a', 'b']);
  const settings = { 'compose.yml': 'services: {}\n', 'agents/config.yml': 'cubes: []\n' };
  assert.match(read({ ...settings, ...second }).join(), /compose\.yml: .*no key services/);
  assert.deepEqual(read({ 'one/model/a.yml': cube('a'), 'two/model/b.yml': cube('b') }), ['a', 'b']);
});

test('another project is named once, not each of its files', () => {
  assert.deepEqual(pathsLeftOut(filesOf({ 'a.yml': cube('a'), ...second })), ['second/']);
  const beside = { ...inFolder, ...second, 'b.yml': cube('b'), 'third/model/compose.yml': 'services: {}\n' };
  assert.deepEqual(pathsLeftOut(filesOf(beside)), ['b.yml', 'second/']);
});

test('a project that comes changes which files are of the model, also where their texts stay', () => {
  const files = { 'a.yml': cube('a'), 'second/c.yml': cube('c') };
  const before = recompileModel(filesOf(files), []);
  assert.deepEqual(namesOf(before), ['a', 'c']);
  const after = recompileModel(filesOf({ ...files, 'second/model/d.yml': cube('d') }), [before]);
  assert.deepEqual(namesOf(after), ['a']);
  assert.deepEqual(namesOf(recompileModel(filesOf(files), [after])), ['a', 'c']);
});
