import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { modelDirectory } from '../build/model-repository.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createRuntimeApp, createWorkspaceCalls, type RuntimeApp } from '../test/index.ts';
import { handleDeploymentFiles, removeDeployment } from './remove-deployment.ts';

let world: RuntimeApp;
before(async () => {
  world = await createRuntimeApp();
});
after(() => world.close());

const remove = (id: number, key?: string) =>
  world.call({ method: 'DELETE', path: `/api/v1/deployments/${id}`, ...(key !== undefined && { key }) });
const runtimesOf = (id: number) => world.engine.runtimes().filter(({ deploymentId }) => deploymentId === id);

/** How many rows each table has, but for the audit log, which keeps what was done with a deployment. */
async function countRows(): Promise<Record<string, number>> {
  const { pool } = world.database;
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname <> 'audit_entries' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await pool.query<{ count: number }>(`select count(*) from ${name}`);
    counts[name] = counted[0]?.count ?? 0;
  }
  return counts;
}

async function fill(id: number): Promise<void> {
  const calls = createWorkspaceCalls({ ...world, deploymentId: id });
  const folder = await calls.makeFolder('Folder');
  const workbook = await calls.makeWorkbook('Workbook', folder.id);
  const report = await calls.makeReport({ name: 'Report', workbookId: workbook.id });
  await calls.ok('PUT', `/workbooks/${workbook.id}/dashboard`, {
    body: { dashboardDraft: { title: 'Dashboard', widgets: [] } },
  });
  await calls.ok('POST', `/workbooks/${workbook.id}/publish`, {
    body: { workbookId: workbook.id, allowEmbed: true },
  });
  await calls.ok('GET', `/reports/${report.id}`);
  const person = await world.build.user({ tenantId: world.tenantId });
  for (const type of ['FOLDER', 'WORKBOOK', 'REPORT'] as const)
    await calls.grant(type, { FOLDER: folder, WORKBOOK: workbook, REPORT: report }[type].id, person, 2);
  const session = await world.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId: id, externalId: 'known', userAttributes: [], groups: [] },
  });
  assert.equal(session.statusCode, 200, session.body);
}

test('a deleted deployment leaves nothing behind, neither rows nor files nor a runtime', async () => {
  // People stay, and what is known of a viewer in the account.
  await fill((await world.createDeployment()).id);
  await world.build.user({ tenantId: world.tenantId });
  const before = await countRows();
  const { id } = await world.createDeployment();
  await fill(id);
  await world.listCubes(id);
  assert.equal(runtimesOf(id).length, 1);
  const answer = await remove(id);
  assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true }]);
  assert.deepEqual(runtimesOf(id), []);
  assert.equal(existsSync(dirname(modelDirectory(world.dataDir, id))), false);
  assert.deepEqual(await countRows(), { ...before, users: (before['users'] ?? 0) + 1 });
  for (const path of [`/api/v1/deployments/${id}`, `/deployments/${id}/cubejs-api/v1/meta`])
    assert.equal((await world.call({ method: 'GET', path })).statusCode, 404);
  assert.equal((await remove(id)).statusCode, 404);
});

test('queries that arrive during the deletion start no runtime that outlives it', async () => {
  const { id } = await world.createDeployment();
  const path = `/deployments/${id}/cubejs-api/v1/meta`;
  const asking = Array.from({ length: 20 }, () => world.call({ method: 'GET', path }));
  const [removed, ...answers] = await Promise.all([remove(id), ...asking]);
  assert.equal(removed?.statusCode, 200, removed?.body);
  for (const { statusCode, body } of answers) assert.ok([200, 404, 503].includes(statusCode), body);
  assert.deepEqual(runtimesOf(id), []);
  assert.equal(existsSync(dirname(modelDirectory(world.dataDir, id))), false);
});

test('only those may delete it who have the permission and reach it', async () => {
  const { build, tenantId, adminId } = world;
  const { id } = await world.createDeployment();
  const keyOf = async (role: 'Explorer' | 'Developer') =>
    build.apiKey({ tenantId, userId: await build.user({ tenantId, role }) });
  const scoped = (to: number) => build.apiKey({ tenantId, userId: adminId, deploymentIds: [to] });
  assert.equal((await remove(id, '')).statusCode, 401);
  assert.equal((await remove(id, await keyOf('Explorer'))).statusCode, 403);
  assert.equal((await remove(id, await scoped(world.deploymentId))).statusCode, 403);
  const otherTenant = await build.tenant({ host: 'other.example.com' });
  const foreign = await build.deployment({ tenantId: otherTenant });
  assert.equal((await remove(foreign)).statusCode, 404);
  assert.equal((await remove(id, await scoped(id))).statusCode, 200);
});

test('the files go by a job where the server dies before it has removed them', async () => {
  const { id } = await world.createDeployment();
  const { database, dataDir, tenantId } = world;
  const sent: object[] = [];
  const jobs: Pick<Jobs, 'send'> = {
    send: async (_tx, { name }, data) => {
      sent.push({ name, data });
      return undefined;
    },
  };
  // A second stop is after the rows are gone; the server ends there.
  let stops = 0;
  const engine = {
    stop: async () => {
      stops += 1;
      if (stops === 2) throw new Error('The server dies');
    },
  };
  await assert.rejects(removeDeployment({ db: database.db, dataDir, engine, jobs }, tenantId, id), /dies/);
  assert.deepEqual(sent, [{ name: 'remove-deployment-files', data: { deploymentId: id } }]);
  assert.equal(existsSync(modelDirectory(dataDir, id)), true);
  const run = {
    id: crypto.randomUUID(),
    signal: new AbortController().signal,
    retryCount: 0,
    logger: world.app.log,
    send: async () => undefined,
    count: () => {},
  };
  for (const times of [1, 2]) {
    await handleDeploymentFiles(dataDir).handle({ deploymentId: id }, run);
    assert.equal(existsSync(modelDirectory(dataDir, id)), false, String(times));
  }
});
