import type { AccessExplanation, AccessSubjectsResponse, Folder, ItemAccess } from '@oriel/contract';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  untilTrue,
  untilWaiting,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let app: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
});
after(() => app.close());

type Entry = { subjectType: string; subjectId?: number; embedTenantName?: string; level: string };
const share = (path: string, entries: Entry[], key?: string) =>
  calls.ok<ItemAccess>('PUT', `${path}/access`, { body: { entries }, ...(key !== undefined && { key }) });
const accessOf = (path: string, key?: string) =>
  calls.ok<ItemAccess>('GET', `${path}/access`, key === undefined ? {} : { key });
const explain = (path: string, userId: number, query = '') =>
  calls.ok<AccessExplanation>('GET', `${path}/access/explanation?userId=${userId}${query}`);
const user = (subjectId: number, level: string): Entry => ({ subjectType: 'USER', subjectId, level });

async function makeGroup(...userIds: number[]): Promise<number> {
  const body = { name: `Group ${crypto.randomUUID()}` };
  const made = await app.call({ method: 'POST', path: '/api/v1/user-groups', body });
  const { id } = made.json() as { id: number };
  if (userIds.length > 0)
    await app.call({ method: 'POST', path: `/api/v1/user-groups/${id}/users`, body: { userIds } });
  return id;
}

test('what is given is shown with those to whom it is, and taken away by leaving it out', async () => {
  const person = await calls.makePerson();
  const groupId = await makeGroup();
  await app.database.db
    .insertInto('embedTenants')
    .values({ tenantId: app.tenantId, name: 'northwind' })
    .execute();
  const folder = await calls.makeFolder('Shared with many');
  const path = `/folders/${folder.id}`;
  const entries = [
    user(person.id, 'edit'),
    { subjectType: 'GROUP', subjectId: groupId, level: 'manage' },
    { subjectType: 'ORGANIZATION', level: 'read' },
    { subjectType: 'EMBED_TENANT', embedTenantName: 'northwind', level: 'read' },
    { subjectType: 'ALL_EMBED_USERS', level: 'read' },
  ];
  const shared = await share(path, entries);
  assert.equal(shared.owner?.id, app.adminId);
  assert.deepEqual(
    shared.entries.map(({ subjectType, subjectId = null, level }) => [subjectType, subjectId, level]).sort(),
    [
      ['ALL_EMBED_USERS', null, 'read'],
      ['EMBED_TENANT', null, 'read'],
      ['GROUP', groupId, 'manage'],
      ['ORGANIZATION', null, 'read'],
      ['USER', person.id, 'edit'],
    ],
  );
  assert.match(
    shared.entries.find(({ subjectType }) => subjectType === 'USER')?.email ?? '',
    /@example\.com$/,
  );
  assert.deepEqual(await accessOf(path), shared);
  assert.equal((await calls.call('PUT', path, { key: person.key, body: { position: 3 } })).statusCode, 200);
  await share(path, []);
  assert.deepEqual((await accessOf(path)).entries, []);
  await calls.refused(['GET', `${path}/access`, { key: person.key }], 404, 'folder_not_found');
});

test('an entry says to whom, once, and embed users only read', async () => {
  const { id } = await calls.makeReport({ name: 'Refused entries' });
  const { id: userId } = await calls.makePerson();
  const foreign = await app.build.user({ tenantId: await app.build.tenant() });
  const put = (entries: Entry[]): Parameters<WorkspaceCalls['call']> => [
    'PUT',
    `/reports/${id}/access`,
    { body: { entries } },
  ];
  await calls.refused(put([user(userId, 'read'), user(userId, 'edit')]), 400, 'duplicate_subject');
  await calls.refused(put([user(foreign, 'read')]), 404, 'user_not_found');
  await calls.refused(
    put([{ subjectType: 'GROUP', subjectId: 900_123, level: 'read' }]),
    404,
    'group_not_found',
  );
  const nobody = { subjectType: 'EMBED_TENANT', embedTenantName: 'nobody', level: 'read' };
  await calls.refused(put([nobody]), 404, 'embed_tenant_not_found');
  for (const odd of [
    { subjectType: 'USER', level: 'read' },
    { subjectType: 'ORGANIZATION', subjectId: 1, level: 'read' },
    { subjectType: 'EMBED_TENANT', level: 'read' },
    { subjectType: 'ALL_EMBED_USERS', level: 'edit' },
  ])
    await calls.refused(put([odd]), 400, 'invalid_request');
  await calls.refused(put([user(userId, 'own')]), 400, 'validation_failed');
});

