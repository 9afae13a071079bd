import { scimUrns, type ScimGroup, type ScimUser } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createScimCalls, createTestApp, type ScimPage, type TestApp } from '../test/index.ts';

let app: TestApp;
let scim: ReturnType<typeof createScimCalls>;
let ids: string[];
before(async () => {
  app = await createTestApp();
  scim = createScimCalls(app);
  ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await scim.createUser()).id);
});
after(() => app.close());

const get = (id: string) => scim.ok<ScimGroup>('GET', `/Groups/${id}`);
const patch = (id: string, ...operations: object[]) =>
  scim.ok<ScimGroup>('PATCH', `/Groups/${id}`, { body: scim.patchOf(...operations) });
const membersOf = ({ members = [] }: ScimGroup) => members.map(({ value }) => value);
const asMembers = (values: readonly (string | undefined)[]) => values.map((value) => ({ value }));
const idAt = (index: number) => ids[index] ?? '';

test('a group is created with its members, read, replaced and deleted', async () => {
  const displayName = `Analysts ${crypto.randomUUID()}`;
  const body = {
    schemas: [scimUrns.group],
    displayName,
    externalId: 'entra-group-1',
    members: [
      { value: idAt(0), display: 'Another name', type: 'User', $ref: '../Users/1' },
      { value: idAt(1) },
      { value: idAt(0) },
    ],
  };
  const answer = await scim.call('POST', '/Groups', { body });
  assert.equal(answer.statusCode, 201, answer.body);
  const made = answer.json() as ScimGroup;
  assert.deepEqual(
    [made.displayName, made.externalId, membersOf(made), made.schemas],
    [displayName, 'entra-group-1', [idAt(0), idAt(1)], [scimUrns.group]],
  );
  const [member] = made.members ?? [];
  assert.equal(member?.$ref, (await scim.ok<ScimUser>('GET', `/Users/${idAt(0)}`)).meta?.location);
  assert.deepEqual([answer.headers.location, answer.headers.etag], [made.meta?.location, made.meta?.version]);
  assert.deepEqual(await get(made.id), made);
  await scim.refused(['POST', '/Groups', { body: { displayName } }], 409, 'uniqueness');
  const path = `/Groups/${made.id}`;
  const replaced = await scim.ok<ScimGroup>('PUT', path, {
    body: { displayName: `${displayName}!`, members: asMembers([idAt(1), idAt(2)]) },
  });
  assert.deepEqual(
    [replaced.displayName, replaced.externalId, membersOf(replaced)],
    [`${displayName}!`, undefined, [idAt(1), idAt(2)]],
  );
  const emptied = await scim.ok<ScimGroup>('PUT', path, { body: { displayName } });
  assert.deepEqual(emptied.members, []);
  assert.equal((await scim.call('DELETE', path)).statusCode, 204);
  await scim.refused(['GET', path], 404);
  assert.equal((await scim.call('GET', `/Users/${idAt(1)}`)).statusCode, 200);
});

test('members come and go as Okta and Entra send them', async () => {
  const { id } = await scim.createGroup();
  const steps: readonly [operation: object, members: readonly string[]][] = [
    [{ op: 'Add', path: 'members', value: asMembers(ids.slice(0, 3)) }, ids.slice(0, 3)],
    [{ op: 'add', path: 'members', value: { value: idAt(0) } }, ids.slice(0, 3)],
    [{ op: 'Remove', path: `members[value eq "${idAt(0)}"]` }, ids.slice(1, 3)],
    [{ op: 'remove', path: 'members', value: [{ value: idAt(1) }] }, ids.slice(2, 3)],
    // Who is no member, or no user any more, is passed over.
    [{ op: 'remove', path: `members[value eq "900123"]` }, ids.slice(2, 3)],
    [{ op: 'remove', path: 'members', value: [{ value: 'nobody' }] }, ids.slice(2, 3)],
    [{ op: 'add', value: { members: [{ value: idAt(3) }] } }, ids.slice(2, 4)],
    [{ op: 'replace', path: 'members', value: asMembers(ids.slice(0, 2)) }, ids.slice(0, 2)],
    [{ op: 'replace', value: { id, members: asMembers(ids) } }, ids],
    [{ op: 'remove', path: `members[value eq "${idAt(0)}" or value eq "${idAt(3)}"]` }, ids.slice(1, 3)],
    [{ op: 'remove', path: 'members' }, []],
  ];
  for (const [operation, members] of steps)
    assert.deepEqual(membersOf(await patch(id, operation)), members, JSON.stringify(operation));
});

