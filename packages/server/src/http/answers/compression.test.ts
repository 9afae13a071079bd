import { entriesOf, namedSchemas, operations, toJsonSchema, type Operation } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { MIN_COMPRESSED_BYTES, readsOnly } from './compression.ts';

let testApp: TestApp;
let calls: WorkspaceCalls;
let path: string;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
  for (let index = 0; index < 12; index += 1) await calls.makeFolder(`Folder ${index}`);
  path = `/api/v1/deployments/${testApp.deploymentId}/folders`;
});
after(() => testApp.close());

const get = (encoding?: string, of = path) =>
  testApp.call({
    method: 'GET',
    path: of,
    ...(encoding !== undefined && { headers: { 'accept-encoding': encoding } }),
  });

const decoders = { gzip: gunzipSync, zstd: zstdDecompressSync };
for (const [encoding, decode] of Object.entries(decoders))
  test(`a list comes as ${encoding} to a client that takes it, and is the same`, async () => {
    const [plain, compressed] = [await get(), await get(encoding)];
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(compressed.headers['content-encoding'], encoding);
    assert.equal(Number(compressed.headers['content-length']), compressed.rawPayload.length);
    assert.ok(compressed.rawPayload.length < plain.rawPayload.length / 3);
    assert.deepEqual(decode(compressed.rawPayload), plain.rawPayload);
    for (const { headers } of [plain, compressed])
      assert.match(String(headers['vary']), /(^|, )accept-encoding(,|$)/i);
  });

const choices: [header: string, chosen: string | undefined][] = [
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1, zstd;q=0.5', 'gzip'],
  ['gzip;q=0, zstd;q=0', undefined],
  ['br', undefined],
  ['identity', undefined],
  ['', undefined],
];
for (const [header, chosen] of choices)
  test(`accept-encoding ${JSON.stringify(header)} gets ${chosen ?? 'the plain answer'}`, async () => {
    const answer = await get(header);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-encoding'], chosen);
  });

test('a small answer, a refusal, and what a change answers with are not compressed', async () => {
  const small = await get('gzip', `${path}?first=1`);
  assert.ok(small.rawPayload.length < MIN_COMPRESSED_BYTES);
  const created = await testApp.call({
    method: 'POST',
    path,
    headers: { 'accept-encoding': 'gzip' },
    body: { name: 'x'.repeat(200) },
  });
  assert.equal(created.statusCode < 300, true, created.body);
  const refused = await get('gzip', `${path}?${'x'.repeat(3_000)}=1`);
  assert.equal(refused.statusCode, 400);
  for (const { headers } of [small, created, refused]) assert.equal(headers['content-encoding'], undefined);
});

/** Fields of answers that are secret, or tell one. */
const SECRET = /secret|password|apiToken|^(token|apiKey|sessionId|invitation)$/i;
/** Shown by their last characters alone. */
const MASKED = new Set([
  'getDeploymentEnvironmentTokens token',
  // Whether there is one.
  'getIdentityProviders hasSecret',
  'getIdentityProvider hasSecret',
  'getSignInMethods takesPasswords',
  'getSignInMethods canResetPassword',
]);

test('no answer that is compressed has a field for a secret', () => {
  for (const [id, operation] of entriesOf(operations)) {
    const parts: Operation = operation;
    if (!readsOnly(parts)) continue;
    for (const answer of Object.values(parts.answers)) {
      if (!('schema' in answer)) continue;
      const secrets = [...fieldsOf(toJsonSchema(answer.schema))].filter(
        (field) => SECRET.test(field) && !MASKED.has(`${id} ${field}`),
      );
      assert.deepEqual(secrets, [], id);
    }
  }
});

function fieldsOf(schema: unknown, fields = new Set<string>(), names = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return fields;
  const { $ref, properties } = schema as { $ref?: unknown; properties?: object };
  const name = typeof $ref === 'string' ? $ref.replace(/#$/, '') : '';
  const named = names.has(name) ? undefined : namedSchemas.get(name);
  names.add(name);
  if (named) fieldsOf(toJsonSchema(named), fields, names);
  for (const field of Object.keys(properties ?? {})) fields.add(field);
  for (const part of Object.values(schema)) fieldsOf(part, fields, names);
  return fields;
}
