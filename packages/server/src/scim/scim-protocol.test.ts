import { limits, scimUrns, serverBrands, type ScimUser } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createScimCalls, createTestApp, type ScimPage, type TestApp } from '../test/index.ts';

let app: TestApp;
let scim: ReturnType<typeof createScimCalls>;
before(async () => {
  app = await createTestApp();
  scim = createScimCalls(app);
});
after(() => app.close());

type Refused = Parameters<typeof scim.refused>[0];
const user = { userName: 'grace@example.com' };
const plainText = { 'content-type': 'text/plain' };

const refusals: Readonly<Record<string, [call: Refused, status: number, scimType?: string]>> = {
  'without a credential': [['GET', '/Users', { key: '' }], 401],
  'with a key that is none': [['GET', '/Users', { key: 'orl_made-up' }], 401],
  'to an address that nothing is at': [['GET', '/Nothing'], 404],
  'to what is not offered': [['POST', '/Bulk', { body: {} }], 404],
  'to the base': [['GET', ''], 404],
  'by a method that the address does not take': [['PUT', '/Users', { body: user }], 405],
  'that removes a list': [['DELETE', '/Groups'], 405],
  'in another media type': [['POST', '/Users', { body: user, headers: plainText }], 415],
  'with an address that cannot be decoded': [['GET', '/Users/%zz'], 400, 'invalidSyntax'],
  'for a user by what is no id': [['GET', '/Users/7f3c-none'], 404],
  'for a user by an id beyond all': [['GET', '/Users/99999999999999999999'], 404],
  'for a group by another way to write its id': [['GET', '/Groups/1e0'], 404],
  'for a schema that is none': [['GET', '/Schemas/urn:none'], 404],
};

for (const [what, [call, status, scimType]] of Object.entries(refusals))
  test(`a request ${what} is refused with ${status}, as SCIM has it`, async () => {
    await scim.refused(call, status, scimType);
    const answer = await scim.call(...call);
    const challenge = call[2]?.key === '' ? 'Bearer' : 'Bearer error="invalid_token"';
    assert.equal(answer.headers['www-authenticate'], status === 401 ? challenge : undefined);
    if (status === 405) assert.match(String(answer.headers.allow), /^[A-Z, ]+$/);
  });

test('a body that cannot be read or is too large is refused as SCIM has it', async () => {
  const send = (payload: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/scim/v2/Users',
      headers: { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/scim+json' },
      payload,
    });
  const broken = await send('{"userName": ');
  assert.deepEqual([broken.statusCode, broken.json().scimType], [400, 'invalidSyntax']);
  const large = await send(`"${'x'.repeat(limits.MAX_BODY_BYTES)}"`);
  assert.deepEqual([large.statusCode, large.json().schemas], [413, [scimUrns.error]]);
  const polluting = await send('{"userName": "a@example.com", "__proto__": {"polluted": 1}}');
  assert.equal(polluting.statusCode, 400);
});

test('users who are no administrators, and keys with a scope, are refused', async () => {
  const { build, tenantId, adminId, deploymentId } = app;
  const developer = await build.user({ tenantId, role: 'Developer' });
  for (const key of [
    await build.apiKey({ tenantId, userId: developer }),
    await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] }),
  ])
    for (const call of [
      ['GET', '/Users', { key }],
      ['GET', '/Groups/1', { key }],
      ['GET', '/Schemas', { key }],
      ['GET', '/ServiceProviderConfig', { key }],
      ['POST', '/Users', { key, body: user }],
    ] satisfies Refused[])
      await scim.refused(call, 403);
});

test('both schemes of the key and both media types are taken', async () => {
  const headers = { authorization: `Api-Key ${app.adminKey}`, 'content-type': 'application/json' };
  const body = { userName: `${crypto.randomUUID()}@example.com` };
  const made = await app.call({ method: 'POST', path: '/api/scim/v2/Users', key: '', body, headers });
  assert.equal(made.statusCode, 201, made.body);
  assert.match(String(made.headers['content-type']), /^application\/scim\+json/);
});

test('a creation with an Idempotency-Key is made once', async () => {
  const options = {
    body: { userName: `${crypto.randomUUID()}@example.com` },
    headers: { 'idempotency-key': crypto.randomUUID() },
  };
  const first = await scim.call('POST', '/Users', options);
  const again = await scim.call('POST', '/Users', options);
  assert.deepEqual([first.statusCode, again.statusCode], [201, 201]);
  assert.deepEqual([again.json(), again.headers.location], [first.json(), first.headers.location]);
});

