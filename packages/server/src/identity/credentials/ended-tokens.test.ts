import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createModelEngine, createTestApp, type TestApp } from '../../test/index.ts';

/** What ends with a console session, an embed tenant, a viewer, or a group. */
const model =
  'cubes: [{ name: cities, sql: "SELECT \'Lyon\' AS name", dimensions: [{ name: name, sql: name, type: string }] }]';
const password = 'correct horse battery staple';

let engine: Engine;
let testApp: TestApp;
before(async () => {
  engine = createModelEngine([{ path: 'cities.yml', content: model }]);
  testApp = await createTestApp({ engine });
});
after(async () => {
  await testApp.close();
  await engine.close();
});

type Headers = Record<string, string>;
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object | undefined, headers?: Headers) =>
  testApp.call({ method, path, ...(headers && { key: '', headers }), ...(body && { body }) });

/** Signs a new administrator in; the headers are those of the console. */
async function signIn(): Promise<Headers> {
  const email = `${crypto.randomUUID()}@example.com`;
  await testApp.build.user({ tenantId: testApp.tenantId, role: 'Admin', email, password });
  return signInAs(email);
}

async function signInAs(email: string): Promise<Headers> {
  const answer = await send('POST', '/api/v1/sign-in', { email, password }, {});
  const cookie = answer.cookies.find(({ name }) => name === 'oriel_session');
  return { cookie: `oriel_session=${cookie?.value}`, 'sec-fetch-site': 'same-origin' };
}

async function dataTokenOf(headers: Headers): Promise<string> {
  const path = `/api/v1/deployments/${testApp.deploymentId}/token`;
  return (await send('POST', path, {}, headers)).json<{ svcApiToken: string }>().svcApiToken;
}

async function newSession(body: object, headers?: Headers): Promise<string> {
  const answer = await send(
    'POST',
    '/api/v1/embed/generate-session',
    { deploymentId: testApp.deploymentId, ...body },
    headers,
  );
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ sessionId: string }>().sessionId;
}

const exchange = (sessionId: string) => send('POST', '/api/v1/embed/session/token', { sessionId }, {});

async function embedTokenOf(body: object, headers?: Headers): Promise<string> {
  const { token } = (await exchange(await newSession(body, headers))).json<{ token: string }>();
  return `Embed-Token ${token}`;
}

async function statusOf(authorization: string): Promise<number> {
  const path = `/deployments/${testApp.deploymentId}/cubejs-api/v1/load`;
  const answer = await send('POST', path, { query: { dimensions: ['cities.name'] } }, { authorization });
  return answer.statusCode;
}

/** Everything that a viewer of an embed tenant can hold, used once already. */
async function newViewer(body: { externalId: string; embedTenantName: string; [more: string]: unknown }) {
  const embedToken = await embedTokenOf(body);
  const tokens = [embedToken, await dataTokenOf({ authorization: embedToken })];
  const statuses = async () => Promise.all(tokens.map(statusOf));
  assert.deepEqual(await statuses(), [200, 200]);
  const waiting = await newSession(body);
  return { statuses, exchangeWaiting: async () => (await exchange(waiting)).statusCode };
}

const newName = () => `t-${crypto.randomUUID().slice(0, 13)}`;

test('signing out ends the data token and the embed tokens that the session has made', async () => {
  const session = await signIn();
  const dataToken = await dataTokenOf(session);
  const embedToken = await embedTokenOf({ externalId: 'preview' }, session);
  const tokens = [dataToken, embedToken, await dataTokenOf({ authorization: embedToken })];
  assert.deepEqual(await Promise.all(tokens.map(statusOf)), [200, 200, 200]);
  assert.equal((await send('POST', '/api/v1/sign-out', undefined, session)).statusCode, 200);
  assert.deepEqual(await Promise.all(tokens.map(statusOf)), [403, 403, 403]);
});

test('another session of the same user keeps its tokens', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  await testApp.build.user({ tenantId: testApp.tenantId, role: 'Admin', email, password });
  const [one, other] = [await signInAs(email), await signInAs(email)];
  const kept = await dataTokenOf(other);
  await send('POST', '/api/v1/sign-out', undefined, one);
  assert.equal(await statusOf(kept), 200);
});

