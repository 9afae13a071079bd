import type {
  Dashboard,
  DashboardVersionsResponse,
  Report,
  ReportsListResponse,
  Workbook,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type WorkspaceCalls,
} from '../../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const as = (key: string | undefined) => (key === undefined ? {} : { key });
const position = { x: 0, y: 0, w: 4, h: 4 };
const chart = (reportId: number) => ({
  id: `chart-${reportId}`,
  type: 'CHART',
  position,
  config: { reportId },
});
const open = (id: number, key?: string) => calls.ok<Workbook>('GET', `/workbooks/${id}`, as(key));
const publish = (workbookId: number, body: object = {}) =>
  calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body: { workbookId, ...body } });
const versionsOf = async (id: number, query = '') =>
  calls.ok<DashboardVersionsResponse>('GET', `/workbooks/${id}/dashboard/versions${query}`);
const restore = (id: number, version: number, body?: object, key?: string) =>
  calls.ok<Workbook>('POST', `/workbooks/${id}/dashboard/versions/${version}/restore`, { body, ...as(key) });
const reportsOf = async (workbookId: number) =>
  (await calls.ok<ReportsListResponse>('GET', `/reports?workbookId=${workbookId}&sortBy=name`)).items;

/** A workbook with a report on its dashboard and one that is not, published once. */
async function makeBoard() {
  const { id } = await calls.makeWorkbook('Board');
  const shown = await calls.makeReport({ name: 'Shown', workbookId: id, jsonQuery: '{"measures":["a.b"]}' });
  const aside = await calls.makeReport({
    name: 'Aside',
    workbookId: id,
    pivotItems: { columns: [], rows: ['a.c'], filters: [], measures: [] },
  });
  await calls.ok('PUT', `/workbooks/${id}/dashboard`, {
    body: { dashboardDraft: { title: 'First', widgets: [chart(shown.id)] } },
  });
  await publish(id);
  return { id, shown, aside };
}

test('each publication is a version with its own snapshots, newest first', async () => {
  const { id, shown } = await makeBoard();
  await calls.ok('PUT', `/reports/${shown.id}`, { body: { name: 'Renamed' } });
  await publish(id, { title: 'Second' });
  await publish(id, { title: 'Third' });
  const { items, pageInfo } = await versionsOf(id, '?first=2');
  assert.deepEqual(
    items.map(({ versionNumber, title, isCurrent, createdBy, user }) => [
      versionNumber,
      title,
      isCurrent,
      createdBy === user?.id,
    ]),
    [
      [3, 'Third', true, true],
      [2, 'Second', false, true],
    ],
  );
  const rest = await versionsOf(id, `?first=2&after=${pageInfo.endCursor}`);
  assert.deepEqual(
    rest.items.map(({ versionNumber }) => versionNumber),
    [1],
  );
  const names = [];
  for (const { versionNumber } of [...rest.items, ...items]) {
    const version = await calls.ok<Dashboard>('GET', `/workbooks/${id}/dashboard/versions/${versionNumber}`);
    names.push([version.versionNumber, version.reportSnapshots[0]?.name]);
  }
  assert.deepEqual(names, [
    [1, 'Shown'],
    [3, 'Renamed'],
    [2, 'Renamed'],
  ]);
});

test('a dashboard that was never published has no versions', async () => {
  const { id } = await calls.makeWorkbook('Never');
  assert.deepEqual((await versionsOf(id)).items, []);
  const path = `/workbooks/${id}/dashboard/versions/1`;
  await calls.refused(['GET', path], 404, 'dashboard_version_not_found');
  await calls.refused(['POST', `${path}/restore`], 404, 'dashboard_version_not_found');
  await calls.refused(['GET', path.replace(/1$/, '99999999999')], 404, 'dashboard_version_not_found');
});

