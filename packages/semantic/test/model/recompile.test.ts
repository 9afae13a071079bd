import { compileModel, recompileModel, type Compilation, type Model, type ModelFile } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertySettings } from '../support/property-settings.ts';
import { randomVersions } from '../support/random-edits.ts';

test('each version of a model is the same whether it follows another or is compiled by itself', () => {
  fc.assert(
    fc.property(randomVersions, (versions) => {
      let previous: Compilation | undefined;
      for (const files of versions) {
        previous = recompileModel(files, previous ? [previous] : []);
        assert.deepEqual(previous.compiled, compileModel(files));
      }
    }),
    propertySettings,
  );
});

const cube = (name: string, sql: string): ModelFile => ({
  path: `${name}.yml`,
  content: `cubes:\n  - name: ${name}\n    sql_table: t\n    dimensions: [{ name: a, sql: "${sql}", type: string }]\n`,
});

function modelIn({ compiled }: Compilation): Model {
  assert.ok('model' in compiled);
  return compiled.model;
}

test('what does not refer to the file that changed is taken over', () => {
  const first = recompileModel([cube('one', 'a'), cube('two', '{one.a}'), cube('three', '{two.a}')], []);
  const next = recompileModel([cube('one', 'b'), cube('two', '{one.a}'), cube('three', '{two.a}')], [first]);
  const [before, after] = [modelIn(first), modelIn(next)];
  assert.notEqual(after.cubes['one'], before.cubes['one']);
  assert.equal(after.cubes['two'], before.cubes['two']);
  const [kept, taken] = [first.steps.get('check three'), first.steps.get('check two')];
  assert.equal(next.steps.get('check three'), kept);
  assert.notEqual(next.steps.get('check two'), taken);
});

test('a version keeps nothing of what is gone', () => {
  const first = recompileModel([cube('one', 'a'), cube('two', 'a')], []);
  const next = recompileModel([cube('one', 'a')], [first]);
  assert.deepEqual([...next.files.keys()], ['one.yml']);
  assert.ok(![...next.steps.keys()].some((step) => step.includes('two')));
});

test('files are parsed again for templates that may know something else', () => {
  const files = [{ path: 'a.yml', content: 'cubes: [{ name: "{{ env_var(\'NAME\') }}", sql_table: a }]\n' }];
  const first = recompileModel(files, [], { environment: { NAME: 'one' } });
  const next = recompileModel(files, [first], { environment: { NAME: 'two' } });
  assert.deepEqual(Object.keys(modelIn(next).cubes), ['two']);
});

test('for another security context only the files that ask for it are parsed again', () => {
  const plain = cube('plain', 'a');
  const asking = cube('asking', '{{ COMPILE_CONTEXT.securityContext.column }}');
  const asks = (column: string) => ({ securityContext: { column } });
  const first = recompileModel([plain, asking], [], asks('b'));
  const next = recompileModel([plain, asking], [first], asks('c'));
  assert.equal(modelIn(next).cubes['plain'], modelIn(first).cubes['plain']);
  assert.notDeepEqual(modelIn(next).cubes['asking'], modelIn(first).cubes['asking']);
});

test('of several versions each gives what the ones before it do not have', () => {
  const [old, plain] = [cube('plain', 'a'), cube('plain', 'b')];
  const asking = cube('asking', '{{ COMPILE_CONTEXT.securityContext.column }}');
  const context = { securityContext: { column: 'b' } };
  const common = recompileModel([plain, asking], []);
  const last = recompileModel([old, asking], [], context);
  const next = recompileModel([plain, asking], [common, last], context);
  assert.equal(modelIn(next).cubes['plain'], modelIn(common).cubes['plain']);
  assert.equal(modelIn(next).cubes['asking'], modelIn(last).cubes['asking']);
});

test('a file is parsed again when what it imports asks for another security context', () => {
  const macros = '{% macro column() %}{{ COMPILE_CONTEXT.securityContext.column }}{% endmacro %}';
  const importing = cube('one', '{{ column() }}');
  const content = `{% from 'macros.jinja' import column %}\n${importing.content}`;
  const files = [
    { path: 'one.yml', content },
    { path: 'macros.jinja', content: macros },
  ];
  const first = recompileModel(files, [], { securityContext: { column: 'b' } });
  const next = recompileModel(files, [first], { securityContext: { column: 'c' } });
  assert.deepEqual(next.compiled, compileModel(files, { securityContext: { column: 'c' } }));
});
