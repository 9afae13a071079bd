import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortenIdentifier } from './shorten-identifier.ts';

test('a name that fits stays as it is', () => {
  assert.equal(shortenIdentifier('a'.repeat(63), 63), 'a'.repeat(63));
  assert.equal(shortenIdentifier('ä'.repeat(31), 63), 'ä'.repeat(31));
});

test('names that differ only where they would be cut stay different', () => {
  const names = ['count', 'total'].map((end) => shortenIdentifier(`${'orders__'.repeat(9)}${end}`, 63));
  assert.equal(new Set(names).size, 2);
  for (const name of names) assert.match(name, /^orders__.*_[0-9a-f]{12}$/);
});

test('a name is cut between characters, within its bytes', () => {
  for (const name of ['ä'.repeat(60), `a${'€'.repeat(40)}`, '😀'.repeat(20)]) {
    const short = shortenIdentifier(name, 63);
    assert.ok(Buffer.byteLength(short) <= 63, short);
    assert.doesNotMatch(short, /\uFFFD/);
  }
});
