import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openModelRepository } from '../build/model-repository.ts';
import { createTestApp, type TestApp } from '../test/index.ts';

let world: TestApp;
before(async () => {
  world = await createTestApp();
  const { db } = world.database;
  await db.insertInto('groups').values({ tenantId: world.tenantId, name: 'partners' }).execute();
  await db
    .insertInto('userAttributes')
    .values([
      { tenantId: world.tenantId, name: 'country', type: 'string' },
      { tenantId: world.tenantId, name: 'limits', type: 'number_array' },
    ])
    .execute();
});
after(() => world.close());

const generate = (body: object, key?: string) =>
  world.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    ...(key !== undefined && { key }),
    body: { deploymentId: world.deploymentId, ...body },
  });
const viewer = { externalId: ' Viewer@Customer ', embedTenantName: 'customer' };

async function contextOf(body: object): Promise<Record<string, Record<string, unknown>>> {
  const session = await generate(body);
  assert.equal(session.statusCode, 200, session.body);
  const exchanged = await world.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  const [, payload = ''] = (exchanged.json() as { token: string }).token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { oriel: { securityContext: never } })
    .oriel.securityContext;
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

test('groups of a tenant are made on the way and bear its name', async () => {
  const context = await contextOf({
    ...viewer,
    creatorMode: true,
    tenantGroupDefinitions: [{ name: 'sales' }],
    tenantGroups: ['sales'],
    groups: ['partners'],
  });
  assert.deepEqual(context['svcCloud']?.['groups'], ['partners', 'system:tenant:customer:group:sales']);
});

const refusals: [what: string, body: object, status: number, words: RegExp][] = [
  ['nobody to look', {}, 400, /exactly one of externalId and internalId/],
  ['two to look', { ...viewer, internalId: 'x' }, 400, /exactly one of externalId and internalId/],
  ['an unknown group', { ...viewer, groups: ['nobodies'] }, 400, /nobodies not found/],
  [
    'an unknown attribute',
    { ...viewer, userAttributes: [{ name: 'shoe', value: 44 }] },
    400,
    /User attributes not found: shoe/,
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
  const other = await world.build.deployment({ tenantId: world.tenantId });
  const scoped = await world.build.apiKey({
    tenantId: world.tenantId,
    userId: world.adminId,
    deploymentIds: [other],
  });
  assert.equal((await generate(viewer, scoped)).json().code, 'deployment_out_of_scope');
});

test('a session that has lain for five minutes is worth nothing', async () => {
  const session = await generate(viewer);
  await world.database.db
    .updateTable('embedSessions')
    .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    .execute();
  const answer = await world.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  assert.equal(answer.json().code, 'embed_session_unknown');
});

test('a session may query another branch, which has to be there', async () => {
  const repository = await openModelRepository(world.dataDir, world.deploymentId);
  const author = { name: 'Model author', email: 'author@example.com' };
  await repository.commit({ branch: 'next', message: 'Start', author, files: [] });
  const branchOf = async (branchName: string | null) => {
    const session = await generate({ ...viewer, branchName });
    assert.equal(session.statusCode, 200, session.body);
    const [row] = await world.database.db
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
