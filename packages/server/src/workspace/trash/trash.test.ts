import type {
  BulkDeleteWorkspaceObjectsPayload,
  TrashResponse,
  UndoWorkspaceChangeResponse,
  Workbook,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeExpired } from '../../jobs/expired-rows.ts';
import { createTestApp, createWorkspaceCalls, type TestApp, type WorkspaceCalls } from '../../test/index.ts';
import { dumpWorkspace } from '../../test/naive/dump-workspace.ts';
import { applicationTables } from '../../application-tables.ts';

interface Item {
  type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  id: number;
}

let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

const dump = () => dumpWorkspace(testApp.database.pool);
const query = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values);
const deleteAll = (items: readonly Item[], key?: string) =>
  calls.ok<BulkDeleteWorkspaceObjectsPayload>('POST', '/workspace/bulk-delete', {
    body: { items },
    ...(key !== undefined && { key }),
  });
const undo = (undoId: string | undefined, key?: string) =>
  calls.ok<UndoWorkspaceChangeResponse>(
    'POST',
    `/workspace/undo/${undoId}`,
    key === undefined ? {} : { key },
  );
const listTrash = async (key?: string) =>
  (await calls.ok<TrashResponse>('GET', '/workspace/trash', key === undefined ? {} : { key })).items;
const moveAll = (items: readonly Item[], folderId: number | null) =>
  calls.ok<{ undoId: string; moved: Workbook[] }>('POST', '/workspace/bulk-move', {
    body: { items, folderId },
  });