test('a group is renamed as Okta and Entra rename one', async () => {
  const { id } = await scim.createGroup();
  const name = () => `Renamed ${crypto.randomUUID()}`;
  const [one, two] = [name(), name()];
  assert.equal((await patch(id, { op: 'replace', value: { id, displayName: one } })).displayName, one);
  const changed = await patch(
    id,
    { op: 'Replace', path: 'displayName', value: two },
    { op: 'Add', path: 'externalId', value: 'entra-2' },
  );
  assert.deepEqual([changed.displayName, changed.externalId], [two, 'entra-2']);
  assert.equal((await patch(id, { op: 'remove', path: 'externalId' })).externalId, undefined);
});

const badChanges: Readonly<Record<string, [operation: object, scimType: string]>> = {
  'that adds nobody': [{ op: 'add', path: 'members', value: [{ value: '900123' }] }, 'invalidValue'],
  'that adds what is no id': [{ op: 'add', path: 'members', value: [{ value: 'x' }] }, 'invalidValue'],
  'that adds what is no member': [{ op: 'add', path: 'members', value: [{ id: '1' }] }, 'invalidValue'],
  'that adds a group': [
    { op: 'add', path: 'members', value: [{ value: '1', type: 'Group' }] },
    'invalidValue',
  ],
  'that replaces by nobody': [
    { op: 'replace', path: 'members', value: [{ value: '900123' }] },
    'invalidValue',
  ],
  'of a part of a member': [
    { op: 'replace', path: 'members[value eq "1"].display', value: 'x' },
    'invalidPath',
  ],
  'by a filter that is none': [{ op: 'remove', path: 'members[value]' }, 'invalidFilter'],
  'by what no member has': [{ op: 'remove', path: 'members[age gt 1]' }, 'invalidFilter'],
  'to what is no attribute': [{ op: 'add', path: 'owner', value: 'x' }, 'invalidPath'],
  'to the id': [{ op: 'replace', path: 'id', value: '1' }, 'mutability'],
  'that leaves no name': [{ op: 'remove', path: 'displayName' }, 'invalidValue'],
  'to a name of the server': [{ op: 'replace', path: 'displayName', value: 'System:all' }, 'invalidValue'],
  'that removes nothing in particular': [{ op: 'remove' }, 'noTarget'],
};

for (const [what, [operation, scimType]] of Object.entries(badChanges))
  test(`a change ${what} is refused, with all that stands beside it`, async () => {
    const made = await scim.createGroup({ members: asMembers([idAt(0)]) });
    const body = scim.patchOf({ op: 'add', path: 'members', value: [{ value: idAt(1) }] }, operation);
    await scim.refused(['PATCH', `/Groups/${made.id}`, { body }], 400, scimType);
    assert.deepEqual(await get(made.id), made);
  });

test('a group with a member that is no user is not created', async () => {
  const displayName = crypto.randomUUID();
  const body = { displayName, members: asMembers([idAt(0), '900123']) };
  const { detail } = await scim.refused(['POST', '/Groups', { body }], 400, 'invalidValue');
  assert.match(detail, /900123/);
  assert.doesNotMatch(detail, new RegExp(`\\b${idAt(0)}\\b`));
  await scim.refused(['POST', '/Groups', { body: { displayName, owner: 'x' } }], 400, 'invalidValue');
  assert.equal((await scim.call('POST', '/Groups', { body: { displayName } })).statusCode, 201);
});

test("another account's users are nobody", async () => {
  const tenantId = await app.build.tenant({ host: `${crypto.randomUUID()}.example.com` });
  const foreigner = String(await app.build.user({ tenantId }));
  const { id } = await scim.createGroup();
  const body = scim.patchOf({ op: 'add', path: 'members', value: [{ value: foreigner }] });
  await scim.refused(['PATCH', `/Groups/${id}`, { body }], 400, 'invalidValue');
});

