import type {
  BulkMoveWorkspaceObjectsResponse,
  Report,
  ReportsListResponse,
  WorkspaceConnectionResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

/** Reports that are tabs of workbooks: they lie where their workbook lies, whatever is asked for. */
let app: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
});
after(() => app.close());

const move = (id: number, folderId: number | null) =>
  ['POST', '/workspace/move', { body: { type: 'REPORT', id, folderId } }] as const;
const read = (id: number) => calls.ok<Report>('GET', `/reports/${id}`);

/** A tab of a workbook that nobody else sees, and a folder that a reader sees. */
async function makeTab() {
  const [folder, own] = [
    await calls.makeFolder(crypto.randomUUID()),
    await calls.makeFolder(crypto.randomUUID()),
  ];
  const workbook = await calls.makeWorkbook('Private', own.id);
  const tab = await calls.makeReport({ name: 'Tab', workbookId: workbook.id });
  const reader = await calls.makePerson();
  await calls.grant('FOLDER', folder.id, reader.id, 1);
  return { folder, own, workbook, tab, reader };
}

test('a tab does not move by itself, alone or among others', async () => {
  const { folder, tab, reader, workbook } = await makeTab();
  const alone = await calls.makeReport({ name: 'Alone' });
  await calls.refused([...move(tab.id, folder.id)], 400, 'report_in_workbook');
  const items = [tab, alone].map(({ id }) => ({ type: 'REPORT', id }));
  for (const dryRun of [true, false]) {
    const { moved, failed } = await calls.ok<BulkMoveWorkspaceObjectsResponse>(
      'POST',
      '/workspace/bulk-move',
      {
        body: { items, folderId: folder.id, dryRun },
      },
    );
    assert.deepEqual(
      moved.map(({ id }) => id),
      [alone.id],
    );
    assert.deepEqual(
      failed.map(({ id, error }) => [id, error.status]),
      [[tab.id, 400]],
    );
    assert.match(failed[0]?.error.message ?? '', new RegExp(`tab of the workbook ${workbook.id}`));
  }
  const { workbookId, folderId } = await read(tab.id);
  assert.deepEqual([workbookId, folderId], [workbook.id, null]);
  await calls.refused(['GET', `/reports/${tab.id}`, { key: reader.key }], 404, 'report_not_found');
});

test('a tab goes nowhere by a change either, and leaves its workbook where that is asked for', async () => {
  const { folder, own, tab, workbook, reader } = await makeTab();
  const change = (body: object) => ['PUT', `/reports/${tab.id}`, { body }] as const;
  await calls.refused([...change({ folderId: folder.id })], 400, 'report_in_workbook');
  await calls.refused(
    [...change({ folderId: folder.id, workbookId: workbook.id })],
    400,
    'report_in_workbook',
  );
  // The folder of its workbook says nothing new.
  assert.equal((await calls.ok<Report>(...change({ folderId: own.id }))).folderId, null);
  const out = await calls.ok<Report>(...change({ workbookId: null, folderId: folder.id }));
  assert.deepEqual([out.workbookId, out.folderId], [null, folder.id]);
  assert.equal((await calls.call('GET', `/reports/${tab.id}`, { key: reader.key })).statusCode, 200);
  const back = await calls.ok<Report>(...change({ workbookId: workbook.id }));
  assert.deepEqual([back.workbookId, back.folderId], [workbook.id, null]);
  assert.equal((await calls.ok<Report>(...change({ workbookId: null }))).folderId, null);
});

test('a report is made in a workbook or in a folder', async () => {
  const { folder, own, workbook } = await makeTab();
  const make = (body: object) => ['POST', '/reports', { body: { name: 'Made', ...body } }] as const;
  await calls.refused([...make({ workbookId: workbook.id, folderId: folder.id })], 400, 'report_in_workbook');
  const made = await calls.ok<Report>(...make({ workbookId: workbook.id, folderId: own.id }));
  assert.deepEqual([made.workbookId, made.folderId], [workbook.id, null]);
  const publicId = made.publicId;
  const upsert = { body: { folderId: folder.id } };
  await calls.refused(['PUT', `/reports/by-public-id/${publicId}`, upsert], 400, 'report_in_workbook');
});

test('a deleted folder takes back no report that has become a tab meanwhile', async () => {
  const { folder, workbook } = await makeTab();
  const report = await calls.makeReport({ name: 'In the folder', folderId: folder.id });
  await calls.ok('DELETE', `/folders/${folder.id}`);
  await calls.ok('PUT', `/reports/${report.id}`, { body: { workbookId: workbook.id } });
  const { items } = await calls.ok<{ items: { id: number; itemId: number }[] }>('GET', '/workspace/trash');
  const entry = items.find(({ itemId }) => itemId === folder.id);
  await calls.ok('POST', `/workspace/trash/${entry?.id}/restore`);
  const { workbookId, folderId } = await read(report.id);
  assert.deepEqual([workbookId, folderId], [workbook.id, null]);
});

test('what a report says of its place is where lists show it', async () => {
  const { folder, own, tab, workbook } = await makeTab();
  const filed = await calls.makeReport({ name: 'Filed', folderId: folder.id });
  for (const place of [folder.id, own.id]) {
    const [feed, list] = [
      await calls.ok<WorkspaceConnectionResponse>('GET', `/workspace?folderId=${place}&types=REPORT`),
      await calls.ok<ReportsListResponse>('GET', `/reports?folderId=${place}`),
    ];
    const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id);
    assert.deepEqual(ids(feed.items), place === folder.id ? [filed.id] : []);
    assert.deepEqual(ids(list.items), ids(feed.items));
  }
  const tabs = await calls.ok<ReportsListResponse>('GET', `/reports?workbookId=${workbook.id}`);
  assert.deepEqual(
    tabs.items.map(({ id, folderId }) => [id, folderId]),
    [[tab.id, null]],
  );
});
