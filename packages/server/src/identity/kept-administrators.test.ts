import type { Role, ScimUser, User } from '@oriel/contract';
import { scimUrns } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp, type TestCall } from '../test/index.ts';
import { makeSamlProvider } from '../test/identity/saml-provider.ts';

let app: TestApp;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());

type Call = readonly [method: TestCall['method'], path: string, body?: unknown];

const send = ([method, path, body]: Call, key?: string) =>
  app.call({ method, path, ...(body !== undefined && { body }), ...(key !== undefined && { key }) });
async function ok<T>(...args: Parameters<typeof send>): Promise<T> {
  const answer = await send(...args);
  assert.ok(answer.statusCode < 300, `${args[0].join(' ')}: ${answer.statusCode} ${answer.body}`);
  // The caller names what the operation answers.
  return (answer.body === '' ? undefined : answer.json()) as T;
}

const keyFor = async (...tags: string[]) =>
  (await ok<{ token: string }>(['POST', '/api/v1/api-keys', { name: tags.join(), tags }])).token;
let count = 0;
const makeUser = (more: object = {}) => {
  count += 1;
  const [username, email] = [`person${count}`, `person${count}@example.com`];
  return ok<User>([
    'POST',
    '/api/v1/users',
    { firstName: 'Ann', username, email, password: 'a long enough password', ...more },
  ]);
};
const makeRole = (actions: string[]) => {
  const policies = [{ resourceType: 'Global', actions, resources: ['All'] }];
  return ok<Role>(['POST', '/api/v1/roles', { name: `Role ${crypto.randomUUID()}`, policies }]);
};
const makeGroup = (roles: string[] = []) =>
  ok<{ id: number }>(['POST', '/api/v1/user-groups', { name: `Group ${crypto.randomUUID()}`, roles }]);
const allow = (managesAdministrators: boolean) =>
  ok([
    'PUT',
    '/api/v1/provisioning-settings',
    { defaultRole: 'Viewer', roleByGroup: [], managesAdministrators },
  ]);
const scimPatch = (...operations: object[]) => ({ schemas: [scimUrns.patchOp], Operations: operations });

/** What the tables hold of people and sign-in, to see that nothing of a refused change stays. */
async function stored(): Promise<unknown> {
  const { rows } = await app.database.pool.query(
    `select (select jsonb_agg(u order by id) from (select id, email, username, external_id, role, is_deactivated, password_hash from users) u) as users,
      (select jsonb_agg(i order by user_id) from user_invitations i) as invitations, (select jsonb_agg(r order by user_id, role_id) from user_roles r) as roles,
      (select jsonb_agg(m order by group_id, user_id) from group_members m) as members, (select count(*) from identity_providers) as providers`,
  );
  return rows;
}

/**
 * The calls that would make an administrator, or change how one signs in, each with the group of operations of its key.
 */
async function takeovers(): Promise<(readonly [tag: string, ...call: Call])[]> {
  const admin = await makeUser({ isAdmin: true });
  const sleeping = await makeUser({ isAdmin: true });
  await ok(['PUT', `/api/v1/users/${sleeping.id}`, { isDeactivated: true }]);
  const wide = await makeRole(['All']);
  const narrow = await makeRole(['AIBIView']);
  const byRole = await makeUser({ defaultRoles: [wide.name] });
  const plain = await makeUser();
  await ok(['PUT', `/api/v1/roles/${narrow.id}/users/${plain.id}`]);
  const wideGroup = await makeGroup(['Admin']);
  const ownGroup = await makeGroup([wide.name]);
  const member = await makeUser();
  await ok(['POST', `/api/v1/user-groups/${ownGroup.id}/users`, { userIds: [member.id] }]);
  const filled = await makeGroup();
  await ok(['POST', `/api/v1/user-groups/${filled.id}/users`, { userIds: [plain.id] }]);
  const user = (id: number) => `/api/scim/v2/Users/${id}`;
  const patchOf = (id: number, path: string, value: unknown): Call => [
    'PATCH',
    user(id),
    scimPatch({ op: 'replace', path, value }),
  ];
  const whole = (id: number, more: object): Call => [
    'PUT',
    user(id),
    {
      schemas: [scimUrns.user],
      userName: `person-x${id}`,
      emails: [{ value: `x${id}@example.com` }],
      ...more,
    },
  ];
  const saml = { metadata: makeSamlProvider().metadata };
  const provider = { kind: 'SAML', slug: `taken${count}`, name: 'Taken', saml };
  return [
    ...[admin, byRole, member].flatMap(({ id }) => [
      ['SCIM Users', ...patchOf(id, 'emails[type eq "work"].value', `thief${id}@example.com`)] as const,
      ['SCIM Users', ...patchOf(id, 'userName', `thief${id}`)] as const,
      ['SCIM Users', ...patchOf(id, 'externalId', `thief${id}`)] as const,
      ['SCIM Users', ...whole(id, {})] as const,
      ['Users Admin', 'PUT', `/api/v1/users/${id}`, { password: 'the password of a thief' }] as const,
      ['Users Admin', 'POST', `/api/v1/users/${id}/invitation`] as const,
    ]),
    ['SCIM Users', ...patchOf(sleeping.id, 'active', true)],
    ['SCIM Users', ...patchOf(sleeping.id, 'emails', [{ value: `thief${sleeping.id}@example.com` }])],
    [
      'SCIM Groups',
      'PATCH',
      `/api/scim/v2/Groups/${wideGroup.id}`,
      scimPatch({ op: 'add', path: 'members', value: [{ value: String(plain.id) }] }),
    ],
    [
      'SCIM Groups',
      'PATCH',
      `/api/scim/v2/Groups/${ownGroup.id}`,
      scimPatch({ op: 'add', path: 'members', value: [{ value: String(plain.id) }] }),
    ],
    ['Users Admin', 'PUT', `/api/v1/users/${sleeping.id}`, { isDeactivated: false }],
    ['Users Admin', 'PUT', `/api/v1/users/${plain.id}`, { isAdmin: true }],
    ['Users Admin', 'PUT', `/api/v1/users/${plain.id}`, { defaultRoles: [wide.name] }],
    [
      'Users Admin',
      'POST',
      '/api/v1/users',
      {
        firstName: 'Thief',
        username: `thief${plain.id}`,
        email: `thief${plain.id}@example.com`,
        password: 'the password of a thief',
        isAdmin: true,
      },
    ],
    ['User Groups', 'POST', `/api/v1/user-groups/${wideGroup.id}/users`, { userIds: [plain.id] }],
    ['User Groups', 'PUT', `/api/v1/user-groups/${filled.id}`, { roles: ['Admin'] }],
    ['Roles', 'PUT', `/api/v1/roles/${wide.id}/users/${plain.id}`],
    ['Roles', 'PUT', `/api/v1/roles/${wide.id}/groups/${filled.id}`],
    ['Roles', 'PUT', `/api/v1/roles/${narrow.id}`, { policies: wide.policies }],
    ['Single Sign-On', 'POST', '/api/v1/identity-providers', provider],
    [
      'Provisioning',
      'PUT',
      '/api/v1/provisioning-settings',
      { defaultRole: 'Viewer', roleByGroup: [], managesAdministrators: true },
    ],
  ];
}