test('a token of an environment, which is revoked by itself, outlives the console session that it was made in', async () => {
  const session = await signIn();
  const environments = await testApp.call({
    method: 'GET',
    path: `/api/v1/deployments/${testApp.deploymentId}/environments`,
  });
  const [environment] = environments.json<{ items: { id: string }[] }>().items;
  const path = `/api/v1/deployments/${testApp.deploymentId}/environments/${environment?.id}/tokens`;
  const made = await send('POST', path, { security_context: {} }, session);
  const { token } = made.json<{ data: { token: string } }>().data;
  assert.equal(await statusOf(token), 200);
  await send('POST', '/api/v1/sign-out', undefined, session);
  assert.equal(await statusOf(token), 200);
});

test('a console session that has expired takes its tokens along', async () => {
  const session = await signIn();
  const token = await dataTokenOf(session);
  assert.equal(await statusOf(token), 200);
  await testApp.database.db
    .updateTable('consoleSessions')
    .set({ expiresAt: '2000-01-01T00:00:00Z' })
    .execute();
  await testApp.database.db.deleteFrom('consoleSessions').execute();
  // What is expired is told to nobody: a server finds out within the seconds for which it remembers the session.
  const { rows } = await testApp.database.pool.query('select 1 from console_sessions');
  assert.equal(rows.length, 0);
  assert.equal(
    (await send('POST', `/api/v1/deployments/${testApp.deploymentId}/token`, {}, session)).statusCode,
    401,
  );
});

test('deleting an embed tenant ends the sessions and tokens of its viewers, and of nobody else', async () => {
  const [removed, kept] = [newName(), newName()];
  const viewer = await newViewer({ externalId: 'ada', embedTenantName: removed });
  const other = await newViewer({ externalId: 'ada', embedTenantName: kept });
  assert.equal((await send('DELETE', `/api/v1/embed-tenants/${removed}`, undefined)).statusCode, 204);
  assert.deepEqual(await viewer.statuses(), [403, 403]);
  assert.equal(await viewer.exchangeWaiting(), 401);
  assert.deepEqual(await other.statuses(), [200, 200]);
  // Of the same name, and another one.
  const again = await newViewer({ externalId: 'ada', embedTenantName: removed });
  assert.deepEqual(await again.statuses(), [200, 200]);
  assert.deepEqual(await viewer.statuses(), [403, 403]);
});

test('an ephemeral viewer, and a console user who is shown in a tenant, end with the tenant too', async () => {
  const embedTenantName = newName();
  const internalId = `${crypto.randomUUID()}@example.com`;
  await testApp.build.user({ tenantId: testApp.tenantId, role: 'Viewer', email: internalId });
  const tokens = [
    await embedTokenOf({ externalId: 'guest', isEphemeral: true, embedTenantName }),
    await embedTokenOf({ internalId, embedTenantName }),
  ];
  const ofEmbed = tokens.slice();
  for (const authorization of ofEmbed) tokens.push(await dataTokenOf({ authorization }));
  assert.deepEqual(await Promise.all(tokens.map(statusOf)), [200, 200, 200, 200]);
  await send('DELETE', `/api/v1/embed-tenants/${embedTenantName}`, undefined);
  assert.deepEqual(await Promise.all(tokens.map(statusOf)), [403, 403, 403, 403]);
});

test('a viewer who is removed has no token left', async () => {
  const viewer = await newViewer({ externalId: 'removed', embedTenantName: newName() });
  await testApp.database.db.deleteFrom('embedUsers').where('externalId', '=', 'removed').execute();
  await testApp.database.credentialChanges.catchUp();
  assert.deepEqual(await viewer.statuses(), [403, 403]);
  assert.equal(await viewer.exchangeWaiting(), 401);
});

