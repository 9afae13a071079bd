import type {
  AccessSubjectsResponse,
  Dashboard,
  Folder,
  ItemAccess,
  Report,
  ReportsListResponse,
  TrashResponse,
  Workbook,
  WorkspaceConnectionResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';

/**
 * What viewers of embed sessions in creator mode do with the workspace: with what is theirs, and within their embed
 * tenant.
 */
let world: TestApp;
let calls: WorkspaceCalls;
/** Two viewers of one embed tenant, one of another, and one of the first without creator mode. */
let [ada, grace, rival, reader]: string[] = [];
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
  ada = await open('north', 'ada');
  grace = await open('north', 'grace');
  rival = await open('south', 'rival');
  reader = await openEmbedSession(world, { embedTenantName: 'north', externalId: 'reader' });
});
after(() => world.close());

const open = (embedTenantName: string, externalId: string) =>
  openEmbedSession(world, { embedTenantName, externalId, creatorMode: true });

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (token: string | undefined, method: Method, path: string, body?: object) =>
  world.call({
    method,
    path: `/api/v1/deployments/${world.deploymentId}${path}`,
    body,
    key: '',
    headers: { authorization: `Embed-Token ${token}` },
  });
async function get<Answer>(...request: Parameters<typeof ask>): Promise<Answer> {
  const answer = await ask(...request);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Answer>();
}
const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).statusCode;
const namesFor = async (token: string | undefined, query = '') =>
  (await get<WorkspaceConnectionResponse>(token, 'GET', `/workspace${query}`)).items.map(({ name }) => name);

const chart = (reportId: number) => ({
  title: 'Board',
  widgets: [{ id: 'chart', type: 'CHART', position: { x: 0, y: 0, w: 4, h: 4 }, config: { reportId } }],
});

/** A workbook with a tab and a published dashboard, in a folder. */
async function makeContent(token: string | undefined, name: string) {
  const folder = await get<Folder>(token, 'POST', '/folders', { name });
  const workbook = await get<Workbook>(token, 'POST', '/workbooks', {
    name: `${name} book`,
    folderId: folder.id,
  });
  const report = await get<Report>(token, 'POST', '/reports', {
    name: 'Tab',
    workbookId: workbook.id,
    jsonQuery: '{"measures":["a.b"]}',
  });
  const published = await get<Dashboard>(token, 'POST', `/workbooks/${workbook.id}/publish`, {
    workbookId: workbook.id,
    config: chart(report.id),
  });
  return { folder, workbook, report, published };
}

const share = (token: string | undefined, path: string, entries: object[]) =>
  get<ItemAccess>(token, 'PUT', `${path}/access`, { entries });
async function viewerId(name: string): Promise<number> {
  const { rows } = await world.database.pool.query<{ id: number }>(
    'select id from embed_users where external_id = $1',
    [name],
  );
  return rows[0]?.id ?? 0;
}

test('a creator makes folders, workbooks and reports, owns them, and nobody else of its tenant sees them', async () => {
  const { folder, workbook, report } = await makeContent(ada, 'Own');
  assert.ok((await namesFor(ada)).includes('Own'));
  assert.deepEqual(await namesFor(ada, `?folderId=${folder.id}`), ['Own book']);
  const shown = await get<Workbook>(ada, 'GET', `/workbooks/${workbook.id}`);
  assert.deepEqual([shown.canEdit, shown.canManage, shown.userId], [true, true, null]);
  const tabs = await get<ReportsListResponse>(ada, 'GET', `/reports?workbookId=${workbook.id}`);
  assert.deepEqual(
    tabs.items.map(({ id }) => id),
    [report.id],
  );
  for (const other of [grace, rival]) {
    assert.ok(!(await namesFor(other)).includes('Own'));
    assert.equal(await statusOf(other, 'GET', `/workbooks/${workbook.id}`), 404);
  }
});

