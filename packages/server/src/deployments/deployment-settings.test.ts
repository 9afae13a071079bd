import type { DeploymentSettings, DeploymentVersionsResponse, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRuntimeApp, type RuntimeApp, type TestCall } from '../test/index.ts';
import { version } from '../version.ts';

let world: RuntimeApp;
before(async () => {
  world = await createRuntimeApp();
});
after(() => world.close());

const pathOf = (id: number, rest = '') => `/api/v1/deployments/${id}${rest}`;
const put = (id: number, body: object, call: Partial<TestCall> = {}) =>
  world.call({ method: 'PUT', path: pathOf(id), body, ...call });

async function updated(id: number, body: object): Promise<DeploymentSettings> {
  const answer = await put(id, body);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

async function issuesOf(id: number, body: object): Promise<string[]> {
  const answer = await put(id, body);
  assert.equal(answer.statusCode, 400, answer.body);
  return ((answer.json() as Problem).issues ?? []).map(({ path }) => path);
}

const cube = (name: string) =>
  `cubes: [{ name: ${name}, sql: select 1 as id, measures: [{ name: count, type: count }] }]`;

test('settings are answered whole, and changed in part', async () => {
  const { id } = await world.createDeployment({ cloudProvider: 'gcp', region: 'local' });
  const before = await updated(id, {});
  assert.equal(before.cloudProvider, 'gcp');
  assert.equal(before.svcImageVersion, version);
  assert.equal(before.deployBranchName, 'master');
  const change = {
    name: '  Renamed ',
    deployBranchReadOnly: true,
    isDataChatAllowed: true,
    template: 'multiCluster',
    launchpadTabs: ['dashboards'],
    cspsConfig: { enabled: true, storageProvider: 's3', s3Bucket: 'rollups' },
    releaseChannel: 'release',
    releaseChannelVersion: version,
  };
  const after = await updated(id, change);
  assert.deepEqual(after, { ...before, ...change, name: 'Renamed', releaseChannelVersion: `v${version}` });
  const read = await world.call({ method: 'GET', path: pathOf(id, '/settings') });
  assert.deepEqual(read.json(), after);
  const cleared = await updated(id, { launchpadTabs: null, cspsConfig: null, name: null, template: null });
  assert.deepEqual(cleared, { ...after, launchpadTabs: null, cspsConfig: null });
});

test('template variables are merged key by key, also by several at once', async () => {
  const { id } = await world.createDeployment();
  await updated(id, { templateVariables: { kept: 1, gone: 'x' } });
  await Promise.all([
    updated(id, { templateVariables: { one: true } }),
    updated(id, { templateVariables: { other: { deep: [1] } } }),
    updated(id, { templateVariables: { gone: null } }),
  ]);
  const { templateVariables } = await updated(id, {});
  assert.deepEqual(templateVariables, { kept: 1, one: true, other: { deep: [1] } });
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index]));
  assert.deepEqual(await issuesOf(id, { templateVariables: many }), ['templateVariables']);
});

test('another branch and another folder of the repository are queried at once', async () => {
  const { id } = await world.createDeployment();
  await world.commitModel(id, [{ path: 'a.yml', content: cube('one') }]);
  await world.commitModel(
    id,
    [
      { path: 'a.yml', content: cube('two') },
      { path: 'part/model/b.yml', content: cube('three') },
    ],
    'next',
  );
  assert.deepEqual(await world.listCubes(id), ['one']);
  await updated(id, { deployBranchName: 'next' });
  assert.deepEqual(await world.listCubes(id), ['two']);
  const settings = await updated(id, { deployProjectRoot: 'part/' });
  assert.equal(settings.deployProjectRoot, 'part');
  assert.equal(settings.isCold, false);
  assert.deepEqual(await world.listCubes(id), ['three']);
});

