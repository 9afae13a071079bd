import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp, type TestCall } from '../test/index.ts';

let world: TestApp;
let base: string;
before(async () => {
  world = await createTestApp();
  base = `/api/v1/deployments/${world.deploymentId}`;
});
after(() => world.close());

async function ok<T = { id: number }>(call: TestCall): Promise<T> {
  const answer = await world.call(call);
  assert.ok(answer.statusCode < 300, `${call.method} ${call.path}: ${answer.statusCode} ${answer.body}`);
  return (answer.body === '' ? undefined : answer.json()) as T;
}
const post = <T = { id: number }>(path: string, body: object, key?: string) =>
  ok<T>({ method: 'POST', path: base + path, body, ...(key !== undefined && { key }) });
const makeFolder = (name: string, parentId: number | null = null, key?: string) =>
  post('/folders', { name, parentId }, key);
const makeWorkbook = (name: string, folderId: number | null = null) => post('/workbooks', { name, folderId });
const makeReport = (body: object) => post<{ id: number; publicId: string }>('/reports', body);
const refused = async (call: TestCall, status: number, code?: string) => {
  const answer = await world.call(call);
  assert.equal(answer.statusCode, status, answer.body);
  if (code !== undefined) assert.equal(answer.json().code, code);
};

/** A user of a role with a key of its own. */
async function person(role: 'Viewer' | 'Explorer' = 'Explorer'): Promise<{ id: number; key: string }> {
  const id = await world.build.user({ tenantId: world.tenantId, role });
  return { id, key: await world.build.apiKey({ tenantId: world.tenantId, userId: id }) };
}
const grant = (
  resourceType: 'FOLDER' | 'WORKBOOK' | 'REPORT',
  resourceId: number,
  userId: number,
  level: number,
) =>
  world.database.db
    .insertInto('grants')
    .values({
      deployment_id: world.deploymentId,
      resource_type: resourceType,
      resource_id: resourceId,
      subject_type: 'USER',
      subject_id: userId,
      level,
    })
    .execute();

test('folders nest, list by level, and know the way to themselves', async () => {
  const sales = await makeFolder('Sales');
  const q1 = await makeFolder('Q1', sales.id);
  const listed = await ok<{ items: { id: number; folderPath: { name: string }[] }[]; count: number }>({
    method: 'GET',
    path: `${base}/folders/?parentId=${sales.id}`,
  });
  assert.deepEqual(
    listed.items.map(({ id }) => id),
    [q1.id],
  );
  assert.deepEqual(listed.items[0]?.folderPath, [{ id: sales.id, name: 'Sales' }]);
  assert.equal(listed.count, 1);
  const ancestors = await ok<{ name: string }[]>({
    method: 'GET',
    path: `${base}/folders/${q1.id}/ancestors`,
  });
  assert.deepEqual(
    ancestors.map(({ name }) => name),
    ['Sales', 'Q1'],
  );
});

test('siblings have different names, whatever their case', async () => {
  const parent = await makeFolder('Names');
  await makeFolder('Europe', parent.id);
  await refused(
    { method: 'POST', path: `${base}/folders`, body: { name: 'EUROPE', parentId: parent.id } },
    400,
    'folder_name_taken',
  );
  await makeFolder('Europe');
});

test('folders nest ten levels deep and no deeper', async () => {
  let parent: number | null = null;
  for (let level = 1; level <= 10; level += 1) parent = (await makeFolder(`Level ${level}`, parent)).id;
  await refused(
    { method: 'POST', path: `${base}/folders`, body: { name: 'Level 11', parentId: parent } },
    400,
    'folder_too_deep',
  );
});