test('every operation of the app answers 404 for what another tenant has made', async () => {
  const { folder, workbook, report } = await makeContent(ada, 'Hidden');
  const item = (type: string, id: number) => ({ type, id });
  const requests: [Method, string, object?][] = [
    ['GET', `/workspace?folderId=${folder.id}`],
    ['GET', `/folders?parentId=${folder.id}`],
    ['GET', `/folders/${folder.id}`],
    ['GET', `/folders/${folder.id}/ancestors`],
    ['PUT', `/folders/${folder.id}`, { name: 'Taken' }],
    ['POST', '/folders', { name: 'Inside', parentId: folder.id }],
    ['GET', `/folders/${folder.id}/access`],
    ['PUT', `/folders/${folder.id}/access`, { entries: [] }],
    ['POST', '/workbooks', { name: 'Inside', folderId: folder.id }],
    ['GET', `/workbooks/${workbook.id}`],
    ['PUT', `/workbooks/${workbook.id}`, { name: 'Taken' }],
    ['GET', `/workbooks/${workbook.id}/dashboard`],
    ['PUT', `/workbooks/${workbook.id}/dashboard`, { dashboardDraft: null }],
    ['POST', `/workbooks/${workbook.id}/publish`, { workbookId: workbook.id }],
    ['POST', `/workbooks/${workbook.id}/duplicate`, { shared: true }],
    ['POST', `/workbooks/${workbook.id}/duplicate`, {}],
    ['GET', `/workbooks/${workbook.id}/access`],
    ['PUT', `/workbooks/${workbook.id}/access`, { entries: [] }],
    ['GET', `/reports?workbookId=${workbook.id}`],
    ['GET', `/reports/${report.id}`],
    ['PUT', `/reports/${report.id}`, { name: 'Taken' }],
    ['POST', `/reports/${report.id}/export`, { format: 'csv' }],
    ['POST', `/reports/${report.id}/python-run`],
    ['GET', `/reports/${report.id}/access`],
    ['PUT', `/reports/${report.id}/access`, { entries: [] }],
    ['PUT', '/workspace/favorite', { ...item('WORKBOOK', workbook.id), isFavorite: true }],
    ['POST', '/workspace/move', { ...item('WORKBOOK', workbook.id), folderId: null }],
    ['GET', `/shared-workspace?folderId=${folder.id}`],
  ];
  for (const [method, path, body] of requests) {
    assert.equal(await statusOf(rival, method, path, body), 404, `${method} ${path} of another tenant`);
    assert.equal(await statusOf(grace, method, path, body), 404, `${method} ${path} of a colleague`);
    if (path.startsWith('/shared') || path.endsWith('duplicate')) continue;
    assert.equal(await statusOf(reader, method, path, body), 403, `${method} ${path} without creator mode`);
  }
  const items = [item('FOLDER', folder.id), item('WORKBOOK', workbook.id), item('REPORT', report.id)];
  for (const path of ['/workspace/bulk-delete', '/workspace/bulk-move']) {
    const { failed } = await get<{ failed: { error: { status: number } }[] }>(rival, 'POST', path, {
      items,
      ...(path.endsWith('move') && { folderId: null }),
    });
    assert.deepEqual(
      failed.map(({ error }) => error.status),
      [404, 404, 404],
      path,
    );
  }
  assert.equal(await statusOf(ada, 'GET', `/workbooks/${workbook.id}`), 200);
});

test('what is shared to be read is shown as it is published, and what is shared to be edited as it is', async () => {
  const { workbook, report, folder, published } = await makeContent(ada, 'Given');
  await get(ada, 'PUT', `/workbooks/${workbook.id}`, {
    meta: { secret: 'draft', dashboardDraft: chart(report.id) },
  });
  const subject = { subjectType: 'EMBED_USER', subjectId: await viewerId('grace') };
  await share(ada, `/workbooks/${workbook.id}`, [{ ...subject, level: 'read' }]);
  const shown = await get<Workbook>(grace, 'GET', `/workbooks/${workbook.id}`);
  assert.deepEqual([shown.canEdit, shown.dashboardDraft, shown.meta], [false, null, {}]);
  assert.equal(shown.publishedDashboard?.reportSnapshots.length, 1);
  assert.equal(shown.publishedDashboard?.fromSharedWorkspace, true);
  const own = await get<Workbook>(ada, 'GET', `/workbooks/${workbook.id}`);
  assert.equal(own.publishedDashboard?.fromSharedWorkspace, false);
  for (const [token, fromSharedWorkspace] of [
    [ada, false],
    [grace, true],
  ] as const) {
    const answer = await world.call({
      method: 'GET',
      path: `/api/v1/embed/dashboard/${published.publicId}`,
      key: '',
      headers: { authorization: `Embed-Token ${token}` },
    });
    assert.equal(answer.json<Dashboard>().fromSharedWorkspace, fromSharedWorkspace, answer.body);
  }
  assert.equal(await statusOf(grace, 'GET', `/reports/${report.id}`), 404);
  assert.equal(await statusOf(grace, 'GET', `/reports?workbookId=${workbook.id}`), 403);
  assert.equal(await statusOf(grace, 'PUT', `/workbooks/${workbook.id}`, { name: 'Mine' }), 403);
  assert.equal(await statusOf(grace, 'GET', `/workbooks/${workbook.id}/access`), 403);
  // The folder above is shown for the way, and nothing else of it.
  assert.deepEqual(await namesFor(grace, `?folderId=${folder.id}`), ['Given book']);
  await share(ada, `/workbooks/${workbook.id}`, [{ ...subject, level: 'edit' }]);
  const whole = await get<Workbook>(grace, 'GET', `/workbooks/${workbook.id}`);
  assert.deepEqual([whole.canEdit, whole.canManage], [true, false]);
  assert.equal(await statusOf(grace, 'GET', `/reports/${report.id}`), 200);
  await share(ada, `/workbooks/${workbook.id}`, []);
  assert.equal(await statusOf(grace, 'GET', `/workbooks/${workbook.id}`), 404);
  assert.equal(await statusOf(ada, 'GET', `/workbooks/${workbook.id}`), 200);
});

