import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

/** As if all that was opened so far had been opened some minutes earlier. */
const letMinutesPass = () =>
  world.database.pool.query("update workspace_views set viewed_at = viewed_at - interval '2 minutes'");

test('lists follow the order in which each user opened things', async () => {
  const [first, second] = [
    await calls.makeReport({ name: 'First' }),
    await calls.makeReport({ name: 'Second' }),
  ];
  const workbook = await calls.makeWorkbook('Workbook');
  const other = await calls.makePerson();
  for (const path of [`/workbooks/${workbook.id}`, `/reports/${second.id}`, `/reports/${first.id}`]) {
    await calls.ok('GET', path);
    await letMinutesPass();
  }
  const names = async (path: string) =>
    (await calls.ok<{ items: { name: string }[] }>('GET', path)).items.map(({ name }) => name);
  assert.deepEqual(await names('/reports?sortBy=lastViewedAt'), ['First', 'Second']);
  const feed = '/workspace?orderByField=viewer_last_viewed_at';
  assert.deepEqual(await names(feed), ['First', 'Second', 'Workbook']);
  await calls.ok('GET', `/reports/${second.id}`);
  assert.deepEqual(await names(feed), ['Second', 'First', 'Workbook']);

  await calls.grant('REPORT', first.id, other.id, 1);
  const { rowCount } = await world.database.pool.query('select from workspace_views where user_id = $1', [
    other.id,
  ]);
  assert.equal(rowCount, 0);
});

test('what is opened again within a minute is not written again', async () => {
  const { id } = await calls.makeReport({ name: 'Again' });
  const viewedAt = async () =>
    (
      await world.database.pool.query<{ viewedAt: string; xmin: string }>(
        "select viewed_at, xmin from workspace_views where resource_type = 'REPORT' and resource_id = $1",
        [id],
      )
    ).rows;
  await calls.ok('GET', `/reports/${id}`);
  const before = await viewedAt();
  assert.equal(before.length, 1);
  await calls.ok('GET', `/reports/${id}`);
  assert.deepEqual(await viewedAt(), before);
});

test('what is refused counts as not opened, and what is deleted as never opened', async () => {
  const { id } = await calls.makeReport({ name: 'Hidden' });
  const stranger = await calls.makePerson();
  await calls.refused(['GET', `/reports/${id}`, { key: stranger.key }], 404, 'report_not_found');
  await calls.ok('GET', `/reports/${id}`);
  const viewers = async () =>
    (
      await world.database.pool.query<{ userId: number }>(
        'select user_id from workspace_views where resource_id = $1',
        [id],
      )
    ).rows.map((row) => row.userId);
  assert.deepEqual(await viewers(), [world.adminId]);
  await calls.ok('DELETE', `/reports/${id}`);
  assert.deepEqual(await viewers(), []);
});