test('deleting a folder keeps what lies in it, and waits for its sub-folders', async () => {
  const outer = await makeFolder('Outer');
  const inner = await makeFolder('Inner', outer.id);
  const workbook = await makeWorkbook('Kept', inner.id);
  await refused({ method: 'DELETE', path: `${base}/folders/${outer.id}` }, 400, 'folder_has_subfolders');
  assert.equal((await world.call({ method: 'DELETE', path: `${base}/folders/${inner.id}` })).statusCode, 204);
  assert.equal(
    (await ok<{ folderId: number | null }>({ method: 'GET', path: `${base}/workbooks/${workbook.id}` }))
      .folderId,
    null,
  );
});

test('lists page by cursor without gaps or repeats', async () => {
  const folder = await makeFolder('Paged');
  const made = [];
  for (let index = 0; index < 7; index += 1)
    made.push((await makeReport({ name: `Paged ${index}`, folderId: folder.id })).id);
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const path: string = `${base}/reports?folderId=${folder.id}&first=3${after === undefined ? '' : `&after=${after}`}`;
    const page = await ok<{
      items: { id: number }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
      count: number;
    }>({ method: 'GET', path });
    assert.equal(page.count, 7);
    seen.push(...page.items.map(({ id }) => id));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
  } while (after !== undefined);
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    made,
  );
  await refused({ method: 'GET', path: `${base}/reports?after=nonsense` }, 400, 'invalid_cursor');
  await refused({ method: 'GET', path: `${base}/reports?colour=red` }, 400, 'validation_failed');
});

test('a publicId is chosen once', async () => {
  const report = await makeReport({ publicId: 'AbCdEf012345', name: 'Stable' });
  await refused(
    { method: 'POST', path: `${base}/reports`, body: { publicId: 'AbCdEf012345' } },
    409,
    'public_id_taken',
  );
  await refused(
    { method: 'PUT', path: `${base}/reports/${report.id}`, body: { publicId: 'AbCdEf012346' } },
    400,
    'public_id_fixed',
  );
  await ok({
    method: 'PUT',
    path: `${base}/reports/${report.id}`,
    body: { publicId: 'AbCdEf012345', title: 'Still stable' },
  });
  await refused(
    { method: 'POST', path: `${base}/reports`, body: { publicId: 'too short' } },
    400,
    'validation_failed',
  );
});

test('an update changes what is sent and nothing else', async () => {
  const { id } = await makeReport({
    name: 'Before',
    jsonQuery: '{"measures":["a.b"]}',
    meta: { kind: 'table', spec: {} },
  });
  const updated = await ok<{ name: string; jsonQuery: string; meta: object; version: number }>({
    method: 'PUT',
    path: `${base}/reports/${id}`,
    body: { name: 'After' },
  });
  assert.deepEqual(
    [updated.name, updated.jsonQuery, updated.meta, updated.version],
    ['After', '{"measures":["a.b"]}', { kind: 'table', spec: {} }, 2],
  );
});

test('a slug belongs to one workbook, until it is taken over', async () => {
  const [first, second] = [await makeWorkbook('First'), await makeWorkbook('Second')];
  const put = (id: number, body: object): TestCall => ({
    method: 'PUT',
    path: `${base}/workbooks/${id}`,
    body,
  });
  assert.equal((await ok<{ slug: string }>(put(first.id, { slug: ' Revenue ' }))).slug, 'revenue');
  await refused(put(second.id, { slug: 'revenue' }), 409, 'slug_taken');
  await ok(put(second.id, { slug: 'revenue', slugTakeover: true }));
  assert.equal(
    (await ok<{ slug: string | null }>({ method: 'GET', path: `${base}/workbooks/${first.id}` })).slug,
    null,
  );
});

