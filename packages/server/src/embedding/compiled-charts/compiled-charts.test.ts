import type { CompiledChart, CompiledCharts, Dashboard } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { compileCharts } from './compile-charts.ts';
import { createCompiledChartsService } from './compiled-charts-service.ts';

/** The charts of dashboards as pages draw them. The web has to be built; `npm test` sees to it. */
let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

const jsonQuery = JSON.stringify({ measures: ['orders.count'], dimensions: ['orders.region'] });
const bars = {
  mark: 'bar',
  encoding: {
    x: { field: 'orders.region', type: 'nominal' },
    y: { field: 'orders.count', type: 'quantitative' },
  },
};
/** A view for each of a million pairs. */
const endless = {
  repeat: {
    row: Array.from({ length: 1000 }, (_, index) => `a${index}`),
    column: Array.from({ length: 1000 }, (_, index) => `b${index}`),
  },
  spec: {
    mark: 'point',
    encoding: {
      x: { field: { repeat: 'column' }, type: 'quantitative' },
      y: { field: { repeat: 'row' }, type: 'quantitative' },
    },
  },
};

/** A published dashboard with a chart for each document, which every embed user may see. */
async function publish(...specs: object[]): Promise<Dashboard> {
  const { id } = await calls.makeWorkbook('Charts');
  const grant = { resourceType: 'WORKBOOK', subjectType: 'ALL_EMBED_USERS', subjectId: 0, level: 1 } as const;
  await testApp.database.db
    .insertInto('grants')
    .values({ deploymentId: testApp.deploymentId, resourceId: id, ...grant })
    .execute();
  const position = { x: 0, y: 0, w: 4, h: 4 };
  const widgets = [];
  for (const [index, spec] of specs.entries()) {
    const body = { name: `Chart ${index}`, workbookId: id, jsonQuery, meta: { kind: 'vega', spec } };
    const report = await calls.ok<{ id: number }>('POST', '/reports', { body });
    widgets.push({ id: `w${index}`, type: 'CHART', position, config: { reportId: report.id } });
  }
  const body = { workbookId: id, allowEmbed: true, config: { widgets } };
  return calls.ok<Dashboard>('POST', `/workbooks/${id}/publish`, { body });
}

const ask = (publicId: string, caller: { key?: string; headers?: Record<string, string> } = {}) =>
  testApp.call({ method: 'GET', path: `/api/v1/embed/dashboard/${publicId}/compiled-charts`, ...caller });

async function viewer(): Promise<{ key: string; headers: Record<string, string> }> {
  const body = { deploymentId: testApp.deploymentId, externalId: 'viewer', embedTenantName: 'customer' };
  const session = await testApp.call({ method: 'POST', path: '/api/v1/embed/generate-session', body });
  const path = '/api/v1/embed/session/token';
  const exchanged = await testApp.call({ method: 'POST', path, key: '', body: session.json() });
  return { key: '', headers: { authorization: `Embed-Token ${exchanged.json<{ token: string }>().token}` } };
}

/** The charts as soon as they are compiled; an answer waits for a moment only. */
async function chartsOf(publicId: string, caller?: Parameters<typeof ask>[1]): Promise<CompiledChart[]> {
  for (;;) {
    const { charts } = (await ask(publicId, caller)).json<CompiledCharts>();
    if (charts.length > 0) return charts;
  }
}

test('a viewer gets each chart as a Vega document, with marks in the place of titles and colours', async () => {
  const { publicId } = await publish(bars, { mark: 'nothing' });
  const caller = await viewer();
  const answer = await ask(publicId, caller);
  assert.equal(answer.statusCode, 200, answer.body);
  const charts = await chartsOf(publicId, caller);
  const [chart] = charts;
  assert.ok(chart);
  const { mark, encoding } = JSON.parse(chart.document) as {
    mark: string;
    encoding: { x: { axis?: { labelExpr?: string } } };
  };
  assert.deepEqual(mark, 'bar');
  const { axis, ...x } = encoding.x;
  assert.match(String(axis?.labelExpr), /datum\.value === null/, 'values that are none have words');
  assert.deepEqual(x, {
    field: 'orders__region',
    type: 'nominal',
    title: 'oriel:title:orders.region;',
  });
  const { marks, axes } = chart.vega as { marks: { type: string }[]; axes: { title?: string }[] };
  assert.deepEqual(
    marks.map(({ type }) => type),
    ['rect'],
  );
  assert.ok(axes.some(({ title }) => title === 'oriel:title:orders.region;'));
});

test('who may not see a dashboard does not learn whether it has charts', async () => {
  const { publicId } = await publish(bars);
  const stranger = await calls.makePerson();
  for (const [id, caller, status] of [
    [publicId, { key: '' }, 401],
    [publicId, { key: stranger.key }, 404],
    ['nothing', await viewer(), 404],
  ] as const)
    assert.equal((await ask(id, caller)).statusCode, status);
});

test('a document without an end takes the charts of its own dashboard alone', async () => {
  const [hostile, harmless] = [await publish(endless, bars), await publish(bars)];
  const [one, other] = await Promise.all([hostile, harmless].map(({ publicId }) => ask(publicId)));
  assert.deepEqual(one?.json(), { charts: [] });
  assert.equal(other?.statusCode, 200);
  // Its turn comes, whether or not the first answer waited for it.
  await chartsOf(harmless.publicId);
  await assert.rejects(compileCharts(hostile), /time|memory/);
});

const dashboardOf = (versionId: number, kind = 'vega') =>
  ({ versionId, config: {}, reportSnapshots: [{ kind }] }) as unknown as Dashboard;
const chart: CompiledChart = { document: '{}', vega: {} };

test('a version is compiled once, however many ask, and one dashboard at a time', async () => {
  const begun: number[] = [];
  let running = 0;
  const service = createCompiledChartsService(async (dashboard) => {
    running += 1;
    assert.equal(running, 1);
    begun.push((dashboard as Dashboard).versionId);
    await new Promise(setImmediate);
    running -= 1;
    return [chart];
  });
  const ids = [1, 1, 2, 1, 2];
  const answers = await Promise.all(ids.map((id) => service.get(dashboardOf(id))));
  assert.deepEqual(begun, [1, 2]);
  assert.ok(answers.every(({ answer }) => answer.charts.length === 1));
  assert.equal(answers[0], await service.get(dashboardOf(1)));
  assert.deepEqual((await service.get(dashboardOf(3, 'table'))).answer, { charts: [] });
  assert.deepEqual(begun, [1, 2]);
});

test('what could not be compiled, or is too much to send, is not tried again, and the next dashboard is', async () => {
  let attempts = 0;
  const service = createCompiledChartsService(async (dashboard) => {
    attempts += 1;
    const { versionId } = dashboard as Dashboard;
    if (versionId === 1) throw new Error('Too much');
    return [versionId === 2 ? { document: 'x'.repeat(3_000_000), vega: {} } : chart];
  });
  for (const [id, count] of [
    [1, 0],
    [1, 0],
    [2, 0],
    [2, 0],
    [3, 1],
  ] as const)
    assert.equal((await service.get(dashboardOf(id))).answer.charts.length, count);
  assert.equal(attempts, 3);
});
