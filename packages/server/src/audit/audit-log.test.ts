import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { schemas, type AuditEntry, type PageInfo } from '@oriel/contract';
import { removeExpired } from '../jobs/expired-rows.ts';
import { defineJob, handleJob } from '../jobs/job.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  jobRun,
  type TestApp,
  type WorkspaceCalls,
} from '../test/index.ts';
import { applicationTables } from '../application-tables.ts';

let testApp: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  testApp = await createTestApp();
  calls = createWorkspaceCalls(testApp);
});
after(() => testApp.close());

const LOG = '/api/v1/audit-logs';

async function read(query: Record<string, string | number> = {}, key?: string) {
  const path = `${LOG}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
  const answer = await testApp.call({ method: 'GET', path, ...(key !== undefined && { key }) });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as { items: AuditEntry[]; pageInfo: PageInfo };
}

test('an entry says who changed what, by which credential, from what to what', async () => {
  // #region entries
  const { id } = await calls.makeReport({ name: 'Before' });
  await calls.ok('PUT', `/reports/${id}`, { body: { name: 'After' } });
  const { items } = await read({ resource: 'report', resourceId: id });
  const [changed, created] = items;
  assert.deepEqual(
    [changed?.eventName, changed?.action, changed?.before?.['name'], changed?.after?.['name']],
    ['updateReport', 'updated', 'Before', 'After'],
  );
  // #endregion
  assert.deepEqual(
    [created?.eventName, created?.action, created?.before, created?.after?.['name']],
    ['createReport', 'created', null, 'Before'],
  );
  const { userEmail, credential, callerKind, userId, deploymentId } = changed ?? {};
  assert.deepEqual(
    { credential, callerKind, userId, deploymentId },
    {
      credential: 'api-key',
      callerKind: 'user',
      userId: testApp.adminId,
      deploymentId: testApp.deploymentId,
    },
  );
  assert.match(userEmail ?? '', /@/);
  assert.ok(changed?.apiKeyId && changed.requestId);
});

test('a refused change leaves no entry, and no secret is in any', async () => {
  const { id } = await calls.makeFolder('Kept');
  await testApp.call({
    method: 'POST',
    path: `/api/v1/deployments/${testApp.deploymentId}/folders`,
    body: { name: 'Kept' },
  });
  const { items: ofFolders } = await read({ resource: 'folder' });
  assert.deepEqual(
    ofFolders.map(({ resourceId }) => resourceId),
    [String(id)],
  );
  const made = await testApp.call({ method: 'POST', path: '/api/v1/api-keys', body: { name: 'secretive' } });
  assert.equal(made.statusCode, 201, made.body);
  await calls.ok('PUT', '/env-vars', { body: { env_variables: [{ name: 'PASS', value: 'tr0ub4dor' }] } });
  const [key] = (await read({ resource: 'apiKey' })).items;
  assert.deepEqual([key?.after?.['name'], key?.after?.['hash']], ['secretive', '[SECRET]']);
  const { rows } = await testApp.database.pool.query<{ said: string }>(
    'select to_jsonb(e)::text as said from audit_entries e',
  );
  for (const { said } of rows) assert.doesNotMatch(said, /tr0ub4dor|\\\\x[0-9a-f]{16}/);
});

test('one request has one id, and a bulk move an entry for each item', async () => {
  const folder = await calls.makeFolder('Bulk');
  const reports = await Promise.all([1, 2, 3].map((n) => calls.makeReport({ name: `Bulk ${n}` })));
  const items = reports.map(({ id }) => ({ type: 'REPORT', id }));
  await calls.ok('POST', '/workspace/bulk-move', { body: { items, folderId: folder.id } });
  const found = (await read({ eventName: 'bulkMoveWorkspaceObjects' })).items;
  assert.deepEqual(
    found.map(({ resourceId }) => Number(resourceId)).sort((one, other) => one - other),
    reports.map(({ id }) => id).sort((one, other) => one - other),
  );
  assert.equal(new Set(found.map(({ requestId }) => requestId)).size, 1);
  const again = await calls.makeReport({ name: 'Alone' });
  await testApp.database.pool.query('select 1');
  const [last] = (await read({ resourceId: again.id, resource: 'report' })).items;
  assert.equal(last?.eventName, 'createReport', 'the connection of the bulk has forgotten its caller');
});

test('pages hold together while entries are added', async () => {
  for (let n = 0; n < 7; n += 1) await calls.makeFolder(`Paged ${n}`);
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page = await read({
      resource: 'folder',
      search: 'createFolder',
      first: 3,
      ...(after && { after }),
    });
    seen.push(...page.items.map(({ id }) => id));
    after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
    await calls.makeFolder(`Added ${seen.length}`);
  } while (after);
  assert.equal(new Set(seen).size, seen.length);
  assert.deepEqual(
    seen,
    [...seen].sort((one, other) => other - one),
  );
  assert.ok(seen.length >= 7);
});

test('filters leave out what they say, and ids that no row has find nothing', async () => {
  const { items: none } = await read({ userId: 2 ** 31 });
  assert.deepEqual(none, []);
  assert.deepEqual((await read({ requestId: 'none' })).items, []);
  assert.deepEqual((await read({ end: '2020-01-01T00:00:00.000Z' })).items, []);
  assert.deepEqual((await read({ search: '100%_' })).items, []);
  const deleted = (await read({ action: 'deleted' })).items;
  assert.ok(deleted.every(({ action }) => action === 'deleted'));
});

test('the export has every entry, and no cell that a spreadsheet would run', async () => {
  await calls.makeFolder('=HYPERLINK("http://example.com")');
  const username = '=1+1';
  const path = '/api/v1/users';
  const made = await testApp.call({ method: 'POST', path, body: { username, email: '=cmd@example.com' } });
  const key = await testApp.build.apiKey({
    tenantId: testApp.tenantId,
    userId: (made.json() as { id: number }).id,
  });
  await testApp.call({ method: 'POST', path: '/api/v1/api-keys', key, body: { name: 'own' } });
  const answer = await testApp.call({ method: 'GET', path: `${LOG}/export` });
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/csv/);
  const lines = answer.body.split('\r\n');
  const { rows } = await testApp.database.pool.query<{ count: number }>('select count(*) from audit_entries');
  assert.equal(lines.length - 2, rows[0]?.count, 'a header, a line for each entry, nothing after the last');
  assert.ok(answer.body.includes("'=cmd@example.com"));
  assert.doesNotMatch(answer.body, /(^|,)=/m);
});

test('only who may manage the log of their own account reads it', async () => {
  const tenantId = await testApp.build.tenant({ host: 'audit.example.com' });
  const stranger = await testApp.build.apiKey({
    tenantId,
    userId: await testApp.build.user({ tenantId, role: 'Admin' }),
  });
  const foreign = await testApp.call({
    method: 'GET',
    path: LOG,
    key: stranger,
    headers: { host: 'audit.example.com' },
  });
  assert.deepEqual((foreign.json() as { items: unknown[] }).items, []);
  const viewer = await testApp.build.apiKey({
    tenantId: testApp.tenantId,
    userId: await testApp.build.user({ tenantId: testApp.tenantId, role: 'Developer' }),
  });
  const refused = await testApp.call({ method: 'GET', path: LOG, key: viewer });
  assert.equal(refused.statusCode, 403);
  assert.match(refused.body, /AuditLogManage/);
  const scoped = await testApp.build.apiKey({
    tenantId: testApp.tenantId,
    userId: testApp.adminId,
    deploymentIds: [testApp.deploymentId],
  });
  assert.equal((await testApp.call({ method: 'GET', path: LOG, key: scoped })).statusCode, 403);
});

test('entries are removed when the account keeps them no longer, and a change of that is an entry', async () => {
  const path = `${LOG}/settings`;
  assert.equal((await testApp.call({ method: 'PUT', path, body: { retentionDays: 0 } })).statusCode, 400);
  const set = await testApp.call({ method: 'PUT', path, body: { retentionDays: 30 } });
  assert.deepEqual(set.json(), { retentionDays: 30 });
  assert.deepEqual((await testApp.call({ method: 'GET', path })).json(), { retentionDays: 30 });
  const { pool, db } = testApp.database;
  await pool.query(`update audit_entries set at = now() - interval '31 days' where resource = 'folder'`);
  await removeExpired(db, applicationTables, { signal: new AbortController().signal, onRemoved() {} });
  assert.deepEqual((await read({ resource: 'folder' })).items, []);
  const [entry] = (await read({ eventName: 'updateAuditLogSettings' })).items;
  assert.deepEqual([entry?.before, entry?.after], [{ auditRetentionDays: 365 }, { auditRetentionDays: 30 }]);
});

test('what the server does by itself leaves no entry, and what a page view notes neither', async () => {
  const { id } = await calls.makeReport({ name: 'Viewed' });
  const earlier = (await read({ first: 1 })).items[0]?.id;
  await calls.ok('GET', `/reports/${id}`, {});
  await testApp.database.db
    .updateTable('reports')
    .set({ name: 'By a migration' })
    .where('id', '=', id)
    .execute();
  assert.equal((await read({ first: 1 })).items[0]?.id, earlier);
});

test('what a job changes is told to the account of each record, over all that the record refers to', async () => {
  const { build, tenantId, database } = testApp;
  const other = await build.tenant();
  const deploymentId = await build.deployment({ tenantId: other });
  const mine = await calls.makeReport({ name: 'Mine' });
  const { id: groupId } = await database.db
    .insertInto('groups')
    .values({ tenantId, name: 'By a job' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const userId = (await calls.makePerson()).id;
  const job = defineJob({
    name: 'rename-everything',
    data: schemas.input('Nothing.', {}),
    timeoutSeconds: 60,
    retry: { limit: 0, delaySeconds: 0, maxDelaySeconds: 0 },
  });
  const { db } = database;
  const handled = handleJob(job, async () => {
    await db.updateTable('reports').set({ name: 'Renamed' }).where('id', '=', mine.id).execute();
    await db.updateTable('deployments').set({ name: 'Renamed' }).where('id', '=', deploymentId).execute();
    await db.insertInto('groupMembers').values({ groupId, userId }).execute();
  });
  const run = jobRun();
  await handled.handle({}, run);
  const { items } = await read({ eventName: 'rename-everything' });
  assert.deepEqual(
    items.map(({ callerKind, credential, action, resource, resourceId, requestId }) => [
      callerKind,
      credential,
      action,
      resource,
      resourceId,
      requestId,
    ]),
    [
      ['job', 'none', 'created', 'groupMember', `${groupId}/${userId}`, run.id],
      ['job', 'none', 'updated', 'report', String(mine.id), run.id],
    ],
  );
  const { rows } = await database.pool.query(
    'select resource, resource_id from audit_entries where tenant_id = $1',
    [other],
  );
  assert.deepEqual(rows, [{ resource: 'deployment', resourceId: String(deploymentId) }]);
});

test('a deployment that a job removes with all that it has leaves its own entry', async () => {
  const { build, tenantId, database } = testApp;
  const deploymentId = await build.deployment({ tenantId });
  await database.pool.query(`insert into folders (deployment_id, name, path) values ($1, 'Gone', '{}')`, [
    deploymentId,
  ]);
  const job = defineJob({
    name: 'remove-one',
    data: schemas.input('Nothing.', {}),
    timeoutSeconds: 60,
    retry: { limit: 0, delaySeconds: 0, maxDelaySeconds: 0 },
  });
  await handleJob(job, async () => {
    await database.db.deleteFrom('deployments').where('id', '=', deploymentId).execute();
  }).handle({}, jobRun());
  const { items } = await read({ eventName: 'remove-one' });
  assert.deepEqual(
    items.map(({ action, resource, resourceId }) => [action, resource, resourceId]),
    [['deleted', 'deployment', String(deploymentId)]],
  );
});