/** A workbook in a folder, with all that can belong to it. */
async function makeWhole(): Promise<{ folder: Item; workbook: Item; report: Item; readerId: number }> {
  const folder = (await calls.makeFolder(`Folder ${crypto.randomUUID()}`)).id;
  const { id } = await calls.makeWorkbook('Workbook', folder);
  await calls.ok('PUT', `/workbooks/${id}`, { body: { slug: `slug-${id}` } });
  const tab = (await calls.makeReport({ name: 'Tab', workbookId: id, sqlQuery: 'select 1' })).id;
  const report = (await calls.makeReport({ name: 'Report', folderId: folder })).id;
  for (const title of ['One', 'Two']) {
    await calls.ok('PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft: { title, widgets: [] } } });
    await calls.ok('POST', `/workbooks/${id}/publish`, { body: { workbookId: id } });
  }
  const reader = await calls.makePerson();
  for (const [type, item] of [
    ['FOLDER', folder],
    ['WORKBOOK', id],
    ['REPORT', tab],
    ['REPORT', report],
  ] as const) {
    await calls.grant(type, item, reader.id, 1);
    for (const table of ['workspace_favorites', 'workspace_views'])
      await query(`insert into ${table} (user_id, resource_type, resource_id) values ($1, $2, $3)`, [
        reader.id,
        type,
        item,
      ]);
  }
  await query(
    `insert into report_placements (report_id, id, workbook_id, result_location, result_checksum) values ($1, 'p', 'sheet', 'A1', '{"a": [1.50]}')`,
    [tab],
  );
  return {
    folder: { type: 'FOLDER', id: folder },
    workbook: { type: 'WORKBOOK', id },
    report: { type: 'REPORT', id: report },
    readerId: reader.id,
  };
}

test('what was deleted together comes back as it was, with all that belongs to it', async () => {
  const { folder, workbook, report } = await makeWhole();
  const earlier = await dump();
  // The folder first: its content moves to the root, and goes back into it.
  const { deleted, failed, undoId } = await deleteAll([folder, workbook, report, report]);
  assert.deepEqual([deleted, failed], [[folder, workbook, report], []]);
  assert.notDeepEqual(await dump(), earlier);
  assert.deepEqual(
    (await listTrash()).slice(0, 3).map(({ type, itemId, name }) => [type, itemId, name]),
    [
      ['REPORT', report.id, 'Report'],
      ['WORKBOOK', workbook.id, 'Workbook'],
      ['FOLDER', folder.id, (await listTrash())[2]?.name],
    ],
  );
  const undone = await undo(undoId);
  assert.deepEqual(
    [undone.restored.map(({ type, id }) => ({ type, id })), undone.failed],
    [[report, workbook, folder], []],
  );
  assert.deepEqual(await dump(), earlier);
  await calls.refused(['POST', `/workspace/undo/${undoId}`], 404, 'undo_not_found');
});

test('each kind of item comes back by itself after a single delete', async () => {
  const { folder, workbook, report } = await makeWhole();
  for (const [path, { type, id }] of [
    ['reports', report],
    ['workbooks', workbook],
    ['folders', folder],
  ] as const) {
    const earlier = await dump();
    await calls.ok('DELETE', `/${path}/${id}`);
    await calls.refused(
      ['DELETE', `/${path}/${id}`],
      404,
      `${type === 'FOLDER' ? 'folder' : type === 'WORKBOOK' ? 'workbook' : 'report'}_not_found`,
    );
    const entry = (await listTrash())[0];
    const restored = await calls.ok<Workbook>('POST', `/workspace/trash/${entry?.id}/restore`);
    assert.deepEqual([restored.type, restored.id], [type, id]);
    assert.deepEqual(await dump(), earlier);
  }
});

test('a deleted item is nowhere but in the trash, and its slug is free', async () => {
  const { workbook } = await makeWhole();
  await deleteAll([workbook]);
  await calls.refused(['GET', `/workbooks/${workbook.id}`], 404, 'workbook_not_found');
  const found = await calls.ok<{ items: Workbook[] }>('GET', '/workspace?types=WORKBOOK&search=Workbook');
  assert.ok(!found.items.some(({ id }) => id === workbook.id));
  const other = await calls.makeWorkbook('Other');
  await calls.ok('PUT', `/workbooks/${other.id}`, { body: { slug: `slug-${workbook.id}` } });
  const entry = (await listTrash()).find(({ itemId }) => itemId === workbook.id);
  await calls.refused(['POST', `/workspace/trash/${entry?.id}/restore`], 409, 'slug_taken');
  await calls.ok('DELETE', `/workbooks/${other.id}`);
  await calls.ok('POST', `/workspace/trash/${entry?.id}/restore`);
});

test('each item of a bulk delete is refused as a single delete refuses it', async () => {
  const person = await calls.makePerson();
  const outer = await calls.makeFolder(`Outer ${crypto.randomUUID()}`);
  await calls.makeFolder('Inner', outer.id);
  const [hidden, seen, own] = [
    await calls.makeReport({ name: 'Hidden' }),
    await calls.makeReport({ name: 'Seen' }),
    await calls.makeReport({ name: 'Own' }, person.key),
  ];
  await calls.grant('REPORT', seen.id, person.id, 2);
  await calls.grant('FOLDER', outer.id, person.id, 3);
  const refs: Item[] = [
    { type: 'REPORT', id: hidden.id },
    { type: 'REPORT', id: seen.id },
    { type: 'FOLDER', id: outer.id },
    { type: 'REPORT', id: 2_147_483_647_000 },
  ];
  const { deleted, failed } = await deleteAll([...refs, { type: 'REPORT', id: own.id }], person.key);
  assert.deepEqual(deleted, [{ type: 'REPORT', id: own.id }]);
  for (const [index, path] of [
    `/reports/${hidden.id}`,
    `/reports/${seen.id}`,
    `/folders/${outer.id}`,
    '/reports/2147483647000',
  ].entries()) {
    const single = await calls.call('DELETE', path, { key: person.key });
    const { status, message } = single.json() as { status: number; message: string };
    assert.deepEqual(failed[index], { ...refs[index], error: { status, message } });
  }
  assert.deepEqual(
    failed.map(({ error }) => error.status),
    [404, 403, 400, 404],
  );
});

test('the trash is for who deleted or owned an item, and for administrators', async () => {
  const [person, other] = [await calls.makePerson(), await calls.makePerson()];
  const own = await calls.makeReport({ name: 'Own' }, person.key);
  await calls.ok('DELETE', `/reports/${own.id}`, { key: person.key });
  const [entry] = await listTrash(person.key);
  assert.deepEqual([entry?.itemId, entry?.deletedBy?.id], [own.id, person.id]);
  assert.deepEqual(await listTrash(other.key), []);
  const path = `/workspace/trash/${entry?.id}`;
  await calls.refused(['POST', `${path}/restore`, { key: other.key }], 404, 'trashed_item_not_found');
  await calls.refused(['DELETE', path, { key: other.key }], 404, 'trashed_item_not_found');
  await calls.ok('POST', `${path}/restore`, { key: person.key });
});

test('who may no longer manage an item where it was does not bring it back', async () => {
  const person = await calls.makePerson();
  const folder = await calls.makeFolder(`Shared ${crypto.randomUUID()}`);
  await calls.grant('FOLDER', folder.id, person.id, 3);
  const report = await calls.makeReport({ name: 'Report', folderId: folder.id });
  const { undoId } = await deleteAll([{ type: 'REPORT', id: report.id }], person.key);
  await query("delete from grants where subject_type = 'USER' and subject_id = $1", [person.id]);
  const earlier = await dump();
  const { restored, failed } = await undo(undoId, person.key);
  assert.deepEqual([restored, failed.map(({ error }) => error.status)], [[], [403]]);
  assert.deepEqual(await dump(), earlier);
  const [entry] = await listTrash();
  await calls.ok('POST', `/workspace/trash/${entry?.id}/restore`);
});

test('what an item referred to and is gone is forgotten', async () => {
  const { folder, workbook, readerId } = await makeWhole();
  await deleteAll([workbook]);
  await calls.ok('DELETE', `/folders/${folder.id}`);
  await query('delete from users where id = $1', [readerId]);
  const entry = (await listTrash()).find(({ itemId, type }) => type === 'WORKBOOK' && itemId === workbook.id);
  const restored = await calls.ok<Workbook>('POST', `/workspace/trash/${entry?.id}/restore`);
  assert.equal(restored.folderId, null);
  const { rows } = await query('select from grants where subject_id = $1', [readerId]);
  assert.equal(rows.length, 0);
});

test('a bulk move is taken back, but for what was moved again or is gone', async () => {
  const [one, two, other] = [
    await calls.makeFolder(`One ${crypto.randomUUID()}`),
    await calls.makeFolder(`Two ${crypto.randomUUID()}`),
    await calls.makeFolder(`Other ${crypto.randomUUID()}`),
  ];
  const child = await calls.makeFolder('Child', one.id);
  const ids = [];
  for (const folderId of [one.id, null, one.id, one.id, two.id])
    ids.push((await calls.makeReport({ name: 'R', folderId })).id);
  const items: Item[] = [
    ...ids.map((id) => ({ type: 'REPORT' as const, id })),
    { type: 'FOLDER', id: child.id },
  ];
  const { undoId } = await moveAll([...items, { type: 'FOLDER', id: two.id }], two.id);
  await moveAll(items.slice(2, 3), other.id);
  await calls.ok('DELETE', `/reports/${ids[3]}`);
  const { restored, failed } = await undo(undoId);
  assert.deepEqual(
    new Map(restored.map(({ type, id, folderId }) => [`${type} ${id}`, folderId])),
    new Map([
      [`REPORT ${ids[0]}`, one.id],
      [`REPORT ${ids[1]}`, null],
      [`FOLDER ${child.id}`, one.id],
    ]),
  );
  assert.deepEqual(
    failed.map(({ id, error }) => [id, error.status]).sort(),
    [
      [ids[2], 409],
      [ids[3], 404],
    ].sort(),
  );
  await calls.checkTree();
  assert.deepEqual((await undo(undoId)).restored, []);
  const stranger = await calls.makePerson();
  await calls.refused(['POST', `/workspace/undo/${undoId}`, { key: stranger.key }], 404, 'undo_not_found');
});

test('after a day nothing is listed, restored or undone, and the clean-up removes it', async () => {
  const report = await calls.makeReport({ name: 'Old' });
  const { undoId } = await deleteAll([{ type: 'REPORT', id: report.id }]);
  const [entry] = await listTrash();
  await query("update trash set deleted_at = now() - interval '1 day 1 second'");
  await query("update bulk_moves set moved_at = now() - interval '1 day 1 second'");
  assert.deepEqual(await listTrash(), []);
  await calls.refused(['POST', `/workspace/trash/${entry?.id}/restore`], 404, 'trashed_item_not_found');
  await calls.refused(['POST', `/workspace/undo/${undoId}`], 404, 'undo_not_found');
  await removeExpired(testApp.database.db, applicationTables, {
    signal: new AbortController().signal,
    onRemoved: () => {},
  });
  const { rows } = await query('select undo_id from trash union all select id from bulk_moves');
  assert.deepEqual(rows, []);
});

test('an item is deleted for good from the trash, and a deployment takes its trash along', async () => {
  const report = await calls.makeReport({ name: 'Purged' });
  await deleteAll([{ type: 'REPORT', id: report.id }]);
  const [entry] = await listTrash();
  await calls.ok('DELETE', `/workspace/trash/${entry?.id}`);
  await calls.refused(['DELETE', `/workspace/trash/${entry?.id}`], 404, 'trashed_item_not_found');
  const deploymentId = await testApp.build.deployment({ tenantId: testApp.tenantId });
  const elsewhere = createWorkspaceCalls({ ...testApp, deploymentId });
  const { id } = await elsewhere.makeReport({ name: 'Elsewhere' });
  await elsewhere.ok('DELETE', `/reports/${id}`);
  await query('delete from deployments where id = $1', [deploymentId]);
  const { rows } = await query('select from trash where deployment_id = $1', [deploymentId]);
  assert.equal(rows.length, 0);
});