test('publishing freezes the reports, counts versions and keeps the public id', async () => {
  const workbook = await makeWorkbook('Board');
  const report = await makeReport({
    name: 'Chart',
    workbookId: workbook.id,
    jsonQuery: '{"measures":["a.b"]}',
    meta: { kind: 'kpi', spec: { blocks: [] } },
  });
  const position = { x: 0, y: 0, w: 4, h: 4 };
  const widgets = [
    {
      type: 'CONTAINER',
      position,
      config: { children: [{ id: 'inner', type: 'CHART', position, config: { reportId: report.id } }] },
    },
  ];
  const draft = await ok<{ dashboardDraft: { widgets: { id: string }[] } }>({
    method: 'PUT',
    path: `${base}/workbooks/${workbook.id}/dashboard`,
    body: { dashboardDraft: { title: 'Board', widgets } },
  });
  assert.ok(draft.dashboardDraft.widgets[0]?.id);
  const publish = () =>
    post<{
      publicId: string;
      versionNumber: number;
      reportSnapshots: { name: string; kind: string; jsonQuery: string }[];
    }>(`/workbooks/${workbook.id}/publish`, { workbookId: workbook.id });
  const first = await publish();
  await ok({ method: 'PUT', path: `${base}/reports/${report.id}`, body: { name: 'Renamed' } });
  const shown = await ok<{ publishedDashboard: { reportSnapshots: { name: string }[] } }>({
    method: 'GET',
    path: `${base}/workbooks/${workbook.id}`,
  });
  assert.equal(shown.publishedDashboard.reportSnapshots[0]?.name, 'Chart');
  const [second, third] = await Promise.all([publish(), publish()]);
  assert.deepEqual([first.versionNumber, ...[second.versionNumber, third.versionNumber].sort()], [1, 2, 3]);
  assert.equal(second.publicId, first.publicId);
  assert.equal(second.reportSnapshots[0]?.name, 'Renamed');
  assert.deepEqual(
    [first.reportSnapshots[0]?.kind, first.reportSnapshots[0]?.jsonQuery],
    ['kpi', '{"measures":["a.b"]}'],
  );
});

test('a dashboard shows reports of its own workbook alone', async () => {
  const workbook = await makeWorkbook('Narrow');
  const foreign = await makeReport({ name: 'Foreign' });
  const config = {
    widgets: [
      { id: 'a', type: 'CHART', position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId: foreign.id } },
    ],
  };
  await refused(
    {
      method: 'POST',
      path: `${base}/workbooks/${workbook.id}/publish`,
      body: { workbookId: workbook.id, config },
    },
    400,
    'report_not_in_workbook',
  );
});

test('the feed shows folders first, then the rest in order, and finds parts of names anywhere', async () => {
  const folder = await makeFolder('Feed');
  await makeFolder('zebra', folder.id);
  await makeWorkbook('Alpha', folder.id);
  await makeReport({ name: 'beta 100%', folderId: folder.id });
  type Feed = {
    items: { name: string; type: string }[];
    pageInfo: { endCursor: string; hasNextPage: boolean };
  };
  const feed = (query: string) => ok<Feed>({ method: 'GET', path: `${base}/workspace?${query}` });
  const names = async (query: string) => (await feed(query)).items.map(({ name }) => name);
  assert.deepEqual(await names(`folderId=${folder.id}`), ['zebra', 'Alpha', 'beta 100%']);
  assert.deepEqual(await names(`folderId=${folder.id}&orderByField=name&orderByDirection=DESC`), [
    'zebra',
    'beta 100%',
    'Alpha',
  ]);
  assert.deepEqual(await names(`folderId=${folder.id}&types=REPORT&types=WORKBOOK`), ['Alpha', 'beta 100%']);
  assert.deepEqual(await names('search=100%25'), ['beta 100%']);
  assert.deepEqual(await names('search=0%25%25'), []);
  const paged: string[] = [];
  let after = '';
  for (;;) {
    const page = await feed(`folderId=${folder.id}&first=1${after}`);
    paged.push(...page.items.map(({ name }) => name));
    if (!page.pageInfo.hasNextPage) break;
    after = `&after=${page.pageInfo.endCursor}`;
  }
  assert.deepEqual(paged, ['zebra', 'Alpha', 'beta 100%']);
});

