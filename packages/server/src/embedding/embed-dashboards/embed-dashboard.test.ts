import type { Dashboard } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

/** A workbook with a published dashboard that every embed user may see. */
async function makeDashboard(): Promise<Dashboard> {
  const { id } = await calls.makeWorkbook('Board');
  const { db } = testApp.database;
  await db
    .insertInto('grants')
    .values({
      deploymentId: testApp.deploymentId,
      resourceType: 'WORKBOOK',
      resourceId: id,
      subjectType: 'ALL_EMBED_USERS',
      subjectId: 0,
      level: 1,
    })
    .execute();
  return calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, {
    body: { workbookId: id, config: { widgets: [] } },
  });
}

const open = (publicId: string, headers: { key?: string; headers?: Record<string, string> } = {}) =>
  testApp.call({ method: 'GET', path: `/api/v1/embed/dashboard/${publicId}`, ...headers });

async function viewersOf({ workbookId }: Dashboard): Promise<number[]> {
  const { rows } = await testApp.database.pool.query<{ userId: number }>(
    "select user_id from workspace_views where resource_type = 'WORKBOOK' and resource_id = $1",
    [workbookId],
  );
  return rows.map((row) => row.userId);
}

test('a user who opens a published dashboard has opened its workbook', async () => {
  const dashboard = await makeDashboard();
  assert.deepEqual(await viewersOf(dashboard), []);
  assert.equal((await open(dashboard.publicId)).statusCode, 200);
  assert.deepEqual(await viewersOf(dashboard), [testApp.adminId]);
});

test('a user who is refused a dashboard, and the viewer of an embed session, leave no trace', async () => {
  const dashboard = await makeDashboard();
  const stranger = await calls.makePerson();
  assert.equal((await open(dashboard.publicId, { key: stranger.key })).statusCode, 404);
  const session = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId: testApp.deploymentId, externalId: 'viewer', embedTenantName: 'customer' },
  });
  const exchanged = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  const { token } = exchanged.json() as { token: string };
  const headers = { authorization: `Embed-Token ${token}` };
  const answer = await open(dashboard.publicId, { key: '', headers });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(await viewersOf(dashboard), []);
});

test('whom a dashboard is shared with is told by name, also through a folder, to administrators alone', async () => {
  const { db } = testApp.database;
  const { id: folderId } = await calls.makeFolder('Shared');
  const { id } = await calls.makeWorkbook('Board for tenants', folderId);
  const dashboard = await calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, {
    body: { workbookId: id, config: { widgets: [] } },
  });
  const audience = () => open(`${dashboard.publicId}/audience`);
  assert.deepEqual((await audience()).json(), { allEmbedUsers: false, embedTenants: [] });
  for (const [name, resourceType, resourceId] of [
    ['zephyr', 'WORKBOOK', id],
    ['acme', 'FOLDER', folderId],
  ] as const) {
    const { id: subjectId } = await db
      .insertInto('embedTenants')
      .values({ tenantId: testApp.tenantId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('grants')
      .values({
        deploymentId: testApp.deploymentId,
        resourceType,
        resourceId,
        subjectType: 'EMBED_TENANT',
        subjectId,
        level: 1,
      })
      .execute();
  }
  assert.deepEqual((await audience()).json(), { allEmbedUsers: false, embedTenants: ['acme', 'zephyr'] });
  const { key } = await calls.makePerson('Viewer');
  assert.equal((await open(`${dashboard.publicId}/audience`, { key })).statusCode, 403);
  assert.equal((await open('nothing/audience')).statusCode, 404);
});

/** The headers of a viewer of an embed tenant. */
async function viewerOf(body: object = {}): Promise<{ key: string; headers: Record<string, string> }> {
  const session = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId: testApp.deploymentId, externalId: 'viewer', embedTenantName: 'customer', ...body },
  });
  const exchanged = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  const { token } = exchanged.json() as { token: string };
  return { key: '', headers: { authorization: `Embed-Token ${token}` } };
}

test('a dashboard that viewers have opened shows each change, and is closed by each revocation, at the next request', async () => {
  const { pool } = testApp.database;
  const dashboard = await makeDashboard();
  const { publicId, workbookId } = dashboard;
  const viewer = await viewerOf();
  const shown = async (of = viewer) => {
    const answer = await open(publicId, of);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json() as Dashboard;
  };
  const first = await shown();
  assert.deepEqual(await shown(), first);
  assert.equal(first.restrictDataDownload, false);
  assert.equal(
    (await shown(await viewerOf({ settings: { allowExport: false } }))).restrictDataDownload,
    true,
  );
  assert.deepEqual(await shown(), first);

  const set = (column: string, value: unknown) =>
    pool.query(`update dashboards set ${column} = $1 where public_id = $2`, [value, publicId]);
  await set('restrict_data_download', true);
  assert.equal((await shown()).restrictDataDownload, true);
  await set('restrict_data_download', false);
  assert.deepEqual(await shown(), first);

  const next = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, {
    body: { workbookId, config: { title: 'Second', widgets: [] } },
  });
  assert.equal((await shown()).versionId, next.versionId);
  assert.equal((await shown()).config.title, 'Second');
  await pool.query(
    `update dashboard_versions set config = jsonb_set(config, '{title}', '"Mended"') where id = $1`,
    [next.versionId],
  );
  assert.equal((await shown()).config.title, 'Mended');

  await set('status', 'archived');
  assert.equal((await open(publicId, viewer)).statusCode, 404);
  await set('status', 'published');
  assert.equal((await shown()).config.title, 'Mended');
  await pool.query("delete from grants where resource_type = 'WORKBOOK' and resource_id = $1", [workbookId]);
  assert.equal((await open(publicId, viewer)).statusCode, 404);
});
