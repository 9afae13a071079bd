import { scimUrns, type CreatedUser, type ScimUser, type User } from '@oriel/contract';
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

const extension = scimUrns.userAttributes;
const get = (id: string) => scim.ok<ScimUser>('GET', `/Users/${id}`);
const put = (id: string, body: object) => scim.ok<ScimUser>('PUT', `/Users/${id}`, { body });
const patch = (id: string, ...operations: object[]) =>
  scim.ok<ScimUser>('PATCH', `/Users/${id}`, { body: scim.patchOf(...operations) });

async function makeAttribute(type: string): Promise<string> {
  const name = `a${crypto.randomUUID().slice(0, 8)}`;
  const body = { name, type };
  assert.equal((await app.call({ method: 'POST', path: '/api/v1/user-attributes', body })).statusCode, 200);
  return name;
}

test('a user is created, read, replaced and deleted', async () => {
  const userName = `Grace-${crypto.randomUUID()}@example.com`;
  const body = {
    schemas: [scimUrns.user],
    userName,
    externalId: 'okta-1',
    name: { givenName: 'Grace', familyName: 'Hopper', formatted: 'Grace Hopper' },
    emails: [{ value: userName, primary: true }],
    title: 'Rear Admiral',
    active: true,
    // As Okta sends them, without being asked.
    locale: 'en-US',
    groups: [],
    password: 'correct horse battery staple',
    phoneNumbers: [{ value: '+1', type: 'work' }],
    [scimUrns.enterpriseUser]: { department: 'Navy' },
  };
  const answer = await scim.call('POST', '/Users', { body });
  assert.equal(answer.statusCode, 201, answer.body);
  const made = answer.json() as ScimUser;
  const { meta, id, ...shown } = made;
  assert.deepEqual(shown, {
    schemas: [scimUrns.user],
    userName,
    externalId: 'okta-1',
    name: { givenName: 'Grace', familyName: 'Hopper' },
    displayName: 'Grace Hopper',
    emails: [{ value: userName, primary: true }],
    title: 'Rear Admiral',
    active: true,
  });
  assert.equal(answer.headers.location, meta?.location);
  assert.equal(answer.headers.etag, meta?.version);
  assert.match(meta?.location ?? '', new RegExp(`^http://.*/api/scim/v2/Users/${id}$`));
  assert.deepEqual(await get(id), made);
  const user = (await app.call({ method: 'GET', path: `/api/v1/users/${id}` })).json() as User;
  assert.deepEqual(
    [user.email, user.username, user.firstName, user.externalId, user.defaultRoles],
    [userName, userName, 'Grace Hopper', 'okta-1', ['Viewer']],
  );
  const replaced = await put(id, { userName, displayName: 'Amazing Grace' });
  assert.deepEqual(
    [
      replaced.displayName,
      replaced.title,
      replaced.name,
      replaced.externalId,
      replaced.emails,
      replaced.active,
    ],
    [
      'Amazing Grace',
      undefined,
      undefined,
      undefined,
      [{ value: userName, type: 'work', primary: true }],
      true,
    ],
  );
  assert.equal((await scim.call('DELETE', `/Users/${id}`)).statusCode, 204);
  await scim.refused(['GET', `/Users/${id}`], 404);
  await scim.refused(['DELETE', `/Users/${id}`], 404);
});

test('a name or an address that another user has is refused, whatever its case', async () => {
  const { userName = '' } = await scim.createUser();
  const body = (fields: object) => ({ body: { userName: 'someone@example.com', ...fields } });
  await scim.refused(['POST', '/Users', body({ userName: userName.toUpperCase() })], 409, 'uniqueness');
  await scim.refused(['POST', '/Users', body({ emails: [{ value: userName }] })], 409, 'uniqueness');
  const other = await scim.createUser();
  await scim.refused(['PUT', `/Users/${other.id}`, body({ userName })], 409, 'uniqueness');
});

