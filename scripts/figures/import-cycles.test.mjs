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

test('parts of the server connect folders both ways, and never each other in a circle', () => {
  const files = [
    { path: 'users/part.ts', imports: ['mail/part.ts', 'users/store.ts'] },
    { path: 'mail/part.ts', imports: ['users/store.ts'] },
    { path: 'mail/room.ts', imports: [] },
  ];
  assert.deepEqual(findImportCycles(files), []);
  const circle = [...files, { path: 'users/store.ts', imports: ['mail/room.ts'] }];
  assert.deepEqual(findImportCycles(circle), []);
  const back = [{ ...files[0] }, { path: 'mail/part.ts', imports: ['users/part.ts'] }];
  assert.deepEqual(findImportCycles(back), [['mail/part.ts', 'users/part.ts']]);
  const below = [...circle, { path: 'mail/room.ts', imports: ['users/store.ts'] }];
  assert.deepEqual(findImportCycles(below), [['mail/', 'users/']]);
});

test('no files and no folders of a package import each other in a circle', () => {
  const packages = globSync('packages/*/src', { cwd: root });
  assert.ok(packages.length > 5);
  for (const folder of packages)
    assert.deepEqual(findImportCycles(readSourceFiles(join(root, folder))), [], folder);
});
