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

const grants = async () =>
  (
    await world.database.pool.query<{ thing: string }>(
      "select resource_type || ' ' || resource_id as thing from grants order by resource_type, resource_id",
    )
  ).rows.map(({ thing }) => thing);

test('what was granted on a thing goes with it, and on a workbook also what was granted on its reports', async () => {
  const reader = await calls.makePerson();
  const [folder, workbook, report, kept] = [
    await calls.makeFolder('Folder'),
    await calls.makeWorkbook('Workbook'),
    await calls.makeReport({ name: 'Report' }),
    await calls.makeReport({ name: 'Kept' }),
  ];
  const tab = await calls.makeReport({ name: 'Tab', workbookId: workbook.id });
  await calls.grant('FOLDER', folder.id, reader.id, 1);
  await calls.grant('WORKBOOK', workbook.id, reader.id, 2);
  for (const { id } of [report, tab, kept]) await calls.grant('REPORT', id, reader.id, 3);

  await calls.ok('DELETE', `/reports/${report.id}`);
  assert.deepEqual(await grants(), [
    `FOLDER ${folder.id}`,
    ...[tab.id, kept.id].sort((a, b) => a - b).map((id) => `REPORT ${id}`),
    `WORKBOOK ${workbook.id}`,
  ]);
  await calls.ok('DELETE', `/workbooks/${workbook.id}`);
  assert.deepEqual(await grants(), [`FOLDER ${folder.id}`, `REPORT ${kept.id}`]);
  await calls.ok('DELETE', `/folders/${folder.id}`);
  assert.deepEqual(await grants(), [`REPORT ${kept.id}`]);
});
