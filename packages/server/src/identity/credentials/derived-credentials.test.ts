import { entriesOf, operations, serverBrands, type Operation, type TSchema } from '@oriel/contract';
import { createEngine, type Engine } from '@oriel/engine';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CredentialClaims } from '../../access/credential-claims.ts';
import { claimsOf } from '../../access/principal.ts';
import { openModelRepository } from '../../build/model-repository.ts';
import { createEmbedCredential } from '../../embedding/embed-sessions/embed-credential.ts';
import type { CredentialCheck } from '../../http/caller/authentication.ts';
import { createDataCredential } from '../../query/data-token.ts';
import { createFileKeyring } from '../../secrets/keyring.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { widerClaims } from '../../test/identity/wider-claims.ts';
import { createCredentialStore } from './credential-store.ts';
import { createEndedViewers } from './ended-viewers.ts';
import { createLiveClaims } from './live-claims.ts';
import { createUserCredentials } from './user-credentials.ts';

/** The branch `next` shows what the deployed branch hides. */
const modelOf = (branch: string) => `
cubes:
  - name: orders
    sql: "SELECT '${branch}' AS branch, region FROM (VALUES ('north'), ('south')) AS t(region)"
    dimensions:
      - { name: branch, sql: branch, type: string }
      - { name: region, sql: region, type: string }
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: region, operator: equals, values: ["{ securityContext.region }"] }] }
`;

let engine: Engine;
let testApp: TestApp;
before(async () => {
  engine = createEngine({
    resolve: async ({ branch }) => ({
      modelVersion: branch,
      files: [{ path: 'orders.yml', content: modelOf(branch) }],
      sources: { default: { type: 'duckdb', path: ':memory:' } },
      brandKey: 'svcCloud',
    }),
  });
  testApp = await createTestApp({ engine });
  const repository = await openModelRepository(testApp.dataDir, testApp.deploymentId);
  const author = { name: 'Model author', email: 'author@example.com' };
  await repository.commit({ branch: 'next', message: 'Start', author, files: [] });
});
after(async () => {
  await testApp.close();
  await engine.close();
});

const post = async (path: string, authorization: string, body: object = {}) =>
  testApp.call({ method: 'POST', path, key: '', headers: { authorization }, body });

async function ok<T>(...args: Parameters<typeof post>): Promise<T> {
  const answer = await post(...args);
  assert.ok(answer.statusCode < 300, `${args[0]}: ${answer.statusCode} ${answer.body}`);
  return answer.json() as T;
}

const bearer = (key: string) => `Bearer ${key}`;
const api = (name: string) => `/deployments/${testApp.deploymentId}/cubejs-api/v1/${name}`;

async function embedTokenOf(key: string, session: object): Promise<string> {
  const body = { deploymentId: testApp.deploymentId, externalId: 'viewer', ...session };
  const { sessionId } = await ok<{ sessionId: string }>('/api/v1/embed/generate-session', bearer(key), body);
  return (await ok<{ token: string }>('/api/v1/embed/session/token', '', { sessionId })).token;
}

async function dataTokenOf(authorization: string, body: object = {}): Promise<string> {
  const path = `/api/v1/deployments/${testApp.deploymentId}/token`;
  return (await ok<{ svcApiToken: string }>(path, authorization, body)).svcApiToken;
}

/** The end of a JWT, in milliseconds since 1970. */
function endOf(token: string): number {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number }).exp * 1000;
}

const rowsOf = async (authorization: string) => {
  const query = { dimensions: ['orders.branch', 'orders.region'], order: { 'orders.region': 'asc' } };
  for (;;) {
    // None while the runtime starts, however long that takes.
    const { data } = await ok<{ data?: object[] }>(api('load'), authorization, { query });
    if (data) return data;
  }
};

test('a session on a branch stays on it, and behind its filters, through its data token', async () => {
  const session = { branchName: 'next', securityContext: { region: 'north' } };
  const token = await embedTokenOf(testApp.adminKey, session);
  const seen = [{ 'orders.branch': 'next', 'orders.region': 'north' }];
  assert.deepEqual(await rowsOf(`Embed-Token ${token}`), seen);
  assert.deepEqual(await rowsOf(await dataTokenOf(`Embed-Token ${token}`)), seen);
});

