import type { Folder, Report, Workbook } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type Person,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';

/** Another place brings other rights: an answer says which the caller has from then on. */
let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

const rightsOf = ({ canEdit, canManage }: Pick<Report, 'canEdit' | 'canManage'>) => [canEdit, canManage];

/** A user who manages one folder and may edit another. */
async function makePlaces() {
  const person: Person = await calls.makePerson();
  const [from, to] = [
    await calls.makeFolder(crypto.randomUUID()),
    await calls.makeFolder(crypto.randomUUID()),
  ];
  await calls.grant('FOLDER', from.id, person.id, 3);
  await calls.grant('FOLDER', to.id, person.id, 2);
  return { from, to, key: person.key };
}

test('a change that puts a report or a workbook elsewhere answers the rights there', async () => {
  const { from, to, key } = await makePlaces();
  const report = await calls.makeReport({ name: 'Goes', folderId: from.id });
  const workbook = await calls.makeWorkbook('Goes', from.id);
  for (const path of [`/reports/${report.id}`, `/workbooks/${workbook.id}`]) {
    const here = await calls.ok<Report>('PUT', path, { key, body: { name: 'Still here' } });
    assert.deepEqual(rightsOf(here), [true, true], path);
    const there = await calls.ok<Report>('PUT', path, { key, body: { folderId: to.id, name: 'Gone there' } });
    assert.deepEqual(rightsOf(there), [true, false], path);
    assert.deepEqual(rightsOf(await calls.ok<Report>('GET', path, { key })), [true, false], path);
  }
});

test('what a caller puts out of its own sight is answered without rights', async () => {
  const { from, key } = await makePlaces();
  const report = await calls.makeReport({ name: 'Out of sight', folderId: from.id });
  const path = `/reports/${report.id}`;
  assert.deepEqual(rightsOf(await calls.ok<Report>('PUT', path, { key, body: { folderId: null } })), [
    false,
    false,
  ]);
  await calls.refused(['GET', path, { key }], 404, 'report_not_found');
});

test('an upsert that puts a report or a workbook elsewhere answers the rights there', async () => {
  const { from, to, key } = await makePlaces();
  const publicId = 'upsertrights';
  for (const path of [`/reports/by-public-id/${publicId}`, '/workbooks/by-slug/upsert-rights']) {
    await calls.ok('PUT', path, { body: { name: 'Kept as code', folderId: from.id } });
    const there = await calls.ok<Workbook>('PUT', path, { key, body: { folderId: to.id } });
    assert.deepEqual([there.folderId, ...rightsOf(there)], [to.id, true, false], path);
  }
});

test('a viewer who adds a tab to the workbook of another edits it, and does not manage it', async () => {
  const open = (externalId: string) =>
    openEmbedSession(world, { embedTenantName: 'north', externalId, creatorMode: true });
  const ask = async <Answer>(token: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await world.call({
      method,
      path: `/api/v1/deployments/${world.deploymentId}${path}`,
      body,
      key: '',
      headers: { authorization: `Embed-Token ${token}` },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Answer>();
  };
  const [ada, grace] = [await open('ada'), await open('grace')];
  const workbook = await ask<Folder>(ada, 'POST', '/workbooks', { name: 'Of Ada' });
  const { rows } = await world.database.pool.query<{ id: number }>(
    "select id from embed_users where external_id = 'grace'",
  );
  const entries = [{ subjectType: 'EMBED_USER', subjectId: rows[0]?.id, level: 'edit' }];
  await ask(ada, 'PUT', `/workbooks/${workbook.id}/access`, { entries });
  const tab = await ask<Report>(grace, 'POST', '/reports', { name: 'Tab', workbookId: workbook.id });
  assert.deepEqual(rightsOf(tab), [true, false]);
  assert.deepEqual(rightsOf(await ask<Report>(grace, 'GET', `/reports/${tab.id}`)), [true, false]);
  assert.deepEqual(rightsOf(await ask<Report>(ada, 'GET', `/reports/${tab.id}`)), [true, true]);
});
