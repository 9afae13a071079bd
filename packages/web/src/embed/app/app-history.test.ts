import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSession, withSession } from './app-history.ts';

test('every address of the application keeps its session, once', () => {
  assert.equal(withSession('/embed/d/1/app', 'a1'), '/embed/d/1/app?session=a1');
  assert.equal(
    withSession('/embed/d/1/app/workbook/2?tab=3#x', 'a1'),
    '/embed/d/1/app/workbook/2?session=a1&tab=3#x',
  );
  assert.equal(withSession('/app?session=b2&tab=3', 'a1'), '/app?session=a1&tab=3');
  assert.equal(withSession('/app', 'a&b=#'), '/app?session=a%26b%3D%23');
});

test('the rooms see every parameter but the session', () => {
  assert.equal(withoutSession('?session=a1'), '');
  assert.equal(withoutSession('?session=a1&tab=3&q=a%20b'), '?tab=3&q=a%20b');
  assert.equal(withoutSession('?sessions=1'), '?sessions=1');
  assert.equal(withoutSession(''), '');
});
