import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { browserGroups } from './browser-groups.mjs';

const root = join(import.meta.dirname, '..');
const files = globSync(['e2e/src/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts'], { cwd: root });

test('every browser file is in one group, with a seed as well', () => {
  for (const seed of [undefined, 1, 2])
    assert.deepEqual(browserGroups(root, files, seed).flat().sort(), [...files].sort());
});

test('files share processes, and those that starve theirs have it alone', () => {
  const groups = browserGroups(root, files);
  assert.ok(groups.length < files.length / 4, `${groups.length} groups`);
  for (const group of groups.filter((one) => one.some((file) => file.includes('/chaos/'))))
    assert.equal(group.length, 1);
});

test('a seed gives an order of its own, and always the same', () => {
  assert.deepEqual(browserGroups(root, files, 7), browserGroups(root, files, 7));
  assert.notDeepEqual(browserGroups(root, files, 7), browserGroups(root, files, 8));
  assert.notDeepEqual(browserGroups(root, files, 7), browserGroups(root, files));
});