test('restoring brings back the draft and every report as they were published', async () => {
  const { id, shown, aside } = await makeBoard();
  await calls.ok('PUT', `/reports/${shown.id}`, { body: { name: 'Changed', jsonQuery: null } });
  await calls.ok('DELETE', `/reports/${aside.id}`);
  const added = await calls.makeReport({ name: 'Added', workbookId: id });
  await calls.ok('PUT', `/workbooks/${id}/dashboard`, {
    body: { dashboardDraft: { title: 'Other', widgets: [chart(added.id)] } },
  });
  const restored = await restore(id, 1);
  assert.equal(restored.dashboardDraft?.title, 'First');
  const [asideAgain, shownAgain] = (await reportsOf(id)) as [Report, Report];
  assert.deepEqual((await reportsOf(id)).length, 2);
  assert.deepEqual(
    [shownAgain.id, shownAgain.name, shownAgain.jsonQuery],
    [shown.id, 'Shown', '{"measures":["a.b"]}'],
  );
  assert.deepEqual([asideAgain.name, asideAgain.pivotItems?.rows], ['Aside', ['a.c']]);
  assert.notEqual(asideAgain.id, aside.id);
  // Viewers see it once it is published.
  assert.equal((await versionsOf(id)).items.length, 1);
  await publish(id);
  assert.deepEqual((await versionsOf(id)).items[0]?.restoredFrom, 1);
});

test('charts of a report that was deleted show the one that is made in its place', async () => {
  const { id, shown } = await makeBoard();
  await calls.ok('DELETE', `/reports/${shown.id}`);
  const { dashboardDraft } = await restore(id, 1);
  const [, again] = await reportsOf(id);
  assert.equal(again?.name, 'Shown');
  assert.deepEqual(dashboardDraft?.widgets?.[0]?.config, { reportId: again.id });
  const { reportSnapshots } = await publish(id);
  assert.deepEqual(
    reportSnapshots.map(({ reportId }) => reportId),
    [again.id],
  );
});

test('reports that came later stay where that is asked for, and take the right to manage them to go', async () => {
  const { id } = await makeBoard();
  await calls.makeReport({ name: 'Later', workbookId: id });
  const editor = await calls.makePerson();
  await calls.grant('WORKBOOK', id, editor.id, 2);
  const path = `/workbooks/${id}/dashboard/versions/1/restore`;
  await calls.refused(['POST', path, { key: editor.key }], 403, 'forbidden');
  assert.equal((await reportsOf(id)).length, 3);
  await restore(id, 1, { keepOtherReports: true }, editor.key);
  assert.equal((await reportsOf(id)).length, 3);
  await restore(id, 1);
  assert.equal((await reportsOf(id)).length, 2);
});

test('a version of before tabs were recorded brings back the reports of its charts and deletes none', async () => {
  const { id, shown, aside } = await makeBoard();
  await world.database.pool.query(
    'update dashboard_versions v set tabs = null from dashboards d where d.id = v.dashboard_id and d.workbook_id = $1',
    [id],
  );
  await calls.ok('PUT', `/reports/${shown.id}`, { body: { name: 'Changed' } });
  await restore(id, 1);
  assert.deepEqual(
    (await reportsOf(id)).map((report) => [report.id, report.name]),
    [
      [aside.id, 'Aside'],
      [shown.id, 'Shown'],
    ],
  );
});

test('who may only read a workbook sees no versions and restores none', async () => {
  const { id } = await makeBoard();
  const reader = await calls.makePerson();
  await calls.grant('WORKBOOK', id, reader.id, 1);
  const path = `/workbooks/${id}/dashboard/versions`;
  await calls.refused(['GET', path, { key: reader.key }], 403, 'forbidden');
  await calls.refused(['GET', `${path}/1`, { key: reader.key }], 403, 'forbidden');
  await calls.refused(['POST', `${path}/1/restore`, { key: reader.key }], 403, 'forbidden');
});

