import type {
  BulkDeleteWorkspaceObjectsPayload,
  BulkMoveWorkspaceObjectsResponse,
  Folder,
  ItemAccess,
  Report,
  ReportsListResponse,
  Workbook,
  WorkspaceConnectionResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, createWorkspaceCalls, openEmbedSession, type TestApp } from '../../test/index.ts';

/** Users of the account work on what viewers of embed sessions have made; the viewers are told of none of them. */
let world: TestApp;
let [ada, grace]: string[] = [];
let userId: number;
const EMAIL = 'secret.user@example.com';
before(async () => {
  world = await createTestApp();
  ada = await open('ada');
  grace = await open('grace');
  userId = await world.build.user({ tenantId: world.tenantId, email: EMAIL });
});
after(() => world.close());

const open = (externalId: string) =>
  openEmbedSession(world, { embedTenantName: 'north', externalId, creatorMode: true });

type Method = 'GET' | 'POST' | 'PUT';
async function ask<Answer>(
  token: string | undefined,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = { authorization: `Embed-Token ${token}` };
  const url = `/api/v1/deployments/${world.deploymentId}${path}`;
  const answer = await world.call({ method, path: url, body, key: '', headers });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.doesNotMatch(answer.body, /@example\.com/, `${method} ${path}`);
  return answer.json<Answer>();
}

/** A folder of a viewer in which a user has a folder, a workbook with a tab, and a report. */
async function makeShared() {
  const key = await world.build.apiKey({ tenantId: world.tenantId, userId });
  const calls = createWorkspaceCalls(world);
  const folder = await ask<Folder>(ada, 'POST', '/folders', { name: crypto.randomUUID() });
  await calls.grant('FOLDER', folder.id, userId, 2);
  const inner = await calls.makeFolder('Inner', folder.id, key);
  const workbook = await calls.makeWorkbook('Of a user', folder.id, key);
  const tab = await calls.makeReport({ name: 'Tab', workbookId: workbook.id }, key);
  const report = await calls.makeReport({ name: 'Report', folderId: folder.id }, key);
  return { folder, inner, workbook, tab, report, key };
}

test('no answer about items names the users who have made or changed them', async () => {
  const { folder, inner, workbook, tab, report } = await makeShared();
  const shown = await ask<Folder>(ada, 'GET', `/folders/${inner.id}`);
  assert.deepEqual([shown.user, shown.createdBy, shown.updatedBy], [null, undefined, null]);
  await ask(ada, 'GET', `/folders?parentId=${folder.id}`);
  await ask(ada, 'GET', `/folders/${inner.id}/ancestors`);
  await ask(ada, 'PUT', `/folders/${inner.id}`, { name: 'Renamed' });
  const { items } = await ask<WorkspaceConnectionResponse>(ada, 'GET', `/workspace?folderId=${folder.id}`);
  assert.deepEqual(
    items.map(({ user, userId: owner, createdBy }) => [user, owner, createdBy]),
    items.map(() => [null, null, undefined]),
  );
  const whole = await ask<Workbook>(ada, 'PUT', `/workbooks/${workbook.id}`, { name: 'Renamed' });
  assert.deepEqual([whole.canEdit, whole.userId], [true, null]);
  const renamed = await ask<Report>(ada, 'PUT', `/reports/${tab.id}`, { name: 'Renamed' });
  assert.deepEqual([renamed.userId, renamed.user.id, renamed.createdBy], [0, 0, undefined]);
  await ask<ReportsListResponse>(ada, 'GET', `/reports?workbookId=${workbook.id}`);
  const moved = await ask<Workbook>(ada, 'POST', '/workspace/move', {
    type: 'REPORT',
    id: report.id,
    folderId: inner.id,
  });
  assert.deepEqual([moved.folderId, moved.userId, moved.user], [inner.id, null, null]);
});

test('a dry run tells a viewer what becomes of the viewers of its tenant, and of no user', async () => {
  const { folder, report } = await makeShared();
  const { rows } = await world.database.pool.query<{ id: number; name: string }>(
    'select id, external_id as name from embed_users order by external_id',
  );
  const [adaId, graceId] = rows.map(({ id }) => id);
  await ask<ItemAccess>(ada, 'PUT', `/folders/${folder.id}/access`, {
    entries: [{ subjectType: 'EMBED_USER', subjectId: graceId, level: 'edit' }],
  });
  const items = [{ type: 'REPORT', id: report.id }];
  const moving = await ask<BulkMoveWorkspaceObjectsResponse>(ada, 'POST', '/workspace/bulk-move', {
    items,
    folderId: null,
    dryRun: true,
  });
  const deleting = await ask<BulkDeleteWorkspaceObjectsPayload>(ada, 'POST', '/workspace/bulk-delete', {
    items,
    dryRun: true,
  });
  for (const { accessChanges } of [moving, deleting])
    assert.deepEqual(
      accessChanges?.[0]?.changes
        .map(({ subject, before: was, after: is }) => [subject.subjectType, subject.subjectId, was, is])
        .toSorted((one, other) => Number(one[1]) - Number(other[1])),
      [
        ['EMBED_USER', adaId, 'manage', 'none'],
        ['EMBED_USER', graceId, 'edit', 'none'],
      ],
    );
  assert.equal((await ask<Report>(grace, 'GET', `/reports/${report.id}`)).canEdit, true);
});

test('a dry run tells a user of what users share, and of no viewer', async () => {
  const { report, key } = await makeShared();
  const calls = createWorkspaceCalls(world);
  const body = { items: [{ type: 'REPORT', id: report.id }], dryRun: true };
  const { accessChanges } = await calls.ok<BulkDeleteWorkspaceObjectsPayload>(
    'POST',
    '/workspace/bulk-delete',
    {
      key,
      body,
    },
  );
  assert.deepEqual(
    accessChanges?.[0]?.changes.map(({ subject, before: was }) => [subject.subjectType, subject.email, was]),
    [['USER', EMAIL, 'manage']],
  );
});
