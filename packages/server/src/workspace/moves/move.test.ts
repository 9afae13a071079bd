import type { BulkMoveWorkspaceObjectsResponse, Folder, Workbook } from '@oriel/contract';
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

const move = (id: number, folderId: number | null) =>
  ['POST', '/workspace/move', { body: { type: 'FOLDER', id, folderId } }] as const;
const bulkMove = (body: object) =>
  calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', { body });

test('a folder moves with all that is below it, but never below itself', async () => {
  const [a, b] = [await calls.makeFolder('Move a'), await calls.makeFolder('Move b')];
  const child = await calls.makeFolder('child', a.id);
  await calls.refused([...move(a.id, child.id)], 400, 'folder_move_into_itself');
  await calls.refused([...move(a.id, a.id)], 400, 'folder_move_into_itself');
  const moved = await calls.ok<Workbook>(...move(a.id, b.id));
  assert.deepEqual(
    [moved.type, moved.folderId, moved.folderPath],
    ['FOLDER', b.id, [{ id: b.id, name: 'Move b' }]],
  );
  const ancestors = await calls.ok<Folder[]>('GET', `/folders/${child.id}/ancestors`);
  assert.deepEqual(
    ancestors.map(({ name }) => name),
    ['Move b', 'Move a', 'child'],
  );
  await calls.checkTree();
});

test('a move keeps names among siblings different and folders ten levels deep', async () => {
  const [a, b] = [await calls.makeFolder('Named a'), await calls.makeFolder('Named b')];
  await calls.makeFolder('Twin', a.id);
  const twin = await calls.makeFolder('TWIN', b.id);
  await calls.refused([...move(twin.id, a.id)], 400, 'folder_name_taken');
  const refused = await calls.call(...move(twin.id, a.id));
  assert.match((refused.json() as { message: string }).message, /A folder named "TWIN"/);
  const { failed } = await bulkMove({ items: [{ type: 'FOLDER', id: twin.id }], folderId: a.id });
  assert.match(failed[0]?.error.message ?? '', /A folder named "TWIN"/);
  let bottom = a.id;
  for (let level = 2; level <= 9; level += 1) bottom = (await calls.makeFolder(`Deep ${level}`, bottom)).id;
  await calls.refused([...move(b.id, bottom)], 400, 'folder_too_deep');
  await calls.ok(...move(twin.id, bottom));
});

test('a bulk move answers for each distinct item and keeps what could be moved', async () => {
  const target = await calls.makeFolder('Bulk target');
  const inside = await calls.makeFolder('Bulk inside', target.id);
  const workbook = await calls.makeWorkbook('Bulk workbook');
  const report = await calls.makeReport({ name: 'Bulk report' });
  const items = [
    { type: 'WORKBOOK', id: workbook.id },
    { type: 'FOLDER', id: target.id },
    { type: 'REPORT', id: report.id },
    { type: 'WORKBOOK', id: workbook.id },
    { type: 'REPORT', id: 999_999 },
  ];
  const { moved, failed } = await bulkMove({ items, folderId: inside.id });
  assert.deepEqual(
    moved.map(({ type, id, folderId }) => [type, id, folderId]),
    [
      ['WORKBOOK', workbook.id, inside.id],
      ['REPORT', report.id, inside.id],
    ],
  );
  assert.deepEqual(
    failed.map(({ type, id, error }) => [type, id, error.status]),
    [
      ['FOLDER', target.id, 400],
      ['REPORT', 999_999, 404],
    ],
  );
  const single = await calls.call(...move(target.id, inside.id));
  assert.equal(failed[0]?.error.message, (single.json() as { message: string }).message);
  const back = await bulkMove({ items: [{ type: 'WORKBOOK', id: workbook.id }] });
  assert.equal(back.moved[0]?.folderId, null);
});

test('a bulk move takes 1 to 100 items', async () => {
  const item = { type: 'REPORT', id: 1 };
  for (const items of [[], Array.from({ length: 101 }, () => item)])
    await calls.refused(['POST', '/workspace/bulk-move', { body: { items } }], 400, 'validation_failed');
  const { id } = await calls.makeReport({});
  const { failed } = await bulkMove({ items: [{ type: 'REPORT', id }], folderId: 999_999 });
  assert.deepEqual(
    failed.map(({ error }) => error.status),
    [404],
  );
});

test('an id that no row can have is not found, for its item alone', async () => {
  const { id } = await calls.makeReport({});
  const { id: folderId } = await calls.makeFolder('Beside impossible ids');
  const impossible = [2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER];
  const items = [
    ...impossible.flatMap((each) => [
      { type: 'FOLDER', id: each },
      { type: 'REPORT', id: each },
    ]),
    { type: 'REPORT', id },
  ];
  const { moved, failed } = await bulkMove({ items, folderId });
  assert.deepEqual(
    moved.map((item) => item.id),
    [id],
  );
  assert.deepEqual(
    failed.map(({ type, id: each, error }) => [type, each, error.status]),
    items.slice(0, -1).map(({ type, id: each }) => [type, each, 404]),
  );
  for (const each of impossible) {
    await calls.refused([...move(each, null)], 404, 'folder_not_found');
    const body = { type: 'REPORT', id, folderId: each };
    await calls.refused(['POST', '/workspace/move', { body }], 404, 'folder_not_found');
    const bulk = await bulkMove({ items: [{ type: 'REPORT', id }], folderId: each });
    assert.match(bulk.failed[0]?.error.message ?? '', new RegExp(`folder ${each}`, 'i'));
  }
});

test('the folder of a viewer is moved beside one of its name of another owner', async () => {
  const [target, own] = [await calls.makeFolder('Viewed'), await calls.makeFolder('Alike')];
  await calls.makeFolder('Alike', target.id);
  await world.database.pool.query(
    `with customer as (insert into embed_tenants (tenant_id, name) values ($1, 'alike') returning id),
       viewer as (insert into embed_users (tenant_id, embed_tenant_id, external_id)
         select $1, id, 'alike' from customer returning id)
     update folders set embed_user_id = viewer.id from viewer where folders.id = $2`,
    [world.tenantId, own.id],
  );
  const moved = await calls.ok<Workbook>(...move(own.id, target.id));
  assert.equal(moved.folderId, target.id);
});
