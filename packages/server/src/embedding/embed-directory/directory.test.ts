import type {
  EmbedGroupMembersMutationResponse,
  EmbedTenantsPublicResponse,
  EmbedUser,
  EmbedUsersPublicResponse,
  Problem,
  ProvisionEmbedUsersResponse,
  UserGroupDTO,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type TestCall } from '../../test/index.ts';

const BASE = '/api/v1/embed-tenants';

let world: TestApp;
before(async () => {
  world = await createTestApp({ maxEmbedUsers: 30 });
  const { tenantId, database } = world;
  await database.db.insertInto('groups').values({ tenantId, name: 'managers' }).execute();
});
after(() => world.close());

const call = (method: TestCall['method'], path: string, body?: object, key?: string) =>
  world.call({ method, path: BASE + path, ...(body && { body }), ...(key !== undefined && { key }) });

async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.ok(answer.statusCode < 300, `${args[0]} ${args[1]}: ${answer.statusCode} ${answer.body}`);
  return (answer.body === '' ? undefined : answer.json()) as T;
}

async function refused(status: number, code: string, ...args: Parameters<typeof call>): Promise<void> {
  const answer = await call(...args);
  assert.deepEqual([answer.statusCode, (answer.json() as Problem).code], [status, code], answer.body);
}

const provision = (tenant: string, externalId: string, rest: object = {}) =>
  ok<EmbedUser>('POST', `/${tenant}/user`, { externalId, ...rest });
const usersOf = async (tenant: string, query = '') =>
  (await ok<EmbedUsersPublicResponse>('GET', `/${tenant}/users${query}`)).items;

/** What the query API is told of a viewer; the session says nothing of groups. */
async function groupsInSession(tenant: string, externalId: string): Promise<string[]> {
  const session = await world.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId: world.deploymentId, embedTenantName: tenant, externalId, creatorMode: true },
  });
  assert.equal(session.statusCode, 200, session.body);
  const exchanged = await world.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  const { token } = exchanged.json() as { token: string };
  return (
    (JSON.stringify(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).match(
      /managers|Buyers|Sellers/g,
    ) as string[] | null) ?? []
  );
}

test('a viewer is as it was provisioned: what is left out stays, a list replaces, an empty one is none', async () => {
  await ok('POST', `/${(await provision('acme', 'seed')) && 'acme'}/groups`, { name: 'Buyers' });
  const made = await provision('Acme', '  Ada ', {
    email: 'ada@example.com',
    userProfile: { displayName: 'Ada' },
    groups: ['managers'],
    tenantGroups: ['Buyers'],
  });
  assert.deepEqual(
    [made.externalId, made.username, made.firstName, made.lastLogin],
    ['ada', 'ada@example.com', 'Ada', null],
  );
  assert.deepEqual(await provision('acme', 'ada'), made);
  assert.deepEqual([...new Set(await groupsInSession('acme', 'ada'))].sort(), ['Buyers', 'managers']);
  await provision('acme', 'ada', { groups: [] });
  assert.deepEqual([...new Set(await groupsInSession('acme', 'ada'))], ['Buyers']);
  await refused(400, 'groups_not_found', 'POST', '/acme/user', { externalId: 'new', groups: ['nobody'] });
  // As a whole or not at all.
  assert.deepEqual(await usersOf('acme', '?search=new'), []);
});

test('of many viewers each is refused by itself, and the last of two holds', async () => {
  const { succeeded, failed } = await ok<ProvisionEmbedUsersResponse>('POST', '/many/users', {
    users: [
      { externalId: 'one', userProfile: { displayName: 'First' } },
      { externalId: 'Two', tenantGroups: ['missing'] },
      { externalId: 'ONE', userProfile: { displayName: 'Last' } },
    ],
  });
  assert.deepEqual(
    succeeded.map(({ externalId, firstName }) => [externalId, firstName]),
    [
      ['one', 'First'],
      ['one', 'Last'],
    ],
  );
  assert.deepEqual(
    failed.map(({ externalId, error }) => [externalId, error.status]),
    [['Two', 400]],
  );
  const rehearsed = await ok<ProvisionEmbedUsersResponse>('POST', '/many/users', {
    users: [
      { externalId: 'one', userProfile: { displayName: 'Never' } },
      { externalId: 'three' },
      { externalId: 'two', tenantGroups: ['missing'] },
    ],
    dryRun: true,
  });
  assert.deepEqual(
    [
      rehearsed.succeeded.map(({ externalId, firstName }) => [externalId, firstName]),
      rehearsed.failed.map(({ externalId }) => externalId),
    ],
    [
      [
        ['one', 'Never'],
        ['three', null],
      ],
      ['two'],
    ],
  );
  assert.deepEqual(
    (await usersOf('many')).map(({ firstName }) => firstName),
    ['Last'],
  );
  for (const users of [[], Array.from({ length: 101 }, (_, index) => ({ externalId: String(index) }))])
    await refused(400, 'validation_failed', 'POST', '/many/users', { users });
  await refused(400, 'validation_failed', 'POST', '/1nvalid/user', { externalId: 'x' });
});

