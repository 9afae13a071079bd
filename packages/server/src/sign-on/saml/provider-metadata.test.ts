import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { makeSamlKey } from '../../test/identity/sign-saml-response.ts';
import { parseCertificate, parseCertificates } from './certificates.ts';
import { parseProviderMetadata } from './provider-metadata.ts';
import { makeMetadata, makeRequestUrl, requestIdOf, stateOf } from './saml-messages.ts';
import { serviceProviderOf } from './service-provider.ts';

const [first, second] = [makeSamlKey('First'), makeSamlKey('Second')];
const base64 = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const keyDescriptor = (pem: string, use: string) =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
    ${base64(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const metadata = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Two lines
     for people -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com/entity">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${keyDescriptor(first.certificate, ' use="signing"')}${keyDescriptor(second.certificate, '')}
    ${keyDescriptor(makeSamlKey().certificate, ' use="encryption"')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/redirect"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

test('reads entity id, sign-on address and signing certificates from the metadata of a provider', async () => {
  assert.deepEqual(await parseProviderMetadata(`\uFEFF${metadata}`), {
    entityId: 'https://idp.example.com/entity',
    signOnUrl: 'https://idp.example.com/redirect',
    certificates: [first.certificate.trim(), second.certificate.trim()],
  });
});

test('refuses metadata that misses something, and says what', async () => {
  const cases: [string, RegExp][] = [
    ['nonsense', /no XML document/],
    [`<!DOCTYPE a []>${metadata}`, /no XML document, or one with a document type/],
    [metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), /no identity provider/],
    [metadata.replace('HTTP-Redirect', 'SOAP'), /no sign-on address/],
    [metadata.replaceAll(/<md:KeyDescriptor.*?<\/md:KeyDescriptor>/gs, ''), /no certificate/],
    [metadata.replace(/ds:X509Certificate>\s+MI/, 'ds:X509Certificate>AA'), /no X\.509 certificate/],
    [
      metadata.replace(
        '</md:EntityDescriptor>',
        `${/<md:IDPSSO.*IDPSSODescriptor>/s.exec(metadata)?.[0]}</md:EntityDescriptor>`,
      ),
      /several identity providers/,
    ],
  ];
  for (const [text, message] of cases) await assert.rejects(parseProviderMetadata(text), message);
});

test('reads certificates in PEM, in base64, and several at once', () => {
  const one = parseCertificate(base64(first.certificate));
  assert.equal(one.subject, 'CN=First');
  assert.equal(one.validUntil, '2036-01-01T00:00:00.000Z');
  const both = parseCertificates([
    `${first.certificate}\r\n${second.certificate}`,
    base64(first.certificate),
  ]);
  assert.deepEqual(
    both.map(({ subject }) => subject),
    ['CN=First', 'CN=Second'],
  );
});

test('refuses certificates with short keys', () => {
  assert.throws(() => parseCertificate(makeSamlKey('Short', 1024).certificate), /at least 2048 bits/);
});

const service = serviceProviderOf('https://oriel.example.com', 'okta');
const settings = {
  signOnUrl: 'https://idp.example.com/sso?tenant=1',
  certificates: [first.certificate],
  nameIdFormat: null,
};

test('asks by the redirect binding, and keeps the parameters of the sign-on address', async () => {
  const id = requestIdOf('-state');
  assert.equal(stateOf(id), '-state');
  const url = await makeRequestUrl(service, { ...settings, id, forcesSignIn: false });
  const { searchParams, origin, pathname } = new URL(url);
  assert.equal(origin + pathname, 'https://idp.example.com/sso');
  assert.equal(searchParams.get('tenant'), '1');
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  assert.ok(xml.includes(`ID="${id}"`));
  assert.ok(xml.includes(`AssertionConsumerServiceURL="${service.callbackUrl}"`));
  assert.ok(xml.includes(`>${service.entityId}<`));
  assert.ok(!xml.includes('RequestedAuthnContext'));
  assert.ok(!xml.includes('ForceAuthn'));
});

test('describes itself in metadata: entity id, callback, signed assertions', async () => {
  const xml = await makeMetadata(service, settings);
  assert.match(xml, /entityID="https:\/\/oriel\.example\.com\/api\/v1\/sso\/saml\/okta\/metadata"/);
  assert.match(xml, /HTTP-POST" Location="https:\/\/oriel\.example\.com\/api\/v1\/sso\/saml\/callback"/);
  assert.match(xml, /WantAssertionsSigned="true"/);
});