test('a context cannot name the claims of the tokens that are made with it', async () => {
  const claims = { permissions: ['PlaygroundRead', 'SchemaRead'], branch: 'next' };
  const session = { securityContext: { region: 'south', oriel: claims, exp: 4_000_000_000 } };
  const token = await dataTokenOf(`Embed-Token ${await embedTokenOf(testApp.adminKey, session)}`);
  assert.deepEqual(await rowsOf(token), [{ 'orders.branch': 'master', 'orders.region': 'south' }]);
  assert.equal((await post(api('sql'), token, { query: { dimensions: ['orders.region'] } })).statusCode, 403);
  assert.ok(endOf(token) < Date.now() + 25 * 3600 * 1000);
});

test('nothing that is made with a key outlives it', async () => {
  const { build, tenantId, adminId } = testApp;
  const end = Math.floor(Date.now() / 1000) * 1000 + 120_000;
  const expiresAt = new Date(end).toISOString();
  const key = await build.apiKey({ tenantId, userId: adminId, expiresAt });
  const { apiKey } = await ok<{ apiKey: { expiresAt: string } }>('/api/v1/api-keys', bearer(key), {
    name: 'child',
    expiresAt: '2100-01-01T00:00:00Z',
  });
  assert.equal(Date.parse(apiKey.expiresAt), end);
  const embedToken = await embedTokenOf(key, {});
  assert.equal(endOf(embedToken), end);
  for (const parent of [bearer(key), `Embed-Token ${embedToken}`])
    assert.equal(endOf(await dataTokenOf(parent, { expiresIn: 86_400 })), end);
  assert.ok(endOf(await dataTokenOf(bearer(key), { expiresIn: 60 })) < end);
});

test('a session that waits is over when its key expires', async () => {
  const { build, tenantId, adminId } = testApp;
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const key = await build.apiKey({ tenantId, userId: adminId, expiresAt });
  await ok('/api/v1/embed/generate-session', bearer(key), {
    deploymentId: testApp.deploymentId,
    externalId: 'waiting',
  });
  const { expires } = await testApp.database.db
    .selectFrom('embedSessions')
    .select((eb) => eb.fn.min('expiresAt').as('expires'))
    .executeTakeFirstOrThrow();
  assert.equal(Date.parse(expires), Date.parse(expiresAt));
});

test('a key that was made with a key is revoked with it, whatever it has made itself', async () => {
  const make = async (key: string) =>
    ok<{ secret: string; apiKey: { id: number } }>('/api/v1/api-keys', bearer(key), { name: 'made' });
  const parent = await make(testApp.adminKey);
  const child = await make(parent.secret);
  const grandchild = await make(child.secret);
  const list = (key: string) => testApp.call({ method: 'GET', path: '/api/v1/api-keys', key });
  assert.equal((await list(grandchild.secret)).statusCode, 200);
  await testApp.call({ method: 'DELETE', path: `/api/v1/api-keys/${parent.apiKey.id}` });
  for (const { secret } of [parent, child, grandchild]) assert.equal((await list(secret)).statusCode, 401);
});

test('tokens of a console user end with the account, and with the key that they were made with', async () => {
  const { build, tenantId, database, deploymentId } = testApp;
  const email = `leaver-${crypto.randomUUID()}@example.com`;
  const userId = await build.user({ tenantId, role: 'Viewer', email });
  const [key, other] = [await build.apiKey({ tenantId, userId }), await build.apiKey({ tenantId, userId })];
  const session = { externalId: null, internalId: email };
  const embedToken = `Embed-Token ${await embedTokenOf(testApp.adminKey, session)}`;
  const tokens = {
    ofKey: await dataTokenOf(bearer(key)),
    ofOtherKey: await dataTokenOf(bearer(other)),
    embedToken,
    ofEmbedToken: await dataTokenOf(embedToken),
  };
  const statusOf = async (authorization: string) =>
    (await testApp.call({ method: 'GET', path: api('meta'), key: '', headers: { authorization } }))
      .statusCode;
  const statuses = async () => Promise.all(Object.values(tokens).map(statusOf));
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  const listed = await testApp.call({ method: 'GET', path: '/api/v1/api-keys', key });
  const [, first] = (listed.json() as { items: { id: number }[] }).items;
  await testApp.call({ method: 'DELETE', path: `/api/v1/api-keys/${first?.id}`, key });
  assert.deepEqual(await statuses(), [403, 200, 200, 200]);
  await database.db.updateTable('users').set({ isDeactivated: true }).where('id', '=', userId).execute();
  await database.credentialChanges.catchUp();
  assert.deepEqual(await statuses(), [403, 403, 403, 403]);
  assert.equal((await post(`/api/v1/deployments/${deploymentId}/token`, embedToken)).statusCode, 401);
});

