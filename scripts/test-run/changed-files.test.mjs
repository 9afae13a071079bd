import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { listChanges, selectTouched } from './changed-files.mjs';
import { findFiles, isAlone } from './find-files.mjs';
import { createImports } from './imports.mjs';
import { makeFiles } from './made-up-files.mjs';

const ENTRY = '{ "name": "@oriel/low", "exports": { ".": "./src/index.ts", "./data": "./src/data.ts" } }';

let made;
let files;
before(() => {
  made = makeFiles({
    'packages/low/package.json': ENTRY,
    'packages/low/src/index.ts': `export { one } from './one.ts';\n`,
    'packages/low/src/one.ts': `export const one = 1;\n`,
    'packages/low/src/data.ts': `const worker = new URL('worker.ts', import.meta.url);\n`,
    'packages/low/src/worker.ts': '',
    'packages/low/src/one.test.ts': `import { one } from './one.ts';\n`,
    'packages/high/package.json': '{ "name": "@oriel/high" }',
    'packages/high/src/page.ts': `import fc from 'fast-check';\nimport { one } from '@oriel/low';\n`,
    'packages/high/src/page.test.ts': `import './page.ts';\n`,
    'packages/high/src/data.test.ts': `const data = await import('@oriel/low/data');\n`,
    'packages/high/src/sql.ts': `const folder = join(import.meta.dirname, 'migrations');\n`,
    'packages/high/src/sql.test.ts': `import './sql.ts';\n`,
    'packages/high/src/migrations/0001.sql': '',
    'packages/high/test/browser/shown.test.ts': '',
    'packages/server/src/pages/page-fixtures.ts': '',
    'packages/server/src/test/found-fixtures.ts': '',
    'packages/low/src/served.test.ts': `import '../../server/src/test/found-fixtures.ts';\n`,
    'packages/web/src/look.ts': '',
    'packages/web/test/built.test.ts': `const dist = join(import.meta.dirname, '../dist');\n`,
    'packages/web/test/cases/one.yml': '',
    'scripts/pages.test.mjs': '',
    'docs/page.md': '',
    'package.json': '{}',
  });
  // Asks for a process of its own in its first line, where the head of the others stands.
  writeFileSync(join(made.folder, 'packages/web/test/alone.test.ts'), '// @alone: it ends its process.\n');
  files = findFiles(made.folder);
});
after(() => made.remove());

const touched = (...changes) => {
  const { browser, unit } = selectTouched(made.folder, files, changes);
  return [...browser, ...unit].map((path) => path.split('/').at(-1).split('.')[0]);
};

test('test files are told apart by whether they drive a browser, and by their first line', () => {
  assert.deepEqual(files.browser, ['packages/high/test/browser/shown.test.ts']);
  assert.deepEqual(
    files.unit.filter((file) => isAlone(made.folder, file)),
    ['packages/web/test/alone.test.ts'],
  );
});

test('a change runs what imports it, over packages, and what looks through the whole project', () => {
  assert.deepEqual(touched('packages/low/src/one.ts'), ['shown', 'page', 'one', 'pages']);
  assert.deepEqual(touched('packages/high/src/page.test.ts'), ['page', 'pages']);
});

test('a worker and a folder that are named run those that name them', () => {
  assert.deepEqual(touched('packages/low/src/worker.ts'), ['shown', 'data', 'pages']);
  assert.deepEqual(touched('packages/high/src/migrations/0002.sql'), ['shown', 'sql', 'pages']);
});

test('what is built from is what was built', () => {
  assert.deepEqual(touched('packages/web/src/look.ts'), ['shown', 'alone', 'built', 'pages']);
});

test('what nobody names runs its whole package', () => {
  assert.deepEqual(touched('packages/web/test/cases/one.yml'), ['shown', 'alone', 'built', 'pages']);
  assert.deepEqual(touched('docs/page.md'), ['pages']);
});

test('fixtures beside a feature run what finds them by their names', () => {
  assert.deepEqual(touched('packages/server/src/pages/page-fixtures.ts'), ['shown', 'served', 'pages']);
});

test('what runs the tests, and the packages beyond ours, run everything; no change runs nothing', () => {
  const all = [...files.browser, ...files.unit].length;
  for (const path of ['package-lock.json', 'scripts/test-run/imports.mjs', 'tsconfig.json'])
    assert.equal(touched(path).length, all, path);
  assert.deepEqual(touched(), []);
});

test('the packages that a file imports are those of all that it reaches', () => {
  const { packagesOf } = createImports(made.folder);
  assert.equal(packagesOf('packages/high/src/page.test.ts').has('fast-check'), true);
  assert.equal(packagesOf('packages/low/src/one.test.ts').has('fast-check'), false);
});

test('changes are those of commits, of the working tree, and files that are new or gone', () => {
  const git = (...args) => execFileSync('git', args, { cwd: made.folder });
  git('init', '--quiet');
  git('add', '--all');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  git(...author, 'commit', '--quiet', '--message', 'All');
  assert.deepEqual(listChanges(made.folder, 'HEAD'), []);
  rmSync(join(made.folder, 'docs/page.md'));
  writeFileSync(join(made.folder, 'packages/low/src/one.ts'), 'export const one = 2;\n');
  writeFileSync(join(made.folder, 'packages/low/src/new.ts'), '');
  assert.deepEqual(listChanges(made.folder, 'HEAD').sort(), [
    'docs/page.md',
    'packages/low/src/new.ts',
    'packages/low/src/one.ts',
  ]);
});