test('a key for a group of operations makes no administrator, and changes nothing of how one signs in', async () => {
  for (const [tag, ...call] of await takeovers()) {
    const key = await keyFor(tag);
    const before = await stored();
    const answer = await send(call, key);
    assert.equal(answer.statusCode, 403, `${tag} ${JSON.stringify(call)}: ${answer.body}`);
    assert.match(answer.body, /managesAdministrators/, `${tag} ${JSON.stringify(call)}`);
    assert.deepEqual(await stored(), before, JSON.stringify(call));
  }
});

test('provisioning is kept from administrators whatever its key may call; an administrator is not', async () => {
  for (const [tag, ...call] of await takeovers()) {
    const answer = await send(call);
    if (tag.startsWith('SCIM'))
      assert.equal(answer.statusCode, 403, `${JSON.stringify(call)}: ${answer.body}`);
    else assert.ok(answer.statusCode < 300, `${JSON.stringify(call)}: ${answer.body}`);
  }
  await allow(false);
});

test('where an administrator has allowed it, the same calls are taken', async () => {
  const calls = await takeovers();
  await allow(true);
  for (const [tag, ...call] of calls) {
    const answer = await send(call, await keyFor(tag));
    assert.ok(answer.statusCode < 300, `${tag} ${JSON.stringify(call)}: ${answer.body}`);
  }
  await allow(false);
});

test('what takes an administrator away, and what is said of people, is left to a key of provisioning', async () => {
  const key = await keyFor('SCIM Users', 'SCIM Groups', 'Users Admin');
  const { id } = await makeUser({ isAdmin: true });
  const path = `/api/scim/v2/Users/${id}`;
  const shown = await ok<ScimUser>(['GET', path], key);
  const same = await ok<ScimUser>(['PUT', path, { ...shown, displayName: 'Ada', title: 'Countess' }], key);
  assert.equal(same.displayName, 'Ada');
  await ok(['PATCH', path, scimPatch({ op: 'replace', path: 'active', value: false })], key);
  const refused = await send(['PATCH', path, scimPatch({ op: 'replace', path: 'active', value: true })], key);
  assert.equal(refused.statusCode, 403, refused.body);
  await ok(['DELETE', path], key);
  const person = await makeUser();
  await ok(
    [
      'PATCH',
      `/api/scim/v2/Users/${person.id}`,
      scimPatch({ op: 'replace', path: 'userName', value: 'renamed' }),
    ],
    key,
  );
  await ok(['PUT', `/api/v1/users/${person.id}`, { password: 'another long password' }], key);
});

test('second factors of an administrator are not reset by a key for a group of operations', async () => {
  const key = await keyFor('Users Admin');
  const { id } = await makeUser({ isAdmin: true });
  await app.database.pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
     values ($1, 'a', 'b', 0, '{}', 'Key', false)`,
    [id],
  );
  const path = `/api/v1/users/${id}/second-factors`;
  assert.equal((await send(['DELETE', path], key)).statusCode, 403);
  await ok(['DELETE', path]);
});
