import type { Dashboard, DashboardConfig, Report, ReportsListResponse, Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const as = (key: string | undefined) => (key === undefined ? {} : { key });
const duplicate = (id: number, key?: string) =>
  calls.ok<Workbook>('POST', `/workbooks/${id}/duplicate`, as(key));
const reportsOf = async (workbookId: number) =>
  (await calls.ok<ReportsListResponse>('GET', `/reports?workbookId=${workbookId}&sortBy=name`)).items;

const position = { x: 0, y: 0, w: 4, h: 4 };
const chart = (reportId: number) => ({
  id: `chart-${reportId}`,
  type: 'CHART',
  position,
  config: { reportId },
});

/**
 * A workbook with two reports, one of them in a container, an AI widget with a thread, a slug, and a published
 * dashboard.
 */
async function makeSource(folderId: number | null = null) {
  const { id } = await calls.makeWorkbook('Sales', folderId);
  const one = await calls.makeReport({
    name: 'One',
    title: 'First',
    description: 'Of the demo',
    workbookId: id,
    jsonQuery: '{"measures":["a.b"]}',
    meta: { kind: 'table', ours: 1 },
    pivotItems: { columns: [], rows: ['a.c'], filters: [], measures: ['a.b'] },
    externalWorkbookId: 'book',
    resultLocation: 'A1',
  });
  const two = await calls.makeReport({ name: 'Two', workbookId: id });
  const config = {
    title: 'Board',
    widgets: [
      chart(one.id),
      { id: 'box', type: 'CONTAINER', position, config: { children: [chart(two.id)] } },
      { id: 'ai', type: 'AI', position, config: { prompt: 'Sum up', threadId: 't', checksum: 'c' } },
    ],
  };
  await calls.ok('PUT', `/workbooks/${id}`, {
    body: {
      slug: `source-${id}`,
      meta: { dashboardDraft: config, team: 'north' },
      calculatedFields: { x: { sql: '1' } },
    },
  });
  const body = { workbookId: id, allowEmbed: true };
  const dashboard = await calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body });
  return { id, one, two, dashboard };
}

/** The reports of charts, in the order of the widgets. */
function shownBy(config: DashboardConfig | null | undefined): unknown[] {
  return (config?.widgets ?? []).flatMap((widget) => {
    if (widget.type === 'CHART') return [widget.config?.reportId];
    return widget.type === 'CONTAINER' ? shownBy({ widgets: widget.config?.children ?? [] }) : [];
  });
}

test('a copy has reports, a draft and a dashboard of its own', async () => {
  const source = await makeSource();
  const copy = await duplicate(source.id);
  const [one, two] = (await reportsOf(copy.id)) as [Report, Report];
  assert.deepEqual([copy.name, copy.slug, copy.userId], ['Copy of Sales', null, world.adminId]);
  assert.deepEqual([copy.meta['team'], copy.calculatedFields], ['north', { x: { sql: '1' } }]);
  assert.ok(one.id !== source.one.id && one.publicId !== source.one.publicId);
  assert.deepEqual(
    [one.name, one.title, one.description, one.jsonQuery, one.meta, one.pivotItems?.rows],
    ['One', 'First', 'Of the demo', '{"measures":["a.b"]}', { kind: 'table', ours: 1 }, ['a.c']],
  );
  assert.deepEqual([one.externalWorkbookId, one.externalWorkbookPlacements, one.version], [null, [], 1]);
  assert.deepEqual(shownBy(copy.dashboardDraft), [one.id, two.id]);
  const published = copy.publishedDashboard;
  assert.ok(published);
  assert.deepEqual(shownBy(published.config), [one.id, two.id]);
  assert.deepEqual(
    published.reportSnapshots.map(({ reportId, name }) => [reportId, name]),
    [
      [one.id, 'One'],
      [two.id, 'Two'],
    ],
  );
  assert.deepEqual([published.versionNumber, published.allowEmbed], [1, false]);
  assert.notEqual(published.publicId, source.dashboard.publicId);
  const ai = published.config.widgets?.find(({ type }) => type === 'AI');
  assert.deepEqual(ai?.config, { prompt: 'Sum up' });
});

