import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createModelEngine, createTestApp, type TestApp } from '../../test/index.ts';
import { connectDatabase } from '../../db/database.ts';

/** Everybody sees cities; of orders each group sees the region of its name. */
const model = `
cubes:
  - name: cities
    sql: "SELECT 'Lyon' AS name"
    dimensions:
      - { name: name, sql: name, type: string }
  - name: orders
    sql: "SELECT region FROM (VALUES ('north'), ('south')) AS t(region)"
    dimensions:
      - { name: region, sql: region, type: string }
    access_policy:
      - group: north
        row_level: { filters: [{ member: region, operator: equals, values: [north] }] }
      - group: south
        row_level: { filters: [{ member: region, operator: equals, values: [south] }] }
`;

let engine: Engine;
let testApp: TestApp;
before(async () => {
  engine = createModelEngine([{ path: 'orders.yml', content: model }]);
  testApp = await createTestApp({ engine });
});
after(async () => {
  await testApp.close();
  await engine.close();
});

type App = Pick<TestApp, 'call' | 'deploymentId'>;

/** What a chain of credentials starts from: a user, and a key of theirs. */
async function newMaker(role: 'Admin' | 'Explorer' | 'Viewer' = 'Admin') {
  const { build, tenantId } = testApp;
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await build.user({ tenantId, role, email });
  return { userId, email, key: await build.apiKey({ tenantId, userId }) };
}

const update = (userId: number, change: { role?: 'Viewer' | 'Explorer'; isDeactivated?: boolean }) =>
  testApp.database.db.updateTable('users').set(change).where('id', '=', userId).execute();

/** Ends a key as its user does. */
async function revoke(key: string): Promise<void> {
  const listed = await testApp.call({ method: 'GET', path: '/api/v1/api-keys', key });
  const [own] = listed.json<{ items: { id: number }[] }>().items;
  const path = `/api/v1/api-keys/${own?.id}`;
  assert.equal((await testApp.call({ method: 'DELETE', path, key })).statusCode, 204);
}

const send = (authorization: string, path: string, body: object = {}) =>
  testApp.call({ method: 'POST', path, key: '', headers: { ...(authorization && { authorization }) }, body });

async function newSession(key: string, viewer: object = { externalId: 'viewer' }): Promise<string> {
  const body = { deploymentId: testApp.deploymentId, ...viewer };
  const answer = await send(`Bearer ${key}`, '/api/v1/embed/generate-session', body);
  return answer.json<{ sessionId: string }>().sessionId;
}

const exchange = (sessionId: string) => send('', '/api/v1/embed/session/token', { sessionId });

async function embedTokenOf(key: string, viewer?: object): Promise<string> {
  return `Embed-Token ${(await exchange(await newSession(key, viewer))).json<{ token: string }>().token}`;
}

async function dataTokenOf(authorization: string): Promise<string> {
  const answer = await send(authorization, `/api/v1/deployments/${testApp.deploymentId}/token`);
  return answer.json<{ svcApiToken: string }>().svcApiToken;
}

async function ask(
  authorization: string,
  { app = testApp, kind, member = 'cities.name' }: { app?: App; kind?: 'sql'; member?: string } = {},
) {
  for (;;) {
    const answer = await app.call({
      method: 'POST',
      path: `/deployments/${testApp.deploymentId}/cubejs-api/v1/${kind ?? 'load'}`,
      key: '',
      headers: { authorization },
      body: { query: { dimensions: [member] } },
    });
    // While the runtime starts, however long that takes.
    if (!answer.body.includes('Continue wait')) return answer;
  }
}

/** Everything that can be made from a key, with what answers a request with it. */
async function newDerived(key: string) {
  const embedToken = await embedTokenOf(key);
  const tokens = [embedToken, await dataTokenOf(embedToken), await dataTokenOf(`Bearer ${key}`)];
  const statuses = async (app: App = testApp) =>
    Promise.all(tokens.map(async (token) => (await ask(token, { app })).statusCode));
  // Used before, so that what a server remembers of them is at stake.
  assert.deepEqual(await statuses(), [200, 200, 200]);
  const waiting = await newSession(key);
  return { statuses, exchangeWaiting: async () => (await exchange(waiting)).statusCode };
}

