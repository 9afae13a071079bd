import type { Report } from '@oriel/contract';
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
const pathOf = (publicId: string) => `/reports/by-public-id/${publicId}`;
const upsert = (publicId: string, body?: object, key?: string) =>
  calls.ok<Report>('PUT', pathOf(publicId), { body, ...as(key) });
const refused = (publicId: string, status: number, code: 'public_id_taken' | 'forbidden', key?: string) =>
  calls.refused(['PUT', pathOf(publicId), { body: { name: 'Mine' }, ...as(key) }], status, code);

test('a public id that no report has makes one, and the same again changes nothing', async () => {
  const body = {
    name: 'Revenue',
    description: 'Of all regions',
    jsonQuery: '{"measures":["a.b"]}',
    meta: { kind: 'table' },
    source: 'EXCEL',
  };
  const made = await upsert('Revenue00001', body);
  assert.deepEqual(
    [made.publicId, made.name, made.description, made.version, made.source],
    ['Revenue00001', 'Revenue', 'Of all regions', 1, 'EXCEL'],
  );
  const again = await upsert('Revenue00001', { ...body, source: 'D3', publicId: 'Revenue00001' });
  assert.deepEqual(
    [again.id, again.version, again.source, again.updatedAt],
    [made.id, 1, 'EXCEL', made.updatedAt],
  );
  const changed = await upsert('Revenue00001', { title: 'Revenue by month' });
  assert.deepEqual([changed.id, changed.name, changed.version], [made.id, 'Revenue', 2]);
});

test('a tab that is said to be where it is stays as it is', async () => {
  const folder = await calls.makeFolder('Of the workbook');
  const workbook = await calls.makeWorkbook('Of the tab', folder.id);
  const body = { name: 'Tab', workbookId: workbook.id, folderId: folder.id };
  const made = await upsert('Tab000000001', body);
  for (const said of [body, { folderId: folder.id }, { folderId: null }])
    assert.deepEqual(await upsert('Tab000000001', said), made);
});

test('another public id in the body than in the address is refused', async () => {
  const answer = await calls.call('PUT', pathOf('Address00001'), { body: { publicId: 'Another00001' } });
  assert.equal(answer.statusCode, 400);
  assert.match(answer.body, /publicId/);
});

test('an id of another deployment, or of a report out of reach, is taken for good', async () => {
  const deploymentId = await world.build.deployment({ tenantId: world.tenantId });
  await createWorkspaceCalls({ ...world, deploymentId }).makeReport({ publicId: 'Elsewhere001' });
  await refused('Elsewhere001', 409, 'public_id_taken');
  const person = await calls.makePerson();
  const { id } = await calls.makeReport({ publicId: 'Hidden000001' });
  await refused('Hidden000001', 409, 'public_id_taken', person.key);
  await calls.grant('REPORT', id, person.id, 1);
  await refused('Hidden000001', 403, 'forbidden', person.key);
});

test('a viewer makes nothing', async () => {
  const viewer = await calls.makePerson('Viewer');
  await refused('NewReport001', 403, 'forbidden', viewer.key);
});

test('of requests that create one report at once, one does, and the others are told to try again', async () => {
  for (let round = 0; round < 5; round += 1) {
    const send = () => calls.call('PUT', pathOf(`Race0000000${round}`), { body: { name: 'Race' } });
    const answers = await Promise.all([send(), send(), send()]);
    assert.ok(answers.some(({ statusCode }) => statusCode === 200));
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      assert.equal(answer.statusCode, 409, answer.body);
      assert.equal((answer.json() as { code: string }).code, 'upsert_branch_changed');
    }
    assert.equal((await send()).statusCode, 200);
  }
});

test('a report that is deleted between the decision and the change is not made by a change', async () => {
  const { id } = await upsert('Vanishing001', { name: 'There' });
  const answer = await overtake(world.database.pool, ['delete from reports where id = $1', [id]], () =>
    calls.call('PUT', pathOf('Vanishing001'), { body: { name: 'Changed' } }),
  );
  assert.equal(answer.statusCode, 409, answer.body);
  assert.equal((answer.json() as { code: string }).code, 'upsert_branch_changed');
  assert.equal((await upsert('Vanishing001', { name: 'Changed' })).name, 'Changed');
});

/** A report of before there were public ids. */
async function makeLegacy(id: number): Promise<void> {
  await world.database.pool.query(
    `insert into reports (id, deployment_id, public_id, name, user_id) overriding system value values ($1, $2, null, 'Old', $3)`,
    [id, world.deploymentId, world.adminId],
  );
}

test('a report without a public id is shown with a placeholder, which becomes its own where it is the only one', async () => {
  await makeLegacy(7_000_123);
  const shown = await calls.ok<Report>('GET', '/reports/7000123');
  assert.equal(shown.publicId, 'legacy000123');
  const adopted = await upsert('legacy000123', { name: 'Adopted' });
  assert.deepEqual([adopted.id, adopted.publicId, adopted.name], [7_000_123, 'legacy000123', 'Adopted']);
  // By now it is the one that has the id, whatever else is shown with it.
  await makeLegacy(8_000_123);
  assert.equal((await upsert('legacy000123', { name: 'Again' })).id, 7_000_123);
});

test('a placeholder of several reports changes none of them until the one that is meant has its own id', async () => {
  await makeLegacy(7_000_456);
  await makeLegacy(8_000_456);
  const path = pathOf('legacy000456');
  await calls.refused(['PUT', path, { body: { name: 'Which?' } }], 409, 'ambiguous_legacy_id');
  const own = await calls.ok<Report>('PUT', '/reports/7000456', { body: { publicId: 'Chosen000001' } });
  assert.equal(own.publicId, 'Chosen000001');
  assert.equal((await upsert('legacy000456', { name: 'The other' })).id, 8_000_456);
  const { rows } = await world.database.pool.query<{ name: string }>(
    'select name from reports where id = 7000456',
  );
  assert.equal(rows[0]?.name, 'Old');
});

test('nobody chooses a placeholder, and an id that is given never changes', async () => {
  const publicId = 'legacy999999';
  await calls.refused(['POST', '/reports', { body: { publicId } }], 400, 'public_id_reserved');
  await calls.refused(['PUT', pathOf(publicId), { body: {} }], 400, 'public_id_reserved');
  await makeLegacy(7_000_789);
  const path = '/reports/7000789';
  await calls.refused(['PUT', path, { body: { publicId } }], 400, 'public_id_reserved');
  await calls.makeReport({ publicId: 'InUse0000001' });
  await calls.refused(['PUT', path, { body: { publicId: 'InUse0000001' } }], 409, 'public_id_taken');
  await calls.ok('PUT', path, { body: { publicId: 'Own000000001' } });
  await calls.refused(['PUT', path, { body: { publicId: 'Own000000002' } }], 400, 'public_id_fixed');
});
