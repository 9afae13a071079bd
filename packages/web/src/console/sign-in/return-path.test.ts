import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnPath } from './return-path.ts';

test('the sign-in leads back to the whole address, with its search', () => {
  assert.equal(
    returnPath('/workspace/folders/7?search=a&sort=name'),
    '/workspace/folders/7?search=a&sort=name',
  );
});

test('without an address it leads to the workspace', () => {
  assert.equal(returnPath(undefined), '/workspace');
});

test('it never leads to another site, nor to itself', () => {
  for (const from of [
    'https://example.com',
    '//example.com',
    '/\\example.com',
    'javascript:alert(1)',
    '/sign-in?from=x',
  ])
    assert.equal(returnPath(from), '/workspace', from);
});
