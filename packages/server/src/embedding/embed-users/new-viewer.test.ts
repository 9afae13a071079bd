import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import type { EmbedClaims } from '../embed-sessions/embed-claims.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
  const { database, tenantId } = testApp;
  await database.db.insertInto('groups').values({ tenantId, name: 'north' }).execute();
  await database.db
    .insertInto('userAttributes')
    .values([
      { tenantId, name: 'region', type: 'string' },
      { tenantId, name: 'limit', type: 'number', defaultValue: '7' },
    ])
    .execute();
  // The embed tenant of the tests is there.
  await claimsOf({ externalId: 'first' });
});
after(() => testApp.close());

const post = (path: string, body: object, key?: string) =>
  testApp.call({ method: 'POST', path: `/api/v1/embed${path}`, body, ...(key !== undefined && { key }) });

/** What the token of a session says. */
async function claimsOf(session: object): Promise<EmbedClaims> {
  const made = await post('/generate-session', {
    deploymentId: testApp.deploymentId,
    embedTenantName: 'customer',
    ...session,
  });
  assert.equal(made.statusCode, 200, made.body);
  const exchanged = await post('/session/token', made.json() as object, '');
  assert.equal(exchanged.statusCode, 200, exchanged.body);
  const [, payload = ''] = (exchanged.json() as { token: string }).token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { oriel: EmbedClaims }).oriel;
}

/** All that is stored of a viewer, without its id. */
async function storedOf(externalId: string): Promise<unknown> {
  const { rows } = await testApp.database.pool.query(
    `select u.email, u.display_name, u.is_ephemeral, u.last_login is not null as has_logged_in,
       to_jsonb(d) - 'embed_user_id' as here,
       (select json_agg(to_jsonb(v) - 'embed_user_id' order by v.attribute_id)
        from embed_user_attribute_values v where v.embed_user_id = u.id) as values
     from embed_users u join embed_user_deployments d on d.embed_user_id = u.id where u.external_id = $1`,
    [externalId],
  );
  return rows;
}

const description = {
  email: 'ada@example.com',
  userProfile: { displayName: 'Ada' },
  userAttributes: [{ name: 'region', value: 'Nord' }],
};

test('a new viewer is stored and seen as one who was made step by step', async () => {
  const atOnce = await claimsOf({ externalId: ' At-Once ', ...description, groups: [] });
  // Groups have to be looked up.
  await claimsOf({ externalId: 'stepwise', ...description, groups: ['north'] });
  const stepwise = await claimsOf({ externalId: 'stepwise', groups: [] });
  assert.deepEqual(await storedOf('at-once'), await storedOf('stepwise'));
  const seen = { groups: [], userAttributes: { region: 'Nord', limit: 7 }, embedTenant: 'customer' };
  assert.deepEqual(
    [atOnce, stepwise].map(({ securityContext }) => securityContext['svcCloud']),
    ['at-once', 'stepwise'].map((username) => ({ ...seen, username })),
  );
  assert.deepEqual(
    [atOnce, stepwise].map(({ holder, embedUserId }) => holder === `embed-user ${embedUserId}`),
    [true, true],
  );
});

test('a value of null is stored, and the default holds', async () => {
  const { securityContext } = await claimsOf({
    externalId: 'cleared',
    userAttributes: [
      { name: 'limit', value: null },
      { name: 'region', value: null },
    ],
  });
  assert.deepEqual((securityContext['svcCloud'] as { userAttributes: object }).userAttributes, { limit: 7 });
  const { rows } = await testApp.database.pool.query(
    `select v.value from embed_user_attribute_values v join embed_users u on u.id = v.embed_user_id
     where u.external_id = 'cleared'`,
  );
  assert.deepEqual(rows, [{ value: null }, { value: null }]);
});

test('new viewers of one moment each get their own session, and the log tells of each with its request', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `crowd-${index}`);
  const claims = await Promise.all(names.map((externalId) => claimsOf({ externalId, ...description })));
  const { rows } = await testApp.database.pool.query<{ id: number; name: string }>(
    "select id, external_id as name from embed_users where external_id like 'crowd-%'",
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  assert.deepEqual(
    claims.map(({ embedUserId }) => embedUserId),
    names.map((name) => ids.get(name)),
  );
  const { rows: entries } = await testApp.database.pool.query<{ resources: string[] }>(
    `select array_agg(resource order by resource) as resources from audit_entries
     where caller ->> 'operation' = 'generateSession' and caller ->> 'requestId' in (
       select caller ->> 'requestId' from audit_entries
       where resource = 'embedUser' and after ->> 'external_id' like 'crowd-%')
     group by caller ->> 'requestId'`,
  );
  const each = ['embedUser', 'embedUserAttributeValue', 'embedUserDeployment'];
  assert.deepEqual(
    entries.map(({ resources }) => resources),
    names.map(() => each),
  );
});

test('of two first sessions of a viewer at once both hold, and the viewer is one', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => claimsOf({ externalId: 'twice', ...description })));
  assert.equal(one?.embedUserId, other?.embedUserId);
  assert.equal(((await storedOf('twice')) as unknown[]).length, 1);
});

test('a session that is refused makes no viewer', async () => {
  const attributes = [{ name: 'region', value: 5 }];
  const refused = await post('/generate-session', {
    deploymentId: testApp.deploymentId,
    embedTenantName: 'customer',
    externalId: 'refused',
    userAttributes: attributes,
  });
  assert.equal(refused.statusCode, 400, refused.body);
  assert.deepEqual(await storedOf('refused'), []);
});
