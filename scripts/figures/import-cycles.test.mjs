import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../setup.mjs';
import { findImportCycles } from './import-cycles.mjs';
import { readSourceFiles } from './source-files.mjs';

test('cycles of files and of folders are found, at every depth', () => {
  const files = [
    { path: 'a/one.ts', imports: ['b/two.ts'] },
    { path: 'b/two.ts', imports: ['a/three.ts'] },
    { path: 'a/three.ts', imports: [] },
    { path: 'c/d.ts', imports: ['c/e.ts'] },
    { path: 'c/e.ts', imports: ['c/d.ts'] },
  ];
  assert.deepEqual(findImportCycles(files), [
    ['a/', 'b/'],
    ['c/d.ts', 'c/e.ts'],
  ]);
  assert.deepEqual(findImportCycles(files.slice(1, 4)), []);
});

test('no files and no folders of a package import each other in a circle', () => {
  const packages = globSync('packages/*/src', { cwd: root });
  assert.ok(packages.length > 5);
  for (const folder of packages)
    assert.deepEqual(findImportCycles(readSourceFiles(join(root, folder))), [], folder);
});
