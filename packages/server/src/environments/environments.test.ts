import type {
  DeploymentEnvironmentsListResponse,
  DeploymentEnvironmentToken,
  DeploymentEnvironmentTokensListResponse,
  Problem,
} from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { git } from '../build/git.ts';
import { modelDirectory } from '../build/model-repository.ts';
import { createRuntimeApp, type RuntimeApp, type TestCall } from '../test/index.ts';

const model = (name: string) => `
cubes:
  - name: ${name}
    sql: "select 'north' as region union all select 'south'"
    dimensions: [{ name: region, sql: region, type: string, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
    access_policy:
      - role: "*"
        row_level:
          filters: [{ member: region, operator: equals, values: ["{ securityContext.region }"] }]
`;

let world: RuntimeApp;
let id: number;
let production: number;
before(async () => {
  world = await createRuntimeApp();
  ({ id } = await world.createDeployment());
  await world.commitModel(id, [{ path: 'model.yml', content: model('places') }]);
  await world.commitModel(id, [{ path: 'model.yml', content: model('areas') }], 'next');
  await keepOn('next');
  const { items } = await list('?type=production');
  production = Number(items[0]?.id);
  // So that no query of a test waits for the start.
  await world.listCubes(id);
});
after(() => world.close());

const pathOf = (rest = '', deploymentId = id) => `/api/v1/deployments/${deploymentId}/environments${rest}`;

async function list(query = ''): Promise<DeploymentEnvironmentsListResponse> {
  const answer = await world.call({ method: 'GET', path: pathOf(query) });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

/** Has the staging environment of a branch always on. */
async function keepOn(branchName: string, enabled = true): Promise<void> {
  const path = `/build/api/v1/deployments/${id}/branches/staging-environment`;
  const answer = await world.call({ method: 'PUT', path, body: { branchName, enabled } });
  assert.equal(answer.statusCode, 200, answer.body);
}

const create = (environmentId: number, body: object, call: Partial<TestCall> = {}, kind = 'tokens') =>
  world.call({ method: 'POST', path: pathOf(`/${environmentId}/${kind}`), body, ...call });

async function created(
  environmentId: number,
  body: object,
  kind?: string,
): Promise<DeploymentEnvironmentToken> {
  const answer = await create(environmentId, body, {}, kind);
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { data: DeploymentEnvironmentToken }).data;
}

/** Asks the query API with a token and nothing else. */
async function ask(token: string, path: string, body?: object) {
  for (;;) {
    const answer = await world.call({
      method: body ? 'POST' : 'GET',
      path: `/deployments/${id}/cubejs-api/v1${path}`,
      key: '',
      headers: { authorization: token },
      ...(body && { body }),
    });
    if (!answer.body.includes('Continue wait')) return answer;
  }
}

async function regionsSeen(token: string, cube = 'places'): Promise<string[]> {
  const answer = await ask(token, '/load', { query: { dimensions: [`${cube}.region`] } });
  assert.equal(answer.statusCode, 200, answer.body);
  const { data } = answer.json() as { data: Record<string, string>[] };
  return data.map((row) => row[`${cube}.region`] ?? '').sort();
}

test('production comes first, then every branch that is kept on, in pages and by kind', async () => {
  const { items, data, pagination } = await list();
  assert.deepEqual(
    items.map(({ type, branch, user }) => [type, branch, user]),
    [
      ['production', 'master', null],
      ['staging', 'next', null],
    ],
  );
  assert.deepEqual(data, items);
  assert.equal(pagination?.total, 2);
  const url = `http://localhost/deployments/${id}/cubejs-api/v1`;
  assert.deepEqual(items[0]?.api_credentials[0]?.url?.replace(/:\d+/, ''), url);
  const first = await list('?first=1');
  const second = await list(`?first=1&after=${first.pageInfo?.endCursor}`);
  assert.deepEqual([...first.items, ...second.items], items);
  assert.deepEqual((await list('?offset=1')).items, items.slice(1));
  assert.deepEqual((await list('?type=staging')).items, items.slice(1));
  assert.deepEqual((await list('?type=development')).items, []);
});

