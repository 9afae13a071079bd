import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeSamlResponse, makeSamlKey, signSamlResponse } from '../../test/identity/sign-saml-response.ts';
import { writeSamlResponse } from '../../test/identity/write-saml-response.ts';
import { SamlFault } from './saml-fault.ts';
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
const parts = { ...expected, nameId: 'mallory', assertionId: '_good', responseId: '_response' };
const unsigned = writeSamlResponse(parts);
const signedAssertion = signSamlResponse(unsigned, key, { signs: 'Assertion' });
const signedResponse = signSamlResponse(unsigned, key, { signs: 'Response' });

const SIGNATURE = /<ds:Signature.*<\/ds:Signature>/;
const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/;

function part(xml: string, pattern: RegExp): string {
  const [found] = pattern.exec(xml) ?? [];
  assert.ok(found);
  return found;
}

/** The good parts, and an assertion of the attacker with another id. */
const assertion = part(signedAssertion, ASSERTION);
const bareAssertion = assertion.replace(SIGNATURE, '');
const assertionSignature = part(assertion, SIGNATURE);
const evilAssertion = bareAssertion.replace('mallory', 'admin').replace('"_good"', '"_evil"');
const bareResponse = unsigned;
const responseSignature = part(signedResponse, SIGNATURE);
const evilResponse = bareResponse.replace('mallory', 'admin').replace('"_response"', '"_evilResponse"');

/** Puts XML behind the issuer of the first element that has one. */
const afterIssuer = (xml: string, inserted: string) =>
  xml.replace('</saml:Issuer>', `</saml:Issuer>${inserted}`);
const atEnd = (xml: string, inserted: string) => xml.replace(/<\/[\w:]+>$/, (end) => inserted + end);
const inSignature = (signature: string, inserted: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${inserted}</ds:Object></ds:Signature>`);
const withAssertion = (inner: string) => signedAssertion.replace(ASSERTION, inner);

/**
 * The eight attacks of Somorovsky and others ("On Breaking SAML", 2012): a signed element is moved to where its
 * signature still finds it, and one of the attacker stands where it is read.
 */
const attacks: Record<string, string> = {
  'XSW1: the signed response in the signature of another': afterIssuer(
    evilResponse,
    inSignature(responseSignature, bareResponse),
  ),
  'XSW2: the signed response beside a detached signature': afterIssuer(
    evilResponse,
    bareResponse + responseSignature,
  ),
  'XSW3: an assertion before the signed one': withAssertion(evilAssertion + assertion),
  'XSW4: the signed assertion within another': withAssertion(atEnd(evilAssertion, assertion)),
  'XSW5: the signed assertion at the end, its signature in another': withAssertion(
    afterIssuer(evilAssertion, assertionSignature) + bareAssertion,
  ),
  'XSW6: the signed assertion in its signature in another': withAssertion(
    afterIssuer(evilAssertion, inSignature(assertionSignature, bareAssertion)),
  ),
  'XSW7: another assertion in extensions before the signed one': withAssertion(
    `<samlp:Extensions>${evilAssertion}</samlp:Extensions>${assertion}`,
  ),
  'XSW8: the signed assertion as an object of its signature in another': withAssertion(
    afterIssuer(evilAssertion, inSignature(assertionSignature, assertion.replace(SIGNATURE, ''))),
  ),
  'the signed assertion in extensions, another where it is read': withAssertion(
    `<samlp:Extensions>${assertion}</samlp:Extensions>${evilAssertion}`,
  ),
  'the signed assertion as advice of another': withAssertion(
    atEnd(evilAssertion, `<saml:Advice>${assertion}</saml:Advice>`),
  ),
  'the same id twice': withAssertion(assertion + evilAssertion.replace('"_evil"', '"_good"')),
  'the same id twice, in other spellings of its name': withAssertion(
    afterIssuer(evilAssertion, assertionSignature).replace('ID="_evil"', 'ID="_good"') +
      `<samlp:Extensions><x Id="_good">${bareAssertion}</x></samlp:Extensions>`,
  ),
  'a signature that refers to the envelope from within the assertion': withAssertion(
    afterIssuer(evilAssertion, responseSignature),
  ),
  'a signature that refers to the whole document': withAssertion(
    afterIssuer(evilAssertion, assertionSignature.replace('URI="#_good"', 'URI=""')),
  ),
  'a second signature beside the good one': withAssertion(afterIssuer(assertion, assertionSignature)),
  'two references in one signature': withAssertion(
    assertion.replace(
      /<ds:Reference.*<\/ds:Reference>/,
      (reference) => reference + reference.replace('#_good', '#_evil'),
    ) + evilAssertion,
  ),
  'two SignedInfo in one signature': withAssertion(
    assertion
      .replace('mallory', 'admin')
      .replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/, (info) => info + info.replace('_good', '_evil')),
  ),
  'a signed response in which the assertion is another': signedResponse.replace(ASSERTION, evilAssertion),
  'an assertion in another namespace beside the signed one': withAssertion(
    evilAssertion.replaceAll('saml:', 'evil:').replace('xmlns:evil="', 'xmlns:evil="urn:evil" a="') +
      assertion,
  ),
  'the signature of one assertion in another': withAssertion(afterIssuer(evilAssertion, assertionSignature)),
};

test('the parts that attacks are made of sign their own user in', async () => {
  for (const xml of [signedAssertion, signedResponse]) {
    const response = await openResponse(encodeSamlResponse(xml));
    const read = await verifyResponse(response, [key.certificate], expected);
    assert.equal(read.subject.nameId, 'mallory');
  }
});

for (const [name, xml] of Object.entries(attacks))
  test(`refuses signature wrapping, ${name}`, async () => {
    assert.notEqual(xml, signedAssertion);
    await assert.rejects(async () => {
      const response = await openResponse(encodeSamlResponse(xml));
      await verifyResponse(response, [key.certificate], expected);
    }, SamlFault);
  });
