import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  encodeSamlResponse,
  makeSamlKey,
  signSamlResponse,
  type SamlSigning,
} from '../../test/identity/sign-saml-response.ts';
import { writeSamlResponse, type SamlResponseParts } from '../../test/identity/write-saml-response.ts';
import { CLOCK_SKEW_MS, MAX_ASSERTION_AGE_MS } from './assertion-times.ts';
import { SamlFault, type SamlFaultCode } from './saml-fault.ts';
import { openResponse } from './open-response.ts';
import { verifyResponse } from './verify-response.ts';

const key = makeSamlKey();
const otherKey = makeSamlKey();
const nowMs = Date.parse('2026-11-22T12:00:00Z');
const expected = {
  issuer: 'https://idp.example.com/entity',
  audience: 'https://oriel.example.com/api/v1/sso/saml/okta/metadata',
  callbackUrl: 'https://oriel.example.com/api/v1/sso/saml/callback',
  requestId: '_request',
  nowMs,
};
const good: SamlResponseParts = { ...expected, nameId: 'ann' };

async function verify(
  xml: string,
  { certificates = [key.certificate], ...changes }: { certificates?: string[]; requestId?: undefined } = {},
) {
  const response = await openResponse(encodeSamlResponse(xml));
  return verifyResponse(response, certificates, { ...expected, ...changes });
}

function sign(changes: Partial<SamlResponseParts> = {}, signing?: SamlSigning): string {
  return signSamlResponse(writeSamlResponse({ ...good, ...changes }), key, signing);
}

function refusedFor(code: SamlFaultCode) {
  return (error: unknown) => {
    assert.ok(error instanceof SamlFault, String(error));
    assert.equal(error.code, code, String(error));
    return true;
  };
}

for (const signs of ['Assertion', 'Response'] as const)
  test(`takes a response with a signature over the ${signs.toLowerCase()}`, async () => {
    const attributes = { email: ['ann@example.com'], groups: ['Sales', 'Größe & <Co>'] };
    const assertion = await verify(sign({ attributes }, { signs }));
    assert.equal(assertion.subject.nameId, 'ann');
    assert.equal(assertion.sessionIndex, '_session1');
    assert.deepEqual(Object.fromEntries(assertion.attributes), attributes);
  });

test('takes a response with signatures over both', async () => {
  const xml = signSamlResponse(sign(), key, { signs: 'Response' });
  assert.equal((await verify(xml)).subject.nameId, 'ann');
});

test('takes a signature by each of several certificates', async () => {
  const certificates = [otherKey.certificate, key.certificate];
  assert.equal((await verify(sign(), { certificates })).subject.nameId, 'ann');
});

test('refuses a signature by a certificate that is not trusted, though the response brings it', async () => {
  await assert.rejects(verify(sign(), { certificates: [otherKey.certificate] }), refusedFor('signature'));
});

test('refuses a response with one good signature and one that is not', async () => {
  const foreignEnvelope = signSamlResponse(sign(), otherKey, { signs: 'Response' });
  await assert.rejects(verify(foreignEnvelope), refusedFor('signature'));
  const foreignAssertion = signSamlResponse(writeSamlResponse(good), otherKey);
  const both = signSamlResponse(foreignAssertion, key, { signs: 'Response' });
  await assert.rejects(verify(both), refusedFor('signature'));
});

test('refuses a response that nobody has signed', async () => {
  await assert.rejects(verify(writeSamlResponse(good)), refusedFor('unsigned'));
});

test('refuses a signed response with another text anywhere', async () => {
  const xml = sign({ attributes: { groups: ['Sales'] } });
  for (const [from, to] of [
    ['>ann<', '>bob<'],
    ['>Sales<', '>Admins<'],
    ['NotOnOrAfter="2026', 'NotOnOrAfter="2027'],
    ['Name="groups"', 'Name="group"'],
  ] as const) {
    assert.ok(xml.includes(from));
    await assert.rejects(verify(xml.replaceAll(from, to)), refusedFor('signature'), from);
  }
});

