import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNamePath, tokensOf } from './sql-tokens.ts';

const names = ['amount', '"Amount"', 'a.b', '"a"."b c"', ' a . b ', '`a`', 'größe', '"a""b"', 'a -- and b'];
for (const sql of names)
  test(`${sql} is a name`, () => {
    assert.ok(isNamePath(sql));
  });

const others = [
  '',
  'NOT a',
  'NOT"a"',
  '"a"OR"b"',
  'a b',
  'a.',
  '.a',
  'a..b',
  '1',
  'a(b)',
  'a::date',
  "'a'",
  'a /* b */',
  '"a',
  'a;b',
  'a\nb',
];
for (const sql of others)
  test(`${JSON.stringify(sql)} is no name`, () => {
    assert.equal(isNamePath(sql), false);
  });

test('comments and blanks are no tokens, and texts are none of names', () => {
  const kinds = (text: string) => tokensOf([{ kind: 'text', text }]).map((token) => token.kind);
  assert.deepEqual(kinds('.a = -- and b = c'), ['symbol', 'word', 'symbol']);
  assert.deepEqual(kinds("'and'"), ['other', 'word', 'other']);
});