test('a branch, a folder, a version and a host that cannot be are refused with their paths', async () => {
  const { id } = await world.createDeployment();
  const elsewhere = await world.build.tenant({ host: 'theirs.example.com' });
  assert.ok(elsewhere);
  const body = {
    deployBranchName: 'nowhere',
    deployProjectRoot: '../..',
    releaseChannelVersion: '99.0.0',
    customDomain: 'Theirs.example.com',
  };
  assert.deepEqual((await issuesOf(id, body)).sort(), Object.keys(body).sort());
  for (const deployProjectRoot of [
    '..',
    'a/../../b',
    'a/./b',
    'a//b',
    '/etc',
    '//',
    'C:\\x',
    'C:x',
    'a\\b',
    'a\nb',
    'a\u0000b',
  ])
    assert.deepEqual(await issuesOf(id, { deployProjectRoot }), ['deployProjectRoot'], deployProjectRoot);
  assert.deepEqual(await issuesOf(id, { customDomain: 'http://x' }), ['customDomain']);
  assert.deepEqual(await issuesOf(id, { name: ' ' }), ['name']);
  assert.deepEqual(await issuesOf(id, { templat: 'single' }), ['templat']);
  const empty = await world.createDeployment({ creationMethod: 'github', creationStep: 'github' });
  assert.equal((await updated(empty.id, { deployBranchName: 'release/1' })).deployBranchName, 'release/1');
  for (const name of ['-x', 'a..b', 'a b', 'x.lock'])
    assert.deepEqual(await issuesOf(empty.id, { deployBranchName: name }), ['deployBranchName'], name);
});

test('a custom domain is where the deployment says it is', async () => {
  const { id } = await world.createDeployment();
  const { deploymentUrl } = await updated(id, { customDomain: 'Data.example.com' });
  assert.equal(deploymentUrl, `https://data.example.com/deployments/${id}`);
  assert.match((await updated(id, { customDomain: null })).deploymentUrl, /^http:\/\/localhost/);
});

test('a name of another deployment is refused, also of several at once', async () => {
  const [one, other] = [await world.createDeployment(), await world.createDeployment()];
  const taken = await put(one.id, { name: other.name });
  assert.deepEqual([taken.statusCode, (taken.json() as Problem).code], [409, 'deployment_name_taken']);
  const answers = await Promise.all([one, other].map(({ id }) => put(id, { name: 'The same' })));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
});

test('settings are for those who may change the deployment', async () => {
  const { id } = await world.createDeployment();
  const { build, tenantId } = world;
  const keyOf = async (role: 'Explorer' | 'Developer') =>
    build.apiKey({ tenantId, userId: await build.user({ tenantId, role }) });
  const explorer = await keyOf('Explorer');
  for (const [method, rest] of [
    ['GET', '/settings'],
    ['GET', '/versions'],
    ['PUT', ''],
  ] as const) {
    assert.equal((await world.call({ method, path: pathOf(id, rest), key: explorer })).statusCode, 403);
    assert.equal((await world.call({ method, path: pathOf(id, rest), key: '' })).statusCode, 401);
    assert.equal((await world.call({ method, path: pathOf(900_000, rest) })).statusCode, 404);
  }
  assert.equal((await put(id, { region: 'here' }, { key: await keyOf('Developer') })).statusCode, 200);
});

test('versions come in pages, each channel with that of the server', async () => {
  const path = pathOf(world.deploymentId, '/versions');
  const list = async (query: string): Promise<DeploymentVersionsResponse> =>
    (await world.call({ method: 'GET', path: path + query })).json();
  const first = await list('?first=1');
  assert.equal(first.pageInfo.hasNextPage, true);
  const second = await list(`?after=${first.pageInfo.endCursor}`);
  assert.deepEqual(
    [...first.items, ...second.items].map((item) => [item.releaseChannel, item.version, item.isCurrent]),
    [
      ['latest', version, true],
      ['release', version, true],
    ],
  );
  assert.equal((await world.call({ method: 'GET', path: `${path}?after=x` })).statusCode, 400);
});

test('the set-up goes to a step and back to the first', async () => {
  const { id } = await world.createDeployment({ creationStep: 'project' });
  const post = (rest: string, body?: object) =>
    world.call({ method: 'POST', path: pathOf(id, `/creation-step/${rest}`), ...(body && { body }) });
  const advanced = await post('advance', { creationStep: 'databases' });
  assert.equal((advanced.json() as { creationStep: string }).creationStep, 'databases');
  assert.equal((await post('advance', { creationStep: 'demo' })).statusCode, 400);
  assert.equal((await post('advance', {})).statusCode, 400);
  const reset = await post('reset');
  assert.equal((reset.json() as { creationStep: string }).creationStep, 'project');
});