test('a group of the tenant is shared with, and leaving it takes the item', async () => {
  const { workbook } = await makeContent(ada, 'Grouped');
  const group = async (path: string, method: 'POST' | 'DELETE', body: object) => {
    const answer = await world.call({ method, path: `/api/v1/embed-tenants/north/groups${path}`, body });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer;
  };
  const { id } = (await group('', 'POST', { name: 'analysts' })).json<{ id: number }>();
  const members = { members: [{ externalId: 'grace' }] };
  await group(`/${id}/users`, 'POST', members);
  const access = await share(ada, `/workbooks/${workbook.id}`, [
    { subjectType: 'EMBED_GROUP', subjectId: id, level: 'read' },
  ]);
  assert.deepEqual(
    access.entries.map(({ name, level }) => [name, level]),
    [['analysts', 'read']],
  );
  assert.equal(await statusOf(grace, 'GET', `/workbooks/${workbook.id}`), 200);
  assert.ok((await namesFor(grace, '?search=grouped')).includes('Grouped book'));
  assert.equal(await statusOf(rival, 'GET', `/workbooks/${workbook.id}`), 404);
  await group(`/${id}/users`, 'DELETE', members);
  // Who loses a group loses the session.
  assert.equal(await statusOf(grace, 'GET', `/workbooks/${workbook.id}`), 401);
  grace = await open('north', 'grace');
  assert.equal(await statusOf(grace, 'GET', `/workbooks/${workbook.id}`), 404);
  assert.deepEqual(await namesFor(grace, '?search=grouped'), []);
});

test('sharing stays inside the tenant, and leaves what users have given', async () => {
  const { workbook } = await makeContent(ada, 'Inside');
  const path = `/workbooks/${workbook.id}`;
  const user = await calls.makePerson();
  await calls.grant('WORKBOOK', workbook.id, user.id, 1);
  const refused = async (entry: object) =>
    (await ask(ada, 'PUT', `${path}/access`, { entries: [entry] })).json<{ code: string }>().code;
  const rivalId = await viewerId('rival');
  assert.equal(
    await refused({ subjectType: 'EMBED_USER', subjectId: rivalId, level: 'read' }),
    'user_not_found',
  );
  assert.equal(
    await refused({ subjectType: 'EMBED_TENANT', embedTenantName: 'south', level: 'read' }),
    'embed_tenant_not_found',
  );
  for (const subject of [
    { subjectType: 'ORGANIZATION', level: 'read' },
    { subjectType: 'ALL_EMBED_USERS', level: 'read' },
    { subjectType: 'USER', subjectId: user.id, level: 'read' },
    { subjectType: 'EMBED_TENANT', embedTenantName: 'north', level: 'edit' },
  ])
    assert.equal(await refused(subject), 'invalid_request');
  await share(ada, path, [{ subjectType: 'EMBED_TENANT', embedTenantName: 'north', level: 'read' }]);
  assert.equal(await statusOf(grace, 'GET', path), 200);
  const access = await calls.ok<ItemAccess>('GET', `${path}/access`);
  assert.deepEqual(access.entries.map(({ subjectType }) => subjectType).sort(), ['EMBED_TENANT', 'USER']);
  const { items } = await get<AccessSubjectsResponse>(ada, 'GET', '/access-subjects?search=r');
  const found = items.map(({ subjectType, name }) => `${subjectType} ${name}`);
  assert.ok(found.includes('EMBED_USER grace') && found.includes('EMBED_TENANT north'));
  assert.ok(
    found.every((each) => !/rival|south/.test(each)),
    found.join(),
  );
});

