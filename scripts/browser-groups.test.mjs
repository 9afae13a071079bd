import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { browserGroups } from './browser-groups.mjs';

const root = join(import.meta.dirname, '..');
const files = globSync(['e2e/src/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts'], { cwd: root });
/** Longer and shorter ones, as files are. */
const secondsOf = (file) => (file.length % 7) * 5 + 1;

test('every browser file is in one group, with a seed as well', () => {
  for (const seed of [undefined, 1, 2])
    assert.deepEqual(browserGroups(files, secondsOf, seed).flat().sort(), [...files].sort());
});

test('files share processes, and those that starve theirs have it alone', () => {
  const groups = browserGroups(files, secondsOf);
  assert.ok(groups.length < files.length / 4, `${groups.length} groups`);
  for (const group of groups.filter((one) => one.some((file) => file.includes('/chaos/'))))
    assert.equal(group.length, 1);
});

test('a seed gives an order of its own, and always the same', () => {
  assert.deepEqual(browserGroups(files, secondsOf, 7), browserGroups(files, secondsOf, 7));
  assert.notDeepEqual(browserGroups(files, secondsOf, 7), browserGroups(files, secondsOf, 8));
  assert.notDeepEqual(browserGroups(files, secondsOf, 7), browserGroups(files, secondsOf));
});

test('a long file has its process alone, and many short ones share another', () => {
  const names = Array.from({ length: 16 }, (_, index) => `e2e/src/file-${index}.test.ts`);
  const [first, ...others] = names;
  const groups = browserGroups(names, (file) => (file === first ? 60 : 4));
  assert.deepEqual(groups, [[first], others]);
});