test('a folder moves with all that is below it, but never below itself', async () => {
  const [a, b] = [await makeFolder('Move a'), await makeFolder('Move b')];
  const child = await makeFolder('child', a.id);
  const move = (id: number, folderId: number | null): TestCall => ({
    method: 'POST',
    path: `${base}/workspace/move`,
    body: { type: 'FOLDER', id, folderId },
  });
  await refused(move(a.id, child.id), 400, 'folder_move_into_itself');
  await refused(move(a.id, a.id), 400, 'folder_move_into_itself');
  const moved = await ok<{ type: string; folderId: number; folderPath: { name: string }[] }>(
    move(a.id, b.id),
  );
  assert.deepEqual(
    [moved.type, moved.folderId, moved.folderPath],
    ['FOLDER', b.id, [{ id: b.id, name: 'Move b' }]],
  );
  const ancestors = await ok<{ name: string }[]>({
    method: 'GET',
    path: `${base}/folders/${child.id}/ancestors`,
  });
  assert.deepEqual(
    ancestors.map(({ name }) => name),
    ['Move b', 'Move a', 'child'],
  );
});

test('a bulk move answers for each distinct item and keeps what could be moved', async () => {
  const target = await makeFolder('Bulk target');
  const inside = await makeFolder('Bulk inside', target.id);
  const [workbook, report] = [await makeWorkbook('Bulk workbook'), await makeReport({ name: 'Bulk report' })];
  const items = [
    { type: 'WORKBOOK', id: workbook.id },
    { type: 'FOLDER', id: target.id },
    { type: 'REPORT', id: report.id },
    { type: 'WORKBOOK', id: workbook.id },
    { type: 'REPORT', id: 999_999 },
  ];
  const answer = await post<{
    moved: { id: number; type: string; folderId: number }[];
    failed: { id: number; type: string; error: { status: number; message: string } }[];
  }>('/workspace/bulk-move', { items, folderId: inside.id });
  assert.deepEqual(
    answer.moved.map(({ type, id, folderId }) => [type, id, folderId]),
    [
      ['WORKBOOK', workbook.id, inside.id],
      ['REPORT', report.id, inside.id],
    ],
  );
  assert.deepEqual(
    answer.failed.map(({ type, id, error }) => [type, id, error.status]),
    [
      ['FOLDER', target.id, 400],
      ['REPORT', 999_999, 404],
    ],
  );
  const single = await world.call({
    method: 'POST',
    path: `${base}/workspace/move`,
    body: { type: 'FOLDER', id: target.id, folderId: inside.id },
  });
  assert.equal(answer.failed[0]?.error.message, single.json().message);
  const back = await post<{ moved: { folderId: number | null }[] }>('/workspace/bulk-move', {
    items: [{ type: 'WORKBOOK', id: workbook.id }],
  });
  assert.equal(back.moved[0]?.folderId, null);
});

test('a bulk move takes 1 to 100 items', async () => {
  const item = { type: 'REPORT', id: 1 };
  await refused(
    { method: 'POST', path: `${base}/workspace/bulk-move`, body: { items: [] } },
    400,
    'validation_failed',
  );
  await refused(
    {
      method: 'POST',
      path: `${base}/workspace/bulk-move`,
      body: { items: Array.from({ length: 101 }, () => item) },
    },
    400,
    'validation_failed',
  );
  const missing = await post<{ failed: object[] }>('/workspace/bulk-move', {
    items: [{ type: 'REPORT', id: (await makeReport({})).id }],
    folderId: 999_999,
  });
  assert.equal(missing.failed.length, 1);
});

test('two moves at the same time never close a ring', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = [await makeFolder(`Ring a${round}`), await makeFolder(`Ring b${round}`)];
    const move = (id: number, folderId: number) =>
      world.call({ method: 'POST', path: `${base}/workspace/move`, body: { type: 'FOLDER', id, folderId } });
    const answers = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 400]);
  }
});

