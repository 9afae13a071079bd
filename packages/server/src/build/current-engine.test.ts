import { serverBrands } from '@oriel/contract';
import { createEngine, type Engine } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createFactories, createTestDatabase, type TestDatabase } from '../test/index.ts';
import { CHECK_INTERVAL_MS, keepCurrent } from './current-engine.ts';
import { modelDirectory, openModelRepository } from './model-repository.ts';
import { createRuntimeSources } from './sources/runtime-sources.ts';

/** A model with a measure `slow` that takes a second or two, for what happens while it runs. */
const modelOf = (measure: string) => `
cubes:
  - name: orders
    sql_table: orders
    measures: [{ name: ${measure}, type: count, public: true }]
  - name: slow
    sql: SELECT a.range AS n FROM range(14000) AS a, range(14000) AS b WHERE (a.range * b.range) % 7 = 3
    measures: [{ name: ${measure}, type: count }]
`;

let database: TestDatabase;
let dataDir: string;
let engine: Engine;
let nowMs = 0;
let target: { deploymentId: number; branch: string };
before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-current-'));
  const sources = createRuntimeSources({ db: database.db, dataDir, brand: serverBrands.svc });
  engine = keepCurrent(createEngine({ resolve: sources.resolve }), {
    hasChanged: sources.hasChanged,
    now: () => nowMs,
  });
});
after(async () => {
  await engine.close();
  await database.close();
  await rm(dataDir, { recursive: true, maxRetries: 10 });
});
beforeEach(async () => {
  target = { deploymentId: await buildDeployment(), branch: 'master' };
  await commit(modelOf('count'));
  await writeOrders(3);
});

const dataPath = () => `data-${target.deploymentId}.duckdb`;

async function buildDeployment(): Promise<number> {
  const build = createFactories(database.db);
  const deploymentId = await build.deployment({ tenantId: await build.tenant() });
  await database.db
    .insertInto('deploymentVariables')
    .values({
      deploymentId,
      name: 'CUBEJS_DB_DUCKDB_DATABASE_PATH',
      value: `data-${deploymentId}.duckdb`,
    })
    .execute();
  return deploymentId;
}

async function commit(content: string): Promise<string> {
  const repository = await openModelRepository(dataDir, target.deploymentId);
  const author = { name: 'Model author', email: 'author@example.com' };
  const files = [{ path: 'orders.yml', content }];
  return repository.commit({ branch: target.branch, message: 'Change the model', author, files });
}

/** Changes the model as its author does: in a clone, with git, and pushes. */
async function push(content: string): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'oriel-clone-'));
  const run = (...args: string[]) =>
    promisify(execFile)('git', [
      '-C',
      clone,
      '-c',
      'user.name=Author',
      '-c',
      'user.email=author@example.com',
      ...args,
    ]);
  await run('clone', '--quiet', modelDirectory(dataDir, target.deploymentId), '.');
  await writeFile(join(clone, 'orders.yml'), content);
  await run('commit', '--quiet', '--all', '--message', 'Rename the measure');
  await run('push', '--quiet', 'origin', 'HEAD:master');
  await rm(clone, { recursive: true, maxRetries: 10 });
}

/** Puts a file with so many orders in the place of the one that is there. */
async function writeOrders(count: number): Promise<void> {
  const [path, next] = [join(dataDir, dataPath()), join(dataDir, 'next', dataPath())];
  await mkdir(dirname(next), { recursive: true });
  await writeDuckDbFile(next, `create table orders as select range as id from range(${count})`);
  await rename(next, path);
}

async function ask(measure: string): Promise<{ status: number; text: string }> {
  const query = { measures: [measure] };
  const { status, body } = await engine.load(target, { query, securityContext: {} });
  return { status, text: Buffer.concat(body).toString() };
}

async function count(measure: string): Promise<number> {
  const { status, text } = await ask(measure);
  assert.equal(status, 200, text);
  return Number((JSON.parse(text) as { data: Record<string, string>[] }).data[0]?.[measure]);
}

test('a push takes effect for the next query, once the branch may be looked at again', async () => {
  assert.equal(await count('orders.count'), 3);
  await push(modelOf('number_of_orders'));
  assert.equal((await ask('orders.number_of_orders')).status, 400, 'it was looked at just now');
  nowMs += CHECK_INTERVAL_MS;
  assert.equal(await count('orders.number_of_orders'), 3);
  assert.equal((await ask('orders.count')).status, 400);
});

test('a commit of our own takes effect as a push does', async () => {
  assert.equal(await count('orders.count'), 3);
  await commit(modelOf('own'));
  nowMs += CHECK_INTERVAL_MS;
  assert.equal(await count('orders.own'), 3);
});

test('a query that runs while the model changes ends on the old one', async () => {
  const slow = ask('slow.count');
  while (!engine.runtimes().some(({ requestsInFlight }) => requestsInFlight > 0)) await setImmediate();
  await push(modelOf('renamed'));
  nowMs += CHECK_INTERVAL_MS;
  assert.equal(await count('orders.renamed'), 3);
  const { status, text } = await slow;
  assert.equal(status, 200, text);
});

test('a branch that does not change keeps its runtime', async () => {
  await count('orders.count');
  const startedAt = () =>
    engine
      .runtimes()
      .filter(({ deploymentId }) => deploymentId === target.deploymentId)
      .map((runtime) => runtime.startedAt);
  const before = startedAt();
  nowMs += CHECK_INTERVAL_MS;
  await count('orders.count');
  assert.deepEqual(startedAt(), before);
});

test('another data file in the place of the old one is what the next query reads', async () => {
  assert.equal(await count('orders.count'), 3);
  await writeOrders(5);
  nowMs += CHECK_INTERVAL_MS;
  assert.equal(await count('orders.count'), 5);
});

test('a data file that is gone for the moment costs nobody the open one', async () => {
  assert.equal(await count('orders.count'), 3);
  await rm(join(dataDir, dataPath()));
  nowMs += CHECK_INTERVAL_MS;
  assert.equal(await count('orders.count'), 3);
});

test('a branch that was deleted is not queried any more', async () => {
  assert.equal(await count('orders.count'), 3);
  const directory = modelDirectory(dataDir, target.deploymentId);
  await promisify(execFile)('git', ['--git-dir', directory, 'update-ref', '-d', 'refs/heads/master']);
  nowMs += CHECK_INTERVAL_MS;
  await assert.rejects(ask('orders.count'), { code: 'branch_not_found' });
});