for (const makeRoles of [
  async () => ['Admin'],
  async () => {
    const name = `Everything ${crypto.randomUUID()}`;
    const policies = [{ resourceType: 'Global', actions: ['All'], resources: ['All'] }];
    const made = await app.call({ method: 'POST', path: '/api/v1/roles', body: { name, policies } });
    assert.equal(made.statusCode, 200, made.body);
    return [name];
  },
])
  test('a group of administrators gets no new members, and loses them', async () => {
    const { id } = await scim.createGroup({ members: asMembers([idAt(0), idAt(1)]) });
    const roles = await makeRoles();
    const given = await app.call({ method: 'PUT', path: `/api/v1/user-groups/${id}`, body: { roles } });
    assert.equal(given.statusCode, 200, given.body);
    const add = scim.patchOf({ op: 'add', path: 'members', value: [{ value: idAt(2) }] });
    await scim.refused(['PATCH', `/Groups/${id}`, { body: add }], 403);
    const body = { displayName: 'x', members: asMembers([idAt(0), idAt(3)]) };
    await scim.refused(['PUT', `/Groups/${id}`, { body }], 403);
    assert.deepEqual(membersOf(await get(id)), ids.slice(0, 2));
    const same = await patch(id, { op: 'add', path: 'members', value: [{ value: idAt(0) }] });
    assert.deepEqual(membersOf(same), ids.slice(0, 2));
    const left = await patch(id, { op: 'remove', path: `members[value eq "${idAt(0)}"]` });
    assert.deepEqual(membersOf(left), [idAt(1)]);
  });

test('two provisioning runs at once lose nothing', async () => {
  const { id } = await scim.createGroup();
  const people = await Promise.all(Array.from({ length: 24 }, () => scim.createUser()));
  const add = (from: number) =>
    people
      .filter((_, index) => index % 2 === from)
      .map((person) => patch(id, { op: 'add', path: 'members', value: [{ value: person.id }] }));
  await Promise.all([...add(0), ...add(1)]);
  const everybody = people.map((person) => Number(person.id)).sort((one, other) => one - other);
  assert.deepEqual(membersOf(await get(id)).map(Number), everybody);
  // One run removes the first half while the other adds a user and renames the group.
  const [half, displayName] = [everybody.slice(0, 12), `Both ${crypto.randomUUID()}`];
  await Promise.all([
    ...half.map((value) => patch(id, { op: 'remove', path: `members[value eq "${value}"]` })),
    patch(id, { op: 'add', path: 'members', value: [{ value: idAt(0) }] }),
    patch(id, { op: 'replace', path: 'displayName', value: displayName }),
  ]);
  const left = await get(id);
  assert.equal(left.displayName, displayName);
  assert.deepEqual(new Set(membersOf(left)), new Set([idAt(0), ...everybody.slice(12).map(String)]));
  // The same user from both: one is told that it is there.
  const userName = `${crypto.randomUUID()}@example.com`;
  const both = await Promise.all([1, 2].map(() => scim.call('POST', '/Users', { body: { userName } })));
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [201, 409]);
});

test('a group changes with its members, and a change is made of what the client has seen', async () => {
  const made = await scim.createGroup();
  const path = `/Groups/${made.id}`;
  const add = (index: number, tag: string | undefined) =>
    scim.call('PATCH', path, {
      body: scim.patchOf({ op: 'add', path: 'members', value: [{ value: idAt(index) }] }),
      headers: { 'if-match': tag ?? '' },
    });
  const added = await add(0, made.meta?.version);
  assert.equal(added.statusCode, 200, added.body);
  assert.equal(added.headers.etag, (added.json() as ScimGroup).meta?.version);
  assert.notEqual(added.headers.etag, made.meta?.version);
  assert.equal((await add(1, made.meta?.version)).statusCode, 412);
  const body = { userIds: [Number(idAt(1))] };
  await app.call({ method: 'POST', path: `/api/v1/user-groups/${made.id}/users`, body });
  const changed = await get(made.id);
  assert.notEqual(changed.meta?.version, added.headers.etag);
  assert.ok((changed.meta?.lastModified ?? '') >= (made.meta?.lastModified ?? ''));
});

