import type { ProvisioningSettings, Role, User } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createScimCalls, createTestApp, type TestApp, type TestCall } from '../../test/index.ts';
import { addRoles, defaultRoleOf, rolesOfGroups, rolesOfNewUser } from './mapped-roles.ts';

const path = '/api/v1/provisioning-settings';
const nothing = {
  defaultRole: 'Viewer',
  roleByGroup: [],
  managesAdministrators: false,
} satisfies ProvisioningSettings;

let app: TestApp;
let scim: ReturnType<typeof createScimCalls>;
before(async () => {
  app = await createTestApp();
  scim = createScimCalls(app);
});
after(() => app.close());

async function ok<T>(method: TestCall['method'], path: string, body?: object): Promise<T> {
  const answer = await app.call({ method, path, ...(body && { body }) });
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body}`);
  return (answer.body === '' ? undefined : answer.json()) as T;
}

const put = (settings: ProvisioningSettings) => ok<ProvisioningSettings>('PUT', path, settings);
const createRole = (actions = ['AIBIView']) =>
  ok<Role>('POST', '/api/v1/roles', {
    name: `Team ${crypto.randomUUID()}`,
    policies: [{ resourceType: 'Global', actions, resources: ['All'] }],
  });
const deleteRole = ({ id }: Role) => ok<undefined>('DELETE', `/api/v1/roles/${id}`);
const rolesOf = async (id: string | number) => (await ok<User>('GET', `/api/v1/users/${id}`)).defaultRoles;
const created = async () => rolesOf((await scim.createUser()).id);

async function refused(settings: ProvisioningSettings, path: string, message: RegExp): Promise<void> {
  const answer = await app.call({ method: 'PUT', path: '/api/v1/provisioning-settings', body: settings });
  assert.equal(answer.statusCode, 400, answer.body);
  const [issue] = (answer.json() as { issues: { path: string; message: string }[] }).issues;
  assert.equal(issue?.path, path);
  assert.match(issue?.message ?? '', message);
}

test('without settings users are created as viewers', async () => {
  const { build } = app;
  const other = await build.tenant({ host: 'roles.example.com' });
  assert.deepEqual(await defaultRoleOf(app.database.db, other), { role: 'Viewer', roleIds: [] });
});

test('settings are replaced as a whole, with roles by name in any case', async () => {
  const own = await createRole();
  const changed = await put({
    defaultRole: 'explorer',
    roleByGroup: [
      { group: ' Sales ', role: own.name.toUpperCase() },
      { group: 'Analysts', role: 'developer' },
      { group: 'analysts', role: 'Developer' },
    ],
  });
  assert.deepEqual(changed, {
    defaultRole: 'Explorer',
    roleByGroup: [
      { group: 'Analysts', role: 'Developer' },
      { group: 'Sales', role: own.name },
    ],
    managesAdministrators: false,
  });
  assert.deepEqual(await ok('GET', path), changed);
  assert.deepEqual(await put(nothing), nothing);
});

test('roles that make administrators, and names of no role, are refused by their place, and nothing changes', async () => {
  const everything = await createRole(['All']);
  const before = await put({ ...nothing, roleByGroup: [{ group: 'Kept', role: 'Explorer' }] });
  await refused({ ...nothing, defaultRole: 'admin' }, 'defaultRole', /makes administrators/);
  await refused({ ...nothing, defaultRole: everything.name }, 'defaultRole', /makes administrators/);
  const among = (role: string) => ({
    ...nothing,
    roleByGroup: [
      { group: 'A', role: 'Viewer' },
      { group: 'B', role },
    ],
  });
  await refused(among('Admin'), 'roleByGroup[1].role', /makes administrators/);
  await refused(among(everything.name), 'roleByGroup[1].role', /makes administrators/);
  await refused(among('No such role'), 'roleByGroup[1].role', /no role of the account/);
  assert.deepEqual(await ok('GET', path), before);
});

test('the roles of another account are none of this one', async () => {
  const other = await app.build.tenant({ host: 'other-roles.example.com' });
  const { id } = await app.database.db
    .insertInto('roles')
    .values({ tenantId: other, name: 'Foreign role', policies: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  assert.ok(id > 0);
  await refused({ ...nothing, defaultRole: 'Foreign role' }, 'defaultRole', /no role of the account/);
});

test('administrators alone set them, with a credential that reaches the whole account', async () => {
  const { build, tenantId, adminId, deploymentId } = app;
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  const developer = await build.user({ tenantId, role: 'Developer' });
  for (const key of [scoped, await build.apiKey({ tenantId, userId: developer })]) {
    assert.equal((await app.call({ method: 'PUT', path, body: nothing, key })).statusCode, 403);
    assert.equal((await app.call({ method: 'GET', path, key })).statusCode, 403);
  }
});

test('a user of SCIM has the default role, which later changes of it do not touch', async () => {
  const own = await createRole();
  await put({ ...nothing, defaultRole: own.name });
  const user = await scim.createUser();
  assert.deepEqual(await rolesOf(user.id), [own.name]);
  await put({ ...nothing, defaultRole: 'Developer' });
  const body = scim.patchOf({ op: 'replace', path: 'title', value: 'Captain' });
  await scim.ok('PATCH', `/Users/${user.id}`, { body });
  assert.deepEqual(await rolesOf(user.id), [own.name]);
  assert.deepEqual(await created(), ['Developer']);
});

test('a default role that is deleted, or that permits everything by now, gives its place to the viewer', async () => {
  const own = await createRole();
  await put({ ...nothing, defaultRole: own.name });
  await deleteRole(own);
  assert.deepEqual(await ok('GET', path), nothing);
  assert.deepEqual(await created(), ['Viewer']);
  const grown = await createRole();
  const settings = { defaultRole: grown.name, roleByGroup: [{ group: 'Grown', role: grown.name }] };
  await put(settings);
  const policies = [{ resourceType: 'Global', actions: ['All'], resources: ['All'] }];
  await ok('PUT', `/api/v1/roles/${grown.id}`, { policies });
  assert.deepEqual(await created(), ['Viewer']);
  assert.deepEqual(await rolesOfGroups(app.database.db, app.tenantId, ['Grown']), {
    role: null,
    roleIds: [],
  });
  await put(nothing);
});

test('members that SCIM sends get the roles of the group besides those that they have, and keep them', async () => {
  const own = await createRole();
  await put({
    ...nothing,
    roleByGroup: [
      { group: 'ANALYSTS of the north', role: own.name },
      { group: 'Analysts of the North', role: 'Explorer' },
    ],
  });
  const [first, second, developer] = await Promise.all([
    scim.createUser(),
    scim.createUser(),
    app.build.user({ tenantId: app.tenantId, role: 'Developer' }),
  ]);
  const members = [{ value: first.id }, { value: String(developer) }];
  const group = await scim.createGroup({ displayName: 'analysts of the north', members });
  assert.deepEqual(await rolesOf(first.id), ['Explorer', own.name]);
  assert.deepEqual(await rolesOf(developer), ['Developer', own.name]);
  assert.deepEqual(await rolesOf(second.id), ['Viewer']);
  const patch = (op: object) => scim.ok('PATCH', `/Groups/${group.id}`, { body: scim.patchOf(op) });
  await patch({ op: 'Add', path: 'members', value: [{ value: second.id }] });
  assert.deepEqual(await rolesOf(second.id), ['Explorer', own.name]);
  await patch({ op: 'Remove', path: `members[value eq "${second.id}"]` });
  assert.deepEqual(await rolesOf(second.id), ['Explorer', own.name]);
});

test('a group that gets the name of a mapping confers its role on all of its members', async () => {
  await put({ ...nothing, roleByGroup: [{ group: 'Field team', role: 'Developer' }] });
  const user = await scim.createUser();
  const group = await scim.createGroup({ members: [{ value: user.id }] });
  assert.deepEqual(await rolesOf(user.id), ['Viewer']);
  const body = scim.patchOf({ op: 'replace', value: { id: group.id, displayName: 'field TEAM' } });
  await scim.ok('PATCH', `/Groups/${group.id}`, { body });
  assert.deepEqual(await rolesOf(user.id), ['Developer']);
});

test('an administrator stays one, whatever roles a group has', async () => {
  await put({ ...nothing, roleByGroup: [{ group: 'Everybody', role: 'Viewer' }] });
  const admin = await app.build.user({ tenantId: app.tenantId, role: 'Admin' });
  await scim.createGroup({ displayName: 'Everybody', members: [{ value: String(admin) }] });
  assert.deepEqual(await rolesOf(admin), ['Admin']);
});

test('the roles of groups take the place of the default role when a user is created with them', async () => {
  const { db } = app.database;
  const own = await createRole();
  await put({
    defaultRole: own.name,
    roleByGroup: [
      { group: 'Builders', role: 'Developer' },
      { group: 'Readers', role: 'Viewer' },
    ],
  });
  const rolesFor = (names: string[]) => rolesOfNewUser(db, app.tenantId, names);
  assert.deepEqual(await rolesFor(['readers', ' BUILDERS ', 'others']), { role: 'Developer', roleIds: [] });
  assert.deepEqual(await rolesFor(['others']), { role: null, roleIds: [own.id] });
  assert.deepEqual(await rolesFor([]), { role: null, roleIds: [own.id] });
});

test('roles that are added again write nothing', async () => {
  const { db } = app.database;
  const own = await createRole();
  const userId = await app.build.user({ tenantId: app.tenantId, role: 'Viewer' });
  const roles = { role: 'Explorer', roleIds: [own.id] } as const;
  await addRoles(db, [userId], roles);
  const read = () =>
    db.selectFrom('users').select(['updatedAt', 'accessVersion']).where('id', '=', userId).execute();
  const before = await read();
  await addRoles(db, [userId], roles);
  await addRoles(db, [userId], { role: 'Viewer', roleIds: [] });
  assert.deepEqual(await read(), before);
  assert.deepEqual(await rolesOf(userId), ['Explorer', own.name]);
});

test('settings that are set at once are those of one of them', async () => {
  const settings = ['Viewer', 'Explorer', 'Developer'].map((role) => ({
    defaultRole: role,
    roleByGroup: [{ group: `Group of ${role}`, role }],
    managesAdministrators: false,
  }));
  await Promise.all(settings.map(put));
  const left = await ok<ProvisioningSettings>('GET', path);
  assert.ok(
    settings.some((each) => JSON.stringify(each) === JSON.stringify(left)),
    JSON.stringify(left),
  );
});