test('a folder that is made below one that moves at that time knows where it is', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [outer, parent] = [await makeFolder(`Outer ${round}`), await makeFolder(`Parent ${round}`)];
    const [child] = await Promise.all([
      makeFolder('Child', parent.id),
      post('/workspace/move', { type: 'FOLDER', id: parent.id, folderId: outer.id }),
    ]);
    const above = await ok<{ id: number }[]>({
      method: 'GET',
      path: `${base}/folders/${child.id}/ancestors`,
    });
    assert.deepEqual(
      above.map(({ id }) => id),
      [outer.id, parent.id, child.id],
    );
  }
});

test('a direct grant on a report wins over one on its workbook', async () => {
  const workbook = await makeWorkbook('Granted');
  const report = await makeReport({ name: 'Read only', workbookId: workbook.id });
  const reader = await person();
  await grant('WORKBOOK', workbook.id, reader.id, 3);
  await grant('REPORT', report.id, reader.id, 1);
  const seen = await ok<{ canEdit: boolean }>({
    method: 'GET',
    path: `${base}/reports/${report.id}`,
    key: reader.key,
  });
  assert.equal(seen.canEdit, false);
});

test('access: nothing is nothing, seeing is not touching, a folder hands down its grants', async () => {
  const folder = await makeFolder('Shared');
  const report = await makeReport({ name: 'Shared report', folderId: folder.id });
  const hidden = await makeReport({ name: 'Hidden report' });
  const reader = await person();
  const path = `${base}/reports/${report.id}`;
  await refused({ method: 'GET', path, key: reader.key }, 404, 'report_not_found');
  await grant('FOLDER', folder.id, reader.id, 1);
  const seen = await ok<{ canEdit: boolean }>({ method: 'GET', path, key: reader.key });
  assert.equal(seen.canEdit, false);
  await refused({ method: 'PUT', path, key: reader.key, body: { name: 'x' } }, 403, 'forbidden');
  await refused(
    {
      method: 'POST',
      path: `${base}/workspace/move`,
      key: reader.key,
      body: { type: 'REPORT', id: report.id },
    },
    403,
    'forbidden',
  );
  await grant('REPORT', report.id, reader.id, 3);
  assert.equal(
    (await ok<{ canManage: boolean }>({ method: 'PUT', path, key: reader.key, body: { name: 'Mine' } }))
      .canManage,
    true,
  );
  const listed = await ok<{ items: { id: number }[]; count: number }>({
    method: 'GET',
    path: `${base}/reports?first=1000`,
    key: reader.key,
  });
  assert.ok(
    listed.items.some(({ id }) => id === report.id) && !listed.items.some(({ id }) => id === hidden.id),
  );
  assert.equal(listed.count, listed.items.length);
});

test('folders that lead to something visible are shown for navigation, without their other content', async () => {
  const outer = await makeFolder('Way');
  const inner = await makeFolder('There', outer.id);
  await makeReport({ name: 'Beside', folderId: outer.id });
  const report = await makeReport({ name: 'Goal', folderId: inner.id });
  const reader = await person('Viewer');
  await grant('REPORT', report.id, reader.id, 1);
  const names = async (query: string) =>
    (
      await ok<{ items: { name: string }[] }>({
        method: 'GET',
        path: `${base}/workspace${query}`,
        key: reader.key,
      })
    ).items.map(({ name }) => name);
  assert.deepEqual(await names(''), ['Way']);
  assert.deepEqual(await names(`?folderId=${outer.id}`), ['There']);
  assert.deepEqual(await names(`?folderId=${inner.id}`), ['Goal']);
});

test('a viewer creates nothing; an explorer does, and owns it', async () => {
  const [viewer, explorer] = [await person('Viewer'), await person('Explorer')];
  await refused(
    { method: 'POST', path: `${base}/folders`, key: viewer.key, body: { name: 'No' } },
    403,
    'forbidden',
  );
  const own = await makeFolder('Own', null, explorer.key);
  await ok({
    method: 'PUT',
    path: `${base}/folders/${own.id}`,
    key: explorer.key,
    body: { name: 'Still own' },
  });
});

