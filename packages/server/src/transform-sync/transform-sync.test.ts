import {
  limits,
  type ModelBuildsResponse,
  type TransformSyncGeneratedFilesListResponse,
  type TransformSyncLogEntriesListResponse,
  type TransformSyncResponse,
  type TransformSyncResultResponse,
  type TransformSyncRunListResponse,
  type TransformSyncStatusResponse,
} from '@oriel/contract';
import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { openModelRepository } from '../build/model-repository.ts';
import { type ModelBuilding } from '../model/model-building.ts';
import { createRuntimeApp, failureOf, jobRun, type RuntimeApp, type TestCall } from '../test/index.ts';
import { manifestOf, modelNode, shopNodes, shopTables } from './dbt-project.fixture.ts';
import { handleTransformSync } from './run-transform-sync.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { keyringPart } from '../secrets/part.ts';

let world: RuntimeApp;
let building: ModelBuilding;
let id: number;
before(async () => {
  world = await createRuntimeApp();
  building = world.get(modelBuildingPart);
});
after(async () => {
  await world.close();
});
beforeEach(async () => {
  ({ id } = await world.createDeployment());
});

const call = (method: TestCall['method'], rest = '', body?: unknown, key?: string) =>
  world.call({
    method,
    path: `/api/v1/deployments/${id}/transform-sync${rest}`,
    body,
    ...(key !== undefined && { key }),
  });
async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
async function refused(status: number, code: string, ...args: Parameters<typeof call>): Promise<void> {
  const answer = await call(...args);
  assert.deepEqual(
    [answer.statusCode, (answer.json() as { code: string }).code],
    [status, code],
    answer.body,
  );
}
const start = (body: object) => ok<TransformSyncResponse>('POST', '', body);
const startManifest = (body: object = {}, nodes = shopNodes) =>
  start({ source: 'manifest', manifest: manifestOf(...nodes), ...body });
const statusOf = (syncJobId: string) => ok<TransformSyncStatusResponse>('GET', `/${syncJobId}`);
const resultOf = (syncJobId: string) => ok<TransformSyncResultResponse>('GET', `/${syncJobId}/result`);

/** Does the work as the job does; answers with what the job failed with. */
async function work(syncId: string, retryCount = 0): Promise<unknown> {
  const { db } = world.database;
  const tools = { ...building, db, dataDir: world.dataDir, keyring: world.get(keyringPart) };
  const failure = await failureOf(handleTransformSync(tools), { syncId }, jobRun({ retryCount }));
  await building.builds.settled();
  return failure;
}
/** Starts a sync of a manifest, and does its work. */
async function sync(body: object = {}, nodes = shopNodes): Promise<TransformSyncResponse> {
  const started = await startManifest(body, nodes);
  assert.equal(await work(started.syncJobId), undefined);
  const { status, error } = await statusOf(started.syncJobId);
  assert.equal(status, 'COMPLETED', error ?? '');
  return started;
}
const repositoryOf = () => openModelRepository(world.dataDir, id);
async function readBranch(branch: string): Promise<Map<string, string>> {
  const repository = await repositoryOf();
  const head = await repository.findHead(branch);
  const files = head === undefined ? [] : await repository.readFiles(head);
  return new Map(files.map(({ path, content }) => [path, content]));
}
async function edit(branch: string, path: string, content: string): Promise<void> {
  const repository = await repositoryOf();
  const text = { message: 'Edit', author: { name: 'Ada', email: 'ada@example.com' } };
  const state = await repository.getBranch(branch);
  await repository.commitChanges(state, [{ kind: 'set', path, content }], text);
}
const ORDERS = 'model/cubes/dbt/orders.yml';

