import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { connectDatabase } from '../../db/database.ts';
import { migrate } from '../../db/schema/migrate.ts';
import { migrationFiles } from '../../db/schema/migration-files.ts';
import { createDataDatabase, createTestApp, type TestApp } from '../../test/index.ts';
import type { EmbedClaims } from '../embed-sessions/embed-claims.ts';
import { embedUsersWithin } from './embed-user-service.ts';
import { createViewerLimit } from './viewer-limit.ts';
import { applicationTables } from '../../application-tables.ts';

let testApp: TestApp;
/** Another deployment of the account. */
let other: number;
let scopedKey: string;
let groupIds: number[];
before(async () => {
  testApp = await createTestApp();
  const { build, tenantId, adminId, deploymentId, database } = testApp;
  other = await build.deployment({ tenantId });
  scopedKey = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  const groups = await database.db
    .insertInto('groups')
    .values(['everything', 'partners'].map((name) => ({ tenantId, name })))
    .returning('id')
    .execute();
  groupIds = groups.map(({ id }) => id);
  await database.db
    .insertInto('userAttributes')
    .values({ tenantId, name: 'region', type: 'string' })
    .execute();
});
after(() => testApp.close());

let externalId: string;
beforeEach(() => {
  externalId = `viewer-${crypto.randomUUID()}`;
});

const generate = (body: object, { key, deploymentId = testApp.deploymentId }: Options = {}) =>
  testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    ...(key !== undefined && { key }),
    body: { deploymentId, externalId, embedTenantName: 'customer', ...body },
  });

interface Options {
  key?: string;
  deploymentId?: number;
}

/** What policies see of the viewer of a session. */
async function seenIn(deploymentId: number, body: object = {}, key?: string): Promise<unknown> {
  const session = await generate(body, { deploymentId, ...(key !== undefined && { key }) });
  assert.equal(session.statusCode, 200, session.body);
  const exchanged = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  const [, payload = ''] = (exchanged.json() as { token: string }).token.split('.');
  const { oriel } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { oriel: EmbedClaims };
  const { groups, userAttributes } = oriel.securityContext['svcCloud'] as Record<string, unknown>;
  return { groups, userAttributes };
}

const nothing = { groups: [], userAttributes: {} };
const creator = { creatorMode: true };

test('groups and attributes that a session sets hold in its deployment, whatever made it', async () => {
  const all = { groups: ['everything'], userAttributes: [{ name: 'region', value: 'north' }] };
  const set = { groups: ['everything'], userAttributes: { region: 'north' } };
  for (const key of [scopedKey, testApp.adminKey]) {
    assert.deepEqual(await seenIn(testApp.deploymentId, all, key), set);
    assert.deepEqual(await seenIn(testApp.deploymentId), set, 'what is left out stays');
    assert.deepEqual(await seenIn(other), nothing);
  }
});

test('of two attributes of one name the session decides by the one that it sets', async () => {
  const region = (value: string | null) => ({ userAttributes: [{ name: 'region', value }] });
  const own = {
    creatorMode: true,
    embedTenantName: 'with-its-own-region',
    userAttributeDefinitions: [{ name: 'region', type: 'string' }],
  };
  const seen = (body: object) =>
    seenIn(testApp.deploymentId, { embedTenantName: 'with-its-own-region', ...body });
  const sees = (userAttributes: object) => ({ groups: [], userAttributes });
  assert.deepEqual(await seen({ ...own, ...region('wide') }), sees({ region: 'wide' }));
  for (const again of ['at first', 'when it is stored'])
    assert.deepEqual(await seen(region('narrow')), sees({ region: 'narrow' }), again);
  assert.deepEqual(await seen({ ...own, ...region('wide') }), sees({ region: 'wide' }));
  assert.deepEqual(await seen({}), sees({ region: 'wide' }), 'else that of the embed tenant');
  assert.deepEqual(await seen(region(null)), sees({}), 'cleared');
  const newcomer = { externalId: `newcomer-${externalId}`, ...region('narrow') };
  assert.deepEqual(await seen(newcomer), sees({ region: 'narrow' }), 'of a viewer who is made with it');
});

test('groups of the embed tenant are of a deployment as well', async () => {
  const defined = { ...creator, tenantGroupDefinitions: [{ name: 'sales' }], tenantGroups: ['sales'] };
  assert.deepEqual(await seenIn(testApp.deploymentId, defined), {
    ...nothing,
    groups: ['system:tenant:customer:group:sales'],
  });
  assert.deepEqual(await seenIn(other, creator), nothing);
});

test('what holds in the account holds in each deployment, until a session there sets something else', async () => {
  const { tenantId, database } = testApp;
  await seenIn(testApp.deploymentId);
  const { id: embedUserId } = await database.db
    .selectFrom('embedUsers')
    .select('id')
    .where('externalId', '=', externalId)
    .executeTakeFirstOrThrow();
  const { id: attributeId } = await database.db
    .selectFrom('userAttributes')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('name', '=', 'region')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('embedUserGroups')
    .values({ embedUserId, groupId: groupIds[1] ?? 0, deploymentId: null })
    .execute();
  await database.db
    .insertInto('embedUserAttributeValues')
    .values({ embedUserId, attributeId, deploymentId: null, value: '"south"' })
    .execute();
  const account = { groups: ['partners'], userAttributes: { region: 'south' } };
  assert.deepEqual(await seenIn(testApp.deploymentId), account);
  const cleared = { groups: [], userAttributes: [{ name: 'region', value: null }] };
  assert.deepEqual(await seenIn(testApp.deploymentId, cleared, scopedKey), nothing);
  assert.deepEqual(await seenIn(testApp.deploymentId), nothing);
  assert.deepEqual(await seenIn(other), account);
  const north = { userAttributes: [{ name: 'region', value: 'north' }] };
  assert.deepEqual(await seenIn(other, north, testApp.adminKey), {
    groups: ['partners'],
    userAttributes: { region: 'north' },
  });
});