test('sharing needs manage access, of whichever kind of item', async () => {
  const person = await calls.makePerson();
  const folder = await calls.makeFolder('To be managed');
  const workbook = await calls.makeWorkbook('To be managed');
  const report = await calls.makeReport({ name: 'To be managed' });
  for (const path of [`/folders/${folder.id}`, `/workbooks/${workbook.id}`, `/reports/${report.id}`]) {
    await share(path, [user(person.id, 'edit')]);
    const put = ['PUT', `${path}/access`, { key: person.key, body: { entries: [] } }] as const;
    await calls.refused([...put], 403, 'forbidden');
    await calls.refused(['GET', `${path}/access`, { key: person.key }], 403, 'forbidden');
    await share(path, [user(person.id, 'manage')]);
    assert.deepEqual((await share(path, [user(person.id, 'read')], person.key)).entries.length, 1);
    await calls.refused([...put], 403, 'forbidden');
  }
});

test('what is inherited says from where, and is beaten by what is given on the item', async () => {
  const person = await calls.makePerson();
  const folder = await calls.makeFolder('Handing down');
  const workbook = await calls.makeWorkbook('In it', folder.id);
  const report = await calls.makeReport({ name: 'In the workbook', workbookId: workbook.id });
  await share(`/folders/${folder.id}`, [user(person.id, 'manage')]);
  const inherited = { type: 'FOLDER', id: folder.id, name: 'Handing down' };
  assert.deepEqual((await accessOf(`/reports/${report.id}`)).entries[0]?.inheritedFrom, inherited);
  await share(`/workbooks/${workbook.id}`, [user(person.id, 'read')]);
  const [entry] = (await accessOf(`/reports/${report.id}`)).entries;
  assert.deepEqual([entry?.level, entry?.inheritedFrom?.type], ['read', 'WORKBOOK']);
  const put = ['PUT', `/workbooks/${workbook.id}`, { key: person.key, body: { name: 'x' } }] as const;
  await calls.refused([...put], 403, 'forbidden');
});

test('an explanation names what access comes from, and what a move would change', async () => {
  const person = await calls.makePerson();
  const groupId = await makeGroup(person.id);
  const here = await calls.makeFolder('Here');
  const there = await calls.makeFolder('There');
  const report = await calls.makeReport({ name: 'Explained', folderId: here.id });
  const path = `/reports/${report.id}`;
  await share(`/folders/${here.id}`, [{ subjectType: 'GROUP', subjectId: groupId, level: 'edit' }]);
  await share(`/folders/${there.id}`, [{ subjectType: 'ORGANIZATION', level: 'read' }]);
  await share(path, [user(person.id, 'read')]);
  const explained = await explain(path, person.id, `&folderId=${there.id}`);
  assert.deepEqual(
    [explained.level, explained.limit, explained.reasons.map(({ level, isDecisive }) => [level, isDecisive])],
    [
      'edit',
      'manage',
      [
        ['edit', true],
        ['read', false],
      ],
    ],
  );
  assert.deepEqual(explained.reasons[0]?.place, { type: 'FOLDER', id: here.id, name: 'Here' });
  assert.equal(explained.move?.level, 'read');
  assert.deepEqual(
    explained.move?.changes.map(({ subject, before, after }) => [subject.subjectType, before, after]).sort(),
    [
      ['GROUP', 'edit', 'none'],
      ['ORGANIZATION', 'none', 'read'],
    ],
  );
  assert.deepEqual((await explain(path, person.id, '&folderId=0')).move?.level, 'read');
  assert.equal((await explain(path, person.id)).move, null);
  const admin = await explain(path, app.adminId);
  assert.deepEqual([admin.level, admin.reasons[0]?.kind], ['manage', 'ROLE']);
  const nobody = await calls.makePerson();
  assert.deepEqual((await explain(path, nobody.id)).reasons, []);
  await app.call({ method: 'PUT', path: `/api/v1/users/${person.id}`, body: { isDeactivated: true } });
  const deactivated = await explain(path, person.id);
  assert.deepEqual([deactivated.level, deactivated.limit], ['none', 'none']);
  await calls.refused(['GET', `${path}/access/explanation?userId=900123`], 404, 'user_not_found');
  await calls.refused(['GET', `${path}/access/explanation`], 400, 'validation_failed');
  await calls.refused(
    ['GET', `${path}/access/explanation?userId=${person.id}&folderId=900123`],
    404,
    'folder_not_found',
  );
});

