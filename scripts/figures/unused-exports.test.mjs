import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findUnusedExports, readModule } from './unused-exports.mjs';

test('every kind of export and of use is read', () => {
  const { exports, uses } = readModule(
    'a.ts',
    `export const a = 1, { b, c: [d] } = e;
export function f() {}
export type { G, H as I };
import j, { k as l, type M } from './one.ts';
import * as n from './two.ts';
export { o as p } from './three.ts';
export * from './four.ts';
const later = () => import('./five.ts');
type Q = import('./six.ts').R;
`,
  );
  assert.deepEqual(exports, ['a', 'b', 'd', 'f', 'G', 'I']);
  assert.deepEqual(
    uses.map(({ from, name }) => `${from} ${name}`),
    [
      './one.ts default',
      './one.ts k',
      './one.ts M',
      './two.ts *',
      './three.ts o',
      './four.ts *',
      './five.ts *',
      './six.ts R',
    ],
  );
});

test('what no other file uses is found, across packages, and a test is a user', () => {
  const root = mkdtempSync(join(tmpdir(), 'oriel-exports-'));
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  try {
    write('packages/one/package.json', '{ "name": "@o/one", "exports": { "./a": "./src/a.ts" } }');
    write(
      'packages/one/src/a.ts',
      'export const used = 1; export const alone = used; export const tested = 2;',
    );
    write('packages/one/src/a.test.ts', "import { tested } from './a.ts';");
    write('packages/two/package.json', '{ "name": "@o/two" }');
    write('packages/two/src/b.ts', "import { used } from '@o/one/a'; export default used;");
    write('packages/embed/package.json', '{ "name": "@o/embed", "exports": { ".": "./src/index.ts" } }');
    write('packages/embed/src/index.ts', 'export const ofAll = 1;');
    assert.deepEqual(findUnusedExports(root), [{ file: 'packages/one/src/a.ts', name: 'alone' }]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
