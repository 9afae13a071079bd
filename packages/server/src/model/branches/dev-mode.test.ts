import type { BranchesListResponse, DevBranchResponse, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRuntimeApp, type RuntimeApp, type TestCall } from '../../test/index.ts';

let world: RuntimeApp;
let id: number;
before(async () => {
  world = await createRuntimeApp();
});
after(() => world.close());

const cube = (name: string) =>
  `cubes: [{ name: ${name}, sql: SELECT 1 AS id, measures: [{ name: count, type: count, public: true }] }]`;
const pathOf = (rest: string) => `/build/api/v1/deployments/${id}${rest}`;
const call = (method: TestCall['method'], rest: string, body?: unknown, key?: string) =>
  world.call({ method, path: pathOf(rest), body, ...(key !== undefined && { key }) });

async function ok<T>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, 200, `${args[0]} ${args[1]}: ${answer.body}`);
  return answer.json();
}

async function refused(args: Parameters<typeof call>, status: number, code: string): Promise<string> {
  const answer = await call(...args);
  assert.equal(answer.statusCode, status, answer.body);
  const problem: Problem = answer.json();
  assert.equal(problem.code, code);
  return problem.message;
}

/** A deployment of its own for each test, with a developer of the account. */
async function begin(): Promise<{ userId: number; key: string; secondKey: string }> {
  ({ id } = await world.createDeployment());
  const { tenantId, build } = world;
  const userId = await build.user({ tenantId, role: 'Developer', email: `anna.b-${id}@example.com` });
  const [key = '', secondKey = ''] = await Promise.all([0, 1].map(() => build.apiKey({ tenantId, userId })));
  return { userId, key, secondKey };
}

const start = (key: string, branchName?: string) =>
  ok<DevBranchResponse>('POST', '/dev-mode', branchName === undefined ? undefined : { branchName }, key);

async function cubesOf(branch: string, key?: string): Promise<string[]> {
  const path = `/deployments/${id}/dev-mode/${encodeURIComponent(branch)}/cubejs-api/v1/meta`;
  const answer = await world.call({ method: 'GET', path, ...(key !== undefined && { key }) });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { cubes: { name: string }[] }).cubes.map(({ name }) => name);
}

test('each API key of a user has a dev-mode branch of its own, and takes it up again', async () => {
  const { key, secondKey } = await begin();
  const first = await start(key);
  assert.match(first.branchName ?? '', new RegExp(`^dev-anna-b-${id}-[0-9a-f]{8}$`));
  assert.deepEqual({ ...first, branchName: '' }, { active: true, branchName: '', parentBranch: 'master' });
  const second = await start(secondKey);
  assert.notEqual(second.branchName, first.branchName);
  await ok('DELETE', '/dev-mode', undefined, key);
  assert.equal((await start(key)).branchName, first.branchName);
  const { items } = await ok<BranchesListResponse>('GET', '/branches');
  assert.equal(items.length, 3);
});

test('what is saved answers the queries of its branch at once, and those of nobody else', async () => {
  const { key } = await begin();
  await world.commitModel(id, [{ path: 'model/a.yml', content: cube('committed') }]);
  const { branchName = '' } = await start(key);
  assert.deepEqual(await cubesOf(branchName ?? '', key), ['committed']);
  const files = [{ path: 'model/b.yml', content: cube('saved') }];
  await ok('PUT', '/data-model/files', { files }, key);
  assert.deepEqual(await cubesOf(branchName ?? '', key), ['committed', 'saved']);
  assert.deepEqual(await world.listCubes(id), ['committed']);
});

test('files are saved on dev-mode branches of the caller alone', async () => {
  const { key } = await begin();
  const files = [{ path: 'model/a.yml', content: cube('a') }];
  await ok('POST', '/branches', { name: 'shared' });
  const refuse = (branchName: string | undefined, code: string, status = 400) =>
    refused(['PUT', '/data-model/files', { files, ...(branchName && { branchName }) }, key], status, code);
  assert.equal(await refuse(undefined, 'not_dev_branch'), 'Branch master is not a dev-mode branch');
  assert.equal(await refuse('shared', 'not_dev_branch'), 'Branch shared is not a dev-mode branch');
  const { branchName: foreign } = await start(world.adminKey);
  await refuse(foreign ?? '', 'branch_of_another', 403);
  await refuse('missing', 'branch_not_found', 404);
  // A shared branch that was activated takes none either.
  await ok('POST', '/branches', { name: 'activated', activate: true });
  await refused(['PUT', '/data-model/files', { files }], 400, 'not_dev_branch');
});