test('users, groups and embed tenants are found by a part of their name', async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const [email, gone] = [`found-${mark}@example.com`, `gone-${mark}@example.com`];
  await app.build.user({ tenantId: app.tenantId, email });
  const goneId = await app.build.user({ tenantId: app.tenantId, email: gone });
  await app.call({ method: 'PUT', path: `/api/v1/users/${goneId}`, body: { isDeactivated: true } });
  await app.build.user({ tenantId: await app.build.tenant(), email: `foreign-${mark}@example.com` });
  await app.call({ method: 'POST', path: '/api/v1/user-groups', body: { name: `Group ${mark}` } });
  const search = (text: string, key?: string) =>
    calls.ok<AccessSubjectsResponse>(
      'GET',
      `/access-subjects?search=${text}`,
      key === undefined ? {} : { key },
    );
  const { key } = await calls.makePerson();
  assert.deepEqual(
    (await search(mark.toUpperCase(), key)).items.map((item) => item.email ?? item.name),
    [email, `Group ${mark}`],
  );
  assert.deepEqual((await search('%25')).items, []);
  const viewer = await calls.makePerson('Viewer');
  await calls.refused(['GET', '/access-subjects?search=a', { key: viewer.key }], 403, 'forbidden');
});

test('a change that waits for access to be taken away is refused', async () => {
  const person = await calls.makePerson();
  const folder = await calls.makeFolder('Taken away');
  await share(`/folders/${folder.id}`, [user(person.id, 'manage')]);
  const holder = await app.database.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(7231005, $1)', [app.deploymentId]);
  const taken = share(`/folders/${folder.id}`, []);
  await untilWaiting(app.database.pool, taken);
  const late = calls.call('PUT', `/folders/${folder.id}`, { key: person.key, body: { name: 'Late' } });
  const waitingCount = async () =>
    (
      await app.database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await untilTrue(async () => (await waitingCount()) === 2);
  await holder.query('rollback');
  holder.release();
  await taken;
  assert.equal((await late).statusCode, 404);
});

/** What a user may do with an item, as the item itself answers. */
async function levelSeen(path: string, key: string): Promise<string> {
  const answer = await calls.call('GET', path, { key });
  if (answer.statusCode === 404) return 'none';
  const { canEdit, canManage } = answer.json() as { canEdit: boolean; canManage: boolean };
  return canManage ? 'manage' : canEdit ? 'edit' : 'read';
}

test('whatever is given, owned and nested, an explanation comes to what the item answers, also after a move', async () => {
  const people = [await calls.makePerson(), await calls.makePerson('Viewer'), await calls.makePerson()];
  const groups = [
    await makeGroup(people[0]?.id ?? 0, people[1]?.id ?? 0),
    await makeGroup(people[2]?.id ?? 0),
  ];
  const subjects = [
    ...people.map(({ id }) => ({ subjectType: 'USER', subjectId: id })),
    ...groups.map((id) => ({ subjectType: 'GROUP', subjectId: id })),
    { subjectType: 'ORGANIZATION' },
  ];
  const given = fc.uniqueArray(
    fc.record({ subject: fc.nat(subjects.length - 1), level: fc.constantFrom('read', 'edit', 'manage') }),
    { selector: ({ subject }) => subject, maxLength: 3 },
  );
  const owner = fc.constantFrom(undefined, 0, 2);
  const keyOf = (index: number | undefined) => (index === undefined ? undefined : people[index]?.key);
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { minLength: 5, maxLength: 5 }),
      owner,
      owner,
      async (grants, one, other) => {
        const outer = await calls.makeFolder(crypto.randomUUID(), null, keyOf(one));
        const inner = await calls.ok<Folder>('POST', '/folders', {
          body: { name: crypto.randomUUID(), parentId: outer.id },
        });
        const elsewhere = await calls.makeFolder(crypto.randomUUID(), null, keyOf(other));
        const workbook = await calls.makeWorkbook('Random', inner.id);
        const report = await calls.makeReport({ name: 'Random', workbookId: workbook.id });
        const paths = [
          `/folders/${outer.id}`,
          `/folders/${inner.id}`,
          `/folders/${elsewhere.id}`,
          `/workbooks/${workbook.id}`,
          `/reports/${report.id}`,
        ];
        for (const [index, path] of paths.entries())
          await share(
            path,
            (grants[index] ?? []).map(({ subject, level }) => ({
              subjectType: '',
              ...subjects[subject],
              level,
            })),
          );
        const expected = new Map<string, string | undefined>();
        for (const { id, key } of people)
          for (const path of [`/workbooks/${workbook.id}`, `/reports/${report.id}`]) {
            const explained = await explain(
              path,
              id,
              path.startsWith('/w') ? `&folderId=${elsewhere.id}` : '',
            );
            assert.equal(explained.level, await levelSeen(path, key), path);
            expected.set(`${path} ${id}`, explained.move?.level);
          }
        const body = { type: 'WORKBOOK', id: workbook.id, folderId: elsewhere.id };
        await calls.ok('POST', '/workspace/move', { body });
        const path = `/workbooks/${workbook.id}`;
        for (const { id, key } of people)
          assert.equal(await levelSeen(path, key), expected.get(`${path} ${id}`));
      },
    ),
    { numRuns: 12, seed: 20_261_122 },
  );
});