test('nothing that is done to the copy reaches the original, nor the other way round', async () => {
  const source = await makeSource();
  const before = await calls.ok<Workbook>('GET', `/workbooks/${source.id}`);
  const copy = await duplicate(source.id);
  for (const { id } of await reportsOf(copy.id)) await calls.ok('DELETE', `/reports/${id}`);
  await calls.ok('PUT', `/workbooks/${copy.id}/dashboard`, { body: { dashboardDraft: null } });
  await calls.ok('DELETE', `/workbooks/${copy.id}`);
  const { viewerLastViewedAt: _one, ...after } = await calls.ok<Workbook>('GET', `/workbooks/${source.id}`);
  const { viewerLastViewedAt: _other, ...unchanged } = before;
  assert.deepEqual(after, unchanged);
  const second = await duplicate(source.id);
  await calls.ok('DELETE', `/workbooks/${source.id}`);
  const { publishedDashboard } = await calls.ok<Workbook>('GET', `/workbooks/${second.id}`);
  assert.equal(publishedDashboard?.reportSnapshots.length, 2);
  assert.equal((await reportsOf(second.id)).length, 2);
});

test('a published chart of a report that was deleted since gets the report back in the copy', async () => {
  const source = await makeSource();
  await calls.ok('DELETE', `/reports/${source.two.id}`);
  const copy = await duplicate(source.id);
  const reports = await reportsOf(copy.id);
  assert.deepEqual(
    reports.map(({ name }) => name),
    ['One', 'Two'],
  );
  assert.deepEqual(
    shownBy(copy.publishedDashboard?.config),
    reports.map(({ id }) => id),
  );
});

test('a reader gets a copy at the root, of which it is the owner; an editor of the folder beside the original', async () => {
  const { id: folderId } = await calls.makeFolder('Of the source');
  const source = await makeSource(folderId);
  const [reader, editor] = [await calls.makePerson(), await calls.makePerson()];
  await calls.refused(
    ['POST', `/workbooks/${source.id}/duplicate`, { key: reader.key }],
    404,
    'workbook_not_found',
  );
  await calls.grant('WORKBOOK', source.id, reader.id, 1);
  await calls.grant('FOLDER', folderId, editor.id, 2);
  const ofReader = await duplicate(source.id, reader.key);
  assert.deepEqual([ofReader.folderId, ofReader.userId, ofReader.canManage], [null, reader.id, true]);
  const ofEditor = await duplicate(source.id, editor.key);
  assert.deepEqual([ofEditor.folderId, ofEditor.userId], [folderId, editor.id]);
  for (const { userId, folderId: own } of await reportsOf(ofEditor.id))
    assert.deepEqual([userId, own], [editor.id, null]);
  await calls.refused(['GET', `/workbooks/${ofReader.id}`, { key: editor.key }], 404, 'workbook_not_found');
});

test('a viewer copies nothing, and a copy of the shared workspace is for embed sessions', async () => {
  const source = await makeSource();
  const viewer = await calls.makePerson('Viewer');
  await calls.grant('WORKBOOK', source.id, viewer.id, 1);
  const path = `/workbooks/${source.id}/duplicate`;
  await calls.refused(['POST', path, { key: viewer.key }], 403, 'forbidden');
  await calls.refused(['POST', path, { body: { shared: true } }], 403, 'forbidden');
});

test('a long name is cut, and a workbook without a dashboard is copied without one', async () => {
  const { id } = await calls.makeWorkbook('x'.repeat(255));
  const copy = await duplicate(id);
  assert.equal(copy.name, `Copy of ${'x'.repeat(247)}`);
  assert.deepEqual([copy.dashboardDraft, copy.publishedDashboard], [null, null]);
});

test('a dashboard that is not shown to viewers is not published by a copy', async () => {
  const source = await makeSource();
  await calls.ok('PATCH', `/workbooks/${source.id}/dashboard`, { body: { status: 'archived' } });
  assert.equal((await duplicate(source.id)).publishedDashboard, null);
});
