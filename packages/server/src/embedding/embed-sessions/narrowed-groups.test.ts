import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
  const { database, tenantId } = testApp;
  const groups = ['north', 'south'].map((name) => ({ tenantId, name }));
  await database.db.insertInto('groups').values(groups).execute();
});
after(() => testApp.close());

const post = (path: string, body: object, key?: string) =>
  testApp.call({ method: 'POST', path: `/api/v1/embed${path}`, body, ...(key !== undefined && { key }) });

/** Generates a session and answers its token. */
async function tokenFor(session: object): Promise<string> {
  const body = { deploymentId: testApp.deploymentId, embedTenantName: 'acme', externalId: 'ada', ...session };
  const made = await post('/generate-session', body);
  assert.equal(made.statusCode, 200, made.body);
  const exchanged = await post('/session/token', made.json() as object, '');
  assert.equal(exchanged.statusCode, 200, exchanged.body);
  return (exchanged.json() as { token: string }).token;
}

/** Whether a token is still taken. The dashboard that is asked for is not there. */
async function isTaken(token: string): Promise<boolean> {
  const headers = { authorization: `Embed-Token ${token}` };
  const path = '/api/v1/embed/dashboard/Missing00000';
  const { statusCode, body } = await testApp.call({ method: 'GET', path, key: '', headers });
  assert.ok(statusCode === 404 || statusCode === 401, body);
  return statusCode === 404;
}

test('a session with fewer groups ends the tokens that have the others, and no more', async () => {
  const both = await tokenFor({ groups: ['north', 'south'] });
  const other = await tokenFor({ groups: ['north', 'south'], externalId: 'bert' });
  const north = await tokenFor({ groups: ['north'] });
  const again = await tokenFor({});
  assert.deepEqual(await Promise.all([both, other, north, again].map(isTaken)), [false, true, true, true]);
});

test('who gets a group back has it with the next session', async () => {
  await tokenFor({ groups: ['north', 'south'] });
  await tokenFor({ groups: [] });
  const back = await tokenFor({ groups: ['south', 'north'] });
  assert.equal(await isTaken(back), true);
});

test('groups of an embed tenant are lost in the same way', async () => {
  const tenantGroups = {
    creatorMode: true,
    tenantGroupDefinitions: [{ name: 'buyers' }, { name: 'sellers' }],
  };
  const both = await tokenFor({ ...tenantGroups, tenantGroups: ['buyers', 'sellers'] });
  const buyer = await tokenFor({ ...tenantGroups, tenantGroups: ['buyers'] });
  assert.deepEqual(await Promise.all([both, buyer].map(isTaken)), [false, true]);
});

test('groups that one deployment takes away stay in another', async () => {
  const made = await testApp.database.db
    .insertInto('deployments')
    .values({ tenantId: testApp.tenantId, name: 'Other', apiSecret: 'secret' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const there = await tokenFor({ deploymentId: made.id, groups: ['north', 'south'] });
  const here = await tokenFor({ groups: ['north', 'south'] });
  await tokenFor({ groups: ['south'] });
  assert.deepEqual(await Promise.all([there, here].map(isTaken)), [true, false]);
});

test('a session that is refused ends nothing', async () => {
  const token = await tokenFor({ groups: ['north', 'south'] });
  const refused = await post('/generate-session', {
    deploymentId: testApp.deploymentId,
    embedTenantName: 'acme',
    externalId: 'ada',
    groups: ['nobody knows'],
  });
  assert.equal(refused.statusCode, 400, refused.body);
  assert.equal(await isTaken(token), true);
});

test('groups that provisioning takes away end tokens of every deployment', async () => {
  const provision = async (body: object) => {
    const answer = await testApp.call({ method: 'POST', path: '/api/v1/embed-tenants/acme/user', body });
    assert.ok(answer.statusCode < 300, answer.body);
  };
  await provision({ externalId: 'cleo', groups: ['north', 'south'] });
  const both = await tokenFor({ externalId: 'cleo' });
  await provision({ externalId: 'cleo', groups: ['north', 'south'] });
  assert.equal(await isTaken(both), true);
  await provision({ externalId: 'cleo', groups: ['south'] });
  assert.equal(await isTaken(both), false);
  assert.equal(await isTaken(await tokenFor({ externalId: 'cleo' })), true);
});