test('an item that is shared with a thousand is answered in batches, whole and as it is stored', async () => {
  const { rows } = await app.database.pool.query<{ id: number; email: string }>(
    `insert into users (tenant_id, email, username, role)
      select $1, 'many' || n || '@example.com', 'many' || n, 'Viewer' from generate_series(1, 1000) n returning id, email`,
    [app.tenantId],
  );
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  const above = await calls.makeFolder('Shared by a thousand');
  const below = await calls.makeFolder('Below', above.id);
  const everybody = rows.map(({ id }) => user(id, 'read'));
  const shared = await calls.call('PUT', `/folders/${above.id}/access`, { body: { entries: everybody } });
  assert.equal(shared.statusCode, 200, shared.body);
  assert.equal(shared.headers['content-length'], undefined, 'it is sent in chunks');
  const { owner, entries } = shared.json<ItemAccess>();
  assert.equal(owner?.id, app.adminId);
  assert.deepEqual(new Map(entries.map(({ subjectId, email }) => [subjectId, email])), emails);
  assert.deepEqual(await accessOf(`/folders/${above.id}`), { owner, entries });
  const [first] = rows;
  await share(`/folders/${below.id}`, [user(first?.id ?? 0, 'edit')]);
  const inherited = (await accessOf(`/folders/${below.id}`)).entries;
  assert.equal(inherited.length, 1000);
  for (const { subjectId, level, inheritedFrom } of inherited)
    assert.deepEqual(
      [level, inheritedFrom?.id],
      subjectId === first?.id ? ['edit', undefined] : ['read', above.id],
    );
});

test('an explanation names every reason, and two thousand of those whom a move would change, with their number', async () => {
  const person = await calls.makePerson();
  const { rows } = await app.database.pool.query<{ id: number }>(
    `with made as (
      insert into groups (tenant_id, name) select $1, 'Reason ' || n from generate_series(1, 900) n returning id
    ) insert into group_members (group_id, user_id) select id, $2 from made returning group_id as id`,
    [app.tenantId, person.id],
  );
  const people = await app.database.pool.query<{ id: number }>(
    `insert into users (tenant_id, email, username, role)
      select $1, 'moved' || n || '@example.com', 'moved' || n, 'Viewer' from generate_series(1, 2700) n returning id`,
    [app.tenantId],
  );
  const ids = people.rows.map(({ id }) => id);
  let parentId: number | undefined;
  for (const start of [0, 900, 1800]) {
    const { id }: { id: number } = await calls.makeFolder(`From ${start}`, parentId);
    await share(
      `/folders/${id}`,
      ids.slice(start, start + 900).map((userId) => user(userId, 'read')),
    );
    parentId = id;
  }
  const item = await calls.makeFolder('Item', parentId);
  await share(
    `/folders/${item.id}`,
    rows.map(({ id }) => ({ subjectType: 'GROUP', subjectId: id, level: 'edit' })),
  );
  const explained = await explain(`/folders/${item.id}`, person.id, '&folderId=0');
  assert.deepEqual(
    [explained.level, explained.reasons.length, explained.reasons.every(({ isDecisive }) => isDecisive)],
    ['edit', 900, true],
  );
  assert.deepEqual(
    new Set(explained.reasons.map(({ subject }) => subject?.subjectId)),
    new Set(rows.map(({ id }) => id)),
  );
  // Everybody of the folders above; all have one owner.
  assert.deepEqual([explained.move?.changes.length, explained.move?.count], [2000, 2700]);
});