test('a dashboard that is unpublished or archived is there for its editors alone, until it is published again', async () => {
  const { id } = await makeBoard();
  const [editor, reader] = [await calls.makePerson(), await calls.makePerson('Viewer')];
  await calls.grant('WORKBOOK', id, editor.id, 2);
  await calls.grant('WORKBOOK', id, reader.id, 1);
  const set = (status: string) =>
    calls.ok<Dashboard>('PATCH', `/workbooks/${id}/dashboard`, { body: { status }, key: editor.key });
  const { publicId } = await set('published');
  const seen = async () => {
    const [edited, read] = await Promise.all([open(id, editor.key), open(id, reader.key)]);
    const embedded = await world.call({
      method: 'GET',
      path: `/api/v1/embed/dashboard/${publicId}`,
      key: reader.key,
    });
    return [
      edited.publishedDashboard?.status,
      read.publishedDashboard?.status,
      read.dashboardPublished?.title,
      embedded.statusCode,
    ];
  };
  assert.deepEqual(await seen(), ['published', 'published', 'First', 200]);
  for (const status of ['draft', 'archived'] as const) {
    assert.equal((await set(status)).status, status);
    assert.deepEqual(await seen(), [status, undefined, undefined, 404]);
  }
  await publish(id);
  assert.deepEqual(await seen(), ['published', 'published', 'First', 200]);
});

test('a dashboard is locked against downloads by who manages it, and edited as a board by who edits it', async () => {
  const { id } = await makeBoard();
  const editor = await calls.makePerson();
  await calls.grant('WORKBOOK', id, editor.id, 2);
  const path = `/workbooks/${id}/dashboard`;
  const set = (body: object, key?: string) => calls.ok<Dashboard>('PATCH', path, { body, ...as(key) });
  const board = await set({ useBoardDashboards: true }, editor.key);
  assert.deepEqual([board.useBoardDashboards, board.status], [true, 'published']);
  await calls.refused(
    ['PATCH', path, { body: { restrictDataDownload: true }, key: editor.key }],
    403,
    'forbidden',
  );
  assert.equal((await set({ restrictDataDownload: true })).restrictDataDownload, true);
  assert.equal((await set({})).restrictDataDownload, true);
  const { id: never } = await calls.makeWorkbook('Never published');
  await calls.refused(
    ['PATCH', `/workbooks/${never}/dashboard`, { body: {} }],
    404,
    'workbook_dashboard_not_found',
  );
});

test('an AI widget of the published dashboard gets its thread and checksum, in the newest version alone', async () => {
  const { id } = await calls.makeWorkbook('With a summary');
  const inner = { id: 'summary', type: 'AI', position, config: { prompt: 'Sum up' } };
  const widgets = [{ id: 'box', type: 'CONTAINER', position, config: { children: [inner] } }];
  await publish(id, { config: { widgets } });
  await publish(id, { config: { widgets } });
  const path = `/workbooks/${id}/dashboard/ai-widget-thread`;
  const set = (body: object) => calls.ok<Dashboard>('POST', path, { body });
  const configOf = (dashboard: Dashboard | null | undefined) => {
    const [box] = dashboard?.config.widgets ?? [];
    return box?.type === 'CONTAINER' ? box.config?.children?.[0]?.config : undefined;
  };
  const answer = await set({ widgetId: 'summary', threadId: 't-1', checksum: 'abc' });
  assert.deepEqual(configOf(answer), { prompt: 'Sum up', threadId: 't-1', checksum: 'abc' });
  assert.deepEqual(configOf((await open(id)).publishedDashboard), configOf(answer));
  const later = configOf(await set({ widgetId: 'summary', threadId: 't-2' }));
  assert.deepEqual(later, { prompt: 'Sum up', threadId: 't-2', checksum: null });
  const first = await calls.ok<Dashboard>('GET', `/workbooks/${id}/dashboard/versions/1`);
  assert.deepEqual(configOf(first), { prompt: 'Sum up' });
  const body = { threadId: 't' };
  await calls.refused(['POST', path, { body: { ...body, widgetId: 'box' } }], 404, 'widget_not_found');
  const reader = await calls.makePerson();
  await calls.grant('WORKBOOK', id, reader.id, 1);
  await calls.refused(
    ['POST', path, { body: { ...body, widgetId: 'summary' }, key: reader.key }],
    403,
    'forbidden',
  );
  await calls.ok('PATCH', `/workbooks/${id}/dashboard`, { body: { status: 'draft' } });
  await calls.refused(
    ['POST', path, { body: { ...body, widgetId: 'summary' } }],
    404,
    'workbook_dashboard_not_found',
  );
});
