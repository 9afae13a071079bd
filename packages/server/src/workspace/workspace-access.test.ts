import type { Report, ReportsListResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  type TestApp,
  type TestCall,
  type WorkspaceCalls,
} from '../test/index.ts';

let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp();
  calls = createWorkspaceCalls(world);
});
after(() => world.close());

test('a direct grant on a report wins over one on its workbook', async () => {
  const workbook = await calls.makeWorkbook('Granted');
  const report = await calls.makeReport({ name: 'Read only', workbookId: workbook.id });
  const { id, key } = await calls.makePerson();
  await calls.grant('WORKBOOK', workbook.id, id, 3);
  await calls.grant('REPORT', report.id, id, 1);
  const seen = await calls.ok<Report>('GET', `/reports/${report.id}`, { key });
  assert.equal(seen.canEdit, false);
});

test('nothing is nothing, seeing is not touching, a folder hands down its grants', async () => {
  const folder = await calls.makeFolder('Shared');
  const report = await calls.makeReport({ name: 'Shared report', folderId: folder.id });
  const hidden = await calls.makeReport({ name: 'Hidden report' });
  const { id: userId, key } = await calls.makePerson();
  const path = `/reports/${report.id}`;
  await calls.refused(['GET', path, { key }], 404, 'report_not_found');

  await calls.grant('FOLDER', folder.id, userId, 1);
  assert.equal((await calls.ok<Report>('GET', path, { key })).canEdit, false);
  await calls.refused(['PUT', path, { key, body: { name: 'x' } }], 403, 'forbidden');
  const body = { type: 'REPORT', id: report.id };
  await calls.refused(['POST', '/workspace/move', { key, body }], 403, 'forbidden');

  await calls.grant('REPORT', report.id, userId, 3);
  const updated = await calls.ok<Report>('PUT', path, { key, body: { name: 'Mine' } });
  assert.equal(updated.canManage, true);
  const { items, count } = await calls.ok<ReportsListResponse>('GET', '/reports?first=1000', { key });
  const listed = items.map(({ id }) => id);
  assert.ok(listed.includes(report.id) && !listed.includes(hidden.id));
  assert.equal(count, listed.length);
});

test('a viewer creates nothing; an explorer does, and owns it', async () => {
  const [viewer, explorer] = [await calls.makePerson('Viewer'), await calls.makePerson()];
  await calls.refused(['POST', '/folders', { key: viewer.key, body: { name: 'No' } }], 403, 'forbidden');
  const own = await calls.makeFolder('Own', null, explorer.key);
  await calls.ok('PUT', `/folders/${own.id}`, { key: explorer.key, body: { name: 'Still own' } });
});

test('a viewer edits and deletes nothing, whatever it was granted', async () => {
  const { id: userId, key } = await calls.makePerson('Viewer');
  const { id } = await calls.makeWorkbook('Shared to manage');
  await calls.grant('WORKBOOK', id, userId, 3);
  const status = async (method: 'GET' | 'PUT' | 'DELETE', body?: object) =>
    (await calls.call(method, `/workbooks/${id}`, { key, ...(body && { body }) })).statusCode;
  assert.equal(await status('GET'), 200);
  assert.equal(await status('PUT', { name: 'Taken' }), 403);
  assert.equal(await status('DELETE'), 403);
});

test('another tenant and another deployment find nothing', async () => {
  const { build, tenantId } = world;
  const report = await calls.makeReport({ name: 'Ours' });
  const otherDeployment = await build.deployment({ tenantId });
  const refused = async (call: Omit<TestCall, 'method'>, status: number, code: string) => {
    const answer = await world.call({ method: 'GET', ...call });
    assert.deepEqual([answer.statusCode, (answer.json() as { code: string }).code], [status, code]);
  };
  const path = `/api/v1/deployments/${world.deploymentId}/reports/${report.id}`;
  const elsewhere = path.replace(`/${world.deploymentId}/`, `/${otherDeployment}/`);
  await refused({ path: elsewhere }, 404, 'report_not_found');
  const key = await build.apiKey({ tenantId, userId: world.adminId, deploymentIds: [otherDeployment] });
  // Of a deployment that is not there it learns the same.
  await refused({ path, key }, 403, 'deployment_out_of_scope');
  await refused({ path: '/api/v1/deployments/424242/reports', key }, 403, 'deployment_out_of_scope');
  await refused({ path: '/api/v1/deployments/424242/reports' }, 404, 'deployment_not_found');

  const foreignTenant = await build.tenant({ host: 'other.example.com' });
  const foreignUser = await build.user({ tenantId: foreignTenant, role: 'Admin' });
  const foreignKey = await build.apiKey({ tenantId: foreignTenant, userId: foreignUser });
  const headers = (host: string) => ({ path, key: foreignKey, headers: { host } });
  await refused(headers('other.example.com'), 404, 'deployment_not_found');
  await refused(headers('localhost'), 401, 'unauthenticated');
});
