import type { Problem, Report, ReportsListResponse } from '@oriel/contract';
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

test('lists page by cursor without gaps or repeats', async () => {
  const folder = await calls.makeFolder('Paged');
  const made: number[] = [];
  for (let index = 0; index < 7; index += 1)
    made.push((await calls.makeReport({ name: `Paged ${index}`, folderId: folder.id })).id);
  const seen: number[] = [];
  let after = '';
  for (;;) {
    const { items, pageInfo, count } = await calls.ok<ReportsListResponse>(
      'GET',
      `/reports?folderId=${folder.id}&first=3${after}`,
    );
    assert.equal(count, 7);
    seen.push(...items.map(({ id }) => id));
    if (!pageInfo?.hasNextPage) break;
    after = `&after=${pageInfo.endCursor}`;
  }
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    made,
  );
});

test('lists refuse what they do not know', async () => {
  await calls.refused(['GET', '/reports?after=nonsense'], 400, 'invalid_cursor');
  await calls.refused(['GET', '/reports?colour=red'], 400, 'validation_failed');
});

test('a cursor of another order is refused', async () => {
  const folder = await calls.makeFolder('Ordered');
  for (const name of ['First', 'Second']) {
    await calls.makeReport({ name, folderId: folder.id });
    await calls.makeWorkbook(name, folder.id);
    await calls.makeFolder(name, folder.id);
  }
  const cursor = async (path: string) => {
    const { pageInfo } = await calls.ok<ReportsListResponse>('GET', `${path}first=1`);
    return pageInfo?.endCursor;
  };
  const reports = `/reports?folderId=${folder.id}&`;
  const byName = await cursor(`${reports}sortBy=name&`);
  const feed = `/workspace?folderId=${folder.id}&types=REPORT&types=WORKBOOK&`;
  const feedByName = await cursor(`${feed}`);
  for (const path of [
    `${reports}sortBy=updatedAt&after=${byName}`,
    `/workbooks?after=${byName}`,
    `/folders?after=${byName}`,
    `${feed}after=${byName}`,
    `${feed}orderByField=created_at&after=${feedByName}`,
  ])
    await calls.refused(['GET', path], 400, 'invalid_cursor');
});

test('a publicId is chosen once', async () => {
  const report = await calls.makeReport({ publicId: 'AbCdEf012345', name: 'Stable' });
  const put = (body: object) => ['PUT', `/reports/${report.id}`, { body }] as const;
  await calls.refused(['POST', '/reports', { body: { publicId: 'AbCdEf012345' } }], 409, 'public_id_taken');
  await calls.refused([...put({ publicId: 'AbCdEf012346' })], 400, 'public_id_fixed');
  await calls.ok(...put({ publicId: 'AbCdEf012345', title: 'Still stable' }));
  await calls.refused(['POST', '/reports', { body: { publicId: 'too short' } }], 400, 'validation_failed');
});

test('an update changes what is sent and nothing else', async () => {
  const { id } = await calls.makeReport({
    name: 'Before',
    jsonQuery: '{"measures":["a.b"]}',
    meta: { kind: 'table', spec: {} },
  });
  const updated = await calls.ok<Report>('PUT', `/reports/${id}`, { body: { name: 'After' } });
  assert.deepEqual(
    [updated.name, updated.jsonQuery, updated.meta, updated.version],
    ['After', '{"measures":["a.b"]}', { kind: 'table', spec: {} }, 2],
  );
});

test('a query is JSON', async () => {
  await calls.refused(['POST', '/reports', { body: { jsonQuery: '{' } }], 400, 'validation_failed');
});

test('who may only edit a report takes it neither to a folder nor to a workbook of its own', async () => {
  const { id: userId, key } = await calls.makePerson();
  const { id: folderId } = await calls.makeFolder('Of an editor', null, key);
  const { id: workbookId } = await calls.makeWorkbook('Of an editor', null, key);
  const { id } = await calls.makeReport({ name: 'Shared to edit' });
  await calls.grant('REPORT', id, userId, 2);
  const update = async (body: object) =>
    (await calls.call('PUT', `/reports/${id}`, { body, key })).statusCode;
  assert.equal(await update({ folderId }), 403);
  assert.equal(await update({ workbookId }), 403);
  assert.equal(await update({ name: 'Edited', folderId: null }), 200);
  assert.equal((await calls.call('DELETE', `/reports/${id}`, { key })).statusCode, 403);
});

test('the order of looking has no cursors, and says so', async () => {
  const answer = await calls.call('GET', '/reports?sortBy=lastViewedAt&after=any');
  assert.equal(answer.statusCode, 400, answer.body);
  assert.equal(answer.json<Problem>().issues?.[0]?.path, 'after');
  await calls.ok('GET', '/reports?sortBy=lastViewedAt&page=2&limit=1');
});

test('a report names the roles that reach it, by themselves and by what is shared with everybody', async () => {
  const { id: folderId } = await calls.makeFolder('For everybody');
  const { id: workbookId } = await calls.makeWorkbook('In it', folderId);
  const { id } = await calls.makeReport({ name: 'Seen', workbookId });
  const roles = async () => {
    const { rolesWithAccess } = await calls.ok<Report>('GET', `/reports/${id}`);
    return rolesWithAccess?.map(({ name, actions }) => `${name}: ${actions.join(' ')}`);
  };
  const admin = 'Admin: ReportRead ReportEdit ReportManage';
  assert.deepEqual(await roles(), [admin]);
  const share = (type: string, resourceId: number, level: number) =>
    world.database.pool.query(
      `insert into grants (deployment_id, resource_type, resource_id, subject_type, level) values ($1, $2, $3, 'ORGANIZATION', $4)`,
      [world.deploymentId, type, resourceId, level],
    );
  await share('FOLDER', folderId, 2);
  const editors = ['Developer: ReportRead ReportEdit', 'Explorer: ReportRead ReportEdit'];
  assert.deepEqual(await roles(), [admin, ...editors, 'Viewer: ReportRead']);
  await share('REPORT', id, 1);
  assert.deepEqual(await roles(), [
    admin,
    'Developer: ReportRead',
    'Explorer: ReportRead',
    'Viewer: ReportRead',
  ]);
});

test('a report that is put where it is stays as it is', async () => {
  const folder = await calls.makeFolder('Same place');
  const { id } = await calls.makeReport({ name: 'Stays', folderId: folder.id });
  const earlier = await calls.ok<Report>('GET', `/reports/${id}`);
  const put = await calls.ok<Report>('PUT', `/reports/${id}`, { body: { folderId: folder.id } });
  assert.deepEqual([put.version, put.updatedAt], [earlier.version, earlier.updatedAt]);
});

test('a place tells nobody in which folder a workbook lies that they do not see', async () => {
  const [holds, other] = [await calls.makeFolder('Holds it'), await calls.makeFolder('Does not')];
  const hidden = await calls.makeWorkbook('Hidden', holds.id);
  const { key } = await calls.makePerson();
  const own = await calls.makeReport({ name: 'Own' }, key);
  for (const folderId of [holds.id, other.id]) {
    const body = { workbookId: hidden.id, folderId };
    await calls.refused(['POST', '/reports', { body, key }], 404, 'workbook_not_found');
    await calls.refused(['PUT', `/reports/${own.id}`, { body, key }], 404, 'workbook_not_found');
  }
});
