import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samlDraftOf, stateOf, toSamlInput } from './saml-draft.ts';

const certificate = {
  pem: 'OLD',
  subject: 'CN=old',
  fingerprint: 'AA',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2026-12-01T00:00:00.000Z',
};
const saved = {
  entityId: 'https://idp.example.com',
  signOnUrl: 'https://idp.example.com/sso',
  certificates: [certificate],
  nameIdFormat: null,
  allowsProviderStart: false,
  audience: 'https://oriel.example.com/metadata',
};

test('metadata says entity id and address itself, beside the certificates that stay', () => {
  const input = toSamlInput({ ...samlDraftOf(saved), metadata: '<xml/>' });
  assert.deepEqual(input, {
    metadata: '<xml/>',
    certificates: ['OLD'],
    nameIdFormat: null,
    allowsProviderStart: false,
  });
});

test('without metadata the fields are sent, with the certificate that was added', () => {
  const input = toSamlInput({ ...samlDraftOf(saved), addedCertificate: ' NEW ', entityId: ' x ' });
  assert.equal(input.entityId, 'x');
  assert.deepEqual(input.certificates, ['OLD', 'NEW']);
});

test('of a new provider, fields that are empty are left away, so that the refusal names them', () => {
  assert.deepEqual(toSamlInput(samlDraftOf(undefined)), {
    certificates: [],
    nameIdFormat: null,
    allowsProviderStart: false,
  });
});

test('a certificate is said to end a month before it does', () => {
  const at = (time: string) => stateOf(certificate, Date.parse(time));
  assert.equal(at('2026-10-31T00:00:00Z'), 'valid');
  assert.equal(at('2026-11-02T00:00:00Z'), 'ending');
  assert.equal(at('2026-12-01T00:00:00Z'), 'ended');
});
