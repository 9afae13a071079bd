import type { Dashboard, Problem, Report, Workbook } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

const model = `
cubes:
  - name: sales
    sql: SELECT * FROM (VALUES ('north', 10), ('south', 20), ('north', 30)) AS t(region, amount)
    dimensions:
      - { name: region, sql: region, type: string }
      - { name: amount, sql: amount, type: number }
    measures:
      - { name: total, type: sum, sql: amount }
      - { name: count, type: count }
`;

let engine: Engine;
let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  engine = createModelEngine(() => [{ path: 'sales.yml', content: model }]);
  world = await createTestApp({ engine });
  calls = createWorkspaceCalls(world);
});
after(async () => {
  await world.close();
  await engine.close();
});

const each = { sql: 'total / count', title: 'For each', format: ',.1f' };
const doubled = { sql: '2 * each' };
const calculatedFields = {
  'sales.each': each,
  'sales.doubled': doubled,
  'sales.other': { sql: '1' },
  note: {},
};
const jsonQuery = JSON.stringify({ measures: ['sales.doubled'], order: { 'sales.doubled': 'desc' } });

/** A workbook with fields and a report that names one of them. */
async function makeBoard() {
  const { id: workbookId } = await calls.makeWorkbook('Board');
  await calls.ok('PUT', `/workbooks/${workbookId}`, { body: { calculatedFields } });
  const { id: reportId } = await calls.makeReport({ name: 'Sales', workbookId, jsonQuery });
  return { workbookId, reportId };
}

async function publish({ workbookId, reportId }: { workbookId: number; reportId: number }) {
  const position = { x: 0, y: 0, w: 12, h: 6 };
  const widgets = [{ id: 'chart', type: 'CHART', position, config: { reportId } }];
  const body = { workbookId, config: { widgets } };
  const { reportSnapshots } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, { body });
  return JSON.parse(reportSnapshots[0]?.jsonQuery ?? '{}') as { calculatedFields?: object };
}

test('a report is shown with the fields of its workbook that it names, and with those that they name', async () => {
  const { reportId } = await makeBoard();
  const report = await calls.ok<Report>('GET', `/reports/${reportId}`);
  assert.deepEqual(report.calculatedFields, { 'sales.each': each, 'sales.doubled': doubled });
  assert.equal(report.jsonQuery, jsonQuery);
  const plain = await calls.makeReport({ jsonQuery: JSON.stringify({ measures: ['sales.total'] }) });
  assert.equal((await calls.ok<Report>('GET', `/reports/${plain.id}`)).calculatedFields, undefined);
});

test('what is published keeps its fields, whatever becomes of those of the workbook', async () => {
  const board = await makeBoard();
  const query = await publish(board);
  assert.deepEqual(query.calculatedFields, { 'sales.each': each, 'sales.doubled': doubled });
  const path = `/deployments/${world.deploymentId}/cubejs-api/v1/load`;
  const answer = await world.call({ method: 'POST', path, body: { query } });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json<{ data: object[] }>().data, [{ 'sales.doubled': 40 }]);
});

test('a copy has the fields, and a version that is restored has those of its time', async () => {
  const board = await makeBoard();
  await publish(board);
  const copy = await calls.ok<Workbook>('POST', `/workbooks/${board.workbookId}/duplicate`, { body: {} });
  assert.deepEqual(copy.calculatedFields, calculatedFields);
  await calls.ok('PUT', `/workbooks/${board.workbookId}`, { body: { calculatedFields: {} } });
  const restore = `/workbooks/${board.workbookId}/dashboard/versions/1/restore`;
  await calls.ok('POST', restore, { body: {} });
  const restored = await calls.ok<Report>('GET', `/reports/${board.reportId}`);
  const query = JSON.parse(restored.jsonQuery ?? '{}') as { calculatedFields?: object };
  assert.deepEqual(query.calculatedFields, {
    'sales.each': each,
    'sales.doubled': doubled,
  });
});

test('a report with a field of its own that cannot be computed is refused, with its place', async () => {
  const asking = (sql: string) =>
    JSON.stringify({ measures: ['sales.x'], calculatedFields: { 'sales.x': { sql } } });
  await calls.makeReport({ jsonQuery: asking('total * 2') });
  const refused = await calls.call('POST', '/reports', { body: { name: 'X', jsonQuery: asking('total +') } });
  assert.equal(refused.statusCode, 400, refused.body);
  assert.deepEqual(
    refused.json<Problem>().issues?.map(({ path }) => path),
    ['jsonQuery.calculatedFields.sales.x'],
  );
});
