import type { BulkDeleteWorkspaceObjectsPayload, BulkMoveWorkspaceObjectsResponse } from '@oriel/contract';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  type Person,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { dumpWorkspace } from '../test/naive/dump-workspace.ts';

interface Item {
  type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  id: number;
}

let testApp: TestApp;
let calls: WorkspaceCalls;
let [reader, other]: Person[] = [];
let source: number;
let target: number;
let items: Item[];
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
  [reader, other] = [await calls.makePerson(), await calls.makePerson()];
  source = (await calls.makeFolder('Source')).id;
  target = (await calls.makeFolder('Target')).id;
  await calls.grant('FOLDER', source, reader?.id ?? 0, 1);
  await calls.grant('FOLDER', target, other?.id ?? 0, 2);
  const report = await calls.makeReport({ name: 'Report', folderId: source });
  const [one, two] = [await calls.makeFolder('Same', source), await calls.makeFolder('Same')];
  items = [
    { type: 'REPORT', id: report.id },
    { type: 'FOLDER', id: one.id },
    { type: 'FOLDER', id: two.id },
    { type: 'REPORT', id: 900_000 },
    { type: 'REPORT', id: 3_000_000_000 },
  ];
});
after(() => testApp.close());

const send = async <T>(path: string, body: object, key?: string) =>
  calls.ok<T>('POST', `/workspace/${path}`, { body, ...(key !== undefined && { key }) });
const ref = ({ type, id }: { type?: string | null; id: number }) => ({ type, id });
const state = async () => [
  await dumpWorkspace(testApp.database.pool),
  (await testApp.database.pool.query('select item_id from trash union all select user_id from bulk_moves'))
    .rows,
];

test('a dry run of a bulk move answers what the move then does, and how access changes', async () => {
  const earlier = await state();
  const body = { items, folderId: target };
  const tried = await send<BulkMoveWorkspaceObjectsResponse>('bulk-move', { ...body, dryRun: true });
  assert.deepEqual(await state(), earlier);
  assert.equal(tried.undoId, undefined);
  const changes = tried.accessChanges?.find(
    ({ id, type }) => type === 'REPORT' && id === items[0]?.id,
  )?.changes;
  assert.deepEqual(
    changes?.map(({ subject, before: was, after: is }) => [subject.subjectId, was, is]),
    [
      [reader?.id, 'read', 'none'],
      [other?.id, 'none', 'edit'],
    ],
  );
  const made = await send<BulkMoveWorkspaceObjectsResponse>('bulk-move', body);
  assert.equal(made.accessChanges, undefined);
  assert.deepEqual(tried.moved.map(ref), made.moved.map(ref));
  assert.deepEqual(
    tried.moved.map(({ folderId }) => folderId),
    made.moved.map(({ folderId }) => folderId),
  );
  // The second folder of a name is refused for the first, which would be there by then.
  assert.deepEqual(tried.failed, made.failed);
  assert.deepEqual(
    made.failed.map(({ id }) => id),
    [items[2]?.id, 900_000, 3_000_000_000],
  );
});

test('a dry run of a bulk delete answers what the delete then does, and how access changes', async () => {
  const all: Item[] = [{ type: 'FOLDER', id: target }, ...items, { type: 'FOLDER', id: target }];
  const earlier = await state();
  const tried = await send<BulkDeleteWorkspaceObjectsPayload>('bulk-delete', { items: all, dryRun: true });
  assert.deepEqual(await state(), earlier);
  const own = tried.accessChanges?.find(({ id, type }) => type === 'REPORT' && id === items[0]?.id)?.changes;
  assert.deepEqual(own?.find(({ subject }) => subject.subjectId === other?.id)?.after, 'none');
  const made = await send<BulkDeleteWorkspaceObjectsPayload>('bulk-delete', { items: all });
  assert.deepEqual([tried.deleted, tried.failed], [made.deleted, made.failed]);
  // With a sub-folder when its turn comes.
  assert.deepEqual(
    made.failed.map(({ id }) => id),
    [target, 900_000, 3_000_000_000],
  );
});

test('a dry run tells a caller nothing about items that it does not see', async () => {
  const hidden = await calls.makeReport({ name: 'Hidden' });
  const body = { items: [{ type: 'REPORT', id: hidden.id }], dryRun: true };
  const answer = await send<BulkDeleteWorkspaceObjectsPayload>('bulk-delete', body, other?.key);
  assert.deepEqual([answer.deleted, answer.accessChanges], [[], []]);
  assert.deepEqual(
    answer.failed.map(({ error }) => error.status),
    [404],
  );
});

test('a dry run names the changes of access of 2,000 subjects in all, and counts the others', async () => {
  const outer = await calls.makeFolder('Outer');
  const inner = await calls.makeFolder('Inner', outer.id);
  const refs = [];
  for (let index = 0; index < 3; index += 1) {
    const report = await calls.makeReport({ name: `Shared ${index}`, folderId: inner.id });
    refs.push({ type: 'REPORT', id: report.id });
  }
  await testApp.database.db.executeQuery(
    sql`with made as (
        insert into users (tenant_id, username, email)
        select ${testApp.tenantId}, 'many' || n, 'many' || n || '@example.com' from generate_series(1, 900) n returning id)
      insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
      select ${testApp.deploymentId}, 'FOLDER', ${inner.id}::integer, 'USER', id, 1 from made`.compile(
      testApp.database.db,
    ),
  );
  const { accessChanges } = await send<BulkMoveWorkspaceObjectsResponse>('bulk-move', {
    items: refs,
    folderId: null,
    dryRun: true,
  });
  assert.deepEqual(
    accessChanges?.map(({ count, changes }) => [count, changes.length]),
    [
      [900, 900],
      [900, 900],
      [900, 200],
    ],
  );
});

test('a dry run of the delete of a workbook names those who reach only one of its tabs', async () => {
  const workbook = await calls.makeWorkbook('With tabs');
  const tab = await calls.makeReport({ name: 'Tab', workbookId: workbook.id });
  const guest = await calls.makePerson();
  await calls.grant('REPORT', tab.id, guest.id, 1);
  const { accessChanges } = await send<BulkDeleteWorkspaceObjectsPayload>('bulk-delete', {
    items: [{ type: 'WORKBOOK', id: workbook.id }],
    dryRun: true,
  });
  const change = accessChanges?.[0]?.changes.find(({ subject }) => subject.subjectId === guest.id);
  assert.deepEqual([change?.before, change?.after], ['read', 'none']);
});
