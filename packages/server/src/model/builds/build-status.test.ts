import type { BuildStatusResponse, RegionsListResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRuntimeApp, type RuntimeApp } from '../../test/index.ts';
import { openModelRepository } from '../../build/model-repository.ts';
import { createBuildStatusReader } from './build-status.ts';

let world: RuntimeApp;
before(async () => {
  world = await createRuntimeApp();
});
after(() => world.close());

const get = (id: number, branch?: string, key?: string) =>
  world.call({
    method: 'GET',
    path: `/api/v1/deployments/${id}/build-status${branch === undefined ? '' : `?branchName=${branch}`}`,
    ...(key !== undefined && { key }),
  });

/** What a client learns that asks until a build has ended. */
async function statusOf(id: number, branch?: string): Promise<BuildStatusResponse> {
  for (;;) {
    const answer = await get(id, branch);
    assert.equal(answer.statusCode, 200, answer.body);
    const status = answer.json() as BuildStatusResponse;
    if (status.status !== 'building' || status.errorText !== null) return status;
  }
}

const good = 'cubes: [{ name: one, sql: select 1 as id, measures: [{ name: count, type: count }] }]';
const bad = 'cubes: [{ name: one, sql: select 1 as id, measures: [{ name: count, type: nonsense }] }]';

test('the deployed branch is compiled, and its commit told', async () => {
  const { id } = await world.createDeployment();
  const head = await world.commitModel(id, [{ path: 'a.yml', content: good }]);
  const status = await statusOf(id);
  assert.equal(status.status, 'success');
  assert.deepEqual(
    [status.branchName, status.mode, status.lastHash, status.errorText, status.deploymentStatus],
    ['master', 'production', head, null, 'running'],
  );
  assert.match(status.filesHash ?? '', /^[0-9a-f]{40}$/);
  assert.ok(Date.now() - Date.parse(status.updatedAt ?? '') < 60_000);
});

test('a model that does not compile has failed, with the place of the fault', async () => {
  const { id } = await world.createDeployment();
  await world.commitModel(id, [{ path: 'a.yml', content: bad }]);
  const status = await statusOf(id);
  assert.equal(status.status, 'failed');
  assert.match(status.errorText ?? '', /^a\.yml:1:\d+: /);
});

test('a variable that cannot be is a failure that names it', async () => {
  const { id } = await world.createDeployment();
  const body = { env_variables: [{ name: 'CUBEJS_DB_TYPE', value: 'mysterious' }] };
  const path = `/api/v1/deployments/${id}/env-vars`;
  assert.equal((await world.call({ method: 'PUT', path, body })).statusCode, 200);
  const status = await statusOf(id);
  assert.equal(status.status, 'failed');
  assert.match(status.errorText ?? '', /CUBEJS_DB_TYPE/);
});

test('another branch says whether anything serves it, an unknown one that there is none', async () => {
  const { id } = await world.createDeployment();
  await world.commitModel(id, [{ path: 'a.yml', content: good }], 'feature');
  const idle = await statusOf(id, 'feature');
  assert.deepEqual(
    [idle.status, idle.mode, idle.errorText, idle.deploymentStatus],
    ['building', 'dev_mode', 'Branch is not active', 'stopped'],
  );
  await world.engine.meta({ deploymentId: id, branch: 'feature' }, { securityContext: {} });
  assert.equal((await statusOf(id, 'feature')).status, 'success');
  for (const name of ['..%2fetc', 'feature2']) {
    const { statusCode, body } = await get(id, name);
    assert.deepEqual([statusCode, JSON.parse(body).code], [404, 'branch_not_found'], body);
  }
});

test('what takes long is being built', async () => {
  const { id } = await world.createDeployment();
  assert.equal((await statusOf(id)).status, 'success');
  const read = createBuildStatusReader({
    db: world.database.db,
    dataDir: world.dataDir,
    engine: { runtimes: () => [], meta: () => new Promise(() => {}) },
    builds: { start: async () => undefined },
    repositories: {
      read: async (deploymentId, work) => work(await openModelRepository(world.dataDir, deploymentId)),
    },
    waitMs: 10,
  });
  const { status, errorText } = await read(
    { id, tenantId: world.tenantId, name: '', deployBranch: 'master' },
    undefined,
  );
  assert.deepEqual([status, errorText], ['building', null]);
});

test('the build status is for those who may read the model', async () => {
  const { build, tenantId } = world;
  const key = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Explorer' }) });
  assert.equal((await get(world.deploymentId, undefined, key)).statusCode, 403);
  assert.equal((await get(world.deploymentId, undefined, '')).statusCode, 401);
  assert.equal((await get(900_000)).statusCode, 404);
  assert.equal((await get(world.deploymentId, '')).statusCode, 400);
});

test('the regions are this installation', async () => {
  const answer = await world.call({ method: 'GET', path: '/api/v1/regions/' });
  const { items, data, pageInfo } = answer.json() as RegionsListResponse;
  assert.deepEqual(
    items.map(({ id, name }) => [id, name]),
    [[1, 'local']],
  );
  assert.deepEqual(data, items);
  const next = await world.call({ method: 'GET', path: `/api/v1/regions?after=${pageInfo?.endCursor}` });
  assert.deepEqual((next.json() as RegionsListResponse).items, []);
});