test('an environment comes with its toggle, goes with its branch, and keeps its id as long as it is there', async () => {
  await world.commitModel(id, [{ path: 'model.yml', content: model('places') }], 'short/lived');
  const find = async () => (await list()).items.find(({ branch }) => branch === 'short/lived');
  assert.equal(await find(), undefined);
  await keepOn('short/lived');
  const made = await find();
  assert.equal((await find())?.id, made?.id);
  await git(modelDirectory(world.dataDir, id), ['update-ref', '-d', 'refs/heads/short/lived']);
  assert.equal(await find(), undefined);
});

test('a token asks under its own security context, on the branch of its environment', async () => {
  const north = await created(production, { security_context: { region: 'north' } });
  const south = await created(production, { security_context: { region: 'south' }, expires_in: 60 });
  assert.deepEqual(await regionsSeen(north.token), ['north']);
  assert.deepEqual(await regionsSeen(south.token), ['south']);
  const staging = (await list('?type=staging')).items.find(({ branch }) => branch === 'next');
  const next = await created(Number(staging?.id), { security_context: { region: 'south' } });
  assert.deepEqual(await regionsSeen(next.token, 'areas'), ['south']);
});

test('its end is the one that was asked for, and never after that of the key that made it', async () => {
  const before = Date.now();
  const minute = await created(production, { security_context: {}, expires_in: 60 });
  const seconds = (Date.parse(minute.expires_at) - before) / 1000;
  assert.ok(seconds > 50 && seconds < 70, String(seconds));
  const { build, tenantId, adminId } = world;
  const expiresAt = new Date(Date.now() + 20_000).toISOString();
  const key = await build.apiKey({ tenantId, userId: adminId, expiresAt });
  const answer = await create(production, { security_context: {} }, { key });
  const { data } = answer.json() as { data: DeploymentEnvironmentToken };
  assert.ok(Date.parse(data.expires_at) <= Date.parse(expiresAt));
});

test('a token may ask for what its scopes name and nothing else', async () => {
  const query = { query: { measures: ['places.count'] } };
  const statuses = async (token: string) => [
    (await ask(token, '/meta')).statusCode,
    (await ask(token, '/load', query)).statusCode,
    (await ask(token, '/sql', query)).statusCode,
  ];
  const of = async (scopes: string[]) =>
    statuses((await created(production, { security_context: { region: 'north' }, scopes })).token);
  assert.deepEqual(await of(['meta', 'data', 'sql']), [200, 200, 200]);
  assert.deepEqual(await of(['data']), [403, 200, 403]);
  assert.deepEqual(await of(['sql', 'meta']), [200, 403, 200]);
  assert.deepEqual(await of([]), [403, 403, 403]);
  const sync = await created(production, { security_context: {}, scopes: ['data'] }, 'tokens-for-meta-sync');
  assert.deepEqual(sync.scopes, ['meta']);
  assert.deepEqual(await statuses(sync.token), [200, 403, 403]);
  assert.equal((await ask(sync.token, '/meta?extended')).statusCode, 200);
});

test('a token is told once, and stored as a hash', async () => {
  const { token, id: tokenId } = await created(production, { security_context: { name: 'told once' } });
  const answer = await world.call({ method: 'GET', path: pathOf(`/${production}/tokens?first=1000`) });
  const { items } = answer.json() as DeploymentEnvironmentTokensListResponse;
  const listed = items.find((each) => each.id === tokenId);
  assert.deepEqual(listed?.security_context, { name: 'told once' });
  assert.equal(listed?.token, `…${token.slice(-8)}`);
  assert.deepEqual(
    items.map((each) => each.id),
    items.map((each) => each.id).toSorted((one, other) => other - one),
  );
  const { rows } = await world.database.pool.query<{ text: string }>(
    'select to_jsonb(t)::text as text from environment_tokens t where id = $1',
    [tokenId],
  );
  assert.ok(!rows[0]?.text.includes(token.slice(-20)));
});

