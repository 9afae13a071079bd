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

const withRules = {
  features: { folder: 'f', shared: ['kit'], debts: {} },
  arrows: { 'f/*': ['f/kit', 'g'], f: ['f/*'] },
};

test('a rule allows every feature the same, and none of what is shared', () => {
  const found = [arrow('f/one', 'g'), arrow('f/two', 'f/kit'), arrow('f', 'f/two')];
  assert.deepEqual(compareArrows(found, withRules), []);
  const refused = [arrow('f/kit', 'g'), arrow('f/one/inner', 'g'), arrow('f', 'f/kit'), arrow('f/one', 'h')];
  assert.deepEqual(compareArrows([...found, ...refused], withRules), [
    'f/kit/file.ts: f/kit > g is not listed',
    'f/one/inner/file.ts: f/one/inner > g is not listed',
    'f/file.ts: f > f/kit is not listed',
    'f/one/file.ts: f/one > h is not listed',
  ]);
});

test('a rule for the folders of a package leaves out its base', () => {
  const list = { base: ['.', 'low'], arrows: { '*': ['low'] } };
  assert.deepEqual(compareArrows([arrow('one', 'low')], list), []);
  assert.deepEqual(compareArrows([arrow('one', 'low'), arrow('.', 'low')], list), [
    './file.ts: . > low is not listed',
  ]);
  assert.deepEqual(listArrows([arrow('one', 'low')], list), {
    ...list,
    depth: undefined,
    features: undefined,
  });
});

test('a rule does not let a feature know another', () => {
  const found = [arrow('f/one', 'f/two'), arrow('f/one', 'f/kit'), arrow('f/one', 'g'), arrow('f', 'f/two')];
  const list = { ...withRules, arrows: { ...withRules.arrows, 'f/one': ['f/two'] } };
  assert.deepEqual(compareArrows(found, list), [
    'f/one/file.ts: features of f/ know none of each other: one > two',
  ]);
});

test('a rule that nothing needs is named, and an entry that a rule allows already', () => {
  const found = [arrow('f/one', 'g'), arrow('f', 'f/one')];
  const list = { ...withRules, arrows: { ...withRules.arrows, 'f/one': ['g'] } };
  assert.deepEqual(compareArrows(found, list), [
    'nothing needs f/* > f/kit any more',
    'f/one > g is allowed already by f/* > g',
  ]);
  assert.deepEqual(listArrows(found, list).arrows, { f: ['f/*'], 'f/*': ['g'] });
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
