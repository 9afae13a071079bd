import assert from 'node:assert/strict';
import crypto, { randomBytes, scryptSync } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock, test } from 'node:test';
import { checkPassword, hashPassword } from './password-hash.ts';

/** As the first versions stored it: without its cost. */
function oldHashOf(password: string): string {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64url')}:${scryptSync(password, salt, 32).toString('base64url')}`;
}

test('a hash names its cost, and is of one password', () => {
  const stored = hashPassword('correct');
  assert.match(stored, /^scrypt:16384:8:5:[\w-]{22}:[\w-]{43}$/);
  assert.notEqual(hashPassword('correct'), stored);
  assert.deepEqual(checkPassword('correct', stored), { isCorrect: true });
  assert.deepEqual(checkPassword('wrong', stored), { isCorrect: false });
});

test('an older hash is good for its password still, and is renewed with it', () => {
  const old = oldHashOf('correct');
  assert.deepEqual(checkPassword('wrong', old), { isCorrect: false });
  const { isCorrect, renewed } = checkPassword('correct', old);
  assert.equal(isCorrect, true);
  assert.deepEqual(checkPassword('correct', renewed ?? ''), { isCorrect: true });
});

test('what is no hash is no password', () => {
  const impossible = [
    null,
    '',
    'scrypt',
    'scrypt::',
    'plain:a:b',
    'scrypt:16384:8:99:YQ:YQ',
    'scrypt:1:1:1:YQ:YQ',
  ];
  for (const stored of impossible)
    for (const password of ['', 'correct'])
      assert.deepEqual(checkPassword(password, stored), { isCorrect: false }, String(stored));
});

test('user enumeration by time: an unknown user costs the same derivations as a known one', () => {
  const derivations = mock.method(crypto, 'scryptSync');
  syncBuiltinESMExports();
  try {
    const costOf = (stored: string | null) => {
      derivations.mock.resetCalls();
      assert.equal(checkPassword('a guess', stored).isCorrect, false);
      // N and r are the same for all, p says how often.
      return derivations.mock.calls.reduce((sum, { arguments: [, , , cost] }) => sum + (cost?.p ?? 0), 0);
    };
    const known = costOf(hashPassword('another'));
    assert.ok(known > 0);
    assert.equal(costOf(null), known);
    assert.equal(costOf('no hash'), known);
  } finally {
    derivations.mock.restore();
    syncBuiltinESMExports();
  }
});
