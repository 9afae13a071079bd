import type { Dashboard } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  overtake,
  type TestApp,
  type WorkspaceCalls,
} from '../../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

async function makeBoard() {
  const workbook = await calls.makeWorkbook('Board');
  const report = await calls.makeReport({ name: 'Chart', workbookId: workbook.id });
  const position = { x: 0, y: 0, w: 1, h: 1 };
  const widgets = [{ id: 'a', type: 'CHART', position, config: { reportId: report.id } }];
  await calls.ok('PUT', `/workbooks/${workbook.id}/dashboard`, {
    body: { dashboardDraft: { title: 'First draft', widgets } },
  });
  const publish = () =>
    calls.ok<Dashboard>('POST', `/workbooks/${workbook.id}/publish`, { body: { workbookId: workbook.id } });
  return { workbook, report, widgets, publish };
}

test('those who publish a workbook for the first time at once make one dashboard, a version each', async () => {
  const { publish } = await makeBoard();
  const versions = await Promise.all([publish(), publish(), publish(), publish(), publish()]);
  assert.deepEqual(versions.map(({ versionNumber }) => versionNumber).sort(), [1, 2, 3, 4, 5]);
  assert.equal(new Set(versions.map(({ publicId }) => publicId)).size, 1);
});

test('a publisher that waits for another publishes what there is when its turn comes', async () => {
  const { workbook, report, widgets, publish } = await makeBoard();
  await publish();
  const version = await overtake(
    world.database.pool,
    [
      `with locked as (update dashboards set status = status where workbook_id = $1),
        draft as (update workbooks set meta = $3 where id = $1)
       update reports set name = 'Newer' where id = $2`,
      [workbook.id, report.id, JSON.stringify({ dashboardDraft: { title: 'Newer draft', widgets } })],
    ],
    publish,
  );
  assert.deepEqual(
    [version.title, version.reportSnapshots?.map(({ name }) => name)],
    ['Newer draft', ['Newer']],
  );
});