test('a manifest becomes cubes on a branch of its own, which is built', async () => {
  const master = await readBranch('master');
  const { branchName, syncJobId } = await sync();
  assert.match(branchName, /^dbt-sync\/manifest-\d{8}-\d{6}-[0-9a-f]{6}$/);
  assert.deepEqual(await readBranch('master'), master);
  const { generatedFiles, keptFiles, cubeCount, manifestStats } = await resultOf(syncJobId);
  const paths = ['customers', 'order_items', 'orders'].map((name) => `model/cubes/dbt/${name}.yml`);
  assert.deepEqual(
    generatedFiles,
    paths.map((path) => ({ path })),
  );
  assert.deepEqual([keptFiles, cubeCount], [[], 3]);
  assert.deepEqual(manifestStats, { models: 4, sources: 1, macros: 2 });
  const files = await readBranch(branchName);
  assert.deepEqual(
    [...files.keys()].filter((path) => path.includes('/dbt/')),
    paths,
  );
  const path = `/api/v1/deployments/${id}/builds?branchName=${encodeURIComponent(branchName)}`;
  const builds = await world.call({ method: 'GET', path });
  const [build] = (builds.json() as ModelBuildsResponse).items;
  assert.deepEqual([build?.cause, build?.state, build?.errorText], ['sync', 'success', null]);
  const { items: log } = await ok<TransformSyncLogEntriesListResponse>('GET', `/${syncJobId}/logs`);
  assert.ok(log.some(({ message }) => message.startsWith('stg_orders is no table')));
  assert.deepEqual(
    log.flatMap(({ phase, durationMs }) => (phase == null || durationMs == null ? [] : [phase])),
    ['cube-generation'],
  );
});

