import type {
  BulkMoveWorkspaceObjectsResponse,
  Folder,
  FoldersListResponse,
  Workbook,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  untilWaiting,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import { openEmbedSession } from '../../test/embed-session.ts';

/** A move answers what it has done itself. */
let app: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  app = await createTestApp();
  calls = createWorkspaceCalls(app);
});
after(() => app.close());

type Item = { type: 'FOLDER' | 'WORKBOOK' | 'REPORT'; id: number };
const bulkMove = (items: readonly Item[], folderId: number | null) =>
  calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', { body: { items, folderId } });

async function makeItems(count: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1)
    items.push(
      { type: 'REPORT', id: (await calls.makeReport({ name: `R ${index}` })).id },
      { type: 'WORKBOOK', id: (await calls.makeWorkbook(`W ${index}`)).id },
    );
  return items;
}

test('of moves of the same items at once each answers its own folder', async () => {
  const items = await makeItems(20);
  const [one, other] = [await calls.makeFolder('Race one'), await calls.makeFolder('Race other')];
  for (let round = 0; round < 3; round += 1) {
    const [first, second] = await Promise.all([
      bulkMove(items, one.id),
      bulkMove(items.toReversed(), other.id),
    ]);
    for (const [answer, { id, name }] of [
      [first, { id: one.id, name: 'Race one' }],
      [second, { id: other.id, name: 'Race other' }],
    ] as const) {
      assert.equal(answer.moved.length, items.length);
      for (const moved of answer.moved)
        assert.deepEqual([moved.folderId, moved.folderPath], [id, [{ id, name }]]);
    }
  }
});

test('an item that is deleted while the rest is moved was moved', async () => {
  const [first, , second] = await makeItems(2);
  assert.ok(first && second);
  const { id: folderId } = await calls.makeFolder('Of a deleted item');
  const holder = await app.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from reports where id = $1 for update', [second.id]);
  const moving = bulkMove([first, second], folderId);
  await untilWaiting(app.database.pool);
  await app.database.pool.query('delete from reports where id = $1', [first.id]);
  await holder.query('rollback');
  holder.release();
  const { moved, failed } = await moving;
  assert.deepEqual(failed, []);
  assert.deepEqual(
    moved.map(({ id, name, folderId: at, canEdit }) => [id, name, at, canEdit]),
    [
      [first.id, 'R 0', folderId, false],
      [second.id, 'R 1', folderId, true],
    ],
  );
});

test('a move to where an item is changes nothing', async () => {
  const [report, workbook] = await makeItems(1);
  const folder: Item = { type: 'FOLDER', id: (await calls.makeFolder('Stays')).id };
  const { id: folderId } = await calls.makeFolder('Of those that stay');
  assert.ok(report && workbook);
  const items = [report, workbook, folder];
  const { moved } = await bulkMove(items, folderId);
  const { rows: log } = await app.database.pool.query('select from audit_entries');
  const again = await bulkMove(items, folderId);
  assert.deepEqual(again.moved, moved);
  for (const item of items) {
    const single = await calls.ok<Workbook>('POST', '/workspace/move', { body: { ...item, folderId } });
    assert.equal(
      single.updatedAt,
      moved.find(({ type, id }) => type === item.type && id === item.id)?.updatedAt,
    );
  }
  assert.equal((await app.database.pool.query('select from audit_entries')).rowCount, log.length);
});

test('a user of the account is told of items that it has no access to, without their names', async () => {
  const { key } = await calls.makePerson();
  const own: Item = { type: 'REPORT', id: (await calls.makeReport({ name: 'Own' }, key)).id };
  const [report, workbook] = await makeItems(1);
  const hidden = await calls.makeFolder('Secret name');
  assert.ok(report && workbook);
  const items = [report, workbook, { type: 'FOLDER', id: hidden.id }, { type: 'REPORT', id: 999_999 }];
  const { failed } = await calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', {
    key,
    body: { items, folderId: null },
  });
  assert.deepEqual(
    failed.map(({ error }) => error.status),
    [403, 403, 403, 404],
  );
  assert.doesNotMatch(JSON.stringify(failed), /Secret/);
  const into = ['POST', '/workspace/move', { key, body: { ...own, folderId: hidden.id } }] as const;
  await calls.refused([...into], 403, 'forbidden');
  await calls.refused(
    ['POST', '/workspace/move', { key, body: { ...own, folderId: 999_999 } }],
    404,
    'folder_not_found',
  );
});

test('a viewer of an embed session learns of nothing that it does not see', async () => {
  const token = await openEmbedSession(app, { embedTenantName: 'customer', creatorMode: true });
  const [report] = await makeItems(1);
  assert.ok(report);
  for (const id of [report.id, 999_999]) {
    const answer = await app.call({
      method: 'POST',
      path: `/api/v1/deployments/${app.deploymentId}/workspace/move`,
      key: '',
      headers: { authorization: `Embed-Token ${token}` },
      body: { type: 'REPORT', id, folderId: null },
    });
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'report_not_found'], answer.body);
  }
});

test('a new folder is the last of its level', async () => {
  const parent = await calls.makeFolder('Level');
  for (const name of ['a', 'b', 'c']) await calls.makeFolder(name, parent.id);
  const { items } = await calls.ok<FoldersListResponse>('GET', `/folders?parentId=${parent.id}`);
  assert.deepEqual(
    items.map(({ name, position }) => [name, position]),
    [
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ],
  );
  const body = { name: 'd', parentId: parent.id, position: 10 };
  await calls.ok<Folder>('POST', '/folders', { body });
  const last = await calls.ok<Folder>('POST', '/folders', { body: { name: 'e', parentId: parent.id } });
  assert.equal(last.position, 11);
});