test('SQL and definitions are for those who may see them, and for what is made with their credentials', async () => {
  const { build, tenantId } = testApp;
  const statusesOf = async (authorization: string) => {
    const sql = await post(api('sql'), authorization, { query: { dimensions: ['orders.region'] } });
    const meta = (query: string) =>
      testApp.call({ method: 'GET', path: api(`meta${query}`), key: '', headers: { authorization } });
    const answers = [sql, await meta('?extended'), await meta('')];
    for (const answer of answers)
      if (answer.statusCode === 403) assert.doesNotMatch(answer.body, /VALUES|region/);
    return answers.map(({ statusCode }) => statusCode);
  };
  const expected = {
    Viewer: [403, 403, 200],
    Explorer: [200, 403, 200],
    Developer: [200, 200, 200],
    Admin: [200, 200, 200],
  } as const;
  for (const [role, statuses] of Object.entries(expected)) {
    const userId = await build.user({ tenantId, role: role as keyof typeof expected });
    const key = bearer(await build.apiKey({ tenantId, userId }));
    assert.deepEqual(await statusesOf(key), statuses, role);
    assert.deepEqual(await statusesOf(await dataTokenOf(key)), statuses, `${role}, by a data token`);
  }
  const embedToken = `Embed-Token ${await embedTokenOf(testApp.adminKey, {})}`;
  assert.deepEqual(await statusesOf(embedToken), [403, 403, 200]);
  assert.deepEqual(await statusesOf(await dataTokenOf(embedToken)), [403, 403, 200]);
});

/** The claims of credentials as the server itself reads them. */
function createClaimReader() {
  const { database, deploymentId } = testApp;
  const keyring = createFileKeyring(testApp.dataDir);
  const addressed = { host: 'localhost', deploymentId };
  const store = createCredentialStore(database);
  const users = createUserCredentials(store);
  const liveClaims = createLiveClaims(store, serverBrands.svc, createEndedViewers(database));
  const read = async (check: CredentialCheck, secret: string): Promise<CredentialClaims> => {
    const { principal } = await check(secret, addressed);
    if (principal.kind === 'anonymous') throw new Error('A credential was taken for none');
    return claimsOf(principal, deploymentId);
  };
  return {
    ofKey: (secret: string) => read(users.apiKey, secret),
    ofEmbedToken: (token: string) =>
      read(
        createEmbedCredential(database, keyring, {
          brand: serverBrands.svc,
          liveClaims,
          handedOnSession: users.handedOnSession,
        }),
        token,
      ),
    ofDataToken: (token: string) => read(createDataCredential(database, keyring, liveClaims), token),
  };
}

