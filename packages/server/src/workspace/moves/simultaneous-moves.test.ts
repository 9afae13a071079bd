import type { Folder } from '@oriel/contract';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  untilWaiting,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const move = (id: number, folderId: number) =>
  calls.call('POST', '/workspace/move', { body: { type: 'FOLDER', id, folderId } });
const bulkMove = (items: object[], folderId: number | null) =>
  calls.call('POST', '/workspace/bulk-move', { body: { items, folderId } });

test('two moves at the same time never close a ring', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = [await calls.makeFolder(`Ring a${round}`), await calls.makeFolder(`Ring b${round}`)];
    const answers = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 400]);
  }
  await calls.checkTree();
});

test('a folder that is made below one that moves at that time knows where it is', async () => {
  for (let round = 0; round < 10; round += 1) {
    const outer = await calls.makeFolder(`Outer ${round}`);
    const parent = await calls.makeFolder(`Parent ${round}`);
    const [child, moved] = await Promise.all([
      calls.makeFolder('Child', parent.id),
      move(parent.id, outer.id),
    ]);
    assert.equal(moved.statusCode, 200);
    const above = await calls.ok<Folder[]>('GET', `/folders/${child.id}/ancestors`);
    assert.deepEqual(
      above.map(({ id }) => id),
      [outer.id, parent.id, child.id],
    );
  }
});

test('batches that move folders into each other at the same time never close a ring', async () => {
  for (let round = 0; round < 10; round += 1) {
    const folders: number[] = [];
    for (const letter of 'abcd') folders.push((await calls.makeFolder(`${letter} of round ${round}`)).id);
    const answers = await Promise.all(
      folders.map((folderId) =>
        bulkMove(
          folders.filter((id) => id !== folderId).map((id) => ({ type: 'FOLDER', id })),
          folderId,
        ),
      ),
    );
    assert.ok(answers.every(({ statusCode }) => statusCode === 200));
    await calls.checkTree();
  }
});

test('folders that move under each other at the same time never get deeper than ten levels', async () => {
  const chain = async (name: string) => {
    const ids: number[] = [];
    for (let level = 0; level < 6; level += 1)
      ids.push((await calls.makeFolder(`${name} ${level}`, ids.at(-1) ?? null)).id);
    return ids;
  };
  const [a, b, c] = [await chain('A'), await chain('B'), await chain('C')];
  await Promise.all([
    bulkMove([{ type: 'FOLDER', id: b[0] }], a[3] ?? null),
    bulkMove([{ type: 'FOLDER', id: c[0] }], b[3] ?? null),
    bulkMove([{ type: 'FOLDER', id: a[0] }], c[3] ?? null),
  ]);
  await calls.checkTree();
  const { rows } = await world.database.pool.query('select id from folders where cardinality(path) > 10');
  assert.deepEqual(rows, []);
});

test('a client that goes away in the middle of a bulk move leaves each item moved or where it was', async () => {
  const { id: folderId } = await calls.makeFolder('Left alone');
  const items: { type: 'REPORT' | 'FOLDER'; id: number }[] = [];
  for (let index = 0; index < 10; index += 1) {
    items.push({ type: 'REPORT', id: (await calls.makeReport({})).id });
    items.push({ type: 'FOLDER', id: (await calls.makeFolder(`Of a client that leaves ${index}`)).id });
  }
  const other = await world.database.pool.connect();
  await other.query('begin');
  await other.query('select from reports where id = $1 for update', [items[10]?.id]);
  const leave = await startRequest('/workspace/bulk-move', { items, folderId });
  await untilWaiting(world.database.pool);
  leave();
  await other.query('rollback');
  other.release();
  while (world.database.pipelined.idleCount < world.database.pipelined.totalCount) await setImmediate();

  const isMoved = async ({ type, id }: (typeof items)[number]) => {
    const table = type === 'FOLDER' ? 'folders' : 'reports';
    const column = type === 'FOLDER' ? 'parent_id' : 'folder_id';
    const { rows } = await world.database.pool.query<{ place: number | null }>(
      `select ${column} as place from ${table} where id = $1`,
      [id],
    );
    return rows[0]?.place === folderId;
  };
  const moved = await Promise.all(items.map(isMoved));
  assert.ok(!moved.includes(false) || moved.lastIndexOf(true) < moved.indexOf(false));
  await calls.checkTree();
  const again = await bulkMove(items, folderId);
  assert.equal((again.json() as { moved: object[] }).moved.length, items.length);
});

/** Sends a request over a real connection; what it answers with breaks the connection. */
async function startRequest(path: string, body: object): Promise<() => void> {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${world.adminKey}`, 'content-type': 'application/json' };
  const sent = request({
    port,
    method: 'POST',
    path: `/api/v1/deployments/${world.deploymentId}${path}`,
    headers,
  });
  // That it ends badly is the point.
  sent.on('error', () => {});
  sent.end(JSON.stringify(body));
  return () => void sent.destroy();
}