test('lists come in pages, and search finds parts in any case', async () => {
  for (const [externalId, email] of [
    ['c-1', 'Zoe@example.com'],
    ['c-2', undefined],
    ['a_3', 'bob@example.com'],
  ] as const)
    await provision('pages', externalId, { ...(email && { email }) });
  const names = async (query: string) => (await usersOf('pages', query)).map(({ username }) => username);
  assert.deepEqual(await names(''), ['bob@example.com', 'c-2', 'Zoe@example.com']);
  assert.deepEqual(await names('?search=EXAMPLE'), ['bob@example.com', 'Zoe@example.com']);
  assert.deepEqual(await names('?search=_'), ['bob@example.com']);
  const seen: string[] = [];
  for (let query = '?first=1'; ;) {
    const { items, pageInfo } = await ok<EmbedUsersPublicResponse>('GET', `/pages/users${query}`);
    seen.push(...items.map(({ username }) => username));
    if (!pageInfo.hasNextPage) break;
    query = `?first=1&after=${pageInfo.endCursor}`;
  }
  assert.deepEqual(seen, await names(''));
  const { items } = await ok<EmbedTenantsPublicResponse>('GET', '?search=PAGE');
  assert.deepEqual(
    items.map(({ name, userCount }) => [name, userCount]),
    [['pages', 3]],
  );
  await refused(404, 'embed_tenant_not_found', 'GET', '/nowhere/users');
});

test('groups are made, described, filled and emptied; the name stays', async () => {
  const { id: known } = await provision('grouped', 'known');
  const group = await ok<UserGroupDTO>('POST', '/grouped/groups', { name: ' Sellers ', description: 'Sell' });
  assert.deepEqual(group, { id: group.id, name: 'Sellers', description: 'Sell', userCount: 0 });
  await refused(400, 'embed_group_name_taken', 'POST', '/grouped/groups', { name: 'Sellers' });
  await refused(400, 'validation_failed', 'POST', '/grouped/groups', { name: 'system:tenant:grouped' });
  await refused(400, 'validation_failed', 'PATCH', `/grouped/groups/${group.id}`, { name: 'Other' });
  const path = `/grouped/groups/${group.id}`;
  assert.equal((await ok<UserGroupDTO>('PATCH', path, { description: '' })).description, null);

  const members = [{ externalId: 'Fresh' }, { embedUserId: known }, { externalId: 'known' }];
  const first = await ok<EmbedGroupMembersMutationResponse>('POST', `${path}/users`, { members });
  assert.deepEqual(
    first.addedMembers.map(({ externalId }) => externalId),
    ['fresh', 'known'],
  );
  const second = await ok<EmbedGroupMembersMutationResponse>('POST', `${path}/users`, { members });
  assert.deepEqual([second.addedMembers, second.unchangedMembers.length], [[], 2]);
  assert.ok((await groupsInSession('grouped', 'fresh')).includes('Sellers'));
  await refused(404, 'embed_user_not_found', 'POST', `${path}/users`, {
    members: [{ externalId: 'never' }, { embedUserId: 900_000 }],
  });
  assert.deepEqual(await usersOf('grouped', '?search=never'), []);
  for (const member of [{}, { externalId: 'a', embedUserId: 1 }])
    await refused(400, 'validation_failed', 'POST', `${path}/users`, { members: [member] });
  assert.equal((await ok<EmbedUsersPublicResponse>('GET', `${path}/users`)).items.length, 2);
  await refused(400, 'embed_group_has_members', 'DELETE', path);
  const away = { members: [{ externalId: 'fresh' }, { embedUserId: known }, { externalId: 'unknown' }] };
  await ok('DELETE', `${path}/users`, away);
  assert.deepEqual(await usersOf('grouped', '?search=unknown'), []);
  await ok('DELETE', path);
  await refused(404, 'embed_group_not_found', 'GET', path);
});

