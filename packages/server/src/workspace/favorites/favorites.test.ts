import type { Workbook, WorkspaceConnectionResponse } from '@oriel/contract';
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

type Type = 'FOLDER' | 'WORKBOOK' | 'REPORT';
const mark = (type: Type, id: number, isFavorite = true, key?: string) =>
  calls.ok('PUT', '/workspace/favorite', {
    body: { type, id, isFavorite },
    ...(key !== undefined && { key }),
  });
const feed = async (query: string, key?: string) =>
  (
    await calls.ok<WorkspaceConnectionResponse>('GET', `/workspace${query}`, {
      ...(key !== undefined && { key }),
    })
  ).items;
const namesOf = (items: readonly Workbook[]) => items.map(({ name }) => name);

test('each user has favourites of their own, of every kind, listed across all folders', async () => {
  const [one, other] = [await calls.makePerson(), await calls.makePerson()];
  const { id: folderId } = await calls.makeFolder('Folder', null, one.key);
  const { id: innerId } = await calls.makeFolder('Inner', folderId, one.key);
  const { id: workbookId } = await calls.makeWorkbook('Workbook', innerId, one.key);
  const { id: reportId } = await calls.makeReport({ name: 'Report', folderId: innerId }, one.key);
  await calls.makeReport({ name: 'Unmarked', folderId: innerId }, one.key);
  assert.deepEqual(await feed('?isFavorite=true', one.key), []);
  await mark('FOLDER', innerId, true, one.key);
  await mark('WORKBOOK', workbookId, true, one.key);
  await mark('REPORT', reportId, true, one.key);
  await mark('REPORT', reportId, true, one.key);
  const marked = await feed('?isFavorite=true', one.key);
  assert.deepEqual(namesOf(marked), ['Inner', 'Report', 'Workbook']);
  assert.ok(marked.every(({ isFavorite }) => isFavorite));
  assert.deepEqual(namesOf(await feed('?isFavorite=true&types=WORKBOOK', one.key)), ['Workbook']);
  assert.deepEqual(namesOf(await feed('?isFavorite=true&search=work', one.key)), ['Workbook']);
  assert.deepEqual(await feed('?isFavorite=true', other.key), []);
  await mark('WORKBOOK', workbookId, false, one.key);
  await mark('WORKBOOK', workbookId, false, one.key);
  assert.deepEqual(namesOf(await feed('?isFavorite=true', one.key)), ['Inner', 'Report']);
});

test('what the caller cannot see, or any more, is no favourite', async () => {
  const person = await calls.makePerson();
  const { id } = await calls.makeWorkbook('Hidden');
  const body = { type: 'WORKBOOK', id, isFavorite: true };
  await calls.refused(['PUT', '/workspace/favorite', { body, key: person.key }], 404, 'workbook_not_found');
  await calls.grant('WORKBOOK', id, person.id, 1);
  await mark('WORKBOOK', id, true, person.key);
  assert.deepEqual(namesOf(await feed('?isFavorite=true', person.key)), ['Hidden']);
  await world.database.pool.query('delete from grants where subject_id = $1', [person.id]);
  assert.deepEqual(await feed('?isFavorite=true', person.key), []);
});

test('pages of favourites follow each other', async () => {
  const { key } = await calls.makePerson();
  for (const name of ['A', 'B', 'C'])
    await mark('REPORT', (await calls.makeReport({ name }, key)).id, true, key);
  const page = await calls.ok<WorkspaceConnectionResponse>('GET', '/workspace?isFavorite=true&first=2', {
    key,
  });
  const { endCursor } = page.pageInfo;
  assert.deepEqual(namesOf(page.items), ['A', 'B']);
  assert.deepEqual(namesOf(await feed(`?isFavorite=true&first=2&after=${endCursor}`, key)), ['C']);
});

test('an item says when the caller last opened it', async () => {
  const { key } = await calls.makePerson();
  const { id } = await calls.makeWorkbook('Opened', null, key);
  const seen = async () => (await feed('', key)).find((item) => item.id === id)?.viewerLastViewedAt;
  assert.equal(await seen(), null);
  await calls.ok('GET', `/workbooks/${id}`, { key });
  assert.ok(Date.parse((await seen()) ?? '') > 0);
});

test('a kind or a field that there is none of is refused', async () => {
  for (const body of [
    { type: 'CHART', id: 1, isFavorite: true },
    { type: 'REPORT', id: 1 },
  ])
    assert.equal((await calls.call('PUT', '/workspace/favorite', { body })).statusCode, 400);
});