const badUsers: Readonly<Record<string, object>> = {
  'without a name': { userName: undefined },
  'with a name of blanks': { userName: ' ' },
  'without an address': { userName: 'grace' },
  'with an address that is none': { emails: [{ value: 'nobody' }] },
  'with an address without a value': { emails: [{ type: 'work' }] },
  'with two primary addresses': {
    emails: [
      { value: 'one@example.com', primary: true },
      { value: 'two@example.com', primary: 'True' },
    ],
  },
  'with another kind of name': { name: 'Grace' },
  'with an attribute that is unknown': { shoeSize: 38 },
  'with an extension that is unknown': { 'urn:example:extension': { a: 1 } },
  'with an attribute of users that is unknown': { [extension]: { unheardOf: 1 } },
  'with the same by a key of its own': { [`${extension}:unheardOf`]: 1 },
  'with a truth that is none': { active: 'maybe' },
  'with more addresses than anybody has': {
    emails: Array.from({ length: 21 }, (_, index) => ({ value: `a${index}@example.com` })),
  },
};

for (const [what, fields] of Object.entries(badUsers))
  test(`a user ${what} is refused, and nothing is changed`, async () => {
    const before = await app.database.pool.query('select count(*) from users');
    const userName = `${crypto.randomUUID()}@example.com`;
    await scim.refused(['POST', '/Users', { body: { userName, ...fields } }], 400, 'invalidValue');
    assert.deepEqual((await app.database.pool.query('select count(*) from users')).rows, before.rows);
  });

test('attributes of users come nested or by keys of their own, as texts or as what they are', async () => {
  const [text, number, truth, list] = [
    await makeAttribute('string'),
    await makeAttribute('number'),
    await makeAttribute('boolean'),
    await makeAttribute('string_array'),
  ];
  const made = await scim.createUser({
    [extension]: { [text]: 'DE', [number]: '17' },
    [`${extension}:${truth}`]: 'True',
    [`${extension}:${list.toUpperCase()}`]: 'one',
  });
  assert.deepEqual(made[extension], { [text]: 'DE', [number]: 17, [truth]: true, [list]: ['one'] });
  assert.deepEqual(made.schemas, [scimUrns.user, extension]);
  const { userName = '' } = made;
  // A provider that knows nothing of them takes none away.
  assert.deepEqual((await put(made.id, { userName }))[extension], made[extension]);
  assert.deepEqual((await put(made.id, { userName, [extension]: { [text]: 'FR' } }))[extension], {
    [text]: 'FR',
  });
  const added = await patch(
    made.id,
    { op: 'add', path: `${extension}:${number}`, value: 3 },
    { op: 'replace', value: { [`${extension}:${text}`]: 'IT', [extension]: { [truth]: false } } },
  );
  assert.deepEqual(added[extension], { [text]: 'IT', [number]: 3, [truth]: false });
  const removed = await patch(made.id, { op: 'remove', path: `${extension}:${text}` });
  assert.deepEqual(removed[extension], { [number]: 3, [truth]: false });
  for (const value of ['seventeen', [1], { a: 1 }, true])
    await scim.refused(
      [
        'PATCH',
        `/Users/${made.id}`,
        { body: scim.patchOf({ op: 'add', path: `${extension}:${number}`, value }) },
      ],
      400,
      'invalidValue',
    );
  assert.deepEqual((await get(made.id))[extension], { [number]: 3, [truth]: false });
  const last = await patch(
    made.id,
    { op: 'remove', path: extension },
    { op: 'add', path: `${extension}:${text}`, value: 'ES' },
  );
  assert.deepEqual(last[extension], { [text]: 'ES' });
  assert.equal((await patch(made.id, { op: 'remove', path: extension }))[extension], undefined);
});

