import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { modelDirectory, openModelRepository } from './build/model-repository.ts';
import { parseSettings } from './server-settings/parse-settings.ts';
import type { RunningServer } from './running-server.ts';
import { startServer } from './start.ts';
import { untilTrue } from './test/index.ts';

const KEY = 'orl_bootstrap-key-for-automation-0123456789';

const MODEL = `cubes:
  - name: orders
    sql: SELECT 1 AS id
    measures: [{ name: count, type: count, public: true }]
`;

/** A whole server, which is started again in between. */
let dataDir: string;
let server: RunningServer;
let deploymentId: number;
let directory: string;
/** What it has logged as errors. */
let logged: { level: number; msg: string; directory?: string; deploymentId?: number }[] = [];
const logger = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });

async function start(): Promise<void> {
  const settings = parseSettings(
    ['--data', dataDir, '--port', '0', '--no-demo', '--bootstrap-api-key', KEY],
    {},
  );
  if (settings === 'help') return assert.fail('these are settings');
  server = await startServer({ settings, logger, onProgress: () => {} });
}

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const ask = () => call('GET', `/deployments/${deploymentId}/cubejs-api/v1/meta`);
const cubesOf = ({ body }: { body: unknown }) =>
  (body as { cubes: { name: string }[] }).cubes.map(({ name }) => name);
const readiness = async () => (await call('GET', '/readyz')).body as { status: string; reason?: string };
const told = () => logged.filter((line) => line.directory === directory);
const statusOf = async () =>
  (await call('GET', `/api/v1/deployments/${deploymentId}/build-status`)).body as {
    status: string;
    errorText: string;
  };
/** A runtime looks for a change a second after it has looked last. */
const untilTold = () =>
  untilTrue(async () => {
    assert.deepEqual(cubesOf(await ask()), ['orders']);
    return told().length > 0;
  });

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-lost-'));
  await chmod(dataDir, 0o755);
  await start();
});
after(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});
beforeEach(async () => {
  logged = [];
  const made = await call('POST', '/build/api/v1/deployments', { name: `Model ${Math.random()}` });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  deploymentId = (made.body as { id: number }).id;
  directory = modelDirectory(dataDir, deploymentId);
  const repository = await openModelRepository(dataDir, deploymentId);
  await repository.commit({
    branch: 'master',
    message: 'A cube',
    author: { name: 'Ada', email: 'ada@example.com' },
    files: [{ path: 'orders.yml', content: MODEL }],
  });
  await untilTrue(async () => cubesOf(await ask()).includes('orders'));
  // The end of the build has the runtime read it once more.
  await untilTrue(async () => (await statusOf()).status === 'success');
  assert.deepEqual(cubesOf(await ask()), ['orders']);
});

test('a repository that is removed is told of, the last build answers on, and nothing is put in its place', async () => {
  await rename(directory, `${directory}.away`);
  await untilTold();
  assert.equal(told().length, 1);
  assert.match(told()[0]?.msg ?? '', /missing or damaged: .*model\.git.*restore the folder from a backup/);
  const { status, reason } = await readiness();
  assert.equal(status, 'degraded');
  assert.match(reason ?? '', /missing or damaged: 1\./);
  assert.doesNotMatch(reason ?? '', /model\.git/);
  const build = `/build/api/v1/deployments/${deploymentId}`;
  const shown = await statusOf();
  assert.deepEqual([shown.status, /is missing on the server/.test(shown.errorText)], ['failed', true]);
  const branches = await call('GET', `${build}/branches`);
  assert.deepEqual(
    [branches.status, JSON.stringify(branches.body).includes('model_repository_lost')],
    [500, true],
  );
  assert.deepEqual((await readdir(join(directory, '..'))).sort(), ['model.git.away']);

  // A start tells of it before anything asks, and nothing is made then either.
  logged = [];
  await server.stop();
  await start();
  assert.equal(told().length, 1);
  const refused = await ask();
  assert.deepEqual([refused.status, JSON.stringify(refused.body).includes('is missing')], [500, true]);
  assert.deepEqual((await readdir(join(directory, '..'))).sort(), ['model.git.away']);

  await rename(`${directory}.away`, directory);
  assert.deepEqual(cubesOf(await ask()), ['orders']);
  assert.equal((await readiness()).status, 'ready');
});

test('a damaged repository is told of and left as it is: without its refs, its head, or an object', async () => {
  for (const damage of [
    () => rm(join(directory, 'HEAD')),
    () => rename(join(directory, 'refs'), join(directory, 'lost-refs')),
  ]) {
    logged = [];
    await damage();
    assert.deepEqual(cubesOf(await ask()), ['orders']);
    await call('GET', `/build/api/v1/deployments/${deploymentId}/branches`);
    assert.equal(told().length, 1, String(damage));
    assert.equal((await readiness()).status, 'degraded');
    assert.equal((await readdir(directory)).includes('objects'), true);
    await writeFile(join(directory, 'HEAD'), 'ref: refs/heads/master\n');
    await rename(join(directory, 'lost-refs'), join(directory, 'refs')).catch(() => {});
    assert.equal((await readiness()).status, 'ready');
  }
  // All refs are gone at once, as in a folder that was restored in part.
  logged = [];
  await server.stop();
  await rename(join(directory, 'refs/heads'), join(directory, 'lost-heads'));
  await rename(join(directory, 'refs/builds'), join(directory, 'lost-builds')).catch(() => {});
  await start();
  assert.equal(told().length, 1);
  assert.equal((await ask()).status, 500);
  await rename(join(directory, 'lost-heads'), join(directory, 'refs/heads'));
  await rename(join(directory, 'lost-builds'), join(directory, 'refs/builds')).catch(() => {});
  assert.deepEqual(cubesOf(await ask()), ['orders']);

  // Every object is gone: nothing of the model can be read.
  logged = [];
  await server.stop();
  await rename(join(directory, 'objects'), join(directory, 'lost-objects'));
  await mkdir(join(directory, 'objects'));
  await start();
  const refused = await ask();
  assert.deepEqual([refused.status, JSON.stringify(refused.body).includes('is damaged')], [500, true]);
  assert.equal(told().length, 1);
});

test('a deployment that waits for its first push has a repository made, whatever has become of the empty one', async () => {
  const made = await call('POST', '/build/api/v1/deployments', { name: 'Waits', creationMethod: 'ssh' });
  const { id } = made.body as { id: number };
  await rm(join(modelDirectory(dataDir, id), '..'), { recursive: true });
  const { status } = await call('GET', `/build/api/v1/deployments/${id}/branches`);
  assert.equal(status, 200);
  assert.equal((await readdir(modelDirectory(dataDir, id))).includes('HEAD'), true);
  assert.deepEqual(
    logged.filter((line) => line.deploymentId === id),
    [],
  );
});

test('a model that nobody has asked for yet is told of as well', async () => {
  const made = await call('POST', '/build/api/v1/deployments', { name: 'New' });
  const { id } = made.body as { id: number };
  directory = modelDirectory(dataDir, id);
  await server.database.pool.query('delete from model_builds where deployment_id = $1', [id]);
  await server.database.pool.query('delete from model_branches where deployment_id = $1', [id]);
  await rm(directory, { recursive: true });
  const { status } = await call('GET', `/build/api/v1/deployments/${id}/branches`);
  assert.deepEqual([status, told().length], [500, 1]);
  assert.deepEqual(await readdir(join(directory, '..')), []);
});