const ends = {
  'its key is revoked': ({ key }: { key: string }) => revoke(key),
  'its user is deactivated': ({ userId }: { userId: number }) => update(userId, { isDeactivated: true }),
  'its user is deleted': async ({ userId }: { userId: number }) => {
    await testApp.database.db.deleteFrom('users').where('id', '=', userId).execute();
  },
} as const;

for (const [what, end] of Object.entries(ends))
  test(`what was made with a key ends with the next request after ${what}`, async () => {
    const maker = await newMaker();
    const { statuses, exchangeWaiting } = await newDerived(maker.key);
    await end(maker);
    // Done past the server, which hears of it from the database.
    await testApp.database.credentialChanges.catchUp();
    assert.deepEqual(await statuses(), [403, 403, 403]);
    assert.equal(await exchangeWaiting(), 401);
  });

test('who may make sessions no more has none left, and keeps their own data token', async () => {
  const maker = await newMaker();
  const { statuses, exchangeWaiting } = await newDerived(maker.key);
  await update(maker.userId, { role: 'Explorer' });
  await testApp.database.credentialChanges.catchUp();
  assert.deepEqual(await statuses(), [403, 403, 200]);
  assert.equal(await exchangeWaiting(), 401);
});

test('a data token has no right that its user has lost, and gets it back with them', async () => {
  const maker = await newMaker('Explorer');
  const token = await dataTokenOf(`Bearer ${maker.key}`);
  const setRole = async (role: 'Viewer' | 'Explorer') => {
    await update(maker.userId, { role });
    await testApp.database.credentialChanges.catchUp();
  };
  assert.equal((await ask(token, { kind: 'sql' })).statusCode, 200);
  await setRole('Viewer');
  assert.equal((await ask(token, { kind: 'sql' })).statusCode, 403);
  await setRole('Explorer');
  assert.equal((await ask(token, { kind: 'sql' })).statusCode, 200);
});

test('a data token has no right that its user did not have when it was made', async () => {
  const maker = await newMaker('Viewer');
  const token = await dataTokenOf(`Bearer ${maker.key}`);
  await update(maker.userId, { role: 'Explorer' });
  await testApp.database.credentialChanges.catchUp();
  assert.equal((await ask(token, { kind: 'sql' })).statusCode, 403);
});

test('tokens that show what a console user sees follow the groups of the user', async () => {
  const { database, tenantId } = testApp;
  const viewer = await newMaker('Viewer');
  const groupOf = async (name: string) => {
    const { id } = await database.db
      .insertInto('groups')
      .values({ tenantId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const groups = { north: await groupOf('north'), south: await groupOf('south') };
  const join = async (name: 'north' | 'south') => {
    await database.db.deleteFrom('groupMembers').where('userId', '=', viewer.userId).execute();
    await database.db
      .insertInto('groupMembers')
      .values({ groupId: groups[name], userId: viewer.userId })
      .execute();
    await database.credentialChanges.catchUp();
  };
  await join('north');
  const embedToken = await embedTokenOf(testApp.adminKey, { internalId: viewer.email });
  const tokens = [await dataTokenOf(`Bearer ${viewer.key}`), embedToken, await dataTokenOf(embedToken)];
  const seen = async () =>
    Promise.all(
      tokens.map(async (token) => {
        const { data } = (await ask(token, { member: 'orders.region' })).json<{
          data: { 'orders.region': string }[];
        }>();
        return data.map((row) => row['orders.region']).join();
      }),
    );
  assert.deepEqual(await seen(), ['north', 'north', 'north']);
  await join('south');
  assert.deepEqual(await seen(), ['south', 'south', 'south']);
});

test('another server on the same database ends them as well', async () => {
  const database = connectDatabase(testApp.database.connection);
  const other = await createTestApp({ database, engine, dataDir: testApp.dataDir });
  try {
    while (database.credentialChanges.version() === undefined) await setImmediate();
    const maker = await newMaker();
    const { statuses } = await newDerived(maker.key);
    assert.deepEqual(await statuses(other), [200, 200, 200]);
    const version = database.credentialChanges.version();
    await revoke(maker.key);
    while (database.credentialChanges.version() === version) await setImmediate();
    assert.deepEqual(await statuses(other), [403, 403, 403]);
  } finally {
    await other.close();
    await database.close();
  }
});
