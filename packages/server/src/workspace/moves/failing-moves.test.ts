import type {
  BulkMoveWorkspaceObjectsResponse,
  Report,
  Workbook,
  WorkbooksListResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  collectErrors,
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
const { logger, lines: log } = collectErrors();
before(async () => {
  world = await createTestApp({ logger });
  calls = createWorkspaceCalls(world);
});
beforeEach(() => log.splice(0));
after(() => world.close());

/** Makes the database fail each move of an item with a name that begins with `Faulty`, as a full disk or a bug would. */
async function failMoves(sqlState: string): Promise<void> {
  await world.database.pool.query(
    `create or replace function fail_move() returns trigger language plpgsql as $$
      begin raise 'the fault of the test' using errcode = '${sqlState}'; end $$`,
  );
  for (const table of ['folders', 'workbooks', 'reports'])
    await world.database.pool.query(
      `create or replace trigger faulty before update on ${table}
        for each row when (old.name like 'Faulty%') execute function fail_move()`,
    );
}

async function makeBatch() {
  const destination = await calls.makeFolder(`Destination ${crypto.randomUUID()}`);
  const items = [
    { type: 'REPORT', id: (await calls.makeReport({ name: 'First' })).id },
    { type: 'REPORT', id: (await calls.makeReport({ name: 'Faulty report' })).id },
    { type: 'WORKBOOK', id: (await calls.makeWorkbook('Faulty workbook')).id },
    { type: 'FOLDER', id: (await calls.makeFolder(`Faulty ${crypto.randomUUID()}`)).id },
    { type: 'WORKBOOK', id: (await calls.makeWorkbook('Last')).id },
  ];
  return { items, folderId: destination.id };
}

const idsOf = (items: readonly { type?: string | null; id: number }[]) =>
  items.map(({ type, id }) => `${type} ${id}`);

for (const [sqlState, status, code, failures] of [
  ['53100', 507, 'insufficient_storage', 3],
  ['XX000', 500, 'internal', 3],
  ['22003', 400, 'invalid_request', 0],
  ['54000', 400, 'invalid_request', 0],
] as const) {
  test(`what the database says to one item, ${sqlState}, fails that item with ${status} and no other`, async () => {
    const { items, folderId } = await makeBatch();
    await failMoves(sqlState);
    const { moved, failed } = await calls.ok<BulkMoveWorkspaceObjectsResponse>(
      'POST',
      '/workspace/bulk-move',
      { body: { items, folderId } },
    );
    assert.deepEqual(idsOf(moved), idsOf([...items.slice(0, 1), ...items.slice(4)]));
    assert.deepEqual(idsOf(failed), idsOf(items.slice(1, 4)));
    assert.deepEqual([...new Set(failed.map(({ error }) => error.status))], [status]);
    assert.doesNotMatch(JSON.stringify(failed), /fault of the test/);
    const logged = log.filter((line) => line.includes('the fault of the test'));
    assert.equal(logged.length, failures);
    for (const line of logged) assert.match(line, /"reqId":"[^"]+"/);
    for (const item of items.slice(1, 4)) {
      const single = ['POST', '/workspace/move', { body: { ...item, folderId } }] as const;
      await calls.refused([...single], status, code);
    }
    await calls.checkTree();
  });
}

/** Makes a batch that is moved whole, and one of its workbooks. */
async function makeMovable() {
  const { items, folderId } = await makeBatch();
  return { items: [items[0], items[4]].flatMap((item) => item ?? []), folderId };
}

const bulkMove = (body: object) =>
  calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', { body });

test('a row that cannot be read after its move is answered as moved, and damaged', async () => {
  const { items, folderId } = await makeMovable();
  const [report, workbook] = items;
  // No time that a program could have written; reading it fails.
  await world.database.pool.query(`update workbooks set created_at = 'infinity' where id = $1`, [
    workbook?.id,
  ]);
  const { moved, failed } = await bulkMove({ items, folderId });
  assert.deepEqual([idsOf(moved), failed], [idsOf(items), []]);
  assert.deepEqual([moved[0]?.name, moved[0]?.damaged], ['First', undefined]);
  assert.deepEqual([moved[1]?.id, moved[1]?.folderId], [workbook?.id, folderId]);
  assert.ok(moved[1]?.damaged?.some(({ path }) => path === 'createdAt'));
  assert.equal(log.filter((line) => line.includes('An item that was moved cannot be read')).length, 1);
  const { id, damaged } = await calls.ok<Workbook>('POST', '/workspace/move', { body: { ...workbook } });
  assert.deepEqual([id, damaged?.length], [workbook?.id, moved[1]?.damaged?.length]);
  await world.database.pool.query(`update workbooks set created_at = now() where id = $1`, [workbook?.id]);
  assert.equal((await calls.ok<Workbook>('GET', `/workbooks/${workbook?.id}`)).folderId, null);
  assert.equal((await calls.ok<Report>('GET', `/reports/${report?.id}`)).folderId, folderId);
});

test('a workbook without metadata moves and lists like others', async () => {
  const { items, folderId } = await makeMovable();
  await world.database.pool.query(`update workbooks set meta = 'null' where id = $1`, [items[1]?.id]);
  const { moved } = await bulkMove({ items, folderId });
  assert.deepEqual([idsOf(moved), moved[1]?.meta], [idsOf(items), {}]);
  assert.deepEqual(
    moved[1]?.damaged?.map(({ path }) => path),
    ['meta'],
  );
  const listed = await calls.ok<WorkbooksListResponse>('GET', `/workbooks?folderId=${folderId}`);
  assert.deepEqual(
    listed.items.map(({ name }) => name),
    ['Last'],
  );
});

test('what was moved is answered as moved while nothing of it can be read', async () => {
  const { items, folderId } = await makeMovable();
  await world.database.pool.query('alter table workspace_favorites rename to away');
  try {
    const { moved, failed } = await bulkMove({ items, folderId });
    assert.deepEqual([idsOf(moved), failed], [idsOf(items), []]);
  } finally {
    await world.database.pool.query('alter table away rename to workspace_favorites');
  }
  assert.equal((await calls.ok<Report>('GET', `/reports/${items[0]?.id}`)).folderId, folderId);
});
