import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openModelRepository } from '../../build/model-repository.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import type { EmbedClaims } from './embed-claims.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
  const { db } = testApp.database;
  await db.insertInto('groups').values({ tenantId: testApp.tenantId, name: 'partners' }).execute();
  await db
    .insertInto('userAttributes')
    .values([
      { tenantId: testApp.tenantId, name: 'country', type: 'string' },
      { tenantId: testApp.tenantId, name: 'limits', type: 'number_array' },
    ])
    .execute();
});
after(() => testApp.close());

const generate = (body: object, key?: string) =>
  testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    ...(key !== undefined && { key }),
    body: { deploymentId: testApp.deploymentId, ...body },
  });
const viewer = { externalId: ' Viewer@Customer ', embedTenantName: 'customer' };

const exchange = (session: object, headers: Record<string, string> = {}) =>
  testApp.call({ method: 'POST', path: '/api/v1/embed/session/token', key: '', body: session, headers });

/** What the token of a session says. */
async function claimsOf(body: object): Promise<EmbedClaims> {
  const session = await generate(body);
  assert.equal(session.statusCode, 200, session.body);
  const exchanged = await exchange(session.json());
  const [, payload = ''] = (exchanged.json() as { token: string }).token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { oriel: EmbedClaims }).oriel;
}

async function contextOf(body: object): Promise<Record<string, Record<string, unknown>>> {
  // The keys of the context that these tests look at are objects.
  return (await claimsOf(body)).securityContext as Record<string, Record<string, unknown>>;
}

test('the token carries groups, attributes, the name and the own keys of the session', async () => {
  const context = await contextOf({
    ...viewer,
    groups: ['partners'],
    userAttributes: [
      { name: 'country', value: 'DE' },
      { name: 'limits', value: [1, 2] },
    ],
    securityContext: { order: 7 },
  });
  assert.deepEqual(context, {
    order: 7,
    svcCloud: {
      groups: ['partners'],
      userAttributes: { country: 'DE', limits: [1, 2] },
      username: 'viewer@customer',
      embedTenant: 'customer',
    },
  });
});

test('what a later session leaves out stays; null clears an attribute, an empty list the groups', async () => {
  const kept = await contextOf(viewer);
  assert.deepEqual(
    [kept['svcCloud']?.['groups'], kept['svcCloud']?.['userAttributes']],
    [['partners'], { country: 'DE', limits: [1, 2] }],
  );
  const cleared = await contextOf({
    ...viewer,
    groups: [],
    userAttributes: [{ name: 'country', value: null }],
  });
  assert.deepEqual(
    [cleared['svcCloud']?.['groups'], cleared['svcCloud']?.['userAttributes']],
    [[], { limits: [1, 2] }],
  );
});

test('groups of an embed tenant are created inline and are namespaced by its name', async () => {
  const context = await contextOf({
    ...viewer,
    creatorMode: true,
    tenantGroupDefinitions: [{ name: 'sales' }],
    tenantGroups: ['sales'],
    groups: ['partners'],
  });
  assert.deepEqual(context['svcCloud']?.['groups'], ['partners', 'system:tenant:customer:group:sales']);
});

test('without a name the embed tenant is that of the account', async () => {
  const { name } = await testApp.database.db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', testApp.tenantId)
    .executeTakeFirstOrThrow();
  const claims = await claimsOf({ externalId: 'viewer' });
  assert.equal(claims.embedTenantName, name);
  const named = await claimsOf({ externalId: 'viewer', embedTenantName: name });
  assert.deepEqual([named.embedTenantId, named.embedUserId], [claims.embedTenantId, claims.embedUserId]);
});

test('the settings of a session reach its surface, which tells those that it cannot use', async () => {
  const settings = { showDashboardChat: false, allowAi: null, locale: 'de-DE', timezone: 'Europe/Berlin' };
  assert.deepEqual((await claimsOf({ ...viewer, settings })).settings, settings);
  const unusable = { locale: 'xx-YY', timezone: 'Mars/Olympus' };
  assert.deepEqual((await claimsOf({ ...viewer, settings: unusable })).settings, unusable);
});

test('a session for a console user has the groups and attributes of that user', async () => {
  const email = `analyst-${crypto.randomUUID()}@example.com`;
  const userId = await testApp.build.user({ tenantId: testApp.tenantId, email });
  const { db } = testApp.database;
  const { id: groupId } = await db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', 'partners')
    .executeTakeFirstOrThrow();
  await db.insertInto('groupMembers').values({ groupId, userId }).execute();
  assert.deepEqual((await contextOf({ internalId: ` ${email.toUpperCase()}` }))['svcCloud'], {
    username: email,
    groups: ['partners'],
    userAttributes: {},
  });
});