test('however credentials are made from each other, none is wider than the one before in any claim', async () => {
  const { build, tenantId, adminId, deploymentId } = testApp;
  const elsewhere = await build.deployment({ tenantId });
  const claims = createClaimReader();
  const check = (child: CredentialClaims, parent: CredentialClaims) =>
    assert.deepEqual(widerClaims(child, parent), []);
  const seconds = fc.option(fc.integer({ min: 60, max: 200_000 }), { nil: undefined });
  const wish = fc.record({
    scope: fc.constantFrom(undefined, [deploymentId], [deploymentId, elsewhere]),
    keyLasts: seconds,
    childLasts: seconds,
    tokenLasts: fc.integer({ min: 60, max: 86_400 }),
    branchName: fc.constantFrom(null, 'next'),
    region: fc.constantFrom('north', 'south'),
    permissions: fc.constantFrom(undefined, ['All']),
  });
  const inSeconds = (lasts: number | undefined) =>
    lasts === undefined ? undefined : new Date(Date.now() + lasts * 1000).toISOString();
  const property = fc.asyncProperty(wish, async (wanted) => {
    const [expiresAt, childExpiresAt] = [inSeconds(wanted.keyLasts), inSeconds(wanted.childLasts)];
    const key = await build.apiKey({
      tenantId,
      userId: adminId,
      ...(wanted.scope && { deploymentIds: [...wanted.scope] }),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    const child = await ok<{ apiKey: { id: number }; secret: string }>('/api/v1/api-keys', bearer(key), {
      name: 'child',
      ...(childExpiresAt !== undefined && { expiresAt: childExpiresAt }),
    });
    check(await claims.ofKey(child.secret), await claims.ofKey(key));
    const { branchName, region, permissions } = wanted;
    const securityContext = { region, oriel: { permissions, branch: null }, exp: 4_000_000_000 };
    const embedToken = await embedTokenOf(child.secret, { branchName, securityContext });
    const ofSession = await claims.ofEmbedToken(embedToken);
    check(ofSession, await claims.ofKey(child.secret));
    const body = { expiresIn: wanted.tokenLasts };
    check(await claims.ofDataToken(await dataTokenOf(`Embed-Token ${embedToken}`, body)), ofSession);
    const ofKey = await claims.ofDataToken(await dataTokenOf(bearer(child.secret), body));
    check(ofKey, await claims.ofKey(child.secret));
    const rotate = `/api/v1/api-keys/${child.apiKey.id}/rotate`;
    const before = await claims.ofKey(child.secret);
    const next = await ok<{ token: string }>(rotate, bearer(child.secret), {});
    check(await claims.ofKey(next.token), before);
  });
  await fc.assert(property, { numRuns: 25 });
});

test('no key that is narrowed, scoped or ends makes an OAuth client, or a secret of one', async () => {
  const admin = bearer(testApp.adminKey);
  const client = { name: 'Program', redirectUris: ['https://program.example.com/callback'] };
  const path = '/api/v1/oauth-clients';
  const made = await ok<{ client: { id: number }; clientSecret: string }>(path, admin, client);
  assert.match(made.clientSecret, /^ors_/);
  for (const narrowing of [
    { isReadOnly: true },
    { tags: ['OAuth', 'Users'] },
    { deploymentIds: [testApp.deploymentId] },
    { expiresAt: '2099-01-01T00:00:00Z' },
  ]) {
    const { secret } = await ok<{ secret: string }>('/api/v1/api-keys', admin, { name: 'key', ...narrowing });
    for (const [target, body] of [
      [path, client],
      [`${path}/${made.client.id}/rotate-secret`, {}],
    ] as const) {
      const answer = await post(target, bearer(secret), body);
      assert.equal(answer.statusCode, 403, `${JSON.stringify(narrowing)}: ${answer.body}`);
    }
  }
});

/** Operations that answer with a credential, as their fields say: `hasSecret` and the like are none. */
function givesCredential({ answers }: Operation): boolean {
  const names = (schema: TSchema): string[] =>
    Object.entries((schema as { properties?: Record<string, TSchema> }).properties ?? {}).flatMap(
      ([name, field]) => (isFlag(field) ? [] : [name, ...names(field)]),
    );
  return Object.values(answers).some(({ schema }) =>
    names(schema).some((name) => /token$|secret$|^sessionId$/i.test(name)),
  );
}

const isFlag = (schema: TSchema) => (schema as { type?: unknown }).type === 'boolean';

test('every operation that gives out a credential is tested here', () => {
  const found = entriesOf(operations).filter(([, operation]) => givesCredential(operation));
  assert.deepEqual(found.map(([id]) => id).sort(), [
    'createApiKey',
    'createOAuthClient',
    'deploymentToken',
    'generateSession',
    'postTokenBySessionId',
    // Of a session of the console, which no key has; embed-sign-in.test.ts follows it.
    'redeemEmbedSignInCode',
    'rotateApiKey',
    'rotateOAuthClientSecret',
    // The second factor of a person who is present: no key begins it.
    'startTotp',
  ]);
});
