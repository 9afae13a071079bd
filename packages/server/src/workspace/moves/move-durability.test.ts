import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createDurableApp, type DurableApp } from '../../test/processes/durable-app.ts';
import { createWorkspaceCalls, untilWaiting, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

interface Item {
  type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  id: number;
}

let durable: DurableApp;
let world: TestApp;
let calls: WorkspaceCalls;
let destination: number;
let items: Item[];
before(async () => {
  durable = await createDurableApp();
  world = durable.testApp;
  calls = createWorkspaceCalls(world);
});
after(() => durable.close());
beforeEach(async () => {
  destination = (await calls.makeFolder(`Destination ${crypto.randomUUID()}`)).id;
  items = [];
  for (let index = 0; index < 10; index += 1) {
    items.push({ type: 'REPORT', id: (await calls.makeReport({ name: `Report ${index}` })).id });
    items.push({ type: 'WORKBOOK', id: (await calls.makeWorkbook(`Workbook ${index}`)).id });
    const folder = await calls.makeFolder(`Folder ${crypto.randomUUID()}`);
    await calls.makeFolder('Child', folder.id);
    items.push({ type: 'FOLDER', id: folder.id });
  }
});
const move = (batch: readonly Item[]) =>
  calls.call('POST', '/workspace/bulk-move', { body: { items: batch, folderId: destination } });

/** Whether each item is in the destination; it is there or where it was. */
async function areMoved(): Promise<boolean[]> {
  const { rows } = await world.database.pool.query<{ thing: string; place: number | null }>(
    `select 'REPORT ' || id as thing, folder_id as place from reports
     union all select 'WORKBOOK ' || id, folder_id from workbooks
     union all select 'FOLDER ' || id, parent_id from folders`,
  );
  const places = new Map(rows.map(({ thing, place }) => [thing, place]));
  return items.map(({ type, id }) => {
    const place = places.get(`${type} ${id}`);
    assert.ok(place === null || place === destination, `${type} ${id} is in ${place}`);
    return place === destination;
  });
}

test('a bulk move that was answered survives the death of the database at that moment', async () => {
  const { moved, failed } = (await move(items)).json() as { moved: Item[]; failed: object[] };
  await durable.die();
  assert.deepEqual([moved.length, failed.length], [items.length, 0]);
  assert.ok((await areMoved()).every(Boolean));
  await calls.checkTree();
});

test('so does one with a last item that failed', async () => {
  const answer = await move([...items, { type: 'FOLDER', id: destination }]);
  await durable.die();
  const { moved, failed } = answer.json() as { moved: Item[]; failed: Item[] };
  assert.deepEqual([moved.length, failed.map(({ id }) => id)], [items.length, [destination]]);
  assert.ok((await areMoved()).every(Boolean));
  await calls.checkTree();
});

test('a bulk move that death interrupts has moved some of its items, whole and in order, and no others', async () => {
  const reached = 16;
  const blocked = items[reached];
  assert.equal(blocked?.type, 'WORKBOOK');
  const other = await world.database.pool.connect();
  await other.query('begin');
  await other.query('select from workbooks where id = $1 for update', [blocked?.id]);
  const interrupted = move(items);
  await untilWaiting(world.database.pool, interrupted);
  await durable.die();
  other.release(true);
  // Some of it may have been moved, which the message says.
  assert.equal((await interrupted).statusCode, 503);
  const moved = await areMoved();
  const end = moved.includes(false) ? moved.indexOf(false) : moved.length;
  assert.ok(end <= reached && !moved.slice(end).includes(true), JSON.stringify(moved));
  await calls.checkTree();
  assert.equal((await move(items)).statusCode, 200);
  assert.ok((await areMoved()).every(Boolean));
});
