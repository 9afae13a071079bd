import type {
  BuildStatusResponse,
  DataModelValidationResponse,
  MergeResponse,
  ModelBuild,
  ModelBuildsResponse,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { limits } from '@oriel/contract';
import { modelDirectory, openModelRepository } from '../../build/model-repository.ts';
import { listRefs } from '../../build/repository/ref-changes.ts';
import { createRuntimeApp, untilTrue, type RuntimeApp, type TestCall } from '../../test/index.ts';
import { createModelBuilding } from '../model-building.ts';
import { BUILD_REFS } from './build-refs.ts';
import { createProductionCommits } from './find-production.ts';
import { pruneDeployment } from './prune-builds.ts';
import { createRuntimeLog } from '../../runtime-logs/runtime-log.ts';
import { createFileKeyring } from '../../secrets/keyring.ts';

let world: RuntimeApp;
let id: number;
before(async () => {
  world = await createRuntimeApp();
});
after(() => world.close());
beforeEach(async () => {
  ({ id } = await world.createDeployment());
});

const cube = (name: string) =>
  `cubes: [{ name: ${name}, sql: SELECT 1 AS id, measures: [{ name: count, type: count, public: true }] }]`;
const good = (name: string) => [{ path: 'model/a.yml', content: cube(name) }];
const broken = [
  { path: 'model/a.yml', content: 'cubes:\n  - name: x\n    measures: [{ name: m, type: nothing }]\n' },
];

async function ok<T>(method: TestCall['method'], path: string, body?: unknown): Promise<T> {
  const answer = await world.call({ method, path, body });
  assert.equal(answer.statusCode, 200, `${method} ${path}: ${answer.body}`);
  return answer.json();
}
const list = async (query = '') =>
  (await ok<ModelBuildsResponse>('GET', `/api/v1/deployments/${id}/builds${query}`)).items;
const status = () =>
  ok<BuildStatusResponse>('GET', `/api/v1/deployments/${id}/build-status?branchName=master`);

test('a commit that does not compile never reaches a query: the last good build goes on', async () => {
  await world.commitModel(id, good('first'));
  assert.deepEqual(await world.listCubes(id), ['first']);
  await world.commitModel(id, broken);
  assert.deepEqual(await world.listCubes(id), ['first']);
  const [failed, serving] = await list();
  assert.equal(failed?.state, 'failed');
  assert.match(failed?.errorText ?? '', /^model\/a\.yml:\d+:\d+: /);
  assert.deepEqual([failed?.isServing, serving?.isServing], [false, true]);
  const told = await status();
  assert.deepEqual([told.status, told.buildJobId, told.errorText], ['failed', failed?.id, failed?.errorText]);
  await world.commitModel(id, good('second'));
  assert.deepEqual(await world.listCubes(id), ['second']);
});

test('a build names what defines something and is none of the model, and succeeds', async () => {
  const outside = { path: 'examples/orders.yml', content: cube('orders') };
  const compose = { path: 'compose.yml', content: 'services: {}\n' };
  const other = { path: 'second/model/orders.yml', content: cube('orders') };
  await world.commitModel(id, [...good('first'), outside, compose, other]);
  assert.deepEqual(await world.listCubes(id), ['first']);
  const [build] = await list();
  const lines = (build?.warningText ?? '').split('\n');
  assert.deepEqual([build?.state, lines.length], ['success', 2]);
  assert.match(lines[0] ?? '', /^examples\/orders\.yml is left out: .* in the folder model/);
  assert.match(lines[1] ?? '', /^second\/ is left out: .* the project root second reads it/);
  const told = await status();
  assert.deepEqual([told.status, told.errorText, told.warningText], ['success', null, build?.warningText]);
  const validation = await ok<DataModelValidationResponse>(
    'GET',
    `/build/api/v1/deployments/${id}/data-model/validate?branchName=master`,
  );
  assert.deepEqual(
    [validation.valid, validation.warnings.map(({ fileName }) => fileName)],
    [true, ['examples/orders.yml', 'second/']],
  );
  await world.commitModel(id, [...broken, outside]);
  const [failed] = await list();
  assert.deepEqual([failed?.state, failed?.warningText], ['failed', lines[0]]);
  await world.commitModel(id, good('second'));
  const rolled = await ok<ModelBuild>('POST', `/api/v1/deployments/${id}/builds/${build?.id}/rollback`);
  assert.equal(rolled.warningText, build?.warningText);
  assert.equal((await list())[1]?.warningText, null);
});

test('two deployments of one repository, each with its root, build apart', async () => {
  const { id: second } = await world.createDeployment();
  await world.commitModel(id, [
    { path: 'orders.yml', content: cube('orders') },
    {
      path: 'second/model/orders.yml',
      content: cube('orders').replace('}]', '}, { name: more, type: count }]'),
    },
    { path: 'second/compose.yml', content: 'services: {}\n' },
  ]);
  const [from, to] = [id, second].map((each) => modelDirectory(world.dataDir, each));
  assert.ok(from && to);
  await promisify(execFile)('git', ['-C', from, 'push', '--quiet', to, 'master:refs/heads/pushed']);
  const settings = { deployBranchName: 'pushed', deployProjectRoot: 'second' };
  await ok('PUT', `/api/v1/deployments/${second}`, settings);
  assert.deepEqual([await world.listCubes(id), await world.listCubes(second)], [['orders'], ['orders']]);
  const measures = async (deployment: number) => {
    const { cubes } = await ok<{ cubes: { measures: object[] }[] }>(
      'GET',
      `/deployments/${deployment}/cubejs-api/v1/meta`,
    );
    return cubes[0]?.measures.length;
  };
  assert.deepEqual([await measures(id), await measures(second)], [1, 2]);
  const texts = [];
  for (const [deployment, branch] of [
    [id, 'master'],
    [second, 'pushed'],
  ] as const) {
    const told = await ok<BuildStatusResponse>(
      'GET',
      `/api/v1/deployments/${deployment}/build-status?branchName=${branch}`,
    );
    texts.push(told.errorText, told.warningText?.split(' ')[0] ?? null);
  }
  assert.deepEqual(texts, [null, 'second/', null, null]);
});

test('the last good build serves after a restart as well', async () => {
  await world.commitModel(id, good('first'));
  await world.commitModel(id, broken);
  await world.engine.stop(id);
  assert.deepEqual(await world.listCubes(id), ['first']);
});

test('one call brings production back to an earlier build, until the next commit', async () => {
  await world.commitModel(id, good('first'));
  const [first] = await list('?state=success&first=1');
  await world.commitModel(id, good('second'));
  assert.deepEqual(await world.listCubes(id), ['second']);
  const rolled = await ok<ModelBuild>('POST', `/api/v1/deployments/${id}/builds/${first?.id}/rollback`);
  assert.deepEqual(
    [rolled.cause, rolled.state, rolled.isServing, rolled.commitId],
    ['rollback', 'success', true, first?.commitId],
  );
  assert.deepEqual(await world.listCubes(id), ['first']);
  assert.deepEqual((await list()).map(({ isServing }) => isServing).filter(Boolean), [true]);
  await world.commitModel(id, good('third'));
  assert.deepEqual(await world.listCubes(id), ['third']);
});

test('a rollback survives a branch that was moved by force', async () => {
  await world.commitModel(id, good('first'));
  const [first] = await list('?first=1');
  const repository = await openModelRepository(world.dataDir, id);
  await repository.removeBranch(await repository.getBranch('master'));
  await world.commitModel(id, good('anew'));
  assert.deepEqual(await world.listCubes(id), ['anew']);
  await ok('POST', `/api/v1/deployments/${id}/builds/${first?.id}/rollback`);
  assert.deepEqual(await world.listCubes(id), ['first']);
});

test('a build that failed, or is of another branch or deployment, is none to roll back to', async () => {
  await world.commitModel(id, broken);
  await world.commitModel(id, good('other'), 'next');
  const [other, failed] = await list();
  const { id: elsewhere } = await world.createDeployment();
  const refused = async (deploymentId: number, buildId: number | undefined, code: string) => {
    const path = `/api/v1/deployments/${deploymentId}/builds/${buildId}/rollback`;
    const answer = await world.call({ method: 'POST', path });
    assert.equal((answer.json() as { code: string }).code, code);
  };
  await refused(id, failed?.id, 'build_not_deployable');
  await refused(id, other?.id, 'build_not_deployable');
  await refused(elsewhere, other?.id, 'build_not_found');
  await refused(id, 2 ** 31, 'build_not_found');
});

test('a push that nobody has told of is built when production is asked', async () => {
  await world.commitModel(id, good('first'));
  assert.deepEqual(await world.listCubes(id), ['first']);
  const repository = await openModelRepository(world.dataDir, id);
  const author = { name: 'Author', email: 'author@example.com' };
  await repository.commit({ branch: 'master', message: 'Push', author, files: good('pushed') });
  await untilTrue(async () => (await world.listCubes(id)).includes('pushed'));
  const [build] = await list('?first=1');
  assert.deepEqual([build?.cause, build?.createdBy], ['push', null]);
});

test('what is deployed by uploads alone passes over merges', async () => {
  ({ id } = await world.createDeployment({ deployMode: 'cli' }));
  await untilTrue(async () => (await list())[0]?.state === 'success');
  const model = `/build/api/v1/deployments/${id}`;
  await ok('POST', `${model}/dev-mode`);
  await ok('PUT', `${model}/data-model/files`, { files: good('merged') });
  await ok('POST', `${model}/commit`);
  assert.equal((await ok<MergeResponse>('POST', `${model}/merge`)).merged, true);
  await untilTrue(async () => (await list('?branchName=master'))[0]?.state === 'success');
  assert.deepEqual(await world.listCubes(id), []);
});

test('builds that a dead server has left are taken up, and are what they would have been', async () => {
  await world.commitModel(id, good('first'));
  const { pool } = world.database;
  await pool.query(
    "update model_builds set state = 'building', finished_at = null, created_at = now() - interval '1 hour' where deployment_id = $1",
    [id],
  );
  assert.equal((await status()).status, 'building');
  const building = createModelBuilding({
    db: world.database.db,
    dataDir: world.dataDir,
    keyring: createFileKeyring(world.dataDir),
    engine: world.engine,
  });
  assert.equal(await building.builds.resume(60), 2);
  await building.builds.settled();
  await building.close();
  await untilTrue(async () => (await status()).status === 'success');
  assert.deepEqual(await world.listCubes(id), ['first']);
});

test('of many who begin the build of a commit at the same time, one does', async () => {
  await world.commitModel(id, good('first'));
  const before = (await list()).length;
  const repository = await openModelRepository(world.dataDir, id);
  const author = { name: 'Author', email: 'author@example.com' };
  await repository.commit({ branch: 'master', message: 'Push', author, files: good('second') });
  await Promise.all(Array.from({ length: 5 }, () => status()));
  assert.equal((await list()).length, before + 1);
});

test('builds show in the history by branch and state, in pages, and for those alone who may read the model', async () => {
  await world.commitModel(id, good('first'));
  await world.commitModel(id, broken);
  await world.commitModel(id, good('next'), 'next');
  assert.deepEqual(
    (await list('?branchName=next')).map(({ branchName }) => branchName),
    ['next'],
  );
  assert.deepEqual(
    (await list('?state=failed')).map(({ state }) => state),
    ['failed'],
  );
  const all = await list();
  const page = await ok<ModelBuildsResponse>('GET', `/api/v1/deployments/${id}/builds?first=2`);
  const rest = await ok<ModelBuildsResponse>(
    'GET',
    `/api/v1/deployments/${id}/builds?after=${page.pageInfo.endCursor}`,
  );
  assert.deepEqual([...page.items, ...rest.items], all);
  const { build, tenantId } = world;
  const key = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Explorer' }) });
  const answer = await world.call({ method: 'GET', path: `/api/v1/deployments/${id}/builds`, key });
  assert.equal(answer.statusCode, 403);
});

test('a request with an idempotency key that is committed late still has its build finished', async () => {
  const model = `/build/api/v1/deployments/${id}`;
  await ok('POST', `${model}/dev-mode`);
  await ok('PUT', `${model}/data-model/files`, { files: good('keyed') });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await world.call({ method: 'POST', path: `${model}/commit`, headers, body: {} });
  assert.equal(answer.statusCode, 200, answer.body);
  await untilTrue(async () => (await list('?state=building')).length === 0);
  assert.equal((await list('?first=1'))[0]?.cause, 'commit');
});

test('the log of a deployment tells what became of its builds', async () => {
  const log = createRuntimeLog();
  const repository = await openModelRepository(world.dataDir, id);
  const author = { name: 'Author', email: 'author@example.com' };
  await repository.commit({ branch: 'next', message: 'Break it', author, files: broken });
  const building = createModelBuilding({
    db: world.database.db,
    dataDir: world.dataDir,
    keyring: createFileKeyring(world.dataDir),
    engine: world.engine,
    onEvent: log.noteBuild,
  });
  const deployment = { id, tenantId: world.tenantId };
  const build = await building.builds.start({ deployment, branch: 'next', cause: 'push', userId: null });
  await building.builds.settled();
  await building.close();
  const lines = log.read(id);
  assert.deepEqual(
    lines.map(({ pod, branch, container }) => [pod, branch, container]),
    Array.from({ length: 2 }, () => [`build-${build?.id}`, 'next', 'INIT']),
  );
  assert.match(lines[1]?.message ?? '', /does not compile: model\/a\.yml:\d+/);
});

test('what is old and not among the newest is let go, but never what is served, and the list says so', async () => {
  await world.commitModel(id, good('first'));
  await world.commitModel(id, good('second'));
  const repository = await openModelRepository(world.dataDir, id);
  const [second, first] = await list('?first=2');
  await ok('POST', `/api/v1/deployments/${id}/builds/${first?.id}/rollback`);
  const { pool, db } = world.database;
  const prune = () => pruneDeployment(id, { db, openRepository: async () => repository });
  // As many that are newer as are kept; they are of a merge into a branch that is deployed by uploads, and serve
  // nothing.
  await pool.query(
    `insert into model_builds (deployment_id, branch, commit_id, runtime_version, cause, state, is_held, finished_at)
     select $1, 'master', repeat('a', 40), 1, 'merge', 'success', true, now() from generate_series(1, $2)`,
    [id, limits.KEPT_BUILDS],
  );
  assert.equal(await prune(), 0);
  await pool.query(
    "update model_builds set finished_at = now() - interval '31 days' where deployment_id = $1",
    [id],
  );
  assert.equal(await prune(), 2);
  const refs = await listRefs(repository.directory, [BUILD_REFS]);
  assert.deepEqual([...refs.keys()], [BUILD_REFS + first?.commitId]);
  const find = (buildId: number | undefined) =>
    ok<ModelBuild>('GET', `/api/v1/deployments/${id}/builds/${buildId}`);
  assert.deepEqual(
    [(await find(first?.id)).isDeployable, (await find(second?.id)).isDeployable],
    [false, false],
  );
  const path = `/api/v1/deployments/${id}/builds/${second?.id}/rollback`;
  assert.equal((await world.call({ method: 'POST', path })).statusCode, 400);
  assert.deepEqual(await world.listCubes(id), ['first']);
  assert.equal(await prune(), 0);
});

test('before the first build is done there is nothing to answer by', async () => {
  await world.commitModel(id, good('first'));
  const head = (await list('?first=1'))[0]?.commitId ?? '';
  const { pool, db } = world.database;
  const set = (values: string) =>
    pool.query(`update model_builds set ${values} where deployment_id = $1`, [id]);
  await set("state = 'building', finished_at = null");
  const builds = { start: async () => undefined, ended: async () => {} };
  const impatient = createProductionCommits(db, builds, { firstWaitMs: 0 });
  await assert.rejects(impatient.find(id, 'master', head), /first build/);
  const found = createProductionCommits(db, builds).find(id, 'master', head);
  await set("state = 'success', finished_at = now()");
  assert.equal(await found, head);
});
