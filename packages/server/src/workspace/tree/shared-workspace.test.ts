import type { Dashboard, Workbook, WorkspaceConnectionResponse } from '@oriel/contract';
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

const openSession = (embedTenantName: string, more: object = {}) =>
  openEmbedSession(world, { embedTenantName, ...more });

async function listAs(token: string, query = ''): Promise<Workbook[]> {
  const answer = await world.call({
    method: 'GET',
    path: `/api/v1/deployments/${world.deploymentId}/shared-workspace${query}`,
    key: '',
    headers: { authorization: `Embed-Token ${token}` },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<WorkspaceConnectionResponse>().items;
}
const namesOf = (items: readonly Workbook[]) => items.map(({ name }) => name);

/** Shares an item with all embed users, or with the viewers of one tenant. */
async function share(resourceType: 'FOLDER' | 'WORKBOOK' | 'REPORT', resourceId: number, tenant?: string) {
  const found = tenant
    ? await world.database.db
        .selectFrom('embedTenants')
        .select('id')
        .where('name', '=', tenant)
        .executeTakeFirstOrThrow()
    : undefined;
  const subject = found
    ? ({ subjectType: 'EMBED_TENANT', subjectId: found.id } as const)
    : ({ subjectType: 'ALL_EMBED_USERS', subjectId: 0 } as const);
  await world.database.db
    .insertInto('grants')
    .values({ deploymentId: world.deploymentId, resourceType, resourceId, level: 1, ...subject })
    .execute();
}

async function makeShared() {
  const { id: folder } = await calls.makeFolder('Folder');
  const { id: inner } = await calls.makeFolder('Inner', folder);
  const board = await calls.makeWorkbook('For all', inner);
  await calls.makeWorkbook('Beside', inner);
  await calls.ok('PUT', `/workbooks/${board.id}/dashboard`, {
    body: { dashboardDraft: { title: 'Unpublished', widgets: [] } },
  });
  const body = { workbookId: board.id, config: { title: 'Published', widgets: [] }, allowEmbed: true };
  await calls.ok('POST', `/workbooks/${board.id}/publish`, { body });
  const report = await calls.makeReport({ name: 'For north', jsonQuery: '{}' });
  await calls.makeReport({ name: 'For nobody' });
  await share('WORKBOOK', board.id);
  return { folder, inner, board, report };
}

test('viewers of a tenant see what is shared with it and with all, and the folders that lead there', async () => {
  const [north, again, south] = [
    await openSession('north'),
    await openSession('north', { externalId: 'another' }),
    await openSession('south'),
  ];
  const { folder, inner, report } = await makeShared();
  await share('REPORT', report.id, 'north');
  assert.deepEqual(namesOf(await listAs(north)), ['Folder', 'For north']);
  assert.deepEqual(await listAs(again), await listAs(north));
  assert.deepEqual(namesOf(await listAs(south)), ['Folder']);
  assert.deepEqual(namesOf(await listAs(south, `?folderId=${folder}`)), ['Inner']);
  assert.deepEqual(namesOf(await listAs(south, `?folderId=${inner}`)), ['For all']);
  assert.deepEqual(namesOf(await listAs(south, '?search=for')), ['For all']);
  assert.deepEqual(namesOf(await listAs(north, '?search=for&types=REPORT')), ['For north']);
  assert.deepEqual(namesOf(await listAs(north, '?search=for&orderByField=created_at&orderByDirection=ASC')), [
    'For all',
    'For north',
  ]);
  assert.equal((await listAs(north, '?search=for&orderByField=viewer_last_viewed_at')).length, 2);
  const [first] = await listAs(north, '?search=for&first=1');
  assert.equal(first?.name, 'For all');
});

test('owners, drafts and metadata are left out', async () => {
  const token = await openSession('east');
  const found = await listAs(token, '?search=for all');
  const [item] = found;
  assert.ok(item);
  const { user, userId, createdBy, meta, dashboardDraft, dashboardPublished, isFavorite, canEdit } = item;
  assert.deepEqual(
    [user, userId, createdBy, meta, dashboardDraft, dashboardPublished?.title, isFavorite, canEdit],
    [null, null, undefined, {}, null, 'Published', null, false],
  );
  assert.equal(item.publishedDashboard?.createdBy, null);
});

test('a dashboard that the viewer may not open is not given by the list', async () => {
  const [viewer, creator] = [await openSession('west'), await openSession('west', { creatorMode: true })];
  const { id } = await calls.makeWorkbook('Closed');
  const body = { workbookId: id, config: { widgets: [] } };
  await calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body });
  await share('WORKBOOK', id, 'west');
  const seen = async (token: string) => (await listAs(token, '?search=closed'))[0]?.publishedDashboard?.title;
  assert.deepEqual([await seen(viewer), await seen(creator)], [undefined, 'Closed']);
});

test('an administrator sees what is shared with all embed users, other users nothing', async () => {
  const items = await calls.ok<WorkspaceConnectionResponse>('GET', '/shared-workspace?search=for');
  assert.deepEqual(namesOf(items.items), ['For all']);
  const { key } = await calls.makePerson();
  await calls.refused(['GET', '/shared-workspace', { key }], 403, 'admin_only');
  await calls.refused(['GET', '/shared-workspace?folderId=900000'], 404, 'folder_not_found');
});