test('a user is changed as Okta and Entra change one', async () => {
  const { id } = await scim.createUser({ name: { givenName: 'Ada' } });
  const { displayName } = await patch(id, { op: 'Replace', path: 'name.familyName', value: 'Byron' });
  assert.equal(displayName, 'Ada Byron');
  const address = `${crypto.randomUUID()}@example.com`;
  const changed = await patch(
    id,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: address },
    { op: 'Add', path: 'name.familyName', value: 'Lovelace' },
    { op: 'Replace', path: 'title', value: 'Countess' },
    { op: 'Add', path: `${scimUrns.enterpriseUser}:department`, value: 'Engines' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44' },
    { op: 'Replace', path: `${scimUrns.user}:externalId`, value: 'entra-1' },
  );
  assert.deepEqual(
    [changed.emails, changed.displayName, changed.title, changed.externalId],
    [[{ value: address, type: 'work', primary: true }], 'Ada Lovelace', 'Countess', 'entra-1'],
  );
  const dotted = await patch(id, {
    op: 'replace',
    value: {
      id,
      'name.givenName': 'Augusta',
      displayName: 'Ada',
      DisplayName: 'A. Lovelace',
      active: 'True',
    },
  });
  assert.deepEqual([dotted.name?.givenName, dotted.displayName], ['Augusta', 'A. Lovelace']);
  const home = { value: `home-${address}`, type: 'home' };
  assert.equal((await patch(id, { op: 'add', path: 'emails', value: [home] })).emails?.length, 2);
  const moved = await patch(id, { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' });
  assert.deepEqual(moved.emails, [
    { value: address, type: 'work', primary: false },
    { ...home, primary: true },
  ]);
  const user = (await app.call({ method: 'GET', path: `/api/v1/users/${id}` })).json() as User;
  assert.equal(user.email, home.value);
  const left = await patch(id, { op: 'remove', path: 'emails', value: [{ value: address }] });
  assert.deepEqual(left.emails, [{ ...home, primary: true }]);
  const cleared = await patch(id, { op: 'remove', path: 'title' }, { op: 'remove', path: 'name' });
  assert.deepEqual([cleared.title, cleared.name], [undefined, undefined]);
});

test('what Entra and Okta map besides is taken and not stored', async () => {
  const made = await scim.createUser();
  const enterprise = scimUrns.enterpriseUser;
  const changed = await patch(
    made.id,
    { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Admin' },
    { op: 'Add', path: `${enterprise}:manager`, value: '26118915' },
    { op: 'Remove', path: `${enterprise}:manager` },
    { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: 'One Way' },
    { op: 'Replace', path: 'preferredLanguage', value: 'en-GB' },
    { op: 'replace', value: { password: 'sent by Okta', locale: 'en_GB', groups: [], nickName: 'G' } },
    { op: 'Replace', value: { [`${enterprise}:employeeNumber`]: '7', 'name.formatted': 'G. H.' } },
    { op: 'replace', value: { [enterprise]: { department: 'Navy' }, 'emails[type eq "work"].display': 'G' } },
  );
  assert.deepEqual(changed, made);
  const home = { value: 'home-of-grace@example.com', type: 'home', primary: true };
  const other = await scim.createUser({ emails: [home] });
  const address = `${crypto.randomUUID()}@example.com`;
  const work = { op: 'Add', path: 'emails[type eq "work"].value', value: address };
  assert.deepEqual((await patch(other.id, work)).emails, [home, { value: address, type: 'work' }]);
});

test('an address that is sent twice is there once, and primary where either is', async () => {
  const [work, home] = ['work', 'home'].map((type) => ({
    type,
    value: `${crypto.randomUUID()}@example.com`,
  }));
  const repeated = { type: 'Work', value: work?.value.toUpperCase(), primary: true };
  const made = await scim.createUser({ emails: [work, home, repeated] });
  const once = [{ ...work, primary: true }, home];
  assert.deepEqual(made.emails, once);
  const again = await patch(made.id, { op: 'add', path: 'emails', value: [{ ...home }] });
  assert.deepEqual(again.emails, once);
});

const badPatches: Readonly<Record<string, [operation: object, scimType: string]>> = {
  'to a path that is none': [{ op: 'replace', path: 'shoeSize', value: 1 }, 'invalidPath'],
  'to a part that is none': [{ op: 'replace', path: 'name.nick', value: 'x' }, 'invalidPath'],
  'to a path that cannot be read': [{ op: 'replace', path: 'emails[', value: 1 }, 'invalidPath'],
  'by a filter that is none': [{ op: 'replace', path: 'emails[type is].value', value: 1 }, 'invalidFilter'],
  'to the id': [{ op: 'replace', path: 'id', value: '1' }, 'mutability'],
  'without a value': [{ op: 'add' }, 'invalidPath'],
  'that removes nothing in particular': [{ op: 'remove' }, 'noTarget'],
  'to an address that is not there': [
    { op: 'replace', path: 'emails[value co "nowhere"].type', value: 'home' },
    'noTarget',
  ],
  'that leaves no name': [{ op: 'remove', path: 'userName' }, 'invalidValue'],
  'to something of another kind': [{ op: 'replace', path: 'title', value: { a: 1 } }, 'invalidValue'],
  'to a part of the prototype': [
    { op: 'replace', path: 'name', value: { 'constructor.prototype.polluted': 1 } },
    'invalidValue',
  ],
  'by another operation': [{ op: 'move', path: 'title', value: 'x' }, 'invalidValue'],
};

for (const [what, [operation, scimType]] of Object.entries(badPatches))
  test(`a change ${what} is refused, with all that stands beside it`, async () => {
    const made = await scim.createUser();
    const body = scim.patchOf({ op: 'replace', path: 'title', value: 'Changed' }, operation);
    await scim.refused(['PATCH', `/Users/${made.id}`, { body }], 400, scimType);
    assert.deepEqual(await get(made.id), made);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

test('deactivation ends sessions, keys and tokens at once', async () => {
  const password = 'correct horse battery staple';
  const email = `${crypto.randomUUID()}@example.com`;
  const body = { email, username: email, password };
  const { id } = (await app.call({ method: 'POST', path: '/api/v1/users', body })).json() as CreatedUser;
  const key = await app.build.apiKey({ tenantId: app.tenantId, userId: id });
  const signIn = () =>
    app.call({ method: 'POST', path: '/api/v1/sign-in', key: '', body: { email, password } });
  const cookie = `oriel_session=${(await signIn()).cookies[0]?.value}`;
  const me = '/api/v1/users/me';
  const statuses = async () => [
    (await app.call({ method: 'GET', path: me, key })).statusCode,
    (await app.call({ method: 'GET', path: me, key: '', headers: { cookie } })).statusCode,
    (await signIn()).statusCode,
  ];
  assert.deepEqual(await statuses(), [200, 200, 200]);
  // As Entra sends it.
  const deactivated = await patch(String(id), { op: 'Replace', path: 'active', value: 'False' });
  assert.equal(deactivated.active, false);
  assert.deepEqual(await statuses(), [401, 401, 401]);
  // What does not speak of it changes nothing of it.
  assert.equal((await put(String(id), { userName: email })).active, false);
  assert.equal((await put(String(id), { userName: email, active: true })).active, true);
  assert.deepEqual(await statuses(), [200, 401, 200]);
  // As Okta sends it.
  assert.equal((await patch(String(id), { op: 'replace', value: { active: false } })).active, false);
  assert.deepEqual(await statuses(), [401, 401, 401]);
});

test('the last administrator and the caller stay, and nobody becomes an administrator', async () => {
  const own = `/Users/${app.adminId}`;
  const deactivate = { body: scim.patchOf({ op: 'replace', path: 'active', value: false }) };
  await scim.refused(['PATCH', own, deactivate], 403);
  await scim.refused(['DELETE', own], 400, 'invalidValue');
  const host = `${crypto.randomUUID()}.example.com`;
  const tenantId = await app.build.tenant({ host });
  const ids = [
    await app.build.user({ tenantId, role: 'Admin' }),
    await app.build.user({ tenantId, role: 'Admin' }),
  ];
  const keys = await Promise.all(ids.map((userId) => app.build.apiKey({ tenantId, userId })));
  // Each deactivates the other, at the same time.
  const answers = await Promise.all(
    ids.map((id, index) =>
      scim.call('PATCH', `/Users/${id}`, { ...deactivate, key: keys[1 - index] ?? '', headers: { host } }),
    ),
  );
  const [done, refused] = answers.map(({ statusCode }) => statusCode).sort();
  // The key of who is deactivated first is refused, where it is looked at after that.
  assert.ok(done === 200 && (refused === 401 || refused === 403), `${done} and ${refused}`);
  const made = await scim.createUser({ roles: [{ value: 'Admin' }], isAdmin: undefined });
  const user = (await app.call({ method: 'GET', path: `/api/v1/users/${made.id}` })).json() as User;
  assert.deepEqual([user.isAdmin, user.defaultRoles], [false, ['Viewer']]);
});

test('a change is made of what the client has seen', async () => {
  const made = await scim.createUser();
  const path = `/Users/${made.id}`;
  const read = await scim.call('GET', path);
  assert.equal(read.headers.etag, made.meta?.version);
  const change = (value: string, tag: string | undefined) =>
    scim.call('PATCH', path, {
      body: scim.patchOf({ op: 'replace', path: 'title', value }),
      headers: { 'if-match': tag ?? '' },
    });
  const first = await change('One', made.meta?.version);
  assert.equal(first.statusCode, 200, first.body);
  assert.equal(first.headers.etag, (first.json() as ScimUser).meta?.version);
  assert.equal((await change('Two', made.meta?.version)).statusCode, 412);
  assert.equal((await get(made.id)).title, 'One');
  // What changes nothing gives no other tag.
  const again = await change('One', (await get(made.id)).meta?.version);
  assert.equal(again.headers.etag, first.headers.etag);
  const attribute = await makeAttribute('string');
  const extended = await patch(made.id, { op: 'add', path: `${extension}:${attribute}`, value: 'x' });
  assert.notEqual(extended.meta?.version, first.headers.etag);
  const put = { body: { userName: made.userName }, headers: { 'if-match': String(first.headers.etag) } };
  assert.equal((await scim.call('PUT', path, put)).statusCode, 412);
});

test('two changes at once are both there', async () => {
  const { id } = await scim.createUser();
  await Promise.all([
    patch(id, { op: 'replace', path: 'title', value: 'Countess' }),
    patch(id, { op: 'replace', path: 'name.givenName', value: 'Ada' }),
    patch(id, { op: 'replace', path: 'externalId', value: 'x' }),
  ]);
  const { title, name, externalId } = await get(id);
  assert.deepEqual([title, name, externalId], ['Countess', { givenName: 'Ada' }, 'x']);
});

test('a user that several runs create at once is there once', async () => {
  const body = { userName: `${crypto.randomUUID()}@example.com` };
  const answers = await Promise.all(Array.from({ length: 8 }, () => scim.call('POST', '/Users', { body })));
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
  const filter = encodeURIComponent(`userName eq "${body.userName}"`);
  const { totalResults } = await scim.ok<ScimPage<ScimUser>>('GET', `/Users?filter=${filter}`);
  assert.equal(totalResults, 1);
});

test('a user of the console is found and taken over by a provider', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const body = { email, username: email, firstName: 'Katherine Johnson' };
  const { id } = (await app.call({ method: 'POST', path: '/api/v1/users', body })).json() as CreatedUser;
  const filter = encodeURIComponent(`userName eq "${email.toUpperCase()}"`);
  const page = await scim.ok<ScimPage<ScimUser>>('GET', `/Users?filter=${filter}`);
  assert.deepEqual(
    page.Resources.map((user) => [user.id, user.displayName, user.active]),
    [[String(id), 'Katherine Johnson', true]],
  );
  const changed = await patch(String(id), { op: 'add', path: 'externalId', value: 'okta-7' });
  assert.deepEqual([changed.displayName, changed.externalId], ['Katherine Johnson', 'okta-7']);
});

test('whether a user is active is never taken away, so a patch that removes it is refused', async () => {
  const user = await scim.createUser({ active: false });
  for (const path of ['active', 'Active', 'urn:ietf:params:scim:schemas:core:2.0:User:active']) {
    const body = scim.patchOf({ op: 'remove', path });
    await scim.refused(['PATCH', `/Users/${user.id}`, { body }], 400, 'invalidValue');
  }
  const body = scim.patchOf({ op: 'replace', path: 'active', value: true });
  assert.equal((await scim.ok<ScimUser>('PATCH', `/Users/${user.id}`, { body })).active, true);
});