test('a refused session leaves nothing of its viewer behind', async () => {
  const externalId = `refused-${crypto.randomUUID()}`;
  assert.equal((await generate({ ...viewer, externalId, groups: ['nobodies'] })).statusCode, 400);
  const { db } = testApp.database;
  const left = await db.selectFrom('embedUsers').select('id').where('externalId', '=', externalId).execute();
  assert.deepEqual(left, []);
});

test('of several exchanges at once one gets the token', async () => {
  const session = (await generate(viewer)).json();
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(session)));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401, 401, 401, 401]);
});

test('a session is exchanged at its own account', async () => {
  await testApp.build.tenant({ host: 'other.example.com' });
  const session = (await generate(viewer)).json();
  assert.equal((await exchange(session, { host: 'other.example.com' })).statusCode, 401);
  assert.equal((await exchange(session)).statusCode, 200);
});

for (const name of ['', '  ', 'system:all', 'System:tenant:x:group:y']) {
  test(`refuses a group named ${JSON.stringify(name)}, saying where it stands`, async () => {
    const creator = { ...viewer, creatorMode: true };
    for (const [body, path] of [
      [{ ...viewer, groups: ['partners', name] }, 'groups[1]'],
      [{ ...viewer, groupDefinitions: [{ name }] }, 'groupDefinitions[0].name'],
      [{ ...creator, tenantGroupDefinitions: [{ name }] }, 'tenantGroupDefinitions[0].name'],
      [{ ...creator, tenantGroups: [name] }, 'tenantGroups[0]'],
    ] as const) {
      const answer = await generate(body);
      assert.equal(answer.statusCode, 400, answer.body);
      const { issues } = answer.json() as { issues: { path: string }[] };
      assert.deepEqual(
        issues.map((issue) => issue.path),
        [path],
      );
    }
  });
}

const long = 'x'.repeat(10_000);
const impossible: [what: string, body: object, path: string][] = [
  ...(
    ['externalId', 'internalId', 'email', 'branchName', 'embedTenantName', 'publicDashboardId'] as const
  ).flatMap((field) =>
    [long, 'a\0b', '\ud800'].map((text): [string, object, string] => [
      `${field} of ${text.length} characters`,
      { ...viewer, ...(field === 'internalId' && { externalId: null }), [field]: text },
      field,
    ]),
  ),
  ['a group that is too long', { ...viewer, groups: [long] }, 'groups[0]'],
  [
    'an attribute with a NUL',
    { ...viewer, userAttributes: [{ name: 'country', value: '\0' }] },
    'userAttributes[0].value',
  ],
  [
    'a context with half a surrogate pair',
    { ...viewer, securityContext: { a: ['\udc00'] } },
    'securityContext.a[0]',
  ],
  ['a fractional deployment', { ...viewer, deploymentId: 1.5 }, 'deploymentId'],
  ['a negative deployment', { ...viewer, deploymentId: -1 }, 'deploymentId'],
];
for (const [what, body, path] of impossible) {
  test(`refuses ${what}, saying where it stands`, async () => {
    const answer = await generate(body);
    assert.equal(answer.statusCode, 400, answer.body);
    const { issues } = answer.json() as { issues: { path: string }[] };
    assert.deepEqual(
      issues.map((issue) => issue.path),
      [path],
    );
  });
}

test('a deployment beyond what an id can be is one that is not there', async () => {
  for (const deploymentId of [2 ** 31, 2 ** 53 - 1]) {
    const answer = await generate({ ...viewer, deploymentId });
    assert.equal(answer.statusCode, 404, answer.body);
    assert.equal(answer.json().code, 'deployment_not_found');
  }
});

test('an empty body and one that is no JSON are malformed', async () => {
  for (const payload of ['', '{', 'null']) {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/api/v1/embed/generate-session',
      headers: { authorization: `Bearer ${testApp.adminKey}`, 'content-type': 'application/json' },
      payload,
    });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal(answer.json().code, 'malformed_request');
  }
});

