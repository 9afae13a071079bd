import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { readSourceFiles } from '../figures/source-files.mjs';
import { root } from '../setup.mjs';
import { compareArrows, importSpecifiers, listArrows, readFolderArrows } from './folder-arrows.mjs';

const arrow = (from, to) => ({ from, to, file: `${from}/file.ts` });

test('an import that is not listed is named with its file, and an entry that nothing needs is named too', () => {
  const list = { arrows: { a: ['b'], b: ['c'] } };
  assert.deepEqual(compareArrows([arrow('a', 'b'), arrow('b', 'c')], list), []);
  assert.deepEqual(compareArrows([arrow('a', 'b'), arrow('b', 'a')], list), [
    'b/file.ts: b > a is not listed',
    'nothing needs b > c any more',
  ]);
});

test('folders below the depth of a list are not told apart', () => {
  const list = { depth: 1, arrows: { a: ['b'] } };
  assert.deepEqual(compareArrows([arrow('a/one', 'a/two'), arrow('a/one', 'b/three')], list), []);
});

test('features know none of each other but for what is shared and what is owed', () => {
  const found = [
    arrow('f/one/x', 'f/two'),
    arrow('f/one', 'f/kit'),
    arrow('f', 'f/one'),
    arrow('f/one', 'g'),
  ];
  const features = { folder: 'f', shared: ['kit'], debts: {} };
  const list = listArrows(found, { features });
  assert.deepEqual(list.features.debts, { 'one > two': '' });
  assert.deepEqual(compareArrows(found, list), ['say what is to be done about the debt one > two']);
  assert.deepEqual(compareArrows(found, { ...list, features }), [
    'f/one/x/file.ts: features of f/ know none of each other: one > two',
  ]);
  const settled = {
    ...list,
    features: { ...features, debts: { 'one > two': 'a wish', 'two > one': 'a wish' } },
  };
  assert.deepEqual(compareArrows(found, settled), ['nothing needs the debt two > one any more']);
});

test('a list that is written anew keeps its depth and the wishes of its debts', () => {
  const found = [arrow('f/one/x', 'f/two')];
  const features = { folder: 'f', shared: [], debts: { 'one > two': 'a wish', 'two > one': 'another' } };
  assert.deepEqual(listArrows(found, { depth: 2, features, arrows: { a: ['b'] } }), {
    depth: 2,
    features: { folder: 'f', shared: [], debts: { 'one > two': 'a wish' } },
    arrows: { 'f/one': ['f/two'] },
  });
});

const sources = globSync('packages/*/src', { cwd: root });
for (const source of sources)
  test(`${source}: the quick look finds the imports that a parser finds`, () => {
    const files = readSourceFiles(join(root, source));
    for (const { path, imports } of files) {
      const quick = importSpecifiers(readFileSync(join(root, source, path), 'utf8'));
      const joined = quick.map((specifier) => posix.join(dirname(path), specifier));
      assert.deepEqual(joined.toSorted(), imports.toSorted(), path);
    }
  });

test('the arrows of a package are found', () => {
  const arrows = readFolderArrows(join(root, 'packages/engine/src'));
  assert.ok(arrows.some(({ from, to }) => from === 'worker/results' && to === 'worker/queue'));
  assert.ok(arrows.every(({ from, to }) => from !== to));
});