test('a scoped key uses what an embed tenant has, and defines nothing of it', async () => {
  const group = { name: 'readers', description: 'Who reads' };
  const attribute = { name: 'shop', type: 'string', displayName: 'Shop' };
  const input = {
    ...creator,
    embedTenantName: 'definer',
    tenantGroupDefinitions: [group],
    userAttributeDefinitions: [attribute],
  };
  const refused = async (body: object) => {
    const answer = await generate(body, { key: scopedKey });
    assert.equal(answer.statusCode, 403, answer.body);
    assert.match(answer.json().message, /defined with a key that is not scoped/);
  };
  await refused(input);
  assert.equal((await generate(input)).statusCode, 200);
  assert.equal((await generate(input, { key: scopedKey })).statusCode, 200, 'the same is no change');
  await refused({ ...input, tenantGroupDefinitions: [{ ...group, description: 'Who writes' }] });
  await refused({ ...input, userAttributeDefinitions: [{ ...attribute, defaultValue: 'all' }] });
  await refused({ ...input, userAttributeDefinitions: [{ name: 'new', type: 'string' }] });
});

test('how a viewer is shown is changed for the account by a key of the account alone', async () => {
  const { db } = testApp.database;
  const shown = async () =>
    db
      .selectFrom('embedUsers')
      .leftJoin('embedUserDeployments', (join) =>
        join
          .onRef('embedUserDeployments.embedUserId', '=', 'embedUsers.id')
          .on('embedUserDeployments.deploymentId', '=', testApp.deploymentId),
      )
      .select(['embedUsers.displayName as account', 'embedUserDeployments.displayName as here'])
      .where('externalId', '=', externalId)
      .executeTakeFirstOrThrow();
  const profile = (displayName: string) => ({ userProfile: { displayName } });
  await generate(profile('First'), { key: scopedKey });
  assert.deepEqual(await shown(), { account: 'First', here: 'First' });
  await generate(profile('Second'), { key: scopedKey });
  assert.deepEqual(await shown(), { account: 'First', here: 'Second' });
  await generate(profile('Third'));
  assert.deepEqual(await shown(), { account: 'Third', here: 'Third' });
  const tenant = (displayName: string) => ({ embedTenantName: 'named', embedTenantProfile: { displayName } });
  await generate(tenant('Ours'));
  await generate(tenant('Theirs'), { key: scopedKey });
  const named = await db
    .selectFrom('embedTenants')
    .innerJoin('embedTenantDeployments', 'embedTenantDeployments.embedTenantId', 'embedTenants.id')
    .select(['embedTenants.displayName as account', 'embedTenantDeployments.displayName as here'])
    .where('embedTenants.name', '=', 'named')
    .executeTakeFirstOrThrow();
  assert.deepEqual(named, { account: 'Ours', here: 'Theirs' });
});

test('sessions of one viewer in one deployment at once leave the groups of one of them', async () => {
  const wanted = Array.from(
    { length: 12 },
    (_, index) => [['everything'], ['partners'], []][index % 3] ?? [],
  );
  const answers = await Promise.all(wanted.map((groups) => generate({ groups })));
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  const { groups } = (await seenIn(testApp.deploymentId)) as { groups: string[] };
  assert.ok(groups.length <= 1, groups.join());
});

/** A viewer of the version before, with memberships and a value of the whole account. */
const before15 = `
  insert into tenants (name, embed_secret) values ('t', 's');
  insert into deployments (tenant_id, name, api_secret) values (1, 'one', 's'), (1, 'two', 's');
  insert into groups (tenant_id, name) values (1, 'managers');
  insert into user_attributes (tenant_id, name, type) values (1, 'region', 'string');
  insert into embed_tenants (tenant_id, name) values (1, 'customer');
  insert into embed_users (tenant_id, embed_tenant_id, external_id) values (1, 1, 'ada');
  insert into embed_user_groups (embed_user_id, group_id) values (1, 1);
  insert into embed_tenant_groups (embed_tenant_id, name) values (1, 'sales');
  insert into embed_tenant_group_members (group_id, embed_user_id) values (1, 1);
  insert into embed_user_attribute_values (attribute_id, embed_user_id, value) values (1, 1, '"north"');`;

test('what was set of viewers before it was of a deployment goes on to hold in all of them', async () => {
  const made = await createDataDatabase();
  const database = connectDatabase(made.connection);
  try {
    await database.pool.query(
      'create table migrations (name text primary key, applied_at timestamptz default now())',
    );
    for (const file of (await migrationFiles()).filter((name) => name < '0015')) {
      await database.pool.query(
        await readFile(join(import.meta.dirname, '../../db/migrations', file), 'utf8'),
      );
      await database.pool.query('insert into migrations (name) values ($1)', [file]);
    }
    await database.pool.query(before15);
    await migrate(database.connection, applicationTables);
    const provision = (deploymentId: number, input: object) =>
      embedUsersWithin(database.db, createViewerLimit(0)).provision(
        { tenantId: 1, deploymentId, mayChangeAccount: true },
        { externalId: 'ada', embedTenantName: 'customer', ...input },
      );
    const all = {
      embedTenantId: 1,
      embedTenantName: 'customer',
      embedUserId: 1,
      groups: ['managers'],
      tenantGroups: ['sales'],
      attributes: { region: 'north' },
    };
    assert.deepEqual(await provision(1, {}), all);
    assert.deepEqual(await provision(1, { groups: [] }), { ...all, groups: [] });
    assert.deepEqual(await provision(2, {}), all);
  } finally {
    await database.close();
    await made.drop();
  }
});