test('the cubes answer queries, across the joins that tests of dbt have told', async () => {
  const folder = `deployments/${id}/files`;
  await mkdir(join(world.dataDir, folder), { recursive: true });
  await writeDuckDbFile(join(world.dataDir, folder, 'shop.duckdb'), ...shopTables);
  const variables = { CUBEJS_DB_TYPE: 'duckdb', CUBEJS_DB_DUCKDB_DATABASE_PATH: `${folder}/shop.duckdb` };
  const body = { env_variables: Object.entries(variables).map(([name, value]) => ({ name, value })) };
  const set = await world.call({ method: 'PUT', path: `/api/v1/deployments/${id}/env-vars`, body });
  assert.equal(set.statusCode, 200, set.body);
  await sync({ branchName: 'master' });
  const load = async (query: object): Promise<unknown> => {
    const search = `query=${encodeURIComponent(JSON.stringify(query))}`;
    const answer = await world.call({
      method: 'GET',
      path: `/deployments/${id}/cubejs-api/v1/load?${search}`,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return (answer.json() as { data: unknown }).data;
  };
  assert.deepEqual(
    await load({
      measures: ['dbt_orders.count', 'dbt_orders.total_amount_sum', 'dbt_orders.shipping_cost_sum'],
      dimensions: ['dbt_customers.full_name'],
      order: { 'dbt_customers.full_name': 'asc' },
    }),
    [
      {
        'dbt_customers.full_name': 'Ada',
        'dbt_orders.count': '2',
        'dbt_orders.total_amount_sum': '12.75',
        'dbt_orders.shipping_cost_sum': '3.0',
      },
      {
        'dbt_customers.full_name': 'Ben',
        'dbt_orders.count': '1',
        'dbt_orders.total_amount_sum': '1.25',
        'dbt_orders.shipping_cost_sum': '0.5',
      },
    ],
  );
  assert.deepEqual(
    await load({
      measures: ['dbt_order_items.count'],
      dimensions: ['dbt_orders.status'],
      timeDimensions: [{ dimension: 'dbt_orders.order_date', granularity: 'month' }],
      order: { 'dbt_orders.status': 'asc' },
    }),
    [
      ['placed', '1'],
      ['shipped', '2'],
    ].map(([status, count]) => ({
      'dbt_orders.status': status,
      'dbt_orders.order_date.month': '2026-02-01T00:00:00.000',
      'dbt_orders.order_date': '2026-02-01T00:00:00.000',
      'dbt_order_items.count': count,
    })),
  );
});

test('a second sync changes what dbt has changed, and makes no commit where that is nothing', async () => {
  await sync({ branchName: 'master' });
  const repository = await repositoryOf();
  const head = await repository.findHead('master');
  await sync({ branchName: 'master' });
  assert.equal(await repository.findHead('master'), head);
  await sync({ branchName: 'master' }, [modelNode('orders', { order_id: {} }), modelNode('refunds', {})]);
  const paths = [...(await readBranch('master')).keys()].filter((path) => path.includes('/dbt/'));
  assert.deepEqual(paths, [ORDERS, 'model/cubes/dbt/refunds.yml']);
});

test('a file that was edited is left as it is, and told', async () => {
  await sync({ branchName: 'master' });
  const before = (await readBranch('master')).get(ORDERS) ?? '';
  const edited = before.replace('(dbt) Orders', 'Orders');
  await edit('master', ORDERS, edited);
  const { syncJobId } = await sync({ branchName: 'master' }, [modelNode('orders', { order_id: {} })]);
  const files = await readBranch('master');
  assert.equal(files.get(ORDERS), edited);
  assert.equal(files.has('model/cubes/dbt/customers.yml'), false);
  const { keptFiles, generatedFiles } = await resultOf(syncJobId);
  assert.deepEqual([keptFiles.map(({ path }) => path), generatedFiles], [[ORDERS], []]);
  const { items: log } = await ok<TransformSyncLogEntriesListResponse>('GET', `/${syncJobId}/logs`);
  assert.ok(log.some(({ level, message }) => level === 'error' && message.startsWith(ORDERS)));
});

test('with the output files nothing is committed, and the files are there for an hour', async () => {
  const repository = await repositoryOf();
  const branches = await repository.listBranches();
  const { syncJobId, branchName } = await sync({ output: 'files' });
  assert.equal(branchName, 'master');
  assert.deepEqual(await repository.listBranches(), branches);
  const list = (query = '') =>
    ok<TransformSyncGeneratedFilesListResponse>('GET', `/${syncJobId}/generated-files${query}`);
  const { items, pageInfo } = await list('?first=2');
  assert.deepEqual(
    items.map(({ path }) => path),
    ['model/cubes/dbt/customers.yml', 'model/cubes/dbt/order_items.yml'],
  );
  const rest = await list(`?after=${pageInfo.endCursor}`);
  assert.match(rest.items[0]?.content ?? '', /^# Generated from the dbt model model\.shop\.orders\./);
  await world.database.pool.query(
    "update transform_syncs set finished_at = now() - interval '61 minutes' where id = $1",
    [syncJobId],
  );
  await refused(404, 'generated_files_not_found', 'GET', `/${syncJobId}/generated-files`);
  const committed = await sync();
  await refused(404, 'generated_files_not_found', 'GET', `/${committed.syncJobId}/generated-files`);
});

test('a sync that was cancelled commits nothing, and one that has ended cannot be cancelled', async () => {
  const { syncJobId, branchName } = await startManifest();
  await refused(409, 'transform_sync_not_completed', 'GET', `/${syncJobId}/result`);
  assert.equal((await statusOf(syncJobId)).status, 'INITIALIZING');
  await ok('DELETE', `/${syncJobId}`);
  assert.equal(await work(syncJobId), undefined);
  assert.deepEqual(await readBranch(branchName), new Map());
  const { status, error } = await statusOf(syncJobId);
  assert.deepEqual([status, error], ['FAILED', 'The sync was cancelled']);
  await refused(409, 'transform_sync_ended', 'DELETE', `/${syncJobId}`);
});

test('a try after one that was killed behind its commit finds the files there', async () => {
  const { syncJobId, branchName } = await sync();
  const repository = await repositoryOf();
  const head = await repository.findHead(branchName);
  await world.database.pool.query(
    "update transform_syncs set status = 'RUNNING', finished_at = null, manifest = $2 where id = $1",
    [syncJobId, await storedManifest()],
  );
  assert.equal(await work(syncJobId, 1), undefined);
  assert.equal((await statusOf(syncJobId)).status, 'COMPLETED');
  assert.equal(await repository.findHead(branchName), head);
});

/** What is stored of a manifest while its sync runs. */
async function storedManifest(): Promise<string> {
  const { syncJobId } = await startManifest();
  const { rows } = await world.database.pool.query<{ manifest: object }>(
    'select manifest from transform_syncs where id = $1',
    [syncJobId],
  );
  return JSON.stringify(rows[0]?.manifest);
}

test('a branch that is gone fails the sync with its name, and the list says so', async () => {
  const repository = await repositoryOf();
  await repository.createBranch('next', (await repository.findHead('master')) ?? '');
  const { syncJobId } = await startManifest({ branchName: 'next' });
  await repository.removeBranch(await repository.getBranch('next'));
  assert.equal(await work(syncJobId), undefined);
  await sync();
  const list = async (query = '') => (await ok<TransformSyncRunListResponse>('GET', query)).items;
  const [completed, failed] = await list();
  assert.deepEqual(
    [completed?.status, completed?.trigger, completed?.source],
    ['COMPLETED', 'api', 'manifest'],
  );
  assert.deepEqual([completed?.stats?.dbtVersion, completed?.stats?.generatedFileCount], ['1.11.16', 3]);
  assert.equal(completed?.stats?.manifestGeneratedAt, '2026-03-01T09:30:00.123Z');
  assert.deepEqual(
    [failed?.status, failed?.failedPhase, failed?.errorMessage],
    ['FAILED', 'cube-files', 'The data model has no branch "next"'],
  );
  assert.deepEqual(
    (await list('?status=FAILED')).map((run) => run.syncJobId),
    [syncJobId],
  );
  assert.deepEqual(await list('?trigger=webhook'), []);
});

test('a sync that nothing has been heard of is unknown, and does not stand in the way of others', async () => {
  const { syncJobId } = await startManifest();
  await world.database.pool.query(
    "update transform_syncs set updated_at = now() - interval '61 minutes' where id = $1",
    [syncJobId],
  );
  const { items } = await ok<TransformSyncRunListResponse>('GET', '?status=UNKNOWN');
  assert.deepEqual(
    items.map((run) => run.syncJobId),
    [syncJobId],
  );
  assert.equal((await statusOf(syncJobId)).status, 'FAILED');
});

test('five syncs of a deployment run at a time', async () => {
  const manifest = manifestOf(...shopNodes);
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => call('POST', '', { source: 'manifest', manifest })),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted(),
    [200, 200, 200, 200, 200, 429, 429],
  );
});

test('it takes the right to change the model, on the branch that it goes to', async () => {
  const { build, tenantId } = world;
  const keyOf = async (role: 'Viewer' | 'Developer') =>
    build.apiKey({ tenantId, userId: await build.user({ tenantId, role }) });
  const manifest = manifestOf(...shopNodes);
  const viewer = await keyOf('Viewer');
  await refused(403, 'forbidden', 'POST', '', { source: 'manifest', manifest }, viewer);
  await refused(404, 'branch_not_found', 'POST', '', { source: 'manifest', manifest, branchName: 'none' });
  const settings = { deployBranchReadOnly: true };
  await world.call({ method: 'PUT', path: `/api/v1/deployments/${id}`, body: settings });
  await refused(403, 'branch_protected', 'POST', '', { source: 'manifest', manifest, branchName: 'master' });
});

test('a sync of more models than a data model has files fails with their number', async () => {
  const nodesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => modelNode(`model_${index}`, { id: {} }));
  const { syncJobId } = await startManifest({ output: 'files' }, nodesOf(limits.MAX_MODEL_FILES + 1));
  assert.equal(await work(syncJobId), undefined);
  const { status, error } = await statusOf(syncJobId);
  assert.equal(status, 'FAILED');
  assert.match(error ?? '', /has 5001 models, and a data model has at most 5000 files; sync fewer of them/);
  const most = await sync({ output: 'files' }, nodesOf(limits.MAX_MODEL_FILES));
  const { generatedFiles } = await resultOf(most.syncJobId);
  assert.equal(generatedFiles.length, limits.MAX_MODEL_FILES);
});

test('without a manifest or a repository there is nothing to sync, and a file of something else is refused', async () => {
  await refused(400, 'transform_sync_not_set_up', 'POST');
  await refused(400, 'validation_failed', 'POST', '', { source: 'manifest' });
  await refused(400, 'validation_failed', 'POST', '', { source: 'manifest', manifest: { nodes: {} } });
});
