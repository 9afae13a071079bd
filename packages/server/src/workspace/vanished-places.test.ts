import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  overtake,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

/** The answer to a call while its folder or workbook is deleted. */
async function answerWhenDeleted(
  table: 'folders' | 'workbooks',
  id: number,
  ...args: Parameters<WorkspaceCalls['call']>
) {
  const answer = await overtake(world.database.pool, [`delete from ${table} where id = $1`, [id]], () =>
    calls.call(...args),
  );
  const { status, code, message } = answer.json() as { status: number; code: string; message: string };
  return { status, code, message };
}

const folderGone = (id: number) => ({
  status: 404,
  code: 'folder_not_found',
  message: `There is no folder ${id} in this deployment`,
});

for (const path of ['/reports', '/workbooks', '/folders']) {
  test(`POST ${path} answers a folder that is deleted at that moment as a missing one`, async () => {
    const { id } = await calls.makeFolder(`Gone ${path}`);
    const body = {
      name: 'Late',
      folderId: id,
      ...(path === '/folders' && { folderId: undefined, parentId: id }),
    };
    assert.deepEqual(await answerWhenDeleted('folders', id, 'POST', path, { body }), folderGone(id));
  });
}

test('an update that moves into a folder deleted at that moment is answered as into a missing one', async () => {
  const [workbook, report] = [await calls.makeWorkbook('Stays'), await calls.makeReport({ name: 'Stays' })];
  for (const path of [`/workbooks/${workbook.id}`, `/reports/${report.id}`]) {
    const { id } = await calls.makeFolder(`Gone ${path}`);
    assert.deepEqual(
      await answerWhenDeleted('folders', id, 'PUT', path, { body: { folderId: id } }),
      folderGone(id),
    );
  }
});

test('a move into a folder that is deleted at that moment is refused as into a missing one', async () => {
  const [workbook, report, folder] = [
    await calls.makeWorkbook('Moves'),
    await calls.makeReport({ name: 'Moves' }),
    await calls.makeFolder('Moves'),
  ];
  for (const item of [
    { type: 'WORKBOOK', id: workbook.id },
    { type: 'REPORT', id: report.id },
    { type: 'FOLDER', id: folder.id },
  ]) {
    const { id } = await calls.makeFolder(`Gone ${item.type}`);
    const body = { ...item, folderId: id };
    assert.deepEqual(
      await answerWhenDeleted('folders', id, 'POST', '/workspace/move', { body }),
      folderGone(id),
    );
  }
});

test('a workbook that is deleted at that moment takes neither a report nor a dashboard', async () => {
  const position = { x: 0, y: 0, w: 1, h: 1 };
  const config = { widgets: [{ id: 'a', type: 'TEXT', position, config: {} }] };
  for (const [path, body] of [
    ['/reports', {}],
    ['/workbooks/{id}/publish', { config }],
    ['/workbooks/{id}/dashboard', { dashboardDraft: config }],
  ] as const) {
    const { id } = await calls.makeWorkbook('Gone');
    const method = path.endsWith('dashboard') ? 'PUT' : 'POST';
    const answer = await answerWhenDeleted('workbooks', id, method, path.replace('{id}', String(id)), {
      body: { ...body, ...(method === 'POST' && { workbookId: id }) },
    });
    assert.deepEqual([answer.status, answer.code], [404, 'workbook_not_found'], path);
  }
});

test('a report that is deleted at that moment is not there to be refreshed', async () => {
  const { id } = await calls.makeReport({ name: 'Gone' });
  const answer = await overtake(world.database.pool, ['delete from reports where id = $1', [id]], () =>
    calls.call('PUT', `/reports/${id}/refresh`, { body: {} }),
  );
  assert.equal(answer.statusCode, 404);
});
