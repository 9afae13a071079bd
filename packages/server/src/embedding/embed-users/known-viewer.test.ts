import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
  const { database, tenantId } = testApp;
  await database.db
    .insertInto('groups')
    .values(['north', 'south'].map((name) => ({ tenantId, name })))
    .execute();
  await database.db
    .insertInto('userAttributes')
    .values({ tenantId, name: 'region', type: 'string' })
    .execute();
});
after(() => testApp.close());

const description = {
  externalId: 'ada',
  embedTenantName: 'customer',
  embedTenantProfile: { displayName: 'Customer & Co.' },
  email: 'ada@example.com',
  userProfile: { displayName: 'Ada', picture: 'https://example.com/ada.png' },
  groups: ['north'],
  userAttributes: [{ name: 'region', value: 'Nord' }],
};

async function generate(body: object = {}): Promise<object> {
  const answer = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId: testApp.deploymentId, ...description, ...body },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as object;
}

/** The transactions that have written what is stored of viewers, of whatever kind. */
async function writers(): Promise<unknown> {
  const { rows } = await testApp.database.pool.query(`
    select 'user' as kind, xmin::text from embed_users union all
    select 'here', xmin::text from embed_user_deployments union all
    select 'group', xmin::text from embed_user_groups union all
    select 'value', xmin::text from embed_user_attribute_values union all
    select 'tenant', xmin::text from embed_tenants union all
    select 'tenant here', xmin::text from embed_tenant_deployments order by 1, 2`);
  return rows;
}

test('a session that says what is stored writes nothing of its viewer', async () => {
  await generate();
  const before = await writers();
  await generate();
  await generate({ groups: undefined, userAttributes: undefined, email: undefined, userProfile: undefined });
  assert.deepEqual(await writers(), before);
});

const changes: Record<string, { change: object; find: string; stored: unknown }> = {
  'the address': {
    change: { email: 'ada@example.org' },
    find: 'select email as stored from embed_user_deployments',
    stored: 'ada@example.org',
  },
  'the name': {
    change: { userProfile: { displayName: 'Ada L.' } },
    find: 'select display_name as stored from embed_users',
    stored: 'Ada L.',
  },
  'the picture': {
    change: { userProfile: { picture: 'https://example.com/new.png' } },
    find: 'select picture as stored from embed_user_deployments',
    stored: 'https://example.com/new.png',
  },
  'the name of the tenant': {
    change: { embedTenantProfile: { displayName: 'Customer' } },
    find: 'select display_name as stored from embed_tenant_deployments',
    stored: 'Customer',
  },
  'a group': {
    change: { groups: ['south'] },
    find: 'select g.name as stored from embed_user_groups m join groups g on g.id = m.group_id',
    stored: 'south',
  },
  'the number of groups': {
    change: { groups: ['south', 'north'] },
    find: 'select count(*) as stored from embed_user_groups',
    stored: 2,
  },
  'a value': {
    change: { userAttributes: [{ name: 'region', value: 'Süd' }] },
    find: 'select value as stored from embed_user_attribute_values',
    stored: 'Süd',
  },
  'a definition': {
    change: {
      creatorMode: true,
      userAttributeDefinitions: [{ name: 'region', type: 'string', displayName: 'Region' }],
      userAttributes: undefined,
    },
    find: 'select display_name as stored from user_attributes where embed_tenant_id is not null',
    stored: 'Region',
  },
};
for (const [what, { change, find, stored }] of Object.entries(changes))
  test(`${what} that differs is stored`, async () => {
    await generate();
    await generate(change);
    const { rows } = await testApp.database.pool.query<{ stored: unknown }>(find);
    assert.deepEqual(
      rows.map((row) => row.stored),
      [stored],
    );
  });

test('the time of a login is noted to the minute', async () => {
  const { pool } = testApp.database;
  await generate();
  const noted = async () => {
    const { rows } = await pool.query<{ isRecent: boolean }>(
      "select last_login > now() - interval '30 seconds' as is_recent from embed_users",
    );
    return rows[0]?.isRecent;
  };
  assert.equal(await noted(), true);
  await pool.query("update embed_users set last_login = now() - interval '50 seconds'");
  await generate();
  assert.equal(await noted(), false);
  await pool.query("update embed_users set last_login = now() - interval '70 seconds'");
  await generate();
  assert.equal(await noted(), true);
});

test('a viewer who has gone is made anew', async () => {
  const { pool } = testApp.database;
  await generate();
  await pool.query('delete from embed_users');
  const session = await generate();
  const exchanged = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session,
  });
  assert.equal(exchanged.statusCode, 200, exchanged.body);
  const { rows } = await pool.query('select external_id from embed_users');
  assert.deepEqual(rows, [{ externalId: 'ada' }]);
});
