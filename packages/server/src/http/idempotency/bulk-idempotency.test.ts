import type {
  BulkDeleteWorkspaceObjectsPayload,
  BulkMoveWorkspaceObjectsResponse,
  UndoWorkspaceChangeResponse,
  WorkspaceConnectionResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  untilWaiting,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import { dumpWorkspace } from '../../test/naive/dump-workspace.ts';

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

/**
 * The statement before which a connection is ended: of an item in the middle, and of the note of what became of the
 * first.
 */
const crashes = (table: string, event: 'update' | 'delete' | 'insert', id: number | undefined) => [
  `${event} on ${table} for each row when (${event === 'delete' ? 'old' : 'new'}.id = ${id})`,
  `insert on item_outcomes for each row when (new.item like 'WORKBOOK %')`,
];

test('a bulk move that was interrupted says what is missing, and the next with its key moves each item once', async () => {
  for (const event of crashes('workbooks', 'update', items[7]?.id)) {
    const key = crypto.randomUUID();
    const move = () =>
      post<BulkMoveWorkspaceObjectsResponse>(
        `${workspace()}/bulk-move`,
        { items, folderId: destination },
        key,
      );
    const interrupted = (await crashOn(event, move)).read();
    assert.ok(interrupted.failed.length > 0);
    for (const { error } of interrupted.failed) assert.equal(error.status, 503);
    assert.equal(interrupted.moved.length + interrupted.failed.length, items.length);
    const done = await move();
    assert.deepEqual([done.read().moved.length, done.read().failed], [items.length, []]);
    assert.equal(done.read().undoId, interrupted.undoId);
    assert.equal(done.headers['idempotent-replayed'], undefined);
    const times = new Map(done.read().moved.map(({ type, id, updatedAt }) => [`${type} ${id}`, updatedAt]));
    for (const { type, id, updatedAt } of interrupted.moved)
      assert.equal(times.get(`${type} ${id}`), updatedAt, 'what was moved is not moved again');
    const elsewhere = await calls.makeFolder(`Elsewhere ${crypto.randomUUID()}`);
    await calls.ok('POST', '/workspace/bulk-move', { body: { items, folderId: elsewhere.id } });
    const since = await dump();
    const again = await move();
    assert.deepEqual([again.read(), again.headers['idempotent-replayed']], [done.read(), 'true']);
    assert.deepEqual(await dump(), since, 'what was moved since stays');
    await calls.ok('POST', '/workspace/bulk-move', { body: { items, folderId: null } });
  }
});

test('others see what a bulk move with a key has moved while it waits for the rest', async () => {
  const { pool } = testApp.database;
  const reports = items.filter(({ type }) => type === 'REPORT');
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from reports where id = $1 for update', [reports[2]?.id]);
  const moving = post<BulkMoveWorkspaceObjectsResponse>(
    `${workspace()}/bulk-move`,
    { items: reports, folderId: destination },
    crypto.randomUUID(),
  );
  await untilWaiting(pool);
  const seen = await calls.ok<WorkspaceConnectionResponse>('GET', `/workspace?folderId=${destination}`);
  // Another change of the workspace does not wait for it.
  await calls.makeReport({ name: 'Meanwhile' });
  await holder.query('rollback');
  holder.release();
  assert.deepEqual(
    seen.items.map(({ id }) => id),
    reports.slice(0, 2).map(({ id }) => id),
  );
  assert.equal((await moving).read().moved.length, reports.length);
});

test('the second of two requests with one key at once is told of the first', async () => {
  const key = crypto.randomUUID();
  const move = () =>
    post<BulkMoveWorkspaceObjectsResponse>(`${workspace()}/bulk-move`, { items, folderId: destination }, key);
  const statuses = (await Promise.all([move(), move(), move()])).map(({ statusCode }) => statusCode);
  assert.ok(statuses.includes(200));
  for (const status of statuses) assert.ok(status === 200 || status === 409, String(status));
  const other = { items: items.slice(1), folderId: destination };
  const reused = await post(`${workspace()}/bulk-move`, other, key);
  assert.equal(reused.statusCode, 422);
});

test('a dry run with a key changes nothing', async () => {
  const earlier = await dump();
  for (const [path, body] of [
    ['bulk-move', { items, folderId: destination, dryRun: true }],
    ['bulk-delete', { items, dryRun: true }],
  ] as const) {
    const tried = await post(`${workspace()}/${path}`, body, crypto.randomUUID());
    assert.equal(tried.statusCode, 200, tried.body);
  }
  const { id } = await calls.makePerson();
  const users = { action: 'DELETE', userIds: [id], dryRun: true };
  assert.equal((await post('/users/bulk', users, crypto.randomUUID())).statusCode, 200);
  const user = await testApp.call({ method: 'GET', path: `/api/v1/users/${id}` });
  assert.equal(user.statusCode, 200, user.body);
  assert.deepEqual(await dump(), earlier);
});

test('a bulk delete that was interrupted says what is missing, and the next with its key deletes each item once', async () => {
  for (const event of crashes('workbooks', 'delete', items[7]?.id)) {
    const [key, earlier, trash] = [crypto.randomUUID(), await dump(), await trashed()];
    const remove = () =>
      post<BulkDeleteWorkspaceObjectsPayload>(`${workspace()}/bulk-delete`, { items }, key);
    const interrupted = (await crashOn(event, remove)).read();
    assert.ok(interrupted.failed.length > 0);
    assert.equal(await trashed(), trash + interrupted.deleted.length);
    const done = await remove();
    assert.deepEqual(done.read().deleted, items);
    assert.equal((await remove()).body, done.body);
    assert.equal(await trashed(), trash + items.length);
    await calls.ok('POST', `/workspace/undo/${done.read().undoId}`);
    assert.deepEqual(await dump(), earlier);
  }
});

test('an undo that was interrupted says what is missing, and the next with its key restores each item once', async () => {
  const earlier = await dump();
  const { undoId } = await calls.ok<BulkDeleteWorkspaceObjectsPayload>('POST', '/workspace/bulk-delete', {
    body: { items },
  });
  const key = crypto.randomUUID();
  const undo = () => post<UndoWorkspaceChangeResponse>(`${workspace()}/undo/${undoId}`, undefined, key);
  for (const event of crashes('workbooks', 'insert', items[4]?.id)) {
    const interrupted = (await crashOn(event, undo)).read();
    assert.ok(interrupted.failed.length > 0);
    assert.equal(interrupted.restored.length + interrupted.failed.length, items.length);
  }
  const done = await undo();
  assert.deepEqual([done.read().restored.length, done.read().failed], [items.length, []]);
  assert.deepEqual(await dump(), earlier);
  assert.deepEqual(idsOf((await undo()).read().restored), idsOf(done.read().restored));
});

test('an undo of a move with a key answers the same again', async () => {
  const { undoId } = await calls.ok<BulkMoveWorkspaceObjectsResponse>('POST', '/workspace/bulk-move', {
    body: { items, folderId: destination },
  });
  const key = crypto.randomUUID();
  const undo = () => post<UndoWorkspaceChangeResponse>(`${workspace()}/undo/${undoId}`, undefined, key);
  const done = await undo();
  assert.equal(done.read().restored.length, items.length);
  assert.deepEqual((await undo()).read(), done.read());
});

const idsOf = (list: readonly { type?: string | null; id: number }[]) =>
  list.map(({ type, id }) => `${type} ${id}`).sort();

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

test('a bulk action on users that was interrupted says what is missing, and the next with its key is whole', async () => {
  const userIds = [
    (await calls.makePerson()).id,
    (await calls.makePerson()).id,
    (await calls.makePerson()).id,
  ];
  const key = crypto.randomUUID();
  const remove = () =>
    post<{ succeeded: number[]; failed: object[] }>('/users/bulk', { action: 'DELETE', userIds }, key);
  const event = `delete on users for each row when (old.id = ${userIds[1]})`;
  const interrupted = (await crashOn(event, remove)).read();
  assert.deepEqual([interrupted.succeeded, interrupted.failed.length], [[userIds[0], userIds[2]], 1]);
  const done = await remove();
  assert.deepEqual(done.read().succeeded, userIds);
  assert.equal((await remove()).body, done.body);
});
