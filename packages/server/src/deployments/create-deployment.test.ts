import { serverBrands, type CreateDeploymentInput, type Deployment } from '@oriel/contract';
import { createEngine, type Engine, type RuntimeTarget } from '@oriel/engine';
import assert from 'node:assert/strict';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openModelRepository } from '../build/model-repository.ts';
import { createRuntimeSources } from '../build/sources/runtime-sources.ts';
import { createTestApp, type TestApp, type TestCall } from '../test/index.ts';

const path = '/build/api/v1/deployments';

let testApp: TestApp;
let engine: Engine;
before(async () => {
  // The application is told of its engine before it has a database, which the engine needs for queries only.
  const resolve = (target: RuntimeTarget) => {
    const { database, dataDir } = testApp;
    return createRuntimeSources({ db: database.db, dataDir, brand: serverBrands.svc }).resolve(target);
  };
  engine = createEngine({ resolve });
  testApp = await createTestApp({ engine });
});
after(async () => {
  await testApp.close();
  await engine.close();
});

const create = (body: CreateDeploymentInput | object, call: Partial<TestCall> = {}) =>
  testApp.call({ method: 'POST', path, body, ...call });
let count = 0;
const newName = () => `Deployment ${(count += 1)}`;

async function created(body: object = {}): Promise<Deployment> {
  const answer = await create({ name: newName(), ...body });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

test('a new deployment is listed and answers queries about an empty model', async () => {
  const deployment = await created({ name: '  Marketing ' });
  assert.equal(deployment.name, 'Marketing');
  assert.equal(deployment.creationStep, 'ready');
  const listed = await testApp.call({ method: 'GET', path: '/api/v1/deployments?first=1000' });
  const { items } = listed.json() as { items: Deployment[] };
  assert.deepEqual(
    items.find(({ id }) => id === deployment.id),
    deployment,
  );
  const url = `${new URL(deployment.deploymentUrl).pathname}/cubejs-api/v1/meta`;
  const meta = await testApp.call({ method: 'GET', path: url });
  assert.equal(meta.statusCode, 200, meta.body);
  assert.deepEqual((meta.json() as { cubes: object[] }).cubes, []);
});

test('its workspace is there, and apart from that of another deployment', async () => {
  const [one, other] = [await created(), await created()];
  const folders = (id: number) => `/api/v1/deployments/${id}/folders`;
  const made = await testApp.call({ method: 'POST', path: folders(one.id), body: { name: 'Sales' } });
  assert.equal(made.statusCode, 200, made.body);
  const names = async (id: number) => {
    const answer = await testApp.call({ method: 'GET', path: folders(id) });
    return (answer.json() as { items: { name: string }[] }).items.map(({ name }) => name);
  };
  assert.deepEqual(await names(one.id), ['Sales']);
  assert.deepEqual(await names(other.id), []);
});

test('the starter project is a commit of its creator; a connected repository starts without one', async () => {
  const started = await created({ creationMethod: 'upload' });
  const repository = await openModelRepository(testApp.dataDir, started.id);
  const head = await repository.findHead('master');
  assert.ok(head);
  const files = await repository.readFiles(head);
  assert.deepEqual(files.map((file) => file.path).sort(), [
    'README.md',
    'model/cubes/orders.yml',
    'model/views/sales.yml',
  ]);
  const connected = await created({ creationMethod: 'github', creationStep: 'github' });
  assert.equal(connected.creationStep, 'github');
  assert.equal(
    await (await openModelRepository(testApp.dataDir, connected.id)).findHead('master'),
    undefined,
  );
});

test('what was asked for is stored', async () => {
  const origin = {
    cloudProvider: 'aws',
    creationMethod: 'ssh',
    deployMode: 'git',
    isManaged: true,
    region: 'eu-central-1',
    targetPlatform: 'kubernetes',
  } as const;
  const { id } = await created(origin);
  const row = await testApp.database.db
    .selectFrom('deployments')
    .select(['cloudProvider', 'creationMethod', 'deployMode', 'isManaged', 'region', 'targetPlatform'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, origin);
});

test('a name is taken once in an account, also by several at once', async () => {
  const name = newName();
  const answers = await Promise.all(Array.from({ length: 4 }, () => create({ name })));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  assert.equal(refused?.json().code, 'deployment_name_taken');
});

test('an invalid name or step is refused with its path', async () => {
  for (const [body, issue] of [
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ name: newName(), creationStep: 'demo' }, 'creationStep'],
    [{ name: newName(), cloudProvider: 'elsewhere' }, 'cloudProvider'],
  ] as const) {
    const answer = await create(body);
    assert.equal(answer.statusCode, 400, answer.body);
    const { issues } = answer.json() as { issues: { path: string }[] };
    assert.deepEqual(
      issues.map((each) => each.path),
      [issue],
    );
  }
});

test('a user with the permission creates deployments with a key for the whole account', async () => {
  const { build, tenantId, adminId, deploymentId } = testApp;
  const keyOf = async (role: 'Viewer' | 'Explorer' | 'Developer') =>
    build.apiKey({ tenantId, userId: await build.user({ tenantId, role }) });
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  const statusWith = async (key: string) => (await create({ name: newName() }, { key })).statusCode;
  assert.equal(await statusWith(await keyOf('Developer')), 200);
  for (const key of [await keyOf('Viewer'), await keyOf('Explorer'), scoped])
    assert.equal(await statusWith(key), 403);
  assert.equal(await statusWith(''), 401);
});

test('what lies in the place of a new repository is not removed', async () => {
  const before = await created();
  // Left of a deployment that a restored database does not know.
  const kept = join(testApp.dataDir, 'deployments', String(before.id + 1), 'model.git', 'objects');
  await mkdir(kept, { recursive: true });
  const name = newName();
  const refused = await create({ name });
  assert.equal(refused.json().code, 'model_repository_lost');
  await stat(kept);
  assert.equal((await create({ name })).statusCode, 200);
});

test('a deployment without its repository is not there at all', async () => {
  const before = await created();
  // A file in the place of the next deployment's folder.
  await mkdir(join(testApp.dataDir, 'deployments'), { recursive: true });
  const next = join(testApp.dataDir, 'deployments', String(before.id + 1));
  await writeFile(next, '');
  const name = newName();
  assert.equal((await create({ name })).statusCode, 500);
  await rm(next);
  assert.equal((await create({ name })).statusCode, 200);
  assert.ok(!(await stat(next).catch(() => undefined)), 'the id is not given out again');
});
