import type { Folder, Workbook, WorkspaceConnectionResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  type Person,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';

/** What answers say of the caller's rights is what the operations refuse by. */
let world: TestApp;
let calls: WorkspaceCalls;
let folder: { id: number };
let workbook: Workbook;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
  folder = await calls.makeFolder('Shared');
  workbook = await calls.makeWorkbook('In the folder', folder.id);
});
after(() => world.close());

/** A user with a level on the folder, and so on the workbook in it. */
async function personWith(level: 1 | 2 | 3, role: 'Viewer' | 'Explorer' = 'Explorer'): Promise<Person> {
  const person = await calls.makePerson(role);
  await calls.grant('FOLDER', folder.id, person.id, level);
  return person;
}

interface Rights {
  canEdit?: boolean | null;
  canManage?: boolean | null;
}

const rightsOf = ({ canEdit, canManage }: Rights) => [canEdit, canManage];

/** The rights in every answer that shows the folder or the workbook. */
async function shownTo(key: string): Promise<(boolean | null | undefined)[][]> {
  const itemsAt = async (path: string) =>
    (await calls.ok<{ items: Rights[] }>('GET', path, { key })).items.map(rightsOf);
  const { items } = await calls.ok<WorkspaceConnectionResponse>('GET', `/workspace?search=folder`, { key });
  return [
    ...(await itemsAt('/workspace')),
    ...(await itemsAt(`/workspace?folderId=${folder.id}`)),
    ...(await itemsAt('/folders')),
    ...(await itemsAt('/workbooks')),
    ...items.map(rightsOf),
    ...(await calls.ok<Folder[]>('GET', `/folders/${folder.id}/ancestors`, { key })).map(rightsOf),
    rightsOf(await calls.ok<Workbook>('GET', `/workbooks/${workbook.id}`, { key })),
  ];
}

const cases = [
  { title: 'a user who may read', level: 1, rights: [false, false] },
  { title: 'a user who may edit', level: 2, rights: [true, false] },
  { title: 'a user who may manage', level: 3, rights: [true, true] },
] as const;

for (const { title, level, rights } of cases)
  test(`every answer tells ${title} so, as do the operations`, async () => {
    const { key } = await personWith(level);
    const shown = await shownTo(key);
    assert.deepEqual(
      shown,
      Array.from({ length: 7 }, () => [...rights]),
    );
    const [canEdit, canManage] = rights;
    const rename = { key, body: { name: 'Shared' } };
    assert.equal((await calls.call('PUT', `/folders/${folder.id}`, rename)).statusCode, canEdit ? 200 : 403);
    const move = { key, body: { type: 'WORKBOOK', id: workbook.id, folderId: folder.id } };
    assert.equal((await calls.call('POST', '/workspace/move', move)).statusCode, canManage ? 200 : 403);
  });

test('a viewer is told to read, whatever it was given', async () => {
  const { key } = await personWith(3, 'Viewer');
  assert.deepEqual(new Set((await shownTo(key)).flat()), new Set([false]));
});

test('who creates, renames or moves an item is told what it may do with it from then on', async () => {
  const { key } = await personWith(3);
  const own = await calls.ok<Folder>('POST', '/folders', { key, body: { name: 'Own' } });
  const renamed = await calls.ok<Folder>('PUT', `/folders/${own.id}`, { key, body: { name: 'Still own' } });
  const made = await calls.makeWorkbook('Made', folder.id, key);
  const saved = await calls.ok<Workbook>('PUT', `/workbooks/${made.id}`, { key, body: { name: 'Saved' } });
  const move = { key, body: { type: 'WORKBOOK', id: made.id, folderId: own.id } };
  const moved = await calls.ok<Workbook>('POST', '/workspace/move', move);
  for (const answer of [own, renamed, made, saved, moved]) assert.deepEqual(rightsOf(answer), [true, true]);
});

test('a folder that is shown for what lies in it alone may not be changed', async () => {
  const person = await calls.makePerson();
  await calls.grant('WORKBOOK', workbook.id, person.id, 3);
  const { items } = await calls.ok<WorkspaceConnectionResponse>('GET', '/workspace', { key: person.key });
  assert.deepEqual(
    items.map((item) => [item.id, ...rightsOf(item)]),
    [[folder.id, false, false]],
  );
});
