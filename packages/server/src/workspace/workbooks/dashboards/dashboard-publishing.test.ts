import type { Dashboard, Workbook, WorkbookDashboard } from '@oriel/contract';
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

const position = { x: 0, y: 0, w: 4, h: 4 };

test('publishing freezes the reports, counts versions and keeps the public id', async () => {
  const workbook = await calls.makeWorkbook('Board');
  const report = await calls.makeReport({
    name: 'Chart',
    workbookId: workbook.id,
    jsonQuery: '{"measures":["a.b"]}',
    meta: { kind: 'kpi', spec: { blocks: [] } },
  });
  const chart = { id: 'inner', type: 'CHART', position, config: { reportId: report.id } };
  const widgets = [{ type: 'CONTAINER', position, config: { children: [chart] } }];
  const draft = await calls.ok<WorkbookDashboard>('PUT', `/workbooks/${workbook.id}/dashboard`, {
    body: { dashboardDraft: { title: 'Board', widgets } },
  });
  assert.ok(draft.dashboardDraft?.widgets?.[0]?.id);
  const publish = () =>
    calls.ok<Dashboard>('POST', `/workbooks/${workbook.id}/publish`, { body: { workbookId: workbook.id } });

  const first = await publish();
  await calls.ok('PUT', `/reports/${report.id}`, { body: { name: 'Renamed' } });
  const shown = await calls.ok<Workbook>('GET', `/workbooks/${workbook.id}`);
  assert.equal(shown.publishedDashboard?.reportSnapshots?.[0]?.name, 'Chart');
  const second = await publish();
  assert.deepEqual([first.versionNumber, second.versionNumber], [1, 2]);
  assert.equal(second.publicId, first.publicId);
  assert.equal(second.reportSnapshots?.[0]?.name, 'Renamed');
  const snapshot = first.reportSnapshots?.[0];
  assert.deepEqual([snapshot?.kind, snapshot?.jsonQuery], ['kpi', '{"measures":["a.b"]}']);
});

test('what a report says of a pivot is part of the table that is published, and the report stays as it is', async () => {
  const workbook = await calls.makeWorkbook('Pivot');
  const spec = { columnTotals: false };
  const report = await calls.makeReport({
    workbookId: workbook.id,
    jsonQuery: '{"measures":["a.b"],"dimensions":["a.c","a.d"]}',
    meta: { kind: 'table', spec },
    pivotItems: {
      rows: ['a.c'],
      columns: ['a.d'],
      measures: ['a.b'],
      filters: [],
      showColumnTotals: true,
      showRowTotals: true,
    },
  });
  const widgets = [{ id: 'a', type: 'CHART', position, config: { reportId: report.id } }];
  const published = await calls.ok<Dashboard>('POST', `/workbooks/${workbook.id}/publish`, {
    body: { workbookId: workbook.id, config: { widgets } },
  });
  assert.deepEqual(published.reportSnapshots?.[0]?.spec, {
    columns: ['a.c', 'a.d', 'a.b'].map((field) => ({ field })),
    pivot: { columns: ['a.d'] },
    rowTotals: true,
    columnTotals: false,
  });
  assert.deepEqual(published.reportSnapshots?.[0]?.meta, { kind: 'table', spec });
});

test('a dashboard shows reports of its own workbook alone', async () => {
  const workbook = await calls.makeWorkbook('Narrow');
  const foreign = await calls.makeReport({ name: 'Foreign' });
  const config = { widgets: [{ id: 'a', type: 'CHART', position, config: { reportId: foreign.id } }] };
  await calls.refused(
    ['POST', `/workbooks/${workbook.id}/publish`, { body: { workbookId: workbook.id, config } }],
    400,
    'report_not_in_workbook',
  );
});

test('without a draft and without a config there is nothing to publish', async () => {
  const { id } = await calls.makeWorkbook('Empty');
  const path = `/workbooks/${id}/publish`;
  await calls.refused(['POST', path, { body: { workbookId: id } }], 400, 'no_draft_to_publish');
  await calls.refused(['POST', path, { body: { workbookId: id + 1 } }], 400, 'invalid_request');
  const workbook = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
  assert.equal(workbook.publishedDashboard, null);
});

