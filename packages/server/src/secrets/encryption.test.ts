import fc from 'fast-check';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decrypt, encrypt, toEncryptionKey } from './encryption.ts';

const key = toEncryptionKey(randomBytes(32));

test('any text comes back, and never encrypts to the same bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      const one = encrypt(key, text, context);
      const other = encrypt(key, text, context);
      assert.equal(decrypt(key, one.encryptedValue, context), text);
      assert.equal(decrypt(key, other.encryptedValue, context), text);
      assert.ok(!one.encryptedValue.equals(other.encryptedValue));
    }),
  );
});

test('a changed byte, a cut end, another context and another key open nothing', () => {
  const { encryptedValue } = encrypt(key, 'correct horse', 'variable 1 PASS');
  for (let index = 0; index < encryptedValue.length; index += 1) {
    const changed = Buffer.from(encryptedValue);
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.throws(() => decrypt(key, changed, 'variable 1 PASS'));
  }
  for (let length = 0; length < encryptedValue.length; length += 1)
    assert.throws(() => decrypt(key, encryptedValue.subarray(0, length), 'variable 1 PASS'));
  assert.throws(() => decrypt(key, encryptedValue, 'variable 2 PASS'));
  assert.throws(() => decrypt(toEncryptionKey(randomBytes(32)), encryptedValue, 'variable 1 PASS'));
});
