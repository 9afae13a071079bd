import type { Folder, FoldersListResponse, Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

test('folders nest, list by level, and know the way to themselves', async () => {
  const sales = await calls.makeFolder('Sales');
  const q1 = await calls.makeFolder('Q1', sales.id);
  const listed = await calls.ok<FoldersListResponse>('GET', `/folders/?parentId=${sales.id}`);
  assert.deepEqual(
    listed.items.map(({ id, folderPath }) => [id, folderPath]),
    [[q1.id, [{ id: sales.id, name: 'Sales' }]]],
  );
  assert.equal(listed.count, 1);
  const ancestors = await calls.ok<Folder[]>('GET', `/folders/${q1.id}/ancestors`);
  assert.deepEqual(
    ancestors.map(({ name }) => name),
    ['Sales', 'Q1'],
  );
});

test('siblings have different names, whatever their case', async () => {
  const parent = await calls.makeFolder('Names');
  const europe = await calls.makeFolder('Europe', parent.id);
  const asia = await calls.makeFolder('Asia', parent.id);
  await calls.refused(
    ['POST', '/folders', { body: { name: 'EUROPE', parentId: parent.id } }],
    400,
    'folder_name_taken',
  );
  await calls.refused(['PUT', `/folders/${asia.id}`, { body: { name: 'europe' } }], 400, 'folder_name_taken');
  await calls.ok('PUT', `/folders/${europe.id}`, { body: { name: 'EUROPE' } });
  await calls.makeFolder('Europe');
});

test('a name has something that can be seen', async () => {
  await calls.refused(['POST', '/folders', { body: { name: '  ' } }], 400, 'validation_failed');
  const trimmed = await calls.ok<Folder>('POST', '/folders', { body: { name: ' Trimmed ' } });
  assert.equal(trimmed.name, 'Trimmed');
});

test('folders nest ten levels deep and no deeper', async () => {
  let parentId: number | null = null;
  for (let level = 1; level <= 10; level += 1)
    parentId = (await calls.makeFolder(`Level ${level}`, parentId)).id;
  await calls.refused(['POST', '/folders', { body: { name: 'Level 11', parentId } }], 400, 'folder_too_deep');
});

test('deleting a folder keeps what lies in it, and waits for its sub-folders', async () => {
  const outer = await calls.makeFolder('Outer');
  const inner = await calls.makeFolder('Inner', outer.id);
  const workbook = await calls.makeWorkbook('Kept', inner.id);
  await calls.refused(['DELETE', `/folders/${outer.id}`], 400, 'folder_has_subfolders');
  assert.equal((await calls.call('DELETE', `/folders/${inner.id}`)).statusCode, 204);
  const kept = await calls.ok<Workbook>('GET', `/workbooks/${workbook.id}`);
  assert.equal(kept.folderId, null);
});

test('a folder can be added after one that has the last position of all', async () => {
  const parent = await calls.makeFolder('Beside the last position');
  const body = { name: 'Last', parentId: parent.id, position: 2 ** 31 - 1 };
  const last = await calls.ok<Folder>('POST', '/folders', { body });
  const next = await calls.makeFolder('After the last', parent.id);
  const { items } = await calls.ok<FoldersListResponse>('GET', `/folders?parentId=${parent.id}`);
  assert.deepEqual(
    items.map(({ id }) => id),
    [last.id, next.id],
  );
});