/** An embed tenant with groups; the ids are in the order of the names. */
async function newTenantWith(groups: readonly string[]) {
  const name = newName();
  const path = `/api/v1/embed-tenants/${name}`;
  await send('POST', `${path}/user`, { externalId: 'first' });
  const ids: number[] = [];
  for (const group of groups)
    ids.push((await send('POST', `${path}/groups`, { name: group })).json<{ id: number }>().id);
  return { name, groupPath: `${path}/groups/${ids[0]}` };
}

const groupChanges = {
  'a member is removed': (path: string) =>
    send('DELETE', `${path}/users`, { members: [{ externalId: 'member' }] }),
  'the group is deleted': async (path: string) => {
    await send('DELETE', `${path}/users`, { members: [{ externalId: 'member' }] });
    return send('DELETE', path, undefined);
  },
};
for (const [what, change] of Object.entries(groupChanges))
  test(`no token has a group of the embed tenant after ${what}`, async () => {
    const { name: embedTenantName, groupPath } = await newTenantWith(['buyers']);
    const member = await newViewer({
      externalId: 'member',
      embedTenantName,
      tenantGroups: ['buyers'],
      creatorMode: true,
    });
    const outsider = await newViewer({ externalId: 'outsider', embedTenantName });
    const answer = await change(groupPath);
    assert.ok(answer.statusCode < 300, answer.body);
    assert.deepEqual(await member.statuses(), [403, 403]);
    assert.equal(await member.exchangeWaiting(), 401);
    assert.deepEqual(await outsider.statuses(), [200, 200]);
    const next = await newViewer({ externalId: 'member', embedTenantName });
    assert.deepEqual(await next.statuses(), [200, 200]);
  });

const accountGroupChanges = {
  deleted: (path: string) => send('DELETE', path, undefined),
  renamed: (path: string) => send('PUT', path, { name: newName() }),
};
for (const [what, change] of Object.entries(accountGroupChanges))
  test(`no token has a group of the account after it is ${what}`, async () => {
    const name = newName();
    const made = await send('POST', '/api/v1/user-groups', { name });
    const viewer = await newViewer({ externalId: 'grouped', embedTenantName: newName(), groups: [name] });
    const { id } = made.json<{ id: number }>();
    const answer = await change(`/api/v1/user-groups/${id}`);
    assert.ok(answer.statusCode < 300, answer.body);
    assert.deepEqual(await viewer.statuses(), [403, 403]);
  });

test('a session that names other groups of a viewer ends the tokens with those that it lacks', async () => {
  const { name: embedTenantName } = await newTenantWith(['one', 'two']);
  const body = { externalId: 'both', embedTenantName, creatorMode: true };
  const first = await newViewer({ ...body, tenantGroups: ['one'] });
  const more = await newViewer({ ...body, tenantGroups: ['one', 'two'] });
  assert.deepEqual(await first.statuses(), [200, 200]);
  await newViewer({ ...body, tenantGroups: ['one'] });
  assert.deepEqual([await first.statuses(), await more.statuses()].flat(), [200, 200, 403, 403]);
});

test('a deployment that is deleted takes every token for it along', async () => {
  const deploymentId = await testApp.build.deployment({ tenantId: testApp.tenantId });
  const body = { externalId: 'last', deploymentId };
  const embedToken = await embedTokenOf(body);
  const waiting = await newSession(body);
  const path = `/api/v1/deployments/${deploymentId}/token`;
  const made = await send('POST', path, {}, { authorization: embedToken });
  const dataToken = made.json<{ svcApiToken: string }>().svcApiToken;
  const ask = async (authorization: string) =>
    (
      await send(
        'POST',
        `/deployments/${deploymentId}/cubejs-api/v1/load`,
        { query: { dimensions: ['cities.name'] } },
        { authorization },
      )
    ).statusCode;
  assert.deepEqual([await ask(embedToken), await ask(dataToken)], [200, 200]);
  assert.equal((await send('DELETE', `/api/v1/deployments/${deploymentId}`, undefined)).statusCode, 200);
  const [ofEmbed, ofData] = [await ask(embedToken), await ask(dataToken)];
  assert.ok([403, 404].includes(ofEmbed) && [403, 404].includes(ofData), `${ofEmbed} ${ofData}`);
  assert.equal((await exchange(waiting)).statusCode, 401);
});