test('a snapshot has an id of its own in each version', async () => {
  const { id: workbookId } = await calls.makeWorkbook('Board');
  const reports = [await calls.makeReport({ workbookId }), await calls.makeReport({ workbookId })];
  const widgets = reports.map(({ id }) => ({
    id: `chart-${id}`,
    type: 'CHART',
    position,
    config: { reportId: id },
  }));
  const snapshots = async () => {
    const body = { workbookId, config: { widgets } };
    const { reportSnapshots } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, {
      body,
    });
    assert.deepEqual(
      reportSnapshots.map(({ reportId }) => reportId),
      reports.map(({ id }) => id),
    );
    return reportSnapshots.map(({ id }) => id);
  };
  const ids = [...(await snapshots()), ...(await snapshots())];
  assert.equal(new Set(ids).size, 4);
  const shown = await calls.ok<Workbook>('GET', `/workbooks/${workbookId}`);
  assert.deepEqual(
    shown.publishedDashboard?.reportSnapshots.map(({ id }) => id),
    ids.slice(2),
  );
});

test('only who manages a workbook opens its dashboard to embedding by publishing it', async () => {
  const { id, key } = await calls.makePerson();
  const { id: workbookId } = await calls.makeWorkbook('Edited by an explorer');
  await calls.grant('WORKBOOK', workbookId, id, 2);
  const path = `/workbooks/${workbookId}/publish`;
  const body = { workbookId, config: { widgets: [] } };
  for (const allowEmbed of [true, false])
    await calls.refused(['POST', path, { body: { ...body, allowEmbed }, key }], 403, 'forbidden');
  const publish = (more: object, as?: string) =>
    calls.ok<Dashboard>('POST', path, { body: { ...body, ...more }, ...(as !== undefined && { key: as }) });
  assert.equal((await publish({ allowEmbed: null }, key)).allowEmbed, false);
  assert.equal((await publish({ allowEmbed: true })).allowEmbed, true);
  assert.equal((await publish({}, key)).allowEmbed, true);
  const own = await calls.makeWorkbook('Of an explorer', null, key);
  const published = await calls.ok<Dashboard>('POST', `/workbooks/${own.id}/publish`, {
    body: { ...body, workbookId: own.id, allowEmbed: true },
    key,
  });
  assert.equal(published.allowEmbed, true);
});

test('a dashboard takes over the theme that it names when it is published, and keeps it', async () => {
  const name = async (primaryColor: string) => {
    const looks = { widgets: { border: { color: 'tan', radius: '4px' } } };
    const dashboardThemes = [{ id: 'quiet', name: 'Quiet', theme: { primaryColor, ...looks } }];
    const answer = await world.call({ method: 'PUT', path: '/api/v1/app-config', body: { dashboardThemes } });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  const { id: workbookId } = await calls.makeWorkbook('Themed');
  const theme = {
    themeId: 'quiet',
    backgroundColor: null,
    widgets: { border: { radius: '0' }, margin: '1px' },
  };
  const publish = (config: object) =>
    calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body: { workbookId, config } });
  await name('teal');
  const first = await publish({ widgets: [], theme });
  assert.deepEqual(first.config.theme, {
    themeId: 'quiet',
    primaryColor: 'teal',
    widgets: { border: { color: 'tan', radius: '0' }, margin: '1px' },
  });
  await name('navy');
  const shown = await calls.ok<Workbook>('GET', `/workbooks/${workbookId}`);
  assert.deepEqual(shown.publishedDashboard?.config.theme, first.config.theme);
  assert.equal((await publish({ widgets: [], theme })).config.theme?.primaryColor, 'navy');
  const gone = await publish({ widgets: [], theme: { themeId: 'gone', primaryColor: 'red' } });
  assert.deepEqual(gone.config.theme, { themeId: 'gone', primaryColor: 'red' });
});

test('a theme keeps fields of its own, and the grid margins of four sides', async () => {
  const { id } = await calls.makeWorkbook('Own fields');
  const config = {
    widgets: [],
    theme: { free: 1, primaryColor: 'teal', own: { deep: ['a'] } },
    layout: { margin: [1, 2, 3, 4], containerPadding: [] },
  };
  const published = await calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, {
    body: { workbookId: id, config },
  });
  assert.deepEqual(published.config.theme, config.theme);
  assert.deepEqual(published.config.layout, config.layout);
  await calls.ok('PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft: config } });
  const { meta } = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
  assert.deepEqual((meta?.['dashboardDraft'] as typeof config | undefined)?.theme, config.theme);
  for (const theme of [{ primaryColor: 1 }, { primaryColor: 'red; x: url(a)' }])
    await calls.refused(
      ['POST', `/workbooks/${id}/publish`, { body: { workbookId: id, config: { ...config, theme } } }],
      400,
      'validation_failed',
    );
});

