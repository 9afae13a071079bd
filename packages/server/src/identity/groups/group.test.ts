import type {
  CurrentUser,
  ErrorCode,
  UserGroup,
  UserGroupsListResponse,
  UsersListResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type TestCall } from '../../test/index.ts';

let app: TestApp;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());

const groups = '/api/v1/user-groups';
type Options = Pick<TestCall, 'key' | 'body'>;

async function ok<T>(method: TestCall['method'], path: string, options: Options = {}): Promise<T> {
  const answer = await app.call({ method, path, ...options });
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body}`);
  return (answer.body === '' ? undefined : answer.json()) as T;
}

async function refused(call: TestCall, status: number, code: ErrorCode): Promise<void> {
  const answer = await app.call(call);
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal((answer.json() as { code: string }).code, code);
}

const create = (body: object = {}) =>
  ok<UserGroup>('POST', groups, { body: { name: `Group ${crypto.randomUUID()}`, ...body } });
const makePerson = () => createWorkspaceCalls(app).makePerson('Viewer');
const me = (key: string) => ok<CurrentUser>('GET', '/api/v1/users/me', { key });

test('a group is created, changed, listed and deleted', async () => {
  const made = await create({ name: ' Managers ', description: 'Heads' });
  assert.deepEqual([made.name, made.description, made.roles, made.userCount], ['Managers', 'Heads', [], 0]);
  await refused({ method: 'POST', path: groups, body: { name: 'Managers' } }, 409, 'group_name_taken');
  await refused({ method: 'POST', path: groups, body: { name: 'System:all' } }, 400, 'invalid_request');
  await refused({ method: 'POST', path: groups, body: { name: ' ' } }, 400, 'validation_failed');
  await refused({ method: 'POST', path: groups, body: { name: 'x', roles: ['?'] } }, 400, 'roles_not_found');
  const path = `${groups}/${made.id}`;
  const changed = await ok<UserGroup>('PUT', path, { body: { description: null, roles: ['Explorer'] } });
  assert.deepEqual([changed.name, changed.description, changed.roles], ['Managers', null, ['Explorer']]);
  assert.deepEqual(await ok<UserGroup>('GET', path), changed);
  const found = await ok<UserGroupsListResponse>('GET', `${groups}?search=MANAG`);
  assert.deepEqual(found.items, [changed]);
  await create();
  const first = await ok<UserGroupsListResponse>('GET', `${groups}?first=1`);
  const next = await ok<UserGroupsListResponse>('GET', `${groups}?first=1&after=${first.pageInfo.endCursor}`);
  assert.ok((first.items[0]?.id ?? 0) > (next.items[0]?.id ?? 0));
  await ok('DELETE', path);
  await refused({ method: 'GET', path }, 404, 'group_not_found');
});

test('members are added all or none, listed by address, and removed', async () => {
  const { id } = await create();
  const path = `${groups}/${id}/users`;
  const [one, two] = [await makePerson(), await makePerson()];
  await refused({ method: 'POST', path, body: { userIds: [one.id, 900_123] } }, 404, 'user_not_found');
  assert.deepEqual(await ok('POST', path, { body: { userIds: [one.id, one.id] } }), {
    addedUserIds: [one.id],
    unchangedUserIds: [],
  });
  assert.deepEqual(await ok('POST', path, { body: { userIds: [two.id, one.id] } }), {
    addedUserIds: [two.id],
    unchangedUserIds: [one.id],
  });
  const { items } = await ok<UsersListResponse>('GET', path);
  assert.deepEqual(items.map((user) => user.id).sort(), [one.id, two.id].sort());
  await ok('DELETE', path, { body: { userIds: [one.id, 900_123] } });
  assert.equal((await ok<UserGroup>('GET', `${groups}/${id}`)).userCount, 1);
});

test("another tenant's user is no member", async () => {
  const { id } = await create();
  const tenantId = await app.build.tenant();
  const userId = await app.build.user({ tenantId });
  const call = { method: 'POST', path: `${groups}/${id}/users`, body: { userIds: [userId] } } as const;
  await refused(call, 404, 'user_not_found');
});

test('members have the role that a group confers, an administrator’s too, as long as they are members', async () => {
  const { id } = await create({ roles: ['Admin'] });
  const person = await makePerson();
  const isAdmin = async () => (await me(person.key)).isAdmin;
  assert.equal(await isAdmin(), false);
  const path = `${groups}/${id}/users`;
  await ok('POST', path, { body: { userIds: [person.id] } });
  assert.equal(await isAdmin(), true);
  await ok('GET', '/api/v1/users', { key: person.key });
  await ok('PUT', `${groups}/${id}`, { body: { roles: ['Developer'] } });
  assert.deepEqual([await isAdmin(), (await me(person.key)).role], [false, 'Developer']);
  await ok('DELETE', `${groups}/${id}`);
  assert.equal((await me(person.key)).role, 'Viewer');
});

test('who leaves a group loses what is shared with it at once', async () => {
  const calls = createWorkspaceCalls(app);
  const person = await calls.makePerson();
  const { id: groupId } = await create();
  const path = `${groups}/${groupId}/users`;
  await ok('POST', path, { body: { userIds: [person.id] } });
  const folder = await calls.makeFolder(`Shared ${groupId}`);
  await app.database.db
    .insertInto('grants')
    .values({
      deploymentId: app.deploymentId,
      resourceType: 'FOLDER',
      resourceId: folder.id,
      subjectType: 'GROUP',
      subjectId: groupId,
      level: 2,
    })
    .execute();
  const rename = { key: person.key, body: { name: `Renamed ${groupId}` } };
  await calls.ok('PUT', `/folders/${folder.id}`, rename);
  await ok('DELETE', path, { body: { userIds: [person.id] } });
  await calls.refused(['PUT', `/folders/${folder.id}`, rename], 404, 'folder_not_found');
  await ok('DELETE', `${groups}/${groupId}`);
  const left = await app.database.db
    .selectFrom('grants')
    .where('subjectType', '=', 'GROUP')
    .where('subjectId', '=', groupId)
    .select('id')
    .execute();
  assert.deepEqual(left, []);
});
