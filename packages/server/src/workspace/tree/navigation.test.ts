import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  type Person,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
/** A user who may manage one report, and sees its folder only because it leads there. */
let guest: Person;
let way: { id: number };
let hidden: { id: number };
let own: { type: string; id: number };
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
  guest = await calls.makePerson();
  way = await calls.makeFolder('Way');
  hidden = await calls.makeFolder('Hidden');
  const goal = await calls.makeReport({ name: 'Goal', folderId: way.id });
  await calls.grant('REPORT', goal.id, guest.id, 3);
  own = { type: 'REPORT', id: goal.id };
});
after(() => world.close());

const statuses = async (folderId: number) => {
  const { key } = guest;
  const answers = [
    await calls.call('POST', '/reports', { key, body: { folderId } }),
    await calls.call('POST', '/workbooks', { key, body: { folderId } }),
    await calls.call('POST', '/folders', { key, body: { name: 'In there', parentId: folderId } }),
    await calls.call('POST', '/workspace/move', { key, body: { ...own, folderId } }),
    await calls.call('PUT', `/reports/${own.id}`, { key, body: { folderId } }),
    await calls.call('POST', '/workspace/move', { key, body: { type: 'FOLDER', id: folderId } }),
    await calls.call('PUT', `/folders/${folderId}`, { key, body: { name: 'Renamed' } }),
    await calls.call('DELETE', `/folders/${folderId}`, { key }),
  ];
  return answers.map(({ statusCode }) => statusCode);
};

test('a folder that is seen only for navigation is refused, not denied', async () => {
  assert.equal((await calls.call('GET', `/folders/${way.id}/ancestors`, { key: guest.key })).statusCode, 200);
  assert.deepEqual(await statuses(way.id), Array(8).fill(403));
});

test('a folder that is not seen at all is answered as a missing one, but where a user moves it or into it', async () => {
  assert.deepEqual(await statuses(hidden.id), [404, 404, 404, 403, 404, 403, 404, 404]);
  assert.deepEqual(await statuses(999_999), Array(8).fill(404));
});

test('a bulk move refuses each item as a single move does, also where the folder is only on the way', async () => {
  const items = [own, { type: 'FOLDER', id: way.id }, { type: 'FOLDER', id: hidden.id }];
  for (const folderId of [way.id, hidden.id]) {
    const bulk = await calls.ok<{ failed: { error: { status: number; message: string } }[] }>(
      'POST',
      '/workspace/bulk-move',
      { key: guest.key, body: { items, folderId } },
    );
    for (const [index, item] of items.entries()) {
      const single = await calls.call('POST', '/workspace/move', {
        key: guest.key,
        body: { ...item, folderId },
      });
      const { message } = single.json() as { message: string };
      assert.deepEqual(bulk.failed[index]?.error, { status: single.statusCode, message });
    }
  }
});
