import type { BulkDeleteWorkspaceObjectsPayload, BulkMoveWorkspaceObjectsResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { dumpWorkspace } from '../../test/dump-workspace.ts';

interface Item {
  type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  id: number;
}

let testApp: TestApp;
let calls: WorkspaceCalls;
let items: Item[];
let destination: number;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
  await testApp.database.pool.query(`create function crash() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
});
beforeEach(async () => {
  destination = (await calls.makeFolder(`Destination ${crypto.randomUUID()}`)).id;
  items = [];
  for (let index = 0; index < 4; index += 1) {
    const folder = await calls.makeFolder(`Folder ${crypto.randomUUID()}`);
    items.push(
      { type: 'REPORT', id: (await calls.makeReport({ name: `Report ${index}`, folderId: folder.id })).id },
      { type: 'WORKBOOK', id: (await calls.makeWorkbook(`Workbook ${index}`, folder.id)).id },
      { type: 'FOLDER', id: folder.id },
    );
  }
});
after(() => testApp.close());

const post = <T>(path: string, body: object | undefined, idempotencyKey: string) =>
  testApp
    .call({
      method: 'POST',
      path: `/api/v1${path}`,
      ...(body && { body }),
      headers: { 'idempotency-key': idempotencyKey },
    })
    .then((answer) => ({ ...answer, read: () => answer.json() as T }));
const workspace = () => `/deployments/${testApp.deploymentId}/workspace`;

/** Ends the connection that changes something, the first time; whatever its transaction has done is gone with it. */
async function crashOn<T>(event: string, work: () => Promise<T>): Promise<T> {
  const { pool } = testApp.database;
  const table = event.split(' ').at(event.split(' ').indexOf('on') + 1);
  await pool.query(`create trigger crash before ${event} execute function crash()`);
  return work().finally(() => pool.query(`drop trigger crash on ${table}`));
}

const dump = () => dumpWorkspace(testApp.database.pool);
const trashed = async (): Promise<number> =>
  (await testApp.database.pool.query('select from trash')).rowCount ?? 0;

/** Where a request is interrupted: while it changes an item in the middle, and when its answer is stored. */
const crashes = (table: string, event: 'update' | 'delete' | 'insert', id: number | undefined) => [
  `${event} on ${table} for each row when (${event === 'delete' ? 'old' : 'new'}.id = ${id})`,
  'insert on idempotency_keys for each row',
];

test('a bulk move that was interrupted has done nothing, and the next with its key moves each item once', async () => {
  for (const event of crashes('workbooks', 'update', items[7]?.id)) {
    const [key, earlier] = [crypto.randomUUID(), await dump()];
    const move = () =>
      post<BulkMoveWorkspaceObjectsResponse>(
        `${workspace()}/bulk-move`,
        { items, folderId: destination },
        key,
      );
    const interrupted = await crashOn(event, move);
    assert.ok(interrupted.statusCode >= 500, interrupted.body);
    assert.deepEqual(await dump(), earlier);
    const done = await move();
    assert.deepEqual([done.read().moved.length, done.read().failed], [items.length, []]);
    const elsewhere = await calls.makeFolder(`Elsewhere ${crypto.randomUUID()}`);
    await calls.ok('POST', '/workspace/bulk-move', { body: { items, folderId: elsewhere.id } });
    const since = await dump();
    const again = await move();
    assert.equal(again.body, done.body);
    assert.deepEqual(await dump(), since, 'what was moved since stays');
  }
});

test('a bulk delete that was interrupted has done nothing, and the next with its key deletes each item once', async () => {
  for (const event of crashes('workbooks', 'delete', items[7]?.id)) {
    const [key, earlier, trash] = [crypto.randomUUID(), await dump(), await trashed()];
    const remove = () =>
      post<BulkDeleteWorkspaceObjectsPayload>(`${workspace()}/bulk-delete`, { items }, key);
    const interrupted = await crashOn(event, remove);
    assert.ok(interrupted.statusCode >= 500, interrupted.body);
    assert.deepEqual([await dump(), await trashed()], [earlier, trash]);
    const done = await remove();
    assert.deepEqual(done.read().deleted, items);
    assert.equal((await remove()).body, done.body);
    assert.equal(await trashed(), trash + items.length);
    await calls.ok('POST', `/workspace/undo/${done.read().undoId}`);
    assert.deepEqual(await dump(), earlier);
  }
});

test('an undo that was interrupted has done nothing, and the next with its key restores each item once', async () => {
  const earlier = await dump();
  const { undoId } = await calls.ok<BulkDeleteWorkspaceObjectsPayload>('POST', '/workspace/bulk-delete', {
    body: { items },
  });
  const deleted = await dump();
  const key = crypto.randomUUID();
  const undo = () => post(`${workspace()}/undo/${undoId}`, undefined, key);
  for (const event of crashes('workbooks', 'insert', items[4]?.id)) {
    const interrupted = await crashOn(event, undo);
    assert.ok(interrupted.statusCode >= 500, interrupted.body);
    assert.deepEqual(await dump(), deleted);
  }
  const done = await undo();
  assert.equal(done.statusCode, 200, done.body);
  assert.deepEqual(await dump(), earlier);
  assert.equal((await undo()).body, done.body);
});

test('what fails for one item takes back nothing else', async () => {
  const [first, second, third] = items;
  const body = { items: [first, { type: 'REPORT', id: 99_999_999 }, { ...third, id: destination }, second] };
  const moved = await post<BulkMoveWorkspaceObjectsResponse>(
    `${workspace()}/bulk-move`,
    { ...body, folderId: destination },
    crypto.randomUUID(),
  );
  assert.deepEqual(
    [moved.read().moved.map(({ id }) => id), moved.read().failed.map(({ error }) => error.status)],
    [
      [first?.id, second?.id],
      [404, 400],
    ],
  );
  const single = await post(`${workspace()}/move`, { ...third, folderId: destination }, crypto.randomUUID());
  assert.equal(single.statusCode, 200, single.body);
  const { pool } = testApp.database;
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await pool.query(
    `create trigger fail before delete on reports for each row when (old.id = ${first?.id}) execute function fail()`,
  );
  const removed = await post<BulkDeleteWorkspaceObjectsPayload>(
    `${workspace()}/bulk-delete`,
    { items: [first, second] },
    crypto.randomUUID(),
  );
  await pool.query('drop trigger fail on reports');
  assert.deepEqual(
    [removed.read().deleted, removed.read().failed.map(({ error }) => error.status)],
    [[second], [500]],
  );
});

test('bulk operations with keys that name the same items in another order are all done', async () => {
  const other = await calls.makeFolder(`Other ${crypto.randomUUID()}`);
  const reports = items.filter(({ type }) => type !== 'FOLDER');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      post<BulkMoveWorkspaceObjectsResponse>(
        `${workspace()}/bulk-move`,
        {
          items: n % 2 === 0 ? reports : reports.toReversed(),
          folderId: n % 2 === 0 ? destination : other.id,
        },
        crypto.randomUUID(),
      ),
    ),
  );
  for (const answer of answers) assert.deepEqual(answer.read().failed, [], answer.body);
  await calls.checkTree();
});

test('a bulk action on users that was interrupted has done nothing, and the next with its key is whole', async () => {
  const userIds = [
    (await calls.makePerson()).id,
    (await calls.makePerson()).id,
    (await calls.makePerson()).id,
  ];
  const key = crypto.randomUUID();
  const remove = () => post<{ succeeded: number[] }>('/users/bulk', { action: 'DELETE', userIds }, key);
  for (const event of crashes('users', 'delete', userIds[1])) {
    const interrupted = await crashOn(event, remove);
    assert.ok(interrupted.statusCode >= 500, interrupted.body);
  }
  const done = await remove();
  assert.deepEqual(done.read().succeeded, userIds);
  assert.equal((await remove()).body, done.body);
});
