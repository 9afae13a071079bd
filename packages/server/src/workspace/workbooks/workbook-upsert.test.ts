import type { Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  overtake,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const as = (key: string | undefined) => (key === undefined ? {} : { key });
const pathOf = (slug: string) => `/workbooks/by-slug/${encodeURIComponent(slug)}`;
const upsert = (slug: string, body?: object, key?: string) =>
  calls.ok<Workbook>('PUT', pathOf(slug), { body, ...as(key) });
const get = (id: number) => calls.ok<Workbook>('GET', `/workbooks/${id}`);

const position = { x: 0, y: 0, w: 4, h: 4 };
const draft = {
  title: 'Board',
  widgets: [
    { type: 'TEXT', position },
    { type: 'AI', position },
  ],
};

test('a slug that no workbook has makes one, and the same again changes nothing', async () => {
  const body = { name: 'Sales', meta: { team: 'north', dashboardDraft: draft } };
  const made = await upsert(' Sales ', body);
  assert.deepEqual([made.slug, made.name, made.version, made.userId], ['sales', 'Sales', 1, world.adminId]);
  assert.deepEqual(
    made.dashboardDraft?.widgets?.map(({ id }) => id),
    ['text-1', 'ai-1'],
  );
  const again = await upsert('SALES', body);
  assert.deepEqual([again.id, again.version, again.updatedAt], [made.id, made.version, made.updatedAt]);
});

test('what is sent changes, metadata is merged, and the rest stays', async () => {
  const { id } = await upsert('merged', { name: 'Merged', meta: { one: 1, two: { deep: true } } });
  const changed = await upsert('merged', { meta: { two: 2, dashboardDraft: draft } });
  assert.deepEqual([changed.id, changed.name, changed.version], [id, 'Merged', 2]);
  const { meta, dashboardDraft } = await get(id);
  assert.deepEqual([meta['one'], meta['two'], dashboardDraft?.title], [1, 2, 'Board']);
  const fields = { margin: { kind: 'measure', sql: 'MEASURE(a.b) / 2' } };
  assert.deepEqual((await upsert('merged', { calculatedFields: fields })).calculatedFields, fields);
  assert.equal((await upsert('merged')).version, 3);
});

test('what no draft can be is refused before anything is made', async () => {
  const answer = await calls.call('PUT', pathOf('bad-draft'), {
    body: { meta: { dashboardDraft: { widgets: [{ type: 'CHART' }] } } },
  });
  assert.equal(answer.statusCode, 400);
  assert.match(answer.body, /meta\.dashboardDraft\.widgets\[0\]/);
  const { rows } = await world.database.pool.query("select from workbooks where slug = 'bad-draft'");
  assert.equal(rows.length, 0);
});

test('a folder needs manage access to the workbook and edit access to the folder', async () => {
  const person = await calls.makePerson();
  const { id: folderId } = await calls.makeFolder('Target');
  const { id } = await upsert('moving', {});
  await calls.grant('WORKBOOK', id, person.id, 2);
  assert.equal((await upsert('moving', { name: 'Edited' }, person.key)).name, 'Edited');
  const body = { folderId };
  await calls.refused(['PUT', pathOf('moving'), { body, key: person.key }], 403, 'forbidden');
  assert.equal((await upsert('moving', body)).folderId, folderId);
  assert.equal((await upsert('moving', { folderId: null })).folderId, null);
  await calls.refused(['PUT', pathOf('moving'), { body: { folderId: 900_000 } }], 404, 'folder_not_found');
});

test('a slug of a workbook that the caller may not edit is refused alike, seen or hidden', async () => {
  const person = await calls.makePerson();
  await upsert('hidden', { name: 'Secret' });
  const { id } = await upsert('readable', { name: 'Secret' });
  await calls.grant('WORKBOOK', id, person.id, 1);
  const answers = [];
  for (const slug of ['hidden', 'readable']) {
    const answer = await calls.call('PUT', pathOf(slug), { body: {}, key: person.key });
    const { code, message } = answer.json() as { code: string; message: string };
    answers.push([answer.statusCode, code, message.replaceAll(slug, '…')]);
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.equal(answers[0]?.[0], 403);
});

test('a viewer makes nothing', async () => {
  const viewer = await calls.makePerson('Viewer');
  await calls.refused(['PUT', pathOf('new-one'), { body: {}, key: viewer.key }], 403, 'forbidden');
});

test('of requests that create one workbook at once, one does, and the others are told to try again', async () => {
  for (let round = 0; round < 5; round += 1) {
    const send = () => calls.call('PUT', pathOf(`race-${round}`), { body: { name: 'Race' } });
    const answers = await Promise.all([send(), send(), send()]);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    for (const answer of refused) {
      assert.equal(answer.statusCode, 409, answer.body);
      assert.equal((answer.json() as { code: string }).code, 'upsert_branch_changed');
    }
    assert.equal((await send()).statusCode, 200);
    const { rows } = await world.database.pool.query('select from workbooks where slug = $1', [
      `race-${round}`,
    ]);
    assert.equal(rows.length, 1);
  }
});

test('a workbook that is deleted while the request waits for it is made anew', async () => {
  const { id } = await upsert('deleted-meanwhile', { meta: { old: true } });
  const answer = await overtake(world.database.pool, ['delete from workbooks where id = $1', [id]], () =>
    upsert('deleted-meanwhile', { meta: { fresh: true } }),
  );
  assert.notEqual(answer.id, id);
  assert.deepEqual(answer.meta, { fresh: true });
});

test('an empty slug is refused', async () => {
  const answer = await calls.call('PUT', pathOf('  '), { body: {} });
  assert.equal(answer.statusCode, 400);
});