test('favourites are of one viewer', async () => {
  const { workbook } = await makeContent(ada, 'Marked');
  await share(ada, `/workbooks/${workbook.id}`, [
    { subjectType: 'EMBED_TENANT', embedTenantName: 'north', level: 'read' },
  ]);
  await get(grace, 'PUT', '/workspace/favorite', { type: 'WORKBOOK', id: workbook.id, isFavorite: true });
  assert.deepEqual(await namesFor(grace, '?isFavorite=true'), ['Marked book']);
  assert.deepEqual(await namesFor(ada, '?isFavorite=true'), []);
  assert.equal((await get<Workbook>(grace, 'GET', `/workbooks/${workbook.id}`)).isFavorite, true);
  await get(grace, 'PUT', '/workspace/favorite', { type: 'WORKBOOK', id: workbook.id, isFavorite: false });
  assert.deepEqual(await namesFor(grace, '?isFavorite=true'), []);
});

test('two viewers may name their folders alike; one may not name two so', async () => {
  await get(ada, 'POST', '/folders', { name: 'Same' });
  await get(grace, 'POST', '/folders', { name: 'Same' });
  await get(rival, 'POST', '/folders', { name: 'Same' });
  await calls.makeFolder('Same');
  assert.equal(await statusOf(ada, 'POST', '/folders', { name: 'same' }), 400);
});

test('a creator moves, copies and deletes what is its own', async () => {
  const { workbook, folder } = await makeContent(ada, 'Moved');
  const item = { type: 'WORKBOOK', id: workbook.id };
  const { moved } = await get<{ moved: Workbook[] }>(ada, 'POST', '/workspace/bulk-move', {
    items: [item],
    folderId: null,
  });
  assert.deepEqual([moved.length, moved[0]?.folderId], [1, null]);
  const copy = await get<Workbook>(ada, 'POST', `/workbooks/${workbook.id}/duplicate`, {});
  assert.deepEqual([copy.name, copy.canManage], ['Copy of Moved book', true]);
  const { deleted } = await get<{ deleted: object[] }>(ada, 'POST', '/workspace/bulk-delete', {
    items: [item, { type: 'FOLDER', id: folder.id }],
  });
  assert.equal(deleted.length, 2);
  assert.equal(await statusOf(ada, 'GET', `/workbooks/${workbook.id}`), 404);
});

test('a creator takes back what it has moved and deleted, and nobody else does', async () => {
  const { folder, workbook, report, published } = await makeContent(ada, 'Back');
  const items = [{ type: 'WORKBOOK', id: workbook.id }];
  const change = async (path: string, body: object) =>
    (await get<{ undoId?: string }>(ada, 'POST', `/workspace/${path}`, body)).undoId ?? '';
  const undo = (token: string | undefined, undoId: string) => ask(token, 'POST', `/workspace/undo/${undoId}`);
  const trashOf = async (token: string | undefined) =>
    (await get<TrashResponse>(token, 'GET', '/workspace/trash')).items;

  const moved = await change('bulk-move', { items, folderId: null });
  for (const other of [grace, rival]) assert.equal((await undo(other, moved)).statusCode, 404);
  assert.equal((await undo(ada, moved)).statusCode, 200);
  assert.deepEqual(await namesFor(ada, `?folderId=${folder.id}`), ['Back book']);

  const deleted = await change('bulk-delete', { items });
  assert.equal(await statusOf(ada, 'GET', `/workbooks/${workbook.id}`), 404);
  const [entry] = await trashOf(ada);
  assert.deepEqual([entry?.name, entry?.deletedBy], ['Back book', null]);
  for (const other of [grace, rival]) {
    assert.deepEqual(await trashOf(other), []);
    assert.equal((await undo(other, deleted)).statusCode, 404);
    assert.equal(await statusOf(other, 'POST', `/workspace/trash/${entry?.id}/restore`), 404);
    assert.equal(await statusOf(other, 'DELETE', `/workspace/trash/${entry?.id}`), 404);
  }
  assert.equal(await statusOf(reader, 'GET', '/workspace/trash'), 403);
  assert.equal((await undo(ada, deleted)).statusCode, 200);
  const shown = await get<Workbook>(ada, 'GET', `/workbooks/${workbook.id}`);
  assert.deepEqual(
    [shown.canManage, shown.publishedDashboard?.publicId, shown.folderId],
    [true, published.publicId, folder.id],
  );

  assert.equal(await statusOf(ada, 'DELETE', `/reports/${report.id}`), 204);
  const [tab] = await trashOf(ada);
  assert.equal(await statusOf(ada, 'POST', `/workspace/trash/${tab?.id}/restore`), 200);
  assert.equal(await statusOf(grace, 'DELETE', `/workbooks/${workbook.id}`), 404);
  assert.equal(await statusOf(ada, 'DELETE', `/workbooks/${workbook.id}`), 204);
  assert.equal(await statusOf(ada, 'DELETE', `/folders/${folder.id}`), 204);
  const [last, first] = await trashOf(ada);
  assert.deepEqual([last?.name, first?.name], ['Back', 'Back book']);
  assert.equal(await statusOf(ada, 'DELETE', `/workspace/trash/${last?.id}`), 204);
  assert.equal((await trashOf(ada))[0]?.name, 'Back book');
});

