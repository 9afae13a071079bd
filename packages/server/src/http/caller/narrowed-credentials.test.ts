import { entriesOf, isReading, operations, type OperationId } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ACCESS_TOKEN_PREFIX, hashSecret, makeSecret } from '../../identity/credentials/secrets.ts';
import { createTestApp, missingFixtures, requestFor, type TestApp } from '../../test/index.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

async function makeKey(body: object): Promise<string> {
  const answer = await testApp.call({
    method: 'POST',
    path: '/api/v1/api-keys',
    body: { name: 'narrow', ...body },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return (answer.json() as { token: string }).token;
}

/** Operations that look at who calls: what nobody in particular may call looks at no credential. */
const looking = (entriesOf(operations) as [OperationId, (typeof operations)[OperationId]][]).filter(
  ([, { access }]) =>
    access.principals.includes('user') && !(access.principals as readonly string[]).includes('anonymous'),
);

/** Operations that refuse a key for what it is narrowed to. */
async function findRefused(key: string): Promise<OperationId[]> {
  const refused: OperationId[] = [];
  for (const [id] of looking) {
    const request = requestFor(id, { ...missingFixtures, deploymentId: testApp.deploymentId });
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const answer = await testApp.app.inject({ ...request, headers });
    if (answer.headers['www-authenticate'] !== 'Bearer error="insufficient_scope"') continue;
    assert.equal(answer.statusCode, 403, answer.body);
    refused.push(id);
  }
  return refused;
}

test('a key that may only read is refused by every operation that changes anything, and by no other', async () => {
  const refused = await findRefused(await makeKey({ isReadOnly: true }));
  const changing = looking.filter(([, operation]) => !isReading(operation)).map(([id]) => id);
  assert.ok(changing.length > 100);
  assert.deepEqual(refused.sort(), changing.sort());
});

test('a key for some groups of operations is refused by every operation of others, and by no other', async () => {
  const tags = ['Reports', 'API Keys'];
  const refused = await findRefused(await makeKey({ tags }));
  const others = looking.filter(([, { tag }]) => !tags.includes(tag)).map(([id]) => id);
  assert.ok(others.length > 100 && others.length < looking.length);
  assert.deepEqual(refused.sort(), others.sort());
});

/** An access token of the command line, as the user has given it. */
async function makeToken(scopes: readonly string[]): Promise<string> {
  const token = `${ACCESS_TOKEN_PREFIX}${makeSecret()}`;
  await testApp.database.pool.query(
    `insert into oauth_access_tokens (hash, tenant_id, client_id, user_id, scopes, payload, expires_at)
      values ($1, $2, 'oriel-cli', $3, $4, '{}', now() + interval '1 hour')`,
    [hashSecret(token), testApp.tenantId, testApp.adminId, scopes],
  );
  return token;
}

test('an OAuth token that may only read is refused by every operation that changes anything, and by no other', async () => {
  const refused = await findRefused(await makeToken(['api:read']));
  const changing = looking.filter(([, operation]) => !isReading(operation)).map(([id]) => id);
  assert.deepEqual(refused.sort(), changing.sort());
});

test('an OAuth token without a scope of the API is refused by every operation', async () => {
  const refused = await findRefused(await makeToken([]));
  const taken = looking.map(([id]) => id).filter((id) => !refused.includes(id));
  assert.deepEqual(taken, []);
});

// These delete what the others need.

test('an OAuth token that may write changes deployments and what is in them, and no people, credentials or settings', async () => {
  const refused = await findRefused(await makeToken(['api:write']));
  const left = [
    'App Theme',
    'Chat',
    'Deployment Creation',
    'Embed',
    'Embed Tenants',
    'Exports',
    'Notifications',
  ];
  const own = looking
    .filter(([, operation]) => !isReading(operation) && operation.scope !== 'deployment')
    .filter(([, { tag }]) => !left.includes(tag))
    .map(([id]) => id);
  for (const id of [
    'createApiKey',
    'createUser',
    'createOAuthClient',
    'updateAuthenticationSettings',
  ] as const)
    assert.ok(own.includes(id), id);
  assert.deepEqual(refused.sort(), own.sort());
});

test('a key without narrowing is refused by none for that', async () => {
  assert.deepEqual(await findRefused(testApp.adminKey), []);
});