const SHA1 = 'http://www.w3.org/2000/09/xmldsig#';
const algorithms: Record<string, SamlSigning> = {
  'a signature with SHA-1': { signatureAlgorithm: `${SHA1}rsa-sha1` },
  'a digest with SHA-1': { digestAlgorithm: `${SHA1}sha1` },
  'a canonicalisation that keeps comments': {
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  },
};
for (const [name, signing] of Object.entries(algorithms))
  test(`refuses ${name}`, async () => {
    await assert.rejects(verify(sign({}, signing)), refusedFor('algorithm'));
  });

test('refuses a signature with a shared secret, and one with no algorithm', async () => {
  const RSA = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  for (const algorithm of [
    `${SHA1}hmac-sha1`,
    'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
    'none',
    '',
  ])
    await assert.rejects(verify(sign().replace(RSA, algorithm)), refusedFor('algorithm'));
});

const late = nowMs - CLOCK_SKEW_MS;
const faults: Record<string, [Partial<SamlResponseParts>, SamlFaultCode]> = {
  'another issuer': [{ issuer: 'https://evil.example.com' }, 'issuer'],
  'another audience': [{ audience: 'https://other.example.com' }, 'audience'],
  'another recipient': [{ recipient: 'https://other.example.com/callback' }, 'recipient'],
  'another destination': [{ destination: 'https://other.example.com/callback' }, 'destination'],
  'another request': [{ requestId: '_other' }, 'request'],
  'another request in the envelope alone': [
    { requestId: '_other', confirmedRequestId: '_request' },
    'request',
  ],
  'another request in the assertion alone': [{ confirmedRequestId: '_other' }, 'request'],
  'no request in the assertion': [{ confirmedRequestId: undefined }, 'request'],
  'a holder of a key as its subject': [
    { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
    'recipient',
  ],
  'an end in the past': [{ notOnOrAfterMs: late }, 'expired'],
  'a begin in the future': [{ notBeforeMs: nowMs + CLOCK_SKEW_MS + 1 }, 'not_yet_valid'],
  'an age of more than an hour': [
    { issueInstantMs: nowMs - MAX_ASSERTION_AGE_MS - CLOCK_SKEW_MS - 1, notOnOrAfterMs: nowMs + 86_400_000 },
    'expired',
  ],
  'a time of issue in the future': [{ issueInstantMs: nowMs + CLOCK_SKEW_MS + 1 }, 'not_yet_valid'],
  'no name of its user': [{ nameId: ' ' }, 'subject'],
};
for (const [name, [changes, code]] of Object.entries(faults))
  test(`refuses a response with ${name}`, async () => {
    for (const signs of ['Assertion', 'Response'] as const)
      await assert.rejects(verify(sign(changes, { signs })), refusedFor(code));
  });

test('takes clocks that are a little apart', async () => {
  await verify(sign({ notOnOrAfterMs: late + 1 }));
  await verify(sign({ notBeforeMs: nowMs + CLOCK_SKEW_MS }));
});

test('takes a response that answers no request where none is expected, and only there', async () => {
  const xml = sign({ requestId: undefined });
  await verify(xml, { requestId: undefined });
  await assert.rejects(verify(xml), refusedFor('request'));
  await assert.rejects(verify(sign(), { requestId: undefined }), refusedFor('request'));
});

test('refuses a time without a zone', async () => {
  const xml = writeSamlResponse(good).replaceAll(/(NotOnOrAfter="[^"]+)Z"/g, '$1"');
  await assert.rejects(verify(signSamlResponse(xml, key)), refusedFor('malformed'));
});

test('refuses a response without conditions or without an audience', async () => {
  for (const pattern of [
    /<saml:Conditions.*<\/saml:Conditions>/,
    /<saml:AudienceRestriction.*<\/saml:AudienceRestriction>/,
  ]) {
    const xml = writeSamlResponse(good).replace(pattern, '');
    await assert.rejects(verify(signSamlResponse(xml, key)), refusedFor('audience'));
  }
});

test('needs our audience in each restriction', async () => {
  const restriction =
    '<saml:AudienceRestriction><saml:Audience>https://other.example.com</saml:Audience></saml:AudienceRestriction>';
  const xml = writeSamlResponse(good).replace('</saml:Conditions>', `${restriction}</saml:Conditions>`);
  await assert.rejects(verify(signSamlResponse(xml, key)), refusedFor('audience'));
});

test('refuses what the provider has refused, with its reason', async () => {
  const xml = sign({ status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' });
  await assert.rejects(verify(xml), refusedFor('status'));
});