test('a page of groups with their members is bounded, and without them it is not', async () => {
  const names = ['a', 'b', 'c'].map((letter) => `Bounded ${letter} ${crypto.randomUUID()}`);
  for (const displayName of names) await scim.createGroup({ displayName });
  await app.database.pool.query(
    `with made as (
       insert into users (tenant_id, email, username, role)
       select $1, 'member' || n || '@example.com', 'member' || n, 'Viewer' from generate_series(1, 12000) n returning id
     ) insert into group_members (group_id, user_id) select g.id, made.id from groups g, made where g.name = any($2)`,
    [app.tenantId, names],
  );
  const filter = encodeURIComponent('displayName sw "bounded "');
  const pages = async (more: string) => {
    const { totalResults, itemsPerPage, Resources } = await scim.ok<ScimPage<ScimGroup>>(
      'GET',
      `/Groups?filter=${filter}&sortBy=displayName&${more}`,
    );
    return [totalResults, itemsPerPage, Resources.map(({ members }) => members?.length)];
  };
  assert.deepEqual(await pages(''), [3, 1, [12_000]]);
  assert.deepEqual(await pages('startIndex=3'), [3, 1, [12_000]]);
  assert.deepEqual(await pages('excludedAttributes=members'), [3, 3, [undefined, undefined, undefined]]);
  assert.deepEqual(await pages('attributes=displayName'), [3, 3, [undefined, undefined, undefined]]);
});

test('a group with thousands of members is answered in batches, whole and in their order', async () => {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `insert into users (tenant_id, email, username, first_name, role)
      select $1, 'large' || n || '@example.com', 'large' || n, nullif('Grace "' || n || '"', 'Grace "7"'), 'Viewer'
      from generate_series(1, 2500) n returning id`,
    [app.tenantId],
  );
  const values = rows.map(({ id }) => String(id));
  const displayName = `Large ${crypto.randomUUID()}`;
  const create = () =>
    scim.call('POST', '/Groups', {
      headers: { 'idempotency-key': displayName.replaceAll(' ', '-') },
      body: { displayName, members: asMembers(values.slice(0, 2400)) },
    });
  const created = await create();
  assert.equal(created.statusCode, 201, created.body);
  const made = created.json<ScimGroup>();
  assert.deepEqual(membersOf(made), values.slice(0, 2400));
  const again = await create();
  assert.deepEqual([again.json(), again.headers['idempotent-replayed']], [made, 'true']);
  const path = `/Groups/${made.id}`;
  const answer = await scim.call('GET', path);
  assert.equal(answer.headers['content-length'], undefined, 'it is sent in chunks');
  assert.deepEqual(answer.json(), made);
  assert.deepEqual(
    made.members?.slice(6, 8).map(({ display }) => display),
    ['large7', 'Grace "8"'],
  );
  const tag = String(answer.headers.etag);
  assert.equal((await scim.call('GET', path, { headers: { 'if-none-match': tag } })).statusCode, 304);
  const patched = await patch(made.id, { op: 'add', path: 'members', value: asMembers(values) });
  assert.deepEqual(membersOf(patched), values);
  assert.notEqual(patched.meta?.version, made.meta?.version);
  const replaced = await scim.ok<ScimGroup>('PUT', path, {
    body: { displayName, members: asMembers(values.slice(1)) },
  });
  assert.deepEqual(membersOf(replaced), values.slice(1));
  const few = await scim.ok<ScimGroup>('GET', `${path}?attributes=members.value`);
  assert.deepEqual(few, { schemas: made.schemas, id: made.id, members: asMembers(values.slice(1)) });
  const none = await scim.ok<ScimGroup>('GET', `${path}?excludedAttributes=members`);
  assert.deepEqual([none.displayName, none.members], [displayName, undefined]);
  const filter = encodeURIComponent(`displayName eq "${displayName}"`);
  const page = await scim.ok<ScimPage<ScimGroup>>('GET', `/Groups?filter=${filter}`);
  assert.deepEqual([page.totalResults, page.itemsPerPage], [1, 1]);
  assert.deepEqual(page.Resources, [replaced]);
  const pageOfFew = await scim.ok<ScimPage<ScimGroup>>(
    'GET',
    `/Groups?filter=${filter}&attributes=members.value`,
  );
  assert.deepEqual(pageOfFew.Resources, [few]);
});
