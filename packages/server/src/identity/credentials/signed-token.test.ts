import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { jwtVerify, SignJWT } from 'jose';
import { signToken, verifyToken } from './signed-token.ts';

const secret = 'a secret that signs nothing else';
const [now, hour] = [Math.floor(Date.now() / 1000), 3_600];
const key = new TextEncoder().encode(secret);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (header: string, payload: string) =>
  `${header}.${payload}.${createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')}`;
const plain = encode({ alg: 'HS256' });

/** What becomes of a token here, and by the library alone. */
async function verdicts(token: string, issuer?: string): Promise<[string, string]> {
  const ours = verifyToken(token, { secret, ...(issuer !== undefined && { issuer }) });
  const theirs = jwtVerify(token, key, { algorithms: ['HS256'], ...(issuer !== undefined && { issuer }) });
  return Promise.all([
    ours.then(
      (payload) => JSON.stringify(payload),
      (error: { code?: string }) => (error.code === 'credential_expired' ? 'expired' : 'refused'),
    ),
    theirs.then(
      ({ payload }) => JSON.stringify(payload),
      (error: { code?: string }) => (error.code === 'ERR_JWT_EXPIRED' ? 'expired' : 'refused'),
    ),
  ]);
}

test('a token that is signed here is read here and by the library', async () => {
  const token = signToken({ oriel: { name: 'Zoë 🦉' } }, { secret, issuer: 'svc' }, (now + hour) * 1000);
  const [ours, theirs] = await verdicts(token, 'svc');
  assert.equal(ours, theirs);
  assert.deepEqual((JSON.parse(ours) as { oriel: unknown }).oriel, { name: 'Zoë 🦉' });
});

const valid = { sub: 'x', exp: now + hour, iat: now };
const tokens: Record<string, string> = {
  'a plain token': sign(plain, encode(valid)),
  'a token with a type': sign(encode({ typ: 'JWT', alg: 'HS256' }), encode(valid)),
  'a token with an id of its key': sign(encode({ alg: 'HS256', kid: '1' }), encode(valid)),
  'a token without an end': sign(plain, encode({ sub: 'x' })),
  'an expired token': sign(plain, encode({ ...valid, exp: now - 1 })),
  'a token that is not valid yet': sign(plain, encode({ ...valid, nbf: now + hour })),
  'a token from then on': sign(plain, encode({ ...valid, nbf: now - 1 })),
  'an end that is a text': sign(plain, encode({ ...valid, exp: String(now + hour) })),
  'an end that is null': sign(plain, encode({ ...valid, exp: null })),
  'a beginning that is a text': sign(plain, encode({ ...valid, nbf: '0' })),
  'a time of issue that is a text': sign(plain, encode({ ...valid, iat: 'now' })),
  'a list': sign(plain, encode([valid])),
  'a null': sign(plain, encode(null)),
  'no JSON': sign(plain, Buffer.from('{').toString('base64url')),
  'bytes that are no text': sign(plain, Buffer.from([0x22, 0xff, 0x22]).toString('base64url')),
  'no algorithm': `${encode({ alg: 'none' })}.${encode(valid)}.`,
  'another algorithm': sign(encode({ alg: 'HS512' }), encode(valid)),
  'a header that says HS256 twice': sign(`${plain}=`, encode(valid)),
  'another signature': `${sign(plain, encode(valid)).slice(0, -4)}AAAA`,
  'an id of its key that is a path': sign(
    encode({ alg: 'HS256', kid: '../../../../dev/null' }),
    encode(valid),
  ),
  'a key of its own': sign(
    encode({ alg: 'HS256', jwk: { kty: 'oct', k: '' }, jku: 'https://example.com' }),
    encode(valid),
  ),
  'an algorithm with a public key': sign(encode({ alg: 'RS256' }), encode(valid)),
  'a megabyte of payload without a signature': `${plain}.${'A'.repeat(1_000_000)}.`,
  'no signature': `${plain}.${encode(valid)}.`,
  'a part too many': `${plain}.${sign(plain, encode(valid))}`,
  'two parts': `${plain}.${encode(valid)}`,
  nothing: '',
};
for (const [what, token] of Object.entries(tokens))
  test(`${what}: decided as by the library`, async () => {
    for (const issuer of [undefined, 'svc']) {
      const [ours, theirs] = await verdicts(token, issuer);
      assert.equal(ours, theirs);
    }
  });

test('a token of another issuer is refused', async () => {
  const token = await new SignJWT({ iss: 'other' }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  assert.deepEqual(await verdicts(token, 'svc'), ['refused', 'refused']);
  await assert.rejects(verifyToken(token, { secret: 'another secret' }), { code: 'unauthenticated' });
});