test('a revoked token is refused with the next request, and so is one of a revoked key or a former developer', async () => {
  const { token, id: tokenId } = await created(production, { security_context: { region: 'north' } });
  assert.deepEqual(await regionsSeen(token), ['north']);
  const path = pathOf(`/${production}/tokens/${tokenId}`);
  assert.equal((await world.call({ method: 'DELETE', path })).statusCode, 204);
  assert.equal((await ask(token, '/meta')).statusCode, 403);
  assert.equal((await world.call({ method: 'DELETE', path })).statusCode, 404);

  const { build, tenantId } = world;
  const userId = await build.user({ tenantId, role: 'Developer' });
  const key = await build.apiKey({ tenantId, userId });
  const made = await create(production, { security_context: {} }, { key });
  const { data } = made.json() as { data: DeploymentEnvironmentToken };
  assert.equal((await ask(data.token, '/meta')).statusCode, 200);
  await world.database.db.deleteFrom('apiKeys').where('userId', '=', userId).execute();
  await world.database.credentialChanges.catchUp();
  assert.equal((await ask(data.token, '/meta')).statusCode, 403);
});

test('a token of one deployment opens no other, and one with other claims is none', async () => {
  const other = await world.createDeployment();
  const { token } = await created(production, { security_context: {} });
  const path = `/deployments/${other.id}/cubejs-api/v1/meta`;
  const answer = await world.call({ method: 'GET', path, key: '', headers: { authorization: token } });
  assert.equal(answer.statusCode, 403);
  const [head, , signature] = token.split('.');
  const forged = [head, Buffer.from('{"oriel":{},"exp":9999999999}').toString('base64url'), signature];
  assert.equal((await ask(forged.join('.'), '/meta')).statusCode, 403);
});

test('a lifetime, a scope and a context that cannot be are refused with their paths', async () => {
  const issues = async (body: object) => {
    const answer = await create(production, body);
    assert.equal(answer.statusCode, 400, answer.body);
    return ((answer.json() as Problem).issues ?? []).map(({ path }) => path);
  };
  assert.deepEqual(await issues({}), ['security_context']);
  assert.deepEqual(await issues({ security_context: {}, expires_in: 3601 }), ['expires_in']);
  assert.deepEqual(await issues({ security_context: {}, expires_in: 0 }), ['expires_in']);
  assert.deepEqual(await issues({ security_context: {}, scopes: ['data', 'all'] }), ['scopes[1]']);
  assert.deepEqual(await issues({ security_context: { text: 'x'.repeat(10_000) } }), ['security_context']);
});

test('tokens are for those who may manage secrets, of environments that are there', async () => {
  const { build, tenantId } = world;
  const keyOf = async (role: 'Explorer' | 'Developer') =>
    build.apiKey({ tenantId, userId: await build.user({ tenantId, role }) });
  const explorer = await keyOf('Explorer');
  const body = { security_context: {} };
  assert.equal((await create(production, body, { key: '' })).statusCode, 401);
  assert.equal((await create(production, body, { key: explorer })).statusCode, 403);
  assert.equal((await create(production, body, { key: await keyOf('Developer') })).statusCode, 200);
  assert.equal((await create(900_000, body)).statusCode, 404);
  const otherTenant = await build.tenant({ host: 'other.example.com' });
  const foreign = await build.deployment({ tenantId: otherTenant });
  assert.equal((await world.call({ method: 'GET', path: pathOf('', foreign) })).statusCode, 404);
  // Of another deployment of the same account.
  const { items } = (
    await world.call({ method: 'GET', path: pathOf('', world.deploymentId) })
  ).json() as DeploymentEnvironmentsListResponse;
  assert.equal((await create(Number(items[0]?.id), body)).statusCode, 404);
  assert.equal((await world.call({ method: 'GET', path: pathOf(), key: explorer })).statusCode, 403);
});
