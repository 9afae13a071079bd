import type {
  BulkUserActionPayload,
  CreatedUser,
  CurrentUser,
  ErrorCode,
  User,
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

const users = '/api/v1/users';
const password = 'correct horse battery staple';
type Options = Pick<TestCall, 'key' | 'body' | 'headers'>;
const call = (method: TestCall['method'], path: string, options: Options = {}) =>
  app.call({ method, path, ...options });

async function ok<T>(method: TestCall['method'], path: string, options: Options = {}): Promise<T> {
  const answer = await call(method, path, options);
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body}`);
  return (answer.body === '' ? undefined : answer.json()) as T;
}

async function refused(
  [method, path, options]: Parameters<typeof call>,
  status: number,
  code: ErrorCode,
): Promise<void> {
  const answer = await call(method, path, options);
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal((answer.json() as { code: string }).code, code);
}

const person = () => {
  const username = `user-${crypto.randomUUID().slice(0, 8)}`;
  return { username, email: `${username}@example.com` };
};
const create = (body: object = {}) => ok<CreatedUser>('POST', users, { body: { ...person(), ...body } });
const signIn = (email: string, typed = password) =>
  call('POST', '/api/v1/sign-in', { key: '', body: { email, password: typed } });
const keyOf = (userId: number) => app.build.apiKey({ tenantId: app.tenantId, userId });
const tokenOf = ({ invitation }: Pick<CreatedUser, 'invitation'>) => invitation?.url.split('#')[1] ?? '';
const accept = (token: string) =>
  call('POST', '/api/v1/invitations/accept', { key: '', body: { token, password } });

test('the link of an invitation sets the password, once', async () => {
  const created = await create({ firstName: 'Ada' });
  assert.deepEqual(created.defaultRoles, ['Viewer']);
  assert.match(created.invitation?.url ?? '', /^http:\/\/[^/]+\/invitation#[\w-]{43}$/);
  assert.equal((await signIn(created.email)).statusCode, 401);
  const both = await Promise.all([accept(tokenOf(created)), accept(tokenOf(created))]);
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 401]);
  assert.equal((await signIn(created.email)).statusCode, 200);
  assert.equal((await accept(tokenOf(created))).json().code, 'invitation_unknown');
});

test('a new invitation replaces the one before, and neither an expired nor a foreign one is taken', async () => {
  const created = await create();
  const renewed = await ok<{ url: string }>('POST', `${users}/${created.id}/invitation`);
  assert.equal((await accept(tokenOf(created))).statusCode, 401);
  const token = renewed.url.split('#')[1] ?? '';
  await app.build.tenant({ host: 'elsewhere.example.com' });
  const elsewhere = await call('POST', '/api/v1/invitations/accept', {
    key: '',
    body: { token, password },
    headers: { host: 'elsewhere.example.com' },
  });
  assert.equal(elsewhere.statusCode, 401);
  await app.database.pool.query(`update user_invitations set expires_at = now() where user_id = $1`, [
    created.id,
  ]);
  assert.equal((await accept(token)).statusCode, 401);
  await refused(['POST', `${users}/900123/invitation`], 404, 'user_not_found');
});

test('a password that is set by a link ends the sessions that there are', async () => {
  const created = await create({ password });
  assert.equal(created.invitation, null);
  const cookie = `oriel_session=${(await signIn(created.email)).cookies[0]?.value}`;
  const me = () => call('GET', `${users}/me`, { key: '', headers: { cookie } });
  assert.equal((await me()).statusCode, 200);
  const { url } = await ok<{ url: string }>('POST', `${users}/${created.id}/invitation`);
  assert.equal((await accept(url.split('#')[1] ?? '')).statusCode, 200);
  assert.equal((await me()).statusCode, 401);
});

test('addresses and usernames are unique in the account, whatever their case', async () => {
  const { email, username } = await create();
  const body = (change: object) => ({ body: { ...person(), ...change } });
  await refused(['POST', users, body({ email: email.toUpperCase() })], 409, 'email_taken');
  await refused(['POST', users, body({ username: username.toUpperCase() })], 409, 'username_taken');
  await refused(['POST', users, body({ email: 'nobody' })], 400, 'validation_failed');
  await refused(['POST', users, body({ password: 'short' })], 400, 'validation_failed');
  await refused(['POST', users, body({ defaultRoles: ['Nobody'] })], 400, 'roles_not_found');
  await refused(['POST', users, body({ isAdmin: false, defaultRoles: ['Admin'] })], 400, 'invalid_request');
});

test('a user is changed field by field', async () => {
  const { id } = await create({ settings: { theme: 'dark', timezone: 'Europe/Berlin' } });
  const updated = await ok<User>('PUT', `${users}/${id}`, {
    body: {
      title: 'Analyst',
      settings: { theme: 'light' },
      notifications: ['digest'],
      tosAccepted: { version: 2 },
      defaultRoles: ['AIBIUser', 'Developer'],
    },
  });
  assert.deepEqual(
    [updated.title, updated.settings, updated.notifications, updated.tosAccepted, updated.defaultRoles],
    [
      'Analyst',
      { theme: 'light', timezone: 'Europe/Berlin' },
      { digest: true },
      { version: 2 },
      ['Developer'],
    ],
  );
  const key = await keyOf(id);
  const me = await ok<CurrentUser>('GET', `${users}/me`, { key });
  assert.equal(me.role, 'Developer');
  assert.ok(me.userPolicies?.some(({ actions }) => actions.includes('SchemaUpdate')));
  await ok('PUT', `${users}/${id}`, { body: { isAdmin: true } });
  assert.equal((await ok<CurrentUser>('GET', `${users}/me`, { key })).isAdmin, true);
  const demoted = await ok<User>('PUT', `${users}/${id}`, { body: { isAdmin: false } });
  assert.deepEqual([demoted.isAdmin, demoted.defaultRoles], [false, ['Viewer']]);
  await refused(['GET', users, { key }], 403, 'admin_only');
  const cleared = await ok<User>('PUT', `${users}/${id}`, { body: { title: null } });
  assert.equal(cleared.title, null);
  await refused(['PUT', `${users}/900123`, { body: {} }], 404, 'user_not_found');
});

test('a user without a role is known and may do nothing', async () => {
  const { id } = await create({ defaultRoles: [] });
  const key = await keyOf(id);
  await refused(['GET', `${users}/me`, { key }], 403, 'forbidden');
});

test('deactivation ends sessions, keys and tokens at once, and activation brings back the keys alone', async () => {
  const { id, email } = await create({ password, defaultRoles: ['Explorer'] });
  const cookie = `oriel_session=${(await signIn(email)).cookies[0]?.value}`;
  const key = await keyOf(id);
  const { svcApiToken } = await ok<{ svcApiToken: string }>(
    'POST',
    `/api/v1/deployments/${app.deploymentId}/token`,
    { key, body: {} },
  );
  const meta = () =>
    call('GET', `/deployments/${app.deploymentId}/cubejs-api/v1/meta`, {
      key: '',
      headers: { authorization: svcApiToken },
    });
  const statuses = async () =>
    Promise.all([
      call('GET', `${users}/me`, { key: '', headers: { cookie } }),
      call('GET', `${users}/me`, { key }),
      signIn(email),
    ]).then((answers) => answers.map(({ statusCode }) => statusCode));
  assert.deepEqual(await statuses(), [200, 200, 200]);
  const put = (isDeactivated: boolean) => ok<User>('PUT', `${users}/${id}`, { body: { isDeactivated } });
  assert.equal((await put(true)).isDeactivated, true);
  assert.deepEqual(await statuses(), [401, 401, 401]);
  assert.equal((await meta()).statusCode, 403);
  await refused(['POST', `${users}/${id}/invitation`], 400, 'user_deactivated');
  await put(false);
  assert.deepEqual(await statuses(), [401, 200, 200]);
});

test('nobody deactivates or deletes themselves, and one administrator remains', async () => {
  const tenantId = await app.build.tenant({ host: 'guards.example.com' });
  const make = async () => {
    const id = await app.build.user({ tenantId, role: 'Admin' });
    return { id, key: await app.build.apiKey({ tenantId, userId: id }) };
  };
  const headers = { host: 'guards.example.com' };
  const [one, other] = [await make(), await make()];
  const own = `${users}/${one.id}`;
  await refused(['PUT', own, { ...one, headers, body: { isDeactivated: true } }], 403, 'own_deactivation');
  await refused(['DELETE', own, { ...one, headers }], 400, 'own_deletion');
  // Each takes the other's right away, at the same time.
  const answers = await Promise.all([
    call('PUT', `${users}/${other.id}`, { key: one.key, headers, body: { isAdmin: false } }),
    call('PUT', `${users}/${one.id}`, { key: other.key, headers, body: { isAdmin: false } }),
  ]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 403]);
  const left = answers[0]?.statusCode === 200 ? one : other;
  await refused(
    ['PUT', `${users}/${left.id}`, { ...left, headers, body: { isAdmin: false } }],
    403,
    'last_administrator',
  );
  await refused(
    ['PUT', `${users}/${left.id}`, { ...left, headers, body: { defaultRoles: ['Viewer'] } }],
    403,
    'last_administrator',
  );
});

test('a bulk operation does what it can, in order, each user once', async () => {
  const [one, two] = [await create(), await create()];
  const bulk = (action: string, userIds: number[]) =>
    ok<{ action: string; succeeded: number[]; failed: { userId: number; error: { status: number } }[] }>(
      'POST',
      `${users}/bulk`,
      { body: { action, userIds } },
    );
  const missing = 900_123;
  const deactivated = await bulk('DEACTIVATE', [one.id, app.adminId, missing, one.id, two.id]);
  assert.deepEqual(deactivated.succeeded, [one.id, two.id]);
  assert.deepEqual(
    deactivated.failed.map(({ userId, error }) => [userId, error.status]),
    [
      [app.adminId, 403],
      [missing, 404],
    ],
  );
  assert.deepEqual((await bulk('DEACTIVATE', [one.id])).succeeded, [one.id]);
  const { items } = await ok<UsersListResponse>('GET', `${users}?isDeactivated=true&first=1000`);
  assert.ok([one, two].every(({ id }) => items.some((item) => item.id === id)));
  assert.deepEqual((await bulk('ACTIVATE', [one.id])).succeeded, [one.id]);
  const deleted = await bulk('DELETE', [app.adminId, two.id, one.id]);
  assert.deepEqual(deleted.succeeded, [two.id, one.id]);
  assert.deepEqual(
    deleted.failed.map(({ userId, error }) => [userId, error.status]),
    [[app.adminId, 400]],
  );
  await refused(['GET', `${users}/${one.id}`], 404, 'user_not_found');
  await refused(
    ['POST', `${users}/bulk`, { body: { action: 'DELETE', userIds: [] } }],
    400,
    'validation_failed',
  );
});

test('a dry run of a bulk action says what it would come to, guards included, and changes nothing', async () => {
  const [one, two] = [await create({ password }), await create()];
  await keyOf(one.id);
  await signIn(one.email);
  const calls = createWorkspaceCalls(app);
  const { id: folderId } = await calls.makeFolder('Shared with one');
  await calls.grant('FOLDER', folderId, one.id, 1);
  const dryRun = (action: string, userIds: number[]) =>
    ok<BulkUserActionPayload>('POST', `${users}/bulk`, { body: { action, userIds, dryRun: true } });
  const before = { isActive: true, credentials: 2, sharedItems: 1, ownedItems: 0 };
  const deleted = await dryRun('DELETE', [one.id, app.adminId, one.id]);
  assert.deepEqual(deleted.succeeded, [one.id]);
  assert.deepEqual(
    deleted.failed.map(({ userId, error }) => [userId, error.status]),
    [[app.adminId, 400]],
  );
  assert.deepEqual(deleted.accessChanges, [{ userId: one.id, before, after: null }]);
  const deactivated = await dryRun('DEACTIVATE', [one.id]);
  const after = { ...before, isActive: false, credentials: 0 };
  assert.deepEqual(deactivated.accessChanges, [{ userId: one.id, before, after }]);
  assert.deepEqual((await dryRun('ACTIVATE', [one.id, two.id])).accessChanges, []);
  // The second is refused by what the first would have done.
  for (const user of [one, two])
    await ok('PUT', `${users}/${user.id}`, { body: { defaultRoles: ['Admin'] } });
  const other = await keyOf(one.id);
  const last = await ok<BulkUserActionPayload>('POST', `${users}/bulk`, {
    key: other,
    body: { action: 'DEACTIVATE', userIds: [app.adminId, two.id, one.id], dryRun: true },
  });
  assert.deepEqual(
    [last.succeeded, last.failed.map(({ userId }) => userId)],
    [[app.adminId, two.id], [one.id]],
  );
  for (const { id } of [one, two])
    assert.equal((await ok<User>('GET', `${users}/${id}`)).isDeactivated, false);
  assert.equal((await call('GET', users)).statusCode, 200, 'the caller who would be deactivated is not');
  for (const user of [one, two])
    await ok('PUT', `${users}/${user.id}`, { body: { defaultRoles: ['Viewer'] } });
});

test('users are listed by address, page by page, and found by a part of a name', async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const made = [];
  for (const name of ['c', 'A', 'b'])
    made.push(await create({ email: `${name}-${mark}@example.com`, firstName: `100% ${mark}` }));
  const search = `search=${encodeURIComponent(`100% ${mark.toUpperCase()}`)}`;
  const first = await ok<UsersListResponse>('GET', `${users}?${search}&first=2`);
  assert.deepEqual(
    first.items.map(({ email }) => email[0]),
    ['A', 'b'],
  );
  const next = await ok<UsersListResponse>('GET', `${users}?${search}&after=${first.pageInfo.endCursor}`);
  assert.deepEqual(
    next.items.map(({ id }) => id),
    [made[0]?.id],
  );
  assert.equal(next.pageInfo.hasNextPage, false);
});

test('settings are merged, field by field, by the user alone', async () => {
  const { id } = await create();
  const key = await keyOf(id);
  const patch = (body: object) => ok<User>('PATCH', `${users}/me/settings`, { key, body });
  await patch({ locale: 'de', sheets: { revealSheetOnOpen: true, showAppliedFilters: true } });
  const merged = await patch({
    theme: 'dark',
    sheets: { showAppliedFilters: null, autoRunQueryOnChange: false },
  });
  assert.deepEqual(merged.settings, {
    locale: 'de',
    theme: 'dark',
    sheets: { revealSheetOnOpen: true, autoRunQueryOnChange: false },
  });
  assert.deepEqual((await patch({ sheets: null, locale: null })).settings, { theme: 'dark' });
  await refused(
    ['PATCH', `${users}/me/settings`, { key, body: { timezone: 'Nowhere' } }],
    400,
    'validation_failed',
  );
  await Promise.all([patch({ locale: 'fr' }), patch({ timezone: 'Asia/Tokyo' })]);
  assert.deepEqual((await patch({})).settings, { theme: 'dark', locale: 'fr', timezone: 'Asia/Tokyo' });
});