test('another tenant and another deployment find nothing', async () => {
  const report = await makeReport({ name: 'Ours' });
  const otherDeployment = await world.build.deployment({ tenantId: world.tenantId });
  await refused(
    { method: 'GET', path: `/api/v1/deployments/${otherDeployment}/reports/${report.id}` },
    404,
    'report_not_found',
  );
  const scoped = await world.build.apiKey({
    tenantId: world.tenantId,
    userId: world.adminId,
    deploymentIds: [otherDeployment],
  });
  await refused(
    { method: 'GET', path: `${base}/reports/${report.id}`, key: scoped },
    403,
    'deployment_out_of_scope',
  );
  await refused({ method: 'GET', path: '/api/v1/deployments/424242/reports' }, 404, 'deployment_not_found');
  const foreignTenant = await world.build.tenant({ host: 'other.example.com' });
  const foreignUser = await world.build.user({ tenantId: foreignTenant, role: 'Admin' });
  const foreignKey = await world.build.apiKey({ tenantId: foreignTenant, userId: foreignUser });
  const asForeign = (host: string): TestCall => ({
    method: 'GET',
    path: `${base}/reports/${report.id}`,
    key: foreignKey,
    headers: { host },
  });
  await refused(asForeign('other.example.com'), 404, 'deployment_not_found');
  await refused(asForeign('localhost'), 401, 'unauthenticated');
});

/** Shares a thing of the administrator with a user, as far as `level`. */
const share = (type: 'REPORT' | 'WORKBOOK', id: number, userId: number, level: number) =>
  world.database.pool.query(
    `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
     values ($1, $2, $3, 'USER', $4, $5)`,
    [world.deploymentId, type, id, userId, level],
  );

const idOf = async (path: string, body: object, key?: string): Promise<number> => {
  const answer = await world.call({
    method: 'POST',
    path: `/api/v1/deployments/${world.deploymentId}${path}`,
    body,
    ...(key !== undefined && { key }),
  });
  return (answer.json() as { id: number }).id;
};

test('who may only edit a report takes it neither to a folder nor to a workbook of its own', async () => {
  const userId = await world.build.user({ tenantId: world.tenantId, role: 'Explorer' });
  const key = await world.build.apiKey({ tenantId: world.tenantId, userId });
  const folderId = await idOf('/folders', { name: 'Of an editor' }, key);
  const workbookId = await idOf('/workbooks', { name: 'Of an editor' }, key);
  const reportId = await idOf('/reports', { name: 'Shared to edit' });
  await share('REPORT', reportId, userId, 2);
  const path = `/api/v1/deployments/${world.deploymentId}/reports/${reportId}`;
  const update = async (body: object) => (await world.call({ method: 'PUT', path, body, key })).statusCode;
  assert.equal(await update({ folderId }), 403);
  assert.equal(await update({ workbookId }), 403);
  assert.equal(await update({ name: 'Edited', folderId: null }), 200);
  assert.equal((await world.call({ method: 'DELETE', path, key })).statusCode, 403);
});

test('a viewer edits and deletes nothing, whatever it was granted', async () => {
  const userId = await world.build.user({ tenantId: world.tenantId, role: 'Viewer' });
  const key = await world.build.apiKey({ tenantId: world.tenantId, userId });
  const workbookId = await idOf('/workbooks', { name: 'Shared to manage' });
  await share('WORKBOOK', workbookId, userId, 3);
  const path = `/api/v1/deployments/${world.deploymentId}/workbooks/${workbookId}`;
  assert.equal((await world.call({ method: 'GET', path, key })).statusCode, 200);
  assert.equal((await world.call({ method: 'PUT', path, body: { name: 'Taken' }, key })).statusCode, 403);
  assert.equal((await world.call({ method: 'DELETE', path, key })).statusCode, 403);
});
