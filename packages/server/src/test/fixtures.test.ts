import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeFixtures } from './fixtures.ts';
import { uniteFixtures } from './found-fixtures.ts';

test('a path parameter without a fixture is named, with the file to write', () => {
  assert.throws(() => completeFixtures({}), /No fixture of .*folderId.*FEATURE-fixtures\.ts in the folder/);
});

test('two features do not say the same', () => {
  assert.throws(() => uniteFixtures([{ folderId: 1 }, undefined, { folderId: 2 }]), /folderId is in two/);
});
