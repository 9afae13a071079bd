import type { DeploymentLogsResponse, DeploymentPod, DeploymentPodsResponse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRuntimeApp, untilTrue, type RuntimeApp } from '../test/index.ts';

let world: RuntimeApp;
before(async () => {
  world = await createRuntimeApp();
});
after(() => world.close());

const get = (id: number, rest: string, key?: string) =>
  world.call({ method: 'GET', path: `/api/v1/deployments/${id}/${rest}`, ...(key !== undefined && { key }) });

async function logsOf(id: number, query = ''): Promise<DeploymentLogsResponse> {
  const answer = await get(id, `logs${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const messagesOf = async (id: number, query = '') =>
  (await logsOf(id, query)).items.map(({ message }) => message);

/** What runtimes have written; builds write as well. */
const runtimesSaid = async (id: number, query = '') =>
  (await logsOf(id, query)).items
    .filter(({ pod }) => !pod.startsWith('build-'))
    .map(({ message }) => message);

async function podsOf(id: number): Promise<DeploymentPod[]> {
  return ((await get(id, 'pods')).json() as DeploymentPodsResponse).items;
}

const cube = (name: string) =>
  `cubes: [{ name: ${name}, sql: select 1 as id, measures: [{ name: count, type: count }] }]`;
const meta = (deploymentId: number, branch: string) =>
  world.engine.meta({ deploymentId, branch }, { securityContext: {}, seesModel: true });

/** A runtime is told of the build of the starter project, and writes that into its log. */
const isBuilt = (deploymentId: number) =>
  untilTrue(async () => {
    const text = "select from model_builds where deployment_id = $1 and state = 'building'";
    return (await world.database.pool.query(text, [deploymentId])).rowCount === 0;
  });

test('what runs is listed, production first, and what it does is told by branch, runtime and part', async () => {
  const { id } = await world.createDeployment();
  const head = await world.commitModel(id, [{ path: 'a.yml', content: cube('one') }]);
  const next = await world.commitModel(id, [{ path: 'a.yml', content: cube('two') }], 'a/next');
  assert.deepEqual(await podsOf(id), []);
  await meta(id, 'a/next');
  await meta(id, 'master');
  const [production, dev] = await podsOf(id);
  assert.match(production?.name ?? '', /^master-\d+$/);
  assert.match(dev?.name ?? '', /^a-next-\d+$/);
  assert.deepEqual(
    [production?.type, production?.status, production?.ready],
    ['production', 'Running', true],
  );
  assert.equal(dev?.type, 'dev');

  const starts = { production: `Starting to serve ${head}`, dev: `Starting to serve ${next}` };
  assert.deepEqual(await runtimesSaid(id), [starts.dev, starts.production]);
  assert.deepEqual(await runtimesSaid(id, '?source=production'), [starts.production]);
  assert.deepEqual(await runtimesSaid(id, `?pod=${dev?.name}`), [starts.dev]);
  assert.deepEqual(await runtimesSaid(id, '?container=INIT&source=dev'), [starts.dev]);
  assert.ok((await messagesOf(id)).includes(`Built ${head}`));
  for (const container of ['MAIN', 'cubejs-server', 'vector', 'api-proxy'])
    assert.deepEqual(await messagesOf(id, `?container=${container}`), [], container);

  const refused = await world.engine.load(
    { deploymentId: id, branch: 'master' },
    { query: { measures: ['one.nothing'] }, securityContext: {}, seesModel: true },
  );
  assert.equal(refused.status, 400);
  for (const container of ['MAIN', 'cubejs-server'])
    assert.match(
      (await messagesOf(id, `?container=${container}`)).join('\n'),
      /load was refused with 400.*nothing/,
    );
});

test('a log is followed from a cursor, page by page', async () => {
  const { id } = await world.createDeployment();
  await isBuilt(id);
  await meta(id, 'master');
  const bad = async (name: string) => {
    await world.engine.load(
      { deploymentId: id, branch: 'master' },
      { query: { measures: [name] }, securityContext: {}, seesModel: true },
    );
  };
  const { pageInfo } = await logsOf(id);
  assert.equal(pageInfo?.hasNextPage, false);
  const nothing = await logsOf(id, `?after=${pageInfo?.endCursor}`);
  assert.deepEqual([nothing.items, nothing.pageInfo?.endCursor], [[], pageInfo?.endCursor]);
  for (const name of ['a.a', 'b.b', 'c.c']) await bad(name);
  const first = await logsOf(id, `?first=2&after=${pageInfo?.endCursor}`);
  assert.deepEqual([first.items.length, first.pageInfo?.hasNextPage], [2, true]);
  const second = await logsOf(id, `?first=2&after=${first.pageInfo?.endCursor}`);
  assert.deepEqual([second.items.length, second.pageInfo?.hasNextPage], [1, false]);
  const newest = await logsOf(id, '?first=1');
  assert.deepEqual([newest.items, newest.pageInfo?.hasPreviousPage], [second.items, true]);
  assert.equal((await get(id, 'logs?after=nonsense')).statusCode, 400);
});

test('a process that dies is told, and so is a change of the model and a variable that keeps it from starting', async () => {
  const { id } = await world.createDeployment();
  await meta(id, 'master');
  await world.commitModel(id, [{ path: 'a.yml', content: cube('changed') }]);
  await untilTrue(async () => (await world.listCubes(id)).includes('changed'));
  assert.match((await messagesOf(id, '?container=INIT')).at(-1) ?? '', /^Serving [0-9a-f]{40}$/);
  const runtime = world.engine.runtimes().find(({ deploymentId }) => deploymentId === id);
  process.kill(runtime?.processId ?? 0, 'SIGKILL');
  await untilTrue(async () => (await messagesOf(id)).some((message) => message.startsWith('Ended: ')));
  const body = { env_variables: [{ name: 'CUBEJS_DB_TYPE', value: 'mysterious' }] };
  await world.call({ method: 'PUT', path: `/api/v1/deployments/${id}/env-vars`, body });
  await world.call({ method: 'GET', path: `/deployments/${id}/cubejs-api/v1/meta` });
  assert.match((await messagesOf(id)).at(-1) ?? '', /CUBEJS_DB_TYPE/);
});

test('runtimes and logs are for those who may read the model, of their account', async () => {
  const { build, tenantId, deploymentId } = world;
  const key = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Explorer' }) });
  const foreign = await build.deployment({ tenantId: await build.tenant({ host: 'other.example.com' }) });
  for (const rest of ['pods', 'logs']) {
    assert.equal((await get(deploymentId, rest, '')).statusCode, 401);
    assert.equal((await get(deploymentId, rest, key)).statusCode, 403);
    assert.equal((await get(foreign, rest)).statusCode, 404);
    assert.equal((await get(deploymentId, `${rest}?first=0`)).statusCode, 400);
  }
  assert.equal((await get(deploymentId, 'logs?source=elsewhere')).statusCode, 400);
});

test('a build that runs is listed beside the runtimes, by the name that its lines have in the logs', async () => {
  const { id } = await world.createDeployment();
  await isBuilt(id);
  const { rows } = await world.database.pool.query<{ id: number }>(
    `insert into model_builds (deployment_id, branch, commit_id, runtime_version, cause)
     values ($1, 'next', repeat('0', 40), 1, 'push') returning id`,
    [id],
  );
  const [build, ...others] = await podsOf(id);
  assert.deepEqual(
    [build?.name, build?.type, build?.status, build?.ready, build?.containers],
    [`build-${rows[0]?.id}`, 'build', 'Running', false, ['INIT']],
  );
  assert.deepEqual(others, []);
});