test('an app is published with its entry among its files, and with files of bounded size and plain names', async () => {
  const { id } = await calls.makeWorkbook('App');
  const publish = (app: object) =>
    ['POST', `/workbooks/${id}/publish`, { body: { workbookId: id, config: { kind: 'APP', app } } }] as const;
  const saved = (app: object) =>
    ['PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft: { kind: 'APP', app } } }] as const;
  const page = '<!doctype html>';
  for (const app of [
    { files: { 'index.html': page } },
    { entry: 'app/main.html', files: { 'app/main.html': page } },
    { html: page },
    { files: { 'index.html': 'x'.repeat(2 ** 20), ...bigFiles(4) } },
  ])
    assert.equal((await calls.ok<Dashboard>(...publish(app))).config.kind, 'APP');

  for (const app of [
    {},
    { files: {} },
    { entry: 'main.html', files: { 'index.html': page } },
    { entry: 'constructor', files: {} },
  ]) {
    const problem = await calls.call(...publish(app));
    assert.equal(problem.statusCode, 400);
    assert.match(problem.body, /config\.app\.entry.*must be one of the app's files/);
    // A draft may be without its entry yet.
    await calls.ok(...saved(app));
  }
  const badNames = [
    '/index.html',
    '../index.html',
    'a/../b.js',
    './a.js',
    'a//b.js',
    'a\\b.js',
    ' a.js',
    '',
    'a%2fb',
    'x'.repeat(256),
    'a\u0007',
  ];
  for (const files of [
    ...badNames.map((name) => ({ 'index.html': page, [name]: page })),
    { 'index.html': `${'x'.repeat(2 ** 20 - 1)}é` },
    { 'index.html': page, ...bigFiles(5) },
  ])
    for (const request of [publish({ files }), saved({ files })])
      await calls.refused([...request], 400, 'validation_failed');
});

/** So many files of the largest size. */
function bigFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`big-${index}.js`, 'x'.repeat(2 ** 20)]),
  );
}

test('two widgets with one id are refused with their places, wherever a dashboard is written', async () => {
  const workbook = await calls.makeWorkbook('Twice');
  const text = (id: string) => ({ id, type: 'TEXT', position, config: { content: id } });
  const inner = { id: 'box', type: 'CONTAINER', position, config: { children: [text('b'), text('a')] } };
  const widgets = [text('a'), text('a'), inner];
  const writes: [method: 'PUT' | 'POST', path: string, body: object, place: string][] = [
    ['PUT', `/workbooks/${workbook.id}/dashboard`, { dashboardDraft: { widgets } }, 'dashboardDraft'],
    ['POST', `/workbooks/${workbook.id}/publish`, { workbookId: workbook.id, config: { widgets } }, 'config'],
    ['PUT', `/workbooks/${workbook.id}`, { meta: { dashboardDraft: { widgets } } }, 'meta.dashboardDraft'],
    ['POST', '/workbooks', { name: 'New', meta: { dashboardDraft: { widgets } } }, 'meta.dashboardDraft'],
  ];
  for (const [method, path, body, place] of writes) {
    const answer = await calls.call(method, path, { body });
    assert.equal(answer.statusCode, 400, `${method} ${path}: ${answer.body}`);
    const { issues } = answer.json() as { issues: { path: string }[] };
    assert.deepEqual(
      issues.map((issue) => issue.path),
      [`${place}.widgets[1].id`, `${place}.widgets[2].config.children[1].id`],
    );
  }
});

test('a dashboard with reports that are too large together is not published, and its app not tried', async () => {
  const { id } = await calls.makeWorkbook('Too large');
  const note = 'x'.repeat(3 * 1024 * 1024);
  for (let index = 0; index < 11; index += 1)
    await calls.makeReport({ workbookId: id, jsonQuery: '{"measures":["a.b"]}', meta: { note } });
  const app = { files: { 'index.html': '<!DOCTYPE html>' } };
  const refused = await calls.call('POST', `/workbooks/${id}/publish`, {
    body: { workbookId: id, config: { kind: 'APP', app } },
  });
  assert.deepEqual([refused.statusCode, refused.json().code], [400, 'dashboard_too_large'], refused.body);
  assert.match(refused.body, /take 3\d{7} bytes together, and 33554432 is the most/);
  const tried = await calls.call('POST', `/workbooks/${id}/app-preview`, { body: { app } });
  assert.deepEqual([tried.statusCode, tried.json().code], [400, 'dashboard_too_large'], tried.body);
  assert.equal((await calls.ok<Workbook>('GET', `/workbooks/${id}`)).publishedDashboard, null);
});