test('who may change dev-mode branches alone makes no shared branch, and removes none', async () => {
  const { userId } = await begin();
  const { tenantId, build, database } = world;
  const policies = [
    { resourceType: 'Global', actions: ['AIBIDevelop'], resources: ['All'] },
    {
      resourceType: 'Deployment',
      actions: ['DeploymentRead', 'SchemaRead', 'SchemaUpdateDevBranches'],
      resources: [String(id)],
    },
  ];
  const { rows } = await database.pool.query<{ id: number }>(
    'insert into roles (tenant_id, name, policies) values ($1, $2, $3) returning id',
    [tenantId, `modeller-${id}`, JSON.stringify(policies)],
  );
  const modeller = await build.user({ tenantId, role: 'Viewer' });
  await database.pool.query('insert into user_roles (user_id, role_id) values ($1, $2)', [
    modeller,
    rows[0]?.id,
  ]);
  const key = await build.apiKey({ tenantId, userId: modeller });
  assert.notEqual(modeller, userId);
  await start(key);
  await ok('PUT', '/data-model/files', { files: [{ path: 'model/a.yml', content: cube('a') }] }, key);
  await ok('POST', '/branches', { name: 'shared' });
  const needs = 'This needs the permission SchemaUpdate';
  assert.equal(await refused(['POST', '/branches', { name: 'mine' }, key], 403, 'forbidden'), needs);
  await refused(['DELETE', '/branches?branchName=shared', undefined, key], 403, 'forbidden');
  const staging = { branchName: 'shared', enabled: true };
  await refused(['PUT', '/branches/staging-environment', staging, key], 403, 'forbidden');
});

test('branches of a removed branch go to its parent, and who was on it is back on the deployed one', async () => {
  const { key } = await begin();
  await ok('POST', '/branches', { name: 'release/one' });
  const { branchName = '' } = await start(key, 'release/one');
  const parentOf = async (name: string | null) =>
    (await ok<BranchesListResponse>('GET', '/branches')).items.find((branch) => branch.name === name)
      ?.parentBranch;
  assert.equal(await parentOf(branchName), 'release/one');
  await ok('POST', '/branches', { name: 'activated', from: 'release/one', activate: true });
  await ok('DELETE', `/branches?branchName=${encodeURIComponent('release/one')}`);
  assert.equal(await parentOf(branchName), 'master');
  await ok('DELETE', '/branches?branchName=activated');
  await refused(['GET', '/data-model/validate?devMode=true'], 400, 'not_in_dev_mode');
  await refused(['DELETE', '/branches?branchName=master'], 400, 'branch_is_deployed');
  await refused(['DELETE', '/branches?branchName=release'], 404, 'branch_not_found');
});

test('a taken name is 409, and one that git does not take is 400', async () => {
  await begin();
  await ok('POST', '/branches', { name: 'taken' });
  for (const name of ['taken', 'master', 'taken/below'])
    await refused(['POST', '/branches', { name }], 409, 'branch_name_taken');
  for (const name of ['-x', 'a..b', 'a b', 'x.lock', 'refs/heads/x', 'a//b', '@{x}', 'a~b'])
    await refused(['POST', '/branches', { name }], 400, 'branch_name_invalid');
  await refused(['POST', '/branches', { name: 'new', from: 'missing' }], 404, 'branch_not_found');
});

test('of those who create a branch by one name at the same time, one does', async () => {
  await begin();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call('POST', '/branches', { name: 'contested' })),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409, 409, 409]);
});

test('a staging environment is for shared branches, and is listed where it is on', async () => {
  const { key } = await begin();
  await ok('POST', '/branches', { name: 'next' });
  const { branchName = '' } = await start(key);
  const staging = async () => {
    const answer = await world.call({
      method: 'GET',
      path: `/api/v1/deployments/${id}/environments?type=staging`,
    });
    return (answer.json() as { items: { branch: string }[] }).items.map(({ branch }) => branch);
  };
  const set = (body: object) => ['PUT', '/branches/staging-environment', body] as const;
  assert.deepEqual(await staging(), []);
  const { data } = await ok<{ data: { isStagingEnvironmentEnabled: boolean } }>(
    ...set({ branchName: 'next', enabled: true }),
  );
  assert.equal(data.isStagingEnvironmentEnabled, true);
  assert.deepEqual(await staging(), ['next']);
  await ok(...set({ branchName: 'next', enabled: false }));
  assert.deepEqual(await staging(), []);
  for (const name of ['master', branchName])
    await refused([...set({ branchName: name, enabled: true })], 400, 'not_shared_branch');
  await refused([...set({ enabled: true })], 400, 'validation_failed');
  const answer = await world.call({
    method: 'GET',
    path: `/api/v1/deployments/${id}/environments?type=development`,
  });
  const { items } = answer.json() as { items: { branch: string; user: string }[] };
  assert.deepEqual(
    items.map(({ branch, user }) => [branch, user]),
    [[branchName, `anna.b-${id}@example.com`]],
  );
});

test('the queries of a branch are for who may read the model', async () => {
  const { key } = await begin();
  await world.commitModel(id, [{ path: 'model/a.yml', content: cube('a') }]);
  await ok('POST', '/branches', { name: 'next' });
  const { tenantId, build } = world;
  const viewer = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Viewer' }) });
  const ask = (branch: string, headers: Record<string, string>) =>
    world.app.inject({ url: `/deployments/${id}/dev-mode/${branch}/cubejs-api/v1/meta`, headers });
  assert.equal((await ask('next', { authorization: `Bearer ${key}` })).statusCode, 200);
  assert.equal((await ask('missing', { authorization: `Bearer ${key}` })).statusCode, 404);
  for (const branch of ['next', 'missing'])
    assert.equal((await ask(branch, { authorization: `Bearer ${viewer}` })).statusCode, 403);
  const token = await world.call({ method: 'POST', path: `/api/v1/deployments/${id}/token`, key });
  const { svcApiToken } = token.json() as { svcApiToken: string };
  assert.equal((await ask('next', { authorization: svcApiToken })).statusCode, 403);
  assert.equal((await ask('master', { authorization: svcApiToken })).statusCode, 200);
});