test('the service says what it does', async () => {
  const config = await scim.ok<Record<string, { supported?: boolean }>>('GET', '/ServiceProviderConfig');
  const supported = (name: string) => config[name]?.supported;
  assert.deepEqual(['patch', 'filter', 'sort', 'etag', 'bulk', 'changePassword'].map(supported), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  const types = await scim.ok<ScimPage<{ id: string; endpoint: string; schema: string; meta: object }>>(
    'GET',
    '/ResourceTypes',
  );
  assert.deepEqual(
    types.Resources.map(({ id, endpoint, schema }) => [id, endpoint, schema]),
    [
      ['User', '/Users', scimUrns.user],
      ['Group', '/Groups', scimUrns.group],
    ],
  );
  assert.deepEqual(await scim.ok('GET', '/ResourceTypes/user'), types.Resources[0]);
});

test('the schemas name what users and groups have, and the attributes of users of the account', async () => {
  const body = { name: 'country', type: 'string_array' };
  await app.call({ method: 'POST', path: '/api/v1/user-attributes', body });
  interface Schema {
    id: string;
    attributes: { name: string; type: string; multiValued: boolean }[];
  }
  const { Resources } = await scim.ok<ScimPage<Schema>>('GET', '/Schemas');
  assert.deepEqual(
    Resources.map(({ id }) => id),
    [scimUrns.user, scimUrns.group, scimUrns.userAttributes],
  );
  const [users, , extension] = Resources;
  assert.deepEqual(
    extension?.attributes.map(({ name, type, multiValued }) => [name, type, multiValued]),
    [['country', 'string', true]],
  );
  assert.deepEqual(await scim.ok('GET', `/Schemas/${scimUrns.user}`), users);
  // What a user is answered with is in the schema, but for what every resource has.
  const common = ['schemas', 'id', 'externalId', 'meta'];
  const made = await scim.createUser({ name: { givenName: 'A' }, title: 'T' });
  const names = users?.attributes.map(({ name }) => name) ?? [];
  assert.deepEqual(
    Object.keys(made).filter((name) => !common.includes(name) && !names.includes(name)),
    [],
  );
});

test('another brand has its own name for the extension', async () => {
  const cube = await createTestApp({ brand: serverBrands.cube });
  try {
    const calls = createScimCalls(cube);
    const urn = 'urn:cube:params:1.0:UserAttribute';
    await cube.call({
      method: 'POST',
      path: '/api/v1/user-attributes',
      body: { name: 'country', type: 'string' },
    });
    const made = await calls.createUser({ [`${urn}:country`]: 'DE' });
    const held = ({ [urn]: values }: Record<string, unknown>) => values;
    assert.deepEqual([held(made), made.schemas], [{ country: 'DE' }, [scimUrns.user, urn]]);
    const replaced = await calls.ok<ScimUser>('PUT', `/Users/${made.id}`, {
      body: { userName: made.userName, [urn]: { country: 'FR' } },
    });
    assert.deepEqual(held(replaced), { country: 'FR' });
    const body = calls.patchOf({ op: 'replace', path: `${urn}:country`, value: 'IT' });
    const patched = await calls.ok<ScimUser>('PATCH', `/Users/${made.id}`, { body });
    assert.deepEqual(held(patched), { country: 'IT' });
    assert.ok(!JSON.stringify([patched, await calls.ok('GET', '/Schemas')]).includes('urn:svc'));
  } finally {
    await cube.close();
  }
});

test('a push of 10,000 members is one request, and so is the removal of some of them', async () => {
  await app.database.pool.query(
    `insert into users (tenant_id, email, username, role)
     select $1, 'push' || n || '@example.com', 'push' || n, 'Viewer' from generate_series(1, 10000) n`,
    [app.tenantId],
  );
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select id from users where username like 'push%' order by id`,
  );
  const members = rows.map(({ id }) => ({ value: String(id), display: `push ${id}` }));
  const group = await scim.createGroup();
  const path = `/Groups/${group.id}?attributes=id`;
  const count = async () => {
    const counted = await app.database.pool.query<{ n: number }>(
      'select count(*) as n from group_members where group_id = $1',
      [group.id],
    );
    return Number(counted.rows[0]?.n);
  };
  const send = (method: 'PUT' | 'PATCH', body: object) => scim.ok(method, path, { body });
  await send('PATCH', scim.patchOf({ op: 'add', path: 'members', value: members }));
  assert.equal(await count(), 10_000);
  await send('PUT', { displayName: group.displayName, members: members.slice(0, 9_000) });
  assert.equal(await count(), 9_000);
  await send('PATCH', scim.patchOf({ op: 'remove', path: 'members', value: members.slice(0, 8_000) }));
  assert.equal(await count(), 1_000);
  await send('PUT', { displayName: group.displayName, members });
  assert.equal(await count(), 10_000);
});

test('what the client has seen already is not sent again', async () => {
  const user = await scim.createUser();
  const group = await scim.createGroup({ members: [{ value: user.id }] });
  for (const [path, version] of [
    [`/Users/${user.id}`, user.meta?.version],
    [`/Groups/${group.id}`, group.meta?.version],
  ] as const) {
    const read = (tags: string) => scim.call('GET', path, { headers: { 'if-none-match': tags } });
    for (const tags of [version ?? '', `"other", W/${version}`, '*']) {
      const answer = await read(tags);
      assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', version], tags);
    }
    assert.equal((await read('"other"')).statusCode, 200);
  }
  const body = scim.patchOf({ op: 'replace', path: 'title', value: 'Captain' });
  await scim.ok('PATCH', `/Users/${user.id}`, { body });
  const headers = { 'if-none-match': user.meta?.version ?? '' };
  const changed = await scim.ok<ScimUser>('GET', `/Users/${user.id}`, { headers });
  assert.equal(changed.title, 'Captain');
  await scim.refused(['GET', '/Users/999999999', { headers: { 'if-none-match': '*' } }], 404);
});
