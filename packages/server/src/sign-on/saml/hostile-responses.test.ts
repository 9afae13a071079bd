import { limits } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeSamlResponse, makeSamlKey, signSamlResponse } from '../../test/identity/sign-saml-response.ts';
import { writeSamlResponse } from '../../test/identity/write-saml-response.ts';
import { SamlFault, type SamlFaultCode } from './saml-fault.ts';
import { openResponse } from './open-response.ts';
import { verifyResponse } from './verify-response.ts';

const key = makeSamlKey();
const expected = {
  issuer: 'https://idp.example.com/entity',
  audience: 'https://oriel.example.com/metadata',
  callbackUrl: 'https://oriel.example.com/callback',
  requestId: '_request',
  nowMs: Date.now(),
};
const unsigned = writeSamlResponse({
  ...expected,
  nameId: 'ann',
  assertionId: '_good',
  responseId: '_response',
});
const signed = signSamlResponse(unsigned, key);

async function codeOf(field: string): Promise<SamlFaultCode | 'signed in'> {
  try {
    await verifyResponse(await openResponse(field), [key.certificate], expected);
    return 'signed in';
  } catch (error) {
    assert.ok(error instanceof SamlFault, String(error));
    return error.code;
  }
}

const attributesOf = (count: number) => Array.from({ length: count }, (_, at) => `a${at} = '1'`).join(' ');

const refusals: Record<string, [string, SamlFaultCode]> = {
  'a document type with an external entity': [
    `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${signed.replace('>ann<', '>&e;<')}`,
    'forbidden_markup',
  ],
  'entities that multiply': [
    `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${signed}`,
    'forbidden_markup',
  ],
  'an entity that nobody has declared': [signed.replace('>ann<', '>&ann;<'), 'malformed'],
  'a comment in the name of its user': [signed.replace('>ann<', '>an<!-- -->n<'), 'forbidden_markup'],
  'a CDATA section in the name of its user': [
    signed.replace('>ann<', '><![CDATA[ann]]><'),
    'forbidden_markup',
  ],
  'a processing instruction': [signed.replace('>ann<', '>an<?x y?>n<'), 'forbidden_markup'],
  'a style sheet before the response': [`<?xml-stylesheet href="x"?>${signed}`, 'forbidden_markup'],
  'a NUL character': [signed.replace('>ann<', '>an\0n<'), 'malformed'],
  'elements in 10,000 levels': [`${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`, 'too_large'],
  'elements in 1,000 levels': [`${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`, 'too_large'],
  'more elements than a response has': [
    signed.replace('</saml:Conditions>', `${'<a/>'.repeat(4_000)}</saml:Conditions>`),
    'too_large',
  ],
  'more attributes than a response has': [
    signed.replace('<samlp:Status>', `<samlp:Status ${attributesOf(6_000)}>`),
    'too_large',
  ],
  'more characters than a response has': ['x'.repeat(limits.MAX_SAML_DOCUMENT_LENGTH + 1), 'too_large'],
  'no XML': ['hello', 'malformed'],
  nothing: ['', 'malformed'],
  'XML that does not end': [signed.slice(0, -20), 'malformed'],
  'two roots': [`${signed}${signed}`, 'malformed'],
  'an assertion for a response': [/<saml:Assertion.*<\/saml:Assertion>/.exec(signed)?.[0] ?? '', 'malformed'],
  'another namespace': [signed.replace('SAML:2.0:protocol', 'SAML:1.0:protocol'), 'malformed'],
  'an assertion in another namespace': [
    signed.replaceAll('xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"', 'xmlns:saml="urn:evil"'),
    'structure',
  ],
  'an encrypted assertion': [
    unsigned.replace(
      /<saml:Assertion.*<\/saml:Assertion>/,
      '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
    ),
    'encrypted',
  ],
};
for (const [name, [xml, code]] of Object.entries(refusals))
  test(`refuses a response with ${name}`, async () => {
    assert.equal(await codeOf(encodeSamlResponse(xml)), code);
  });

test('refuses fields that are not base64 of UTF-8', async () => {
  for (const field of ['%%%', '<xml/>', 'AAAA====', '', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64')])
    assert.equal(await codeOf(field), 'malformed', field);
});

test('takes a field with line breaks, as providers fold it', async () => {
  const field = encodeSamlResponse(`<?xml version="1.0" encoding="UTF-8"?>\n${signed}`);
  assert.equal(await codeOf(field.replaceAll(/(.{76})/g, '$1\r\n')), 'signed in');
});

test('reads a name with a comment signed into it as nobody else does: not at all', async () => {
  // The provider signs "admin@example.com.evil.example"; a careless reader stops at the comment.
  const nameIdXml = 'admin@example.com<!---->.evil.example';
  const xml = signSamlResponse(writeSamlResponse({ ...expected, nameId: '', nameIdXml }), key);
  assert.equal(await codeOf(encodeSamlResponse(xml)), 'forbidden_markup');
});

test('takes a response of a user with 1,500 groups', async () => {
  const attributes = { groups: Array.from({ length: 1_500 }, (_, at) => `Group number ${at}`) };
  const xml = signSamlResponse(writeSamlResponse({ ...expected, nameId: 'ann', attributes }), key);
  assert.equal(await codeOf(encodeSamlResponse(xml)), 'signed in');
});