test('a group of another embed tenant is none', async () => {
  await provision('left', 'x');
  await provision('right', 'x');
  const { id } = await ok<UserGroupDTO>('POST', '/left/groups', { name: 'Buyers' });
  for (const [method, rest, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { description: 'x' }],
    ['DELETE', '', undefined],
    ['GET', '/users', undefined],
    ['POST', '/users', { members: [{ externalId: 'x' }] }],
    ['DELETE', '/users', { members: [{ externalId: 'x' }] }],
  ] as const)
    await refused(404, 'embed_group_not_found', method, `/right/groups/${id}${rest}`, body);
});

test('an embed tenant goes with all that is in it, under its canonical name alone', async () => {
  await provision('gone', 'ada', { email: 'ada@gone.example' });
  const { id } = await ok<UserGroupDTO>('POST', '/gone/groups', { name: 'Buyers' });
  await ok('POST', `/gone/groups/${id}/users`, { members: [{ externalId: 'ada' }] });
  await groupsInSession('gone', 'ada');
  const { database, deploymentId } = world;
  const { id: embedTenantId } = await database.db
    .selectFrom('embedTenants')
    .select('id')
    .where('name', '=', 'gone')
    .executeTakeFirstOrThrow();
  const folder = await createWorkspaceCalls(world).makeFolder('Shared');
  const grant = { deploymentId, resourceType: 'FOLDER', resourceId: folder.id, level: 1 } as const;
  await database.db
    .insertInto('grants')
    .values({ ...grant, subjectType: 'EMBED_TENANT', subjectId: embedTenantId })
    .execute();
  await refused(400, 'validation_failed', 'DELETE', '/Gone');
  assert.equal((await call('DELETE', '/gone')).statusCode, 204);
  assert.equal((await call('DELETE', '/gone')).statusCode, 204);
  await refused(404, 'embed_tenant_not_found', 'GET', '/gone/users');
  for (const statement of [
    `select from embed_users where embed_tenant_id = ${embedTenantId}`,
    `select from embed_tenant_groups where embed_tenant_id = ${embedTenantId}`,
    `select from grants where subject_type = 'EMBED_TENANT' and subject_id = ${embedTenantId}`,
  ])
    assert.equal((await database.pool.query(statement)).rowCount, 0, statement);
});

test('an account has no more viewers than its limit', async () => {
  const users = Array.from({ length: 40 }, (_, index) => ({ externalId: `full-${index}` }));
  const { succeeded, failed } = await ok<ProvisionEmbedUsersResponse>('POST', '/full/users', { users });
  assert.ok(succeeded.length > 0 && succeeded.length < 30);
  assert.deepEqual([...new Set(failed.map(({ error }) => error.status))], [429]);
  const { id } = await ok<UserGroupDTO>('POST', '/full/groups', { name: 'Buyers' });
  const members = [{ externalId: 'one-more' }];
  await refused(429, 'embed_user_limit', 'POST', `/full/groups/${id}/users`, { members });
  await ok('DELETE', '/full');
});

test('the directory is for administrators with keys of the whole account; what was removed is refused by name', async () => {
  const { build, tenantId, adminId, deploymentId } = world;
  const developer = await build.apiKey({
    tenantId,
    userId: await build.user({ tenantId, role: 'Developer' }),
  });
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/acme/users', undefined],
    ['POST', '/acme/user', { externalId: 'x' }],
    ['DELETE', '/acme', undefined],
  ] as const) {
    assert.equal((await call(method, path, body, '')).statusCode, 401);
    for (const key of [developer, scoped])
      assert.equal((await call(method, path, body, key)).statusCode, 403);
  }
  const removed = await call('POST', '/acme/user', { externalId: 'x', ephemeralTtlSeconds: 60 });
  assert.deepEqual(
    (removed.json() as Problem).issues?.map(({ path }) => path),
    ['ephemeralTtlSeconds'],
  );
  await refused(404, 'not_found', 'GET', '/acme/user-attributes');
});
