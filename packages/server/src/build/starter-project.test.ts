import { compileModel, type ModelFile } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { starterProject } from './starter-project.ts';

/** The cubes and views of a model that compiles. */
function namesIn(files: readonly ModelFile[]): string[] {
  const compiled = compileModel(files);
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const { cubes, views } = compiled.model;
  return [...Object.keys(cubes), ...Object.keys(views)];
}

test('the model of the starter project is valid and empty', () => {
  assert.deepEqual(namesIn(starterProject), []);
});

test('with its comment marks taken away the example compiles too', () => {
  const files = starterProject.map(({ path, content }) => ({
    path,
    content: path.endsWith('.yml') ? content.replaceAll(/^# ?/gm, '') : content,
  }));
  assert.deepEqual(namesIn(files), ['orders', 'sales']);
});