test('a session has a context that fits into the header of a request', async () => {
  const contextOfLength = (length: number) => ({ ...viewer, securityContext: { text: 'x'.repeat(length) } });
  const session = await generate(contextOfLength(9_000));
  assert.equal(session.statusCode, 200, session.body);
  const { token } = (await exchange(session.json())).json() as { token: string };
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  // A listening TCP server has an address with a port.
  const { port } = testApp.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/app-config`, {
    headers: { authorization: `Embed-Token ${token}` },
  });
  assert.equal(answer.status, 200);
  const refused = await generate(contextOfLength(10_000));
  assert.equal(refused.statusCode, 400);
  assert.equal(refused.json().issues[0].path, 'securityContext');
});

test('a session id that could never be one is unknown', async () => {
  for (const sessionId of ['', 'x'.repeat(9_999), '../..'])
    assert.equal((await exchange({ sessionId })).statusCode, 401, sessionId.slice(0, 10));
  assert.equal((await exchange({ sessionId: 'a\0' })).statusCode, 400);
});

test('Api-Key is a scheme of session generation, and of no other operation of a user', async () => {
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    testApp.call({ method, path, key: '', headers: { authorization: `Api-Key ${testApp.adminKey}` }, body });
  const { deploymentId } = testApp;
  const session = await call('POST', '/api/v1/embed/generate-session', { deploymentId, ...viewer });
  assert.equal(session.statusCode, 200, session.body);
  for (const path of ['/api/v1/deployments', '/api/v1/embed/allowed-origins', '/api/v1/users/me']) {
    const answer = await call('GET', path);
    assert.equal(answer.statusCode, 401, path);
    assert.match(answer.json().message, /Authorization: Bearer/);
  }
});

const refusals: [what: string, body: object, status: number, words: RegExp][] = [
  ['a session without a viewer', {}, 400, /exactly one of externalId and internalId/],
  [
    'a session of two viewers',
    { ...viewer, internalId: 'x' },
    400,
    /exactly one of externalId and internalId/,
  ],
  ['an unknown group', { ...viewer, groups: ['nobodies'] }, 400, /nobodies not found/],
  [
    'an unknown attribute',
    { ...viewer, userAttributes: [{ name: 'shoe', value: 44 }] },
    400,
    /User attributes not found: shoe"/,
  ],
  [
    'an attribute that the embed tenant does not have',
    { ...viewer, creatorMode: true, userAttributes: [{ name: 'country', value: 'a' }] },
    400,
    /not found: country \(of the embed tenant; define them in userAttributeDefinitions\)/,
  ],
  [
    'an attribute twice',
    {
      ...viewer,
      userAttributes: [
        { name: 'country', value: 'a' },
        { name: 'country', value: 'b' },
      ],
    },
    400,
    /given twice/,
  ],
  [
    'a value of another type',
    { ...viewer, userAttributes: [{ name: 'country', value: 5 }] },
    400,
    /takes a value of type string/,
  ],
  ['the reserved key', { ...viewer, securityContext: { svcCloud: {} } }, 400, /is reserved/],
  [
    'groups of a tenant without creator mode',
    { ...viewer, tenantGroups: ['sales'] },
    400,
    /needs creatorMode/,
  ],
  [
    'a tenant of a bad name',
    { externalId: 'x', embedTenantName: 'No Spaces' },
    400,
    /embedTenantName|pattern/,
  ],
  ['a deployment that is not there', { ...viewer, deploymentId: 424_242 }, 404, /no deployment 424242/],
  ['a user that is not there', { internalId: 'ghost' }, 404, /no user "ghost"/],
];
for (const [what, body, status, words] of refusals) {
  test(`refuses ${what}`, async () => {
    const answer = await generate(body);
    assert.equal(answer.statusCode, status, answer.body);
    assert.match(answer.body.replaceAll('\\"', '"'), words);
  });
}

test('a key of another scope may not make sessions here', async () => {
  const other = await testApp.build.deployment({ tenantId: testApp.tenantId });
  const scoped = await testApp.build.apiKey({
    tenantId: testApp.tenantId,
    userId: testApp.adminId,
    deploymentIds: [other],
  });
  assert.equal((await generate(viewer, scoped)).json().code, 'deployment_out_of_scope');
});

test('an expired session cannot be exchanged', async () => {
  const session = await generate(viewer);
  await testApp.database.db
    .updateTable('embedSessions')
    .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    .execute();
  const answer = await exchange(session.json());
  assert.equal(answer.json().code, 'embed_session_unknown');
});

test('a session of a deployment that is gone cannot be exchanged', async () => {
  const deploymentId = await testApp.build.deployment({ tenantId: testApp.tenantId });
  const session = await generate({ ...viewer, deploymentId });
  assert.equal(session.statusCode, 200, session.body);
  await testApp.database.db.deleteFrom('deployments').where('id', '=', deploymentId).execute();
  const answer = await exchange(session.json());
  assert.equal(answer.json().code, 'embed_session_unknown');
});

test('a session may query another branch that exists', async () => {
  const repository = await openModelRepository(testApp.dataDir, testApp.deploymentId);
  const author = { name: 'Model author', email: 'author@example.com' };
  await repository.commit({ branch: 'next', message: 'Start', author, files: [] });
  const branchOf = async (branchName: string | null) => {
    const session = await generate({ ...viewer, branchName });
    assert.equal(session.statusCode, 200, session.body);
    const [row] = await testApp.database.db
      .selectFrom('embedSessions')
      .select('claims')
      .orderBy('expiresAt', 'desc')
      .limit(1)
      .execute();
    return (row?.claims as { branch?: unknown } | undefined)?.branch;
  };
  assert.equal(await branchOf('next'), 'next');
  assert.equal(await branchOf(null), null);
  assert.equal(await branchOf('master'), null, 'the deploy branch is what a session has anyway');
  assert.equal((await generate({ ...viewer, branchName: 'nowhere' })).statusCode, 404);
  assert.equal((await generate({ ...viewer, branchName: '../master' })).statusCode, 404);
});
