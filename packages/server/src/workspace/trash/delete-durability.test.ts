import type { BulkDeleteWorkspaceObjectsPayload, UndoWorkspaceChangeResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDurableApp, type DurableApp } from '../../test/processes/durable-app.ts';
import { dumpWorkspace } from '../../test/naive/dump-workspace.ts';
import { createWorkspaceCalls, untilWaiting, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

interface Item {
  type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  id: number;
}

let durable: DurableApp;
let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  durable = await createDurableApp();
  ({ testApp } = durable);
  calls = createWorkspaceCalls(testApp);
});
after(() => durable.close());

/** Folders with reports and workbooks in them, in an order in which all can be deleted, and the state that they are in. */
async function makeItems(): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = 0; index < 4; index += 1) {
    const folder = await calls.makeFolder(`Folder ${crypto.randomUUID()}`);
    const inner = await calls.makeFolder('Inner', folder.id);
    const workbook = await calls.makeWorkbook(`Workbook ${index}`, inner.id);
    await calls.makeReport({ name: `Tab ${index}`, workbookId: workbook.id });
    const report = await calls.makeReport({ name: `Report ${index}`, folderId: folder.id });
    items.push(
      { type: 'REPORT', id: report.id },
      { type: 'WORKBOOK', id: workbook.id },
      { type: 'FOLDER', id: inner.id },
      { type: 'FOLDER', id: folder.id },
    );
  }
  return items;
}

const dump = () => dumpWorkspace(testApp.database.pool);
const remove = (items: readonly Item[]) => calls.call('POST', '/workspace/bulk-delete', { body: { items } });

/** For each item whether it is in the trash; each is there or in the workspace. */
async function areInTrash(items: readonly Item[]): Promise<boolean[]> {
  const { rows } = await testApp.database.pool.query<{ item: string; isTrashed: boolean }>(
    `select 'REPORT ' || id as item, false as is_trashed from reports union all select 'WORKBOOK ' || id, false from workbooks
     union all select 'FOLDER ' || id, false from folders union all select item_type || ' ' || item_id, true from trash`,
  );
  return items.map(({ type, id }) => {
    const found = rows.filter(({ item }) => item === `${type} ${id}`);
    assert.equal(found.length, 1, `${type} ${id} is in ${found.length} places`);
    return found[0]?.isTrashed === true;
  });
}

/** Restores everything from the trash, the last first. */
async function restoreAll(): Promise<void> {
  const { items } = await calls.ok<{ items: { id: number }[] }>('GET', '/workspace/trash?first=1000');
  for (const { id } of items) await calls.ok('POST', `/workspace/trash/${id}/restore`);
}

test('a bulk delete that was answered survives the death of the database at that moment, and so does its undo', async () => {
  const items = await makeItems();
  const earlier = await dump();
  const answer = (await remove(items)).json() as BulkDeleteWorkspaceObjectsPayload;
  await durable.die();
  assert.deepEqual([answer.deleted, answer.failed], [items, []]);
  assert.ok((await areInTrash(items)).every(Boolean));
  const undone = await calls.ok<UndoWorkspaceChangeResponse>('POST', `/workspace/undo/${answer.undoId}`);
  await durable.die();
  assert.deepEqual([undone.restored.length, undone.failed], [items.length, []]);
  assert.deepEqual(await dump(), earlier);
});

test('a bulk delete that death interrupts has deleted some of its items, whole and in order, which come back', async () => {
  for (const reached of [1, 6, 11, 15]) {
    const items = await makeItems();
    const earlier = await dump();
    const blocked = items[reached];
    const table = { REPORT: 'reports', WORKBOOK: 'workbooks', FOLDER: 'folders' }[blocked?.type ?? 'FOLDER'];
    const other = await testApp.database.pool.connect();
    await other.query('begin');
    await other.query(`select from ${table} where id = $1 for update`, [blocked?.id]);
    const interrupted = remove(items);
    await untilWaiting(testApp.database.pool, interrupted);
    await durable.die();
    other.release(true);
    // Some of it may have been deleted, which the message says.
    assert.equal((await interrupted).statusCode, 503);
    const trashed = await areInTrash(items);
    const end = trashed.includes(false) ? trashed.indexOf(false) : trashed.length;
    assert.ok(end <= reached && !trashed.slice(end).includes(true), JSON.stringify(trashed));
    await restoreAll();
    assert.deepEqual(await dump(), earlier);
  }
});

test('an undo that is interrupted has brought some of the items back, and the next brings the rest', async () => {
  const items = await makeItems();
  const earlier = await dump();
  const { undoId } = (await remove(items)).json() as BulkDeleteWorkspaceObjectsPayload;
  const { pool } = testApp.database;
  const { rows } = await pool.query<{ id: number }>('select id from trash where undo_id = $1 order by id', [
    undoId,
  ]);
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from trash where id = $1 for update', [rows[7]?.id]);
  const interrupted = calls.call('POST', `/workspace/undo/${undoId}`);
  await untilWaiting(pool, interrupted);
  await durable.die();
  other.release(true);
  await interrupted;
  await areInTrash(items);
  for (let left = true; left;) {
    const answer = await calls.call('POST', `/workspace/undo/${undoId}`);
    left = answer.statusCode === 200 && (answer.json() as UndoWorkspaceChangeResponse).restored.length > 0;
  }
  assert.deepEqual(await dump(), earlier);
});

test('an undo with an idempotency key that was answered survives the death of the database at that moment', async () => {
  const items = await makeItems();
  const earlier = await dump();
  const { undoId } = (await remove(items)).json() as BulkDeleteWorkspaceObjectsPayload;
  const undone = await testApp.call({
    method: 'POST',
    path: `/api/v1/deployments/${testApp.deploymentId}/workspace/undo/${undoId}`,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await durable.die();
  assert.equal((undone.json() as UndoWorkspaceChangeResponse).restored.length, items.length);
  assert.deepEqual(await dump(), earlier);
});
