import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago } from './ago.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const before = (ms: number) => new Date(now - ms).toISOString();

test('says how long ago something was in the words of the language, and the date from a week on', () => {
  const minute = 60_000;
  assert.equal(ago(before(59_999), now, 'en-US'), 'now');
  assert.equal(ago(before(-5 * minute), now, 'en-US'), 'now');
  assert.equal(ago(before(minute), now, 'en-US'), '1 minute ago');
  assert.equal(ago(before(60 * minute - 1), now, 'de-DE'), 'vor 59 Minuten');
  assert.equal(ago(before(23 * 60 * minute), now, 'ja-JP'), '23 時間前');
  assert.equal(ago(before(24 * 60 * minute), now, 'fr-FR'), 'hier');
  assert.equal(ago(before(7 * 24 * 60 * minute), now, 'en-US'), 'Mar 3, 2026');
});
