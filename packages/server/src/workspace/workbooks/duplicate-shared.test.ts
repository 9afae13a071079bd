import type { Dashboard, ItemAccess, Workbook, WorkspaceConnectionResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const creator = (externalId: string) =>
  openEmbedSession(world, { embedTenantName: 'north', externalId, creatorMode: true });
const ask = (token: string, method: 'GET' | 'POST', path: string, body?: object) =>
  world.call({ method, path, body, key: '', headers: { authorization: `Embed-Token ${token}` } });
const duplicate = (token: string, id: number, body: object = { shared: true }) =>
  ask(token, 'POST', `/api/v1/deployments/${world.deploymentId}/workbooks/${id}/duplicate`, body);
const opened = async (token: string, publicId: string | undefined) =>
  (await ask(token, 'GET', `/api/v1/embed/dashboard/${publicId}`)).statusCode;

/** A workbook that is shared with all embed users, with a report on its dashboard and one that is not. */
async function makeShared() {
  const { id } = await calls.makeWorkbook('Shared');
  const shown = await calls.makeReport({ name: 'Shown', workbookId: id, jsonQuery: '{"measures":["a.b"]}' });
  await calls.makeReport({ name: 'Not published', workbookId: id });
  const position = { x: 0, y: 0, w: 4, h: 4 };
  const widgets = [{ id: 'chart', type: 'CHART', position, config: { reportId: shown.id } }];
  const body = { workbookId: id, config: { title: 'Board', widgets } };
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body });
  const grant = { deploymentId: world.deploymentId, resourceType: 'WORKBOOK', resourceId: id, level: 1 };
  await world.database.db
    .insertInto('grants')
    .values({ ...grant, subjectType: 'ALL_EMBED_USERS', subjectId: 0 })
    .execute();
  return { id, shown, publicId };
}

test('a creator gets a copy of what is published, which nobody else of the embed users sees', async () => {
  const source = await makeShared();
  const [token, other] = [await creator('ada'), await creator('grace')];
  const answer = await duplicate(token, source.id);
  assert.equal(answer.statusCode, 200, answer.body);
  const copy = answer.json<Workbook>();
  const { publishedDashboard, dashboardDraft } = copy;
  assert.deepEqual([copy.name, copy.folderId, copy.userId], ['Copy of Shared', null, null]);
  const [snapshot, ...more] = publishedDashboard?.reportSnapshots ?? [];
  assert.deepEqual([snapshot?.name, more.length], ['Shown', 0]);
  assert.notEqual(snapshot?.reportId, source.shown.id);
  assert.deepEqual(dashboardDraft, publishedDashboard?.config);
  assert.deepEqual(publishedDashboard?.config.widgets?.[0]?.config, { reportId: snapshot?.reportId });
  assert.notEqual(publishedDashboard?.publicId, source.publicId);
  const { publicId } = publishedDashboard ?? {};
  assert.deepEqual([await opened(token, publicId), await opened(other, publicId)], [200, 404]);
  const plain = await openEmbedSession(world, { embedTenantName: 'north', externalId: 'linus' });
  assert.equal(await opened(plain, publicId), 404);
  // Nor is it shared: the shared workspace is the same for all.
  const path = `/api/v1/deployments/${world.deploymentId}/shared-workspace?search=copy`;
  const { items } = (await ask(token, 'GET', path)).json<WorkspaceConnectionResponse>();
  assert.deepEqual(items, []);
});

test('sharing a copy leaves it with its creator, and goes with them', async () => {
  const source = await makeShared();
  const token = await creator('margaret');
  const { id, publishedDashboard } = (await duplicate(token, source.id)).json<Workbook>();
  const access = await calls.ok<ItemAccess>('PUT', `/workbooks/${id}/access`, {
    body: { entries: [{ subjectType: 'ORGANIZATION', level: 'read' }] },
  });
  assert.ok(JSON.stringify(access).includes('ORGANIZATION'));
  assert.ok(!JSON.stringify(access).includes('EMBED_USER'));
  assert.equal(await opened(token, publishedDashboard?.publicId), 200);
  await world.database.pool.query("delete from embed_users where external_id = 'margaret'");
  const { rows } = await world.database.pool.query(
    "select from grants where subject_type = 'EMBED_USER' and resource_id = $1",
    [id],
  );
  assert.equal(rows.length, 0);
});

test('what is not shared, not published, or asked for by another caller is not copied', async () => {
  const source = await makeShared();
  const token = await creator('joan');
  const { id: hidden } = await calls.makeWorkbook('Hidden');
  const status = async (...args: Parameters<typeof duplicate>) => {
    const answer = await duplicate(...args);
    return [answer.statusCode, (answer.json() as { code: string }).code];
  };
  assert.deepEqual(await status(token, hidden), [404, 'workbook_not_found']);
  assert.deepEqual(await status(token, 900_000), [404, 'workbook_not_found']);
  assert.deepEqual(await status(token, source.id, {}), [403, 'forbidden']);
  const plain = await openEmbedSession(world, { embedTenantName: 'north', externalId: 'barbara' });
  assert.deepEqual(await status(plain, source.id), [403, 'forbidden']);
  await calls.ok('PATCH', `/workbooks/${source.id}/dashboard`, { body: { status: 'draft' } });
  assert.deepEqual(await status(token, source.id), [400, 'no_published_dashboard']);
});
