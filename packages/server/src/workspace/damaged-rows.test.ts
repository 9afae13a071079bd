import type {
  Dashboard,
  Report,
  ReportsListResponse,
  Workbook,
  WorkbooksListResponse,
  WorkspaceConnectionResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  collectErrors,
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
const { logger, lines: log } = collectErrors();
before(async () => {
  world = await createTestApp({ logger });
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const change = (statement: string, values: unknown[]) => world.database.pool.query(statement, values);
const position = { x: 0, y: 0, w: 1, h: 1 };

test('a report with a damaged part keeps its place in lists, and the others stay as they are', async () => {
  const { id: folderId } = await calls.makeFolder('Reports');
  const made = [];
  for (const name of ['a', 'b', 'c']) made.push(await calls.makeReport({ name, folderId }));
  await change(
    `update reports set pivot_items = '{"rows": 5}', source = 'PAPER', meta = '[1]' where id = $1`,
    [made[1]?.id],
  );
  const { items, data, count } = await calls.ok<ReportsListResponse>(
    'GET',
    `/reports?folderId=${folderId}&sortBy=name`,
  );
  assert.deepEqual([items.map(({ name }) => name), count], [['a', 'b', 'c'], 3]);
  assert.deepEqual(data, items);
  const [first, second] = items;
  assert.deepEqual([second?.pivotItems, second?.source, second?.meta], [null, null, null]);
  assert.deepEqual(second?.damaged?.map(({ path }) => path).sort(), ['meta', 'pivotItems', 'source']);
  assert.ok(!('damaged' in (first ?? {})));
  assert.ok(log.some((line) => line.includes('does not meet the schema') && line.includes('pivotItems')));
  const alone = await calls.ok<Report>('GET', `/reports/${made[1]?.id}`);
  assert.deepEqual(alone.damaged, second?.damaged);
  const feed = await calls.ok<WorkspaceConnectionResponse>('GET', `/workspace?folderId=${folderId}`);
  assert.deepEqual(
    feed.items.map(({ name }) => name),
    ['a', 'b', 'c'],
  );
});

test('a published dashboard shows all of itself but what is damaged', async () => {
  const { id: workbookId } = await calls.makeWorkbook('Old board');
  const { id: reportId } = await calls.makeReport({ workbookId, name: 'Chart', meta: { kind: 'kpi' } });
  const chart = { id: 'chart', type: 'CHART', position, config: { reportId } };
  const body = { workbookId, config: { widgets: [chart, { id: 'text', type: 'TEXT', position }] } };
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
  await change(
    `update dashboard_versions set report_snapshots = jsonb_set(report_snapshots, '{0}', report_snapshots -> 0 || '{"kind": "pie", "spec": 5}'),
       config = jsonb_set(config, '{widgets, 1}', '{"id": "text", "type": "CONTAINER", "position": {"x": 0, "y": 0, "w": 1, "h": 1}, "config": {"children": [null]}}')
     where dashboard_id in (select id from dashboards where workbook_id = $1)`,
    [workbookId],
  );
  await change(`update workbooks set meta = '{"dashboardDraft": {"widgets": 5}}' where id = $1`, [
    workbookId,
  ]);

  const check = (dashboard: Dashboard | null | undefined) => {
    const [snapshot] = dashboard?.reportSnapshots ?? [];
    assert.deepEqual(
      [snapshot?.reportId, snapshot?.name, snapshot?.kind, snapshot?.spec],
      [reportId, 'Chart', null, null],
    );
    const [first, second] = dashboard?.config.widgets ?? [];
    assert.deepEqual(first, chart);
    assert.deepEqual([second?.id, second?.config], ['text', { children: [] }]);
  };
  const shown = await world.call({ method: 'GET', path: `/api/v1/embed/dashboard/${publicId}` });
  assert.equal(shown.statusCode, 200, shown.body);
  const dashboard = shown.json<Dashboard>();
  check(dashboard);
  assert.deepEqual(dashboard.damaged?.map(({ path }) => path).sort(), [
    'config.widgets[1].config.children[0]',
    'reportSnapshots[0].kind',
    'reportSnapshots[0].spec',
  ]);
  const workbook = await calls.ok<Workbook>('GET', `/workbooks/${workbookId}`);
  check(workbook.publishedDashboard);
  assert.ok(workbook.damaged?.some(({ path }) => path === 'dashboardDraft.widgets'));
  const { items } = await calls.ok<WorkbooksListResponse>('GET', '/workbooks');
  check(items.find(({ id }) => id === workbookId)?.publishedDashboard);
});
