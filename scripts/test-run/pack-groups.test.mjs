import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFiles } from './made-up-files.mjs';
import { longestFirst, packFiles } from './pack-groups.mjs';
import { makeTables } from './tables.mjs';
import { estimatesAfter, openTimings } from './timings.mjs';

const secondsOf = (path) => Number(path.match(/\d+/)?.[0] ?? 1);
const sumOf = (group) => group.reduce((sum, path) => sum + secondsOf(path), 0);

test('files of one package share processes that take about as long as each other, and some have their own', () => {
  const server = ['a9', 'b8', 'c7', 'd6', 'e5', 'f5', 'g4', 'h4', 'i1', 'j1'].map(
    (name) => `packages/server/${name}`,
  );
  const files = [...server, 'packages/web/x1', 'packages/web/y2', 'packages/web/z1'];
  const groups = packFiles(files, { secondsOf, isAlone: (path) => path.includes('/z') });
  assert.deepEqual(groups.flat().sort(), files.toSorted());
  for (const group of groups) assert.equal(new Set(group.map((path) => path.split('/')[1])).size, 1);
  assert.ok(groups.some((group) => group.join() === 'packages/web/z1'));
  const sums = groups.filter(([path]) => path.startsWith('packages/server/')).map(sumOf);
  assert.equal(sums.length, 3);
  assert.ok(Math.max(...sums) - Math.min(...sums) <= 2, String(sums));
});

test('the longest group begins first, and no process has hundreds of files', () => {
  const many = Array.from({ length: 300 }, (_, index) => `packages/web/file-${index}.0`);
  const groups = packFiles(many, { secondsOf: () => 0.01, isAlone: () => false });
  assert.ok(Math.max(...groups.map(({ length }) => length)) <= 40);
  const ordered = longestFirst([['a1'], ['b30'], ['c5', 'd6']], secondsOf);
  assert.deepEqual(ordered.map(sumOf), [30, 11, 1]);
});

test('seconds are kept by file, and estimated by kind for what is new or was written in half', () => {
  const { folder, remove } = makeFiles({});
  const path = join(folder, 'cache', 'seconds.json');
  const kept = () => openTimings(path);
  assert.ok(
    kept().secondsOf('packages/web/test/browser/a.test.ts') > kept().secondsOf('packages/web/src/a.test.ts'),
  );
  kept().keep({ 'packages/web/src/a.test.ts': 7, b: 1 });
  kept().keep({ b: 2 });
  assert.deepEqual(['packages/web/src/a.test.ts', 'b'].map(kept().secondsOf), [7, 2]);
  writeFileSync(path, '{ "b": ');
  assert.equal(kept().secondsOf('b'), kept().secondsOf('c'));
  rmSync(path);
  remove();
});

test('estimates name the long files of the last run and no others, beside those of kinds', () => {
  const before = { e2e: 30, 'e2e/gone.test.ts': 9, '': 0.5 };
  const taken = { 'e2e/short.test.ts': 4.9, 'scripts/long.test.mjs': 7.4, 'e2e/long.test.ts': 60.6 };
  assert.deepEqual(estimatesAfter(before, taken), {
    e2e: 30,
    '': 0.5,
    'e2e/long.test.ts': 61,
    'scripts/long.test.mjs': 7,
  });
});

test('the tables add up what the files have measured', () => {
  const record = {
    wall: 2000,
    database: 300,
    hashing: 200,
    browser: 0,
    waiting: 500,
    cpu: 900,
    children: 100,
  };
  const measures = [
    { pid: 1, started: 100, cpu: 50 },
    { pid: 1, begun: 'packages/web/a.test.ts' },
    { pid: 1, path: 'packages/web/a.test.ts', ...record, loading: { wall: 400, cpu: 350 } },
    { pid: 1, path: 'packages/web/b.test.ts', ...record, cpu: 5000, loading: undefined },
  ];
  const results = new Map([['packages/web/a.test.ts', { tests: 12 }]]);
  const run = { seconds: 9, processorSeconds: 12, buildSeconds: 0, postgresSeconds: 1.5 };
  const { kinds, rooms, slowest } = makeTables(measures, results, run);
  const row = (table, name) =>
    table
      .split('\n')
      .find((line) => line.endsWith(` ${name}`))
      .trim()
      .split(/\s+/);
  assert.deepEqual(row(kinds, 'loading of modules').slice(0, 2), ['0.4', '0.3']);
  assert.equal(row(kinds, 'waiting for timers')[0], '1.0');
  assert.deepEqual(row(kinds, 'the whole run').slice(0, 2), ['9.0', '12.0']);
  assert.deepEqual(row(rooms, 'packages/web').slice(0, 4), ['2', '12', '4.4', '6.3']);
  assert.match(slowest.split('\n')[1], /b\.test\.ts$/);
});
