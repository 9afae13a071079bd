import type {
  BulkMoveWorkspaceObjectsResponse,
  ReportsListResponse,
  UndoWorkspaceChangeResponse,
  Workbook,
  WorkbooksListResponse,
  WorkspaceConnectionResponse,
} from '@oriel/contract';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../test/index.ts';

/** Answers of items that are large together come in batches, and are what they would be at once. */
let app: TestApp;
let calls: WorkspaceCalls;
let port: number;
const workbooks: number[] = [];
const reports: number[] = [];
let folderId: number;
const DOCUMENT = 'a"b\n€😀'.repeat(60_000);
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.app.server.address() as AddressInfo);
  folderId = (await calls.makeFolder('Large')).id;
  for (let index = 0; index < 5; index += 1) {
    const { id } = await calls.makeWorkbook(`Large ${index}`);
    workbooks.push(id);
    const files = { 'index.html': `<!DOCTYPE html>${DOCUMENT}`, 'a.js': DOCUMENT };
    // One of them is small.
    const dashboardDraft = index === 2 ? { widgets: [] } : { kind: 'APP', app: { files } };
    await calls.ok('PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft } });
    await calls.ok('POST', `/workbooks/${id}/publish`, { body: { workbookId: id } });
    const meta = { note: `${index} ${DOCUMENT}` };
    reports.push((await calls.makeReport({ name: `Large ${index}`, meta })).id);
  }
});
after(() => app.close());

const items = () => workbooks.map((id) => ({ type: 'WORKBOOK', id }));
test('a bulk move answers each large workbook as a single move does, each document once', async () => {
  const answer = await calls.call('POST', '/workspace/bulk-move', { body: { items: items(), folderId } });
  assert.equal(answer.headers['content-length'], undefined, 'it is sent in chunks');
  const { moved, failed, undoId } = answer.json<BulkMoveWorkspaceObjectsResponse>();
  assert.deepEqual([moved.map(({ id }) => id), failed], [workbooks, []]);
  assert.ok(undoId);
  for (const workbook of moved) {
    const single = await calls.ok<Workbook>('POST', '/workspace/move', {
      body: { type: 'WORKBOOK', id: workbook.id, folderId },
    });
    assert.deepEqual(workbook, single);
    const whole = await calls.ok<Workbook>('GET', `/workbooks/${workbook.id}`);
    assert.deepEqual(workbook.publishedDashboard, whole.publishedDashboard);
    assert.deepEqual(workbook.meta, whole.meta);
  }
  const { restored } = await calls.ok<UndoWorkspaceChangeResponse>('POST', `/workspace/undo/${undoId}`);
  assert.deepEqual(new Set(restored.map(({ id }) => id)), new Set(workbooks));
  for (const { folderId: at, publishedDashboard } of restored)
    assert.deepEqual([at, !publishedDashboard], [null, false]);
});

test('a dry run shows large workbooks where they would be', async () => {
  const body = { items: items(), folderId, dryRun: true };
  const { moved } = await calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', {
    body,
  });
  assert.deepEqual(
    moved.map(({ id, folderId: at }) => [id, at]),
    workbooks.map((id) => [id, folderId]),
  );
  assert.equal(moved[0]?.folderPath?.[0]?.name, 'Large');
  assert.equal((await calls.ok<Workbook>('GET', `/workbooks/${workbooks[0]}`)).folderId, null);
});

test('a large app with a stored file that is no text is shown as damaged, in a bulk move as in a single one', async () => {
  const [id = 0] = workbooks;
  const change = (value: object) =>
    app.database.db
      .updateTable('dashboardVersions')
      .set({ config: sql`jsonb_set(config, '{app,files,b.js}', ${JSON.stringify(value)}::jsonb)` })
      .where('dashboardId', 'in', (eb) =>
        eb.selectFrom('dashboards').select('id').where('workbookId', '=', id),
      )
      .execute();
  await change({ no: 'text' });
  const { moved } = await calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', {
    body: { items: items(), folderId: null },
  });
  const single = await calls.ok<Workbook>('POST', '/workspace/move', {
    body: { type: 'WORKBOOK', id, folderId: null },
  });
  assert.deepEqual(
    moved.find((workbook) => workbook.id === id),
    single,
  );
  const { app: shown } = single.publishedDashboard?.config ?? {};
  assert.deepEqual(Object.keys(shown?.files ?? {}).toSorted(), ['a.js', 'index.html']);
  await app.database.db
    .updateTable('dashboardVersions')
    .set({ config: sql`config #- '{app,files,b.js}'` })
    .execute();
});

test('lists of large workbooks and reports have all of them, in order and page by page', async () => {
  const inLists = await calls.ok<WorkbooksListResponse>('GET', '/workbooks?first=100');
  const inFeed = await calls.ok<WorkspaceConnectionResponse>('GET', '/workspace?first=100&types=WORKBOOK');
  assert.deepEqual(inLists.data, inLists.items);
  assert.equal(inLists.count, inLists.items.length);
  for (const id of workbooks) {
    const whole = await calls.ok<Workbook>('GET', `/workbooks/${id}`);
    for (const list of [inLists.items, inFeed.items]) {
      const found = list.find((item) => item.id === id);
      assert.deepEqual(
        [found?.meta, found?.publishedDashboard, found?.updatedAt, found?.canManage],
        [whole.meta, whole.publishedDashboard, whole.updatedAt, true],
      );
    }
  }
  const paged: Workbook[] = [];
  for (let after: string | undefined, hasNext = true; hasNext;) {
    const query: string = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const page = await calls.ok<WorkbooksListResponse>('GET', `/workbooks?first=2${query}`);
    paged.push(...page.items);
    after = page.pageInfo?.endCursor ?? undefined;
    hasNext = page.pageInfo?.hasNextPage === true;
  }
  assert.deepEqual(
    paged.map(({ id }) => id),
    inLists.items.map(({ id }) => id),
  );
  const listedReports = await calls.ok<ReportsListResponse>('GET', '/reports?first=100&sortBy=name');
  assert.deepEqual(
    listedReports.items.map(({ id }) => id),
    reports,
  );
  for (const [index, { meta }] of listedReports.items.entries())
    assert.deepEqual(meta, { note: `${index} ${DOCUMENT}` });
  assert.deepEqual(listedReports.data, listedReports.items);
});

/** Asks over a real connection, of which the answer is read by hand. */
const ask = (path: string, body?: object) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      port,
      method: body ? 'POST' : 'GET',
      path: `/api/v1/deployments/${app.deploymentId}${path}`,
      headers: { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' },
    });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });

test('a reader that has gone gives its turn to others', async () => {
  for (let round = 0; round < 4; round += 1) {
    const answer = await ask('/workbooks?first=100');
    answer.once('error', () => {});
    answer.destroy();
  }
  const { items: found } = await calls.ok<WorkbooksListResponse>('GET', '/workbooks?first=100');
  assert.equal(found.length, workbooks.length);
});

test('a reader that waits holds up no other caller', async () => {
  const waiting = await ask('/workbooks?first=100');
  waiting.pause();
  const { id: userId, key } = await calls.makePerson();
  for (const id of workbooks) await calls.grant('WORKBOOK', id, userId, 1);
  const { items: found } = await calls.ok<WorkbooksListResponse>('GET', '/workbooks?first=100', { key });
  assert.equal(found.length, workbooks.length);
  waiting.once('error', () => {});
  waiting.destroy();
});