test('what a viewer has deleted and moved is forgotten with the viewer', async () => {
  const guest = await open('passing', 'guest');
  const { workbook } = await makeContent(guest, 'Gone');
  const items = [{ type: 'WORKBOOK', id: workbook.id }];
  await get(guest, 'POST', '/workspace/bulk-move', { items, folderId: null });
  await get(guest, 'POST', '/workspace/bulk-delete', { items });
  const left = async () => {
    const { rows } = await world.database.pool.query<{ trash: number; moves: number }>(
      `select (select count(*) from trash where name = 'Gone book')::integer as trash,
        (select count(*) from bulk_moves where items @> $1::jsonb)::integer as moves`,
      [JSON.stringify([{ type: 'WORKBOOK', id: workbook.id }])],
    );
    return rows[0];
  };
  assert.deepEqual(await left(), { trash: 1, moves: 1 });
  assert.equal(
    (await world.call({ method: 'DELETE', path: '/api/v1/embed-tenants/passing' })).statusCode,
    204,
  );
  assert.deepEqual(await left(), { trash: 0, moves: 0 });
});

test('what a tenant has made goes with it', async () => {
  const [one, other] = [await open('gone', 'one'), await open('gone', 'other')];
  const { folder, workbook } = await makeContent(one, 'Temporary');
  await share(one, `/folders/${folder.id}`, [
    { subjectType: 'EMBED_USER', subjectId: await viewerId('other'), level: 'edit' },
  ]);
  const inside = await get<Folder>(other, 'POST', '/folders', { name: 'Below', parentId: folder.id });
  const answer = await world.call({ method: 'DELETE', path: '/api/v1/embed-tenants/gone' });
  assert.equal(answer.statusCode, 204, answer.body);
  for (const path of [`/folders/${folder.id}`, `/folders/${inside.id}`, `/workbooks/${workbook.id}`])
    assert.equal((await calls.call('GET', path)).statusCode, 404, path);
});

test('viewers in creator mode are told the SQL of sources while the account shows it', async () => {
  const sqlStatus = async (token: string | undefined) => {
    const { statusCode } = await world.call({
      method: 'POST',
      path: `/deployments/${world.deploymentId}/cubejs-api/v1/sql`,
      body: { query: { measures: ['orders.count'] } },
      key: '',
      headers: { authorization: `Embed-Token ${token}` },
    });
    return statusCode;
  };
  const show = async (showGeneratedSql: boolean | null) => {
    const body = { creatorMode: { showGeneratedSql } };
    const answer = await world.call({ method: 'PUT', path: '/api/v1/app-config', body });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  assert.equal(await sqlStatus(ada), 403);
  await show(true);
  // There is no model here, which is another matter than the right to ask it.
  assert.notEqual(await sqlStatus(ada), 403);
  assert.equal(await sqlStatus(reader), 403);
  await show(null);
  assert.equal(await sqlStatus(ada), 403);
});
