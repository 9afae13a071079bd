import type { EnvVariablesListResponse, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createFileKeyring } from '../secrets/keyring.ts';
import { createRuntimeApp, createWorkspaceCalls, type RuntimeApp, type TestCall } from '../test/index.ts';
import { encryptPlainVariables, rotateKey } from './rotate-key.ts';
import { createVariableStore } from './variable-store.ts';

let world: RuntimeApp;
before(async () => {
  world = await createRuntimeApp();
});
after(() => world.close());

const pathOf = (id: number, rest = '') => `/api/v1/deployments/${id}/env-vars${rest}`;
const toList = (variables: Record<string, string>) =>
  Object.entries(variables).map(([name, value]) => ({ name, value }));
const put = (id: number, variables: Record<string, string>, call: Partial<TestCall> = {}) =>
  world.call({ method: 'PUT', path: pathOf(id), body: { env_variables: toList(variables) }, ...call });

async function set(id: number, variables: Record<string, string>): Promise<Record<string, string>> {
  const answer = await put(id, variables);
  assert.equal(answer.statusCode, 200, answer.body);
  const { items } = answer.json() as EnvVariablesListResponse;
  return Object.fromEntries(items.map(({ name, value }) => [name, value]));
}

async function refused(id: number, variables: Record<string, string>): Promise<string[]> {
  const answer = await put(id, variables);
  assert.equal(answer.statusCode, 400, answer.body);
  return ((answer.json() as Problem).issues ?? []).map(({ path }) => path);
}

const stored = (deploymentId: number) =>
  createVariableStore(world.database.db, createFileKeyring(world.dataDir)).readAll(deploymentId);
const rows = (deploymentId: number) =>
  world.database.db
    .selectFrom('deploymentVariables')
    .selectAll()
    .where('deploymentId', '=', deploymentId)
    .execute();

test('variables are set by name, others stay, and secrets are not answered', async () => {
  const { id } = await world.createDeployment();
  await set(id, { CUBEJS_DB_PASS: 'correct horse', REGION: 'west' });
  assert.deepEqual(await set(id, { REGION: 'east', api_key_id: 'x', CREDENTIALS: '' }), {
    CREDENTIALS: '[ENCRYPTED]',
    CUBEJS_DB_PASS: '[ENCRYPTED]',
    CUBEJS_DB_TYPE: 'duckdb',
    REGION: 'east',
    api_key_id: '[ENCRYPTED]',
  });
  assert.equal((await stored(id)).get('CUBEJS_DB_PASS'), 'correct horse');
});

test('no value is stored as it was sent', async () => {
  const { id } = await world.createDeployment();
  await set(id, { CUBEJS_DB_PASS: 'a very long and plain text', PLAIN: 'a very long and plain text' });
  for (const row of await rows(id)) {
    assert.equal(row.value, null);
    assert.ok(row.encryptedValue && !row.encryptedValue.includes('plain text'));
  }
});

test('a value moved to another variable or deployment by hand opens nothing', async () => {
  const { id } = await world.createDeployment();
  await set(id, { CUBEJS_DB_PASS: 'secret', SHOWN: 'x' });
  await world.database.pool.query(
    `update deployment_variables shown set encrypted_value = hidden.encrypted_value from deployment_variables hidden
     where shown.deployment_id = $1 and hidden.deployment_id = $1 and shown.name = 'SHOWN' and hidden.name = 'CUBEJS_DB_PASS'`,
    [id],
  );
  const answer = await world.call({ method: 'GET', path: pathOf(id) });
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /SHOWN was changed/);
  assert.equal((await set(id, { SHOWN: 'anew' }))['SHOWN'], 'anew');
});

test('the mark of a secret, a new odd name, a name twice and a file elsewhere are refused, and nothing is set', async () => {
  const { id } = await world.createDeployment();
  assert.deepEqual(await refused(id, { GOOD: 'x', OTHER: '[ENCRYPTED]' }), ['env_variables[1].value']);
  assert.deepEqual(await refused(id, { '1st': 'x', 'a-b': 'y' }), [
    'env_variables[0].name',
    'env_variables[1].name',
  ]);
  const twice = await world.call({
    method: 'PUT',
    path: pathOf(id),
    body: { env_variables: [...toList({ GOOD: 'x' }), ...toList({ GOOD: 'y' })] },
  });
  assert.equal((twice.json() as Problem).code, 'duplicate_name');
  const file = 'CUBEJS_DB_DUCKDB_DATABASE_PATH';
  for (const path of [
    '/etc/passwd',
    'demo/flights.duckdb',
    `deployments/${id + 1}/files/a.duckdb`,
    `deployments/${id}/files/../../1/files/a.duckdb`,
    `deployments/${id}/files/../files/a.duckdb`,
    `deployments/${id}/filesystem`,
    `deployments/${id}/`,
    `deployments/${id}/model.git/HEAD`,
  ])
    assert.deepEqual(await refused(id, { [file]: path }), ['env_variables[0].value'], path);
  await set(id, {
    [file]: `deployments/${id}/files/a.duckdb`,
    CUBEJS_DS_SHOP_DB_DUCKDB_DATABASE_PATH: ':memory:',
    CUBEJS_DS_LAKE_DB_DUCKDB_DATABASE_PATH: `deployments/${id}/files`,
    CUBEJS_DS_LOGS_DB_DUCKDB_DATABASE_PATH: `deployments/${id}/files/logs`,
  });
  assert.equal((await stored(id)).has('GOOD'), false);
});

test('an odd name of before can still be set and deleted', async () => {
  const { id } = await world.createDeployment();
  await world.database.db
    .insertInto('deploymentVariables')
    .values({ deploymentId: id, name: 'odd name/1', value: 'old' })
    .execute();
  assert.equal((await set(id, { 'odd name/1': 'new' }))['odd name/1'], 'new');
  const path = pathOf(id, `/${encodeURIComponent('odd name/1')}`);
  assert.equal((await world.call({ method: 'DELETE', path })).statusCode, 204);
  assert.equal((await world.call({ method: 'DELETE', path })).statusCode, 404);
});

test('a deployment has at most 1,000 variables, also where many are set at once', async () => {
  const { id } = await world.createDeployment();
  const many = (prefix: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}_${index}`, 'x']));
  const answers = await Promise.all([put(id, many('A', 600)), put(id, many('B', 600))]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 400]);
  assert.equal((await rows(id)).length, 601);
});

test('a list comes in pages by name', async () => {
  const { id } = await world.createDeployment();
  await set(id, { A: '1', B: '2', C: '3' });
  const names: string[] = [];
  for (let after = ''; ;) {
    const answer = await world.call({ method: 'GET', path: pathOf(id, `?first=2${after}`) });
    const { items, pageInfo } = answer.json() as EnvVariablesListResponse;
    names.push(...items.map(({ name }) => name));
    if (!pageInfo?.hasNextPage) break;
    after = `&after=${pageInfo.endCursor}`;
  }
  assert.deepEqual(names, ['A', 'B', 'C', 'CUBEJS_DB_TYPE']);
});

const model = `
cubes:
  - name: places
    sql: "select '{{ env_var('REGION') }}' as region"
    dimensions: [{ name: region, sql: region, type: string, primary_key: true, public: true }]
`;

test('the running model sees new values at once, of another server within a second', async () => {
  const { id } = await world.createDeployment();
  await world.commitModel(id, [
    { path: 'places.yml.jinja', content: model },
    { path: 'model.yml', content: model },
  ]);
  const regionOf = async () => {
    const query = encodeURIComponent(JSON.stringify({ dimensions: ['places.region'] }));
    const path = `/deployments/${id}/cubejs-api/v1/load?query=${query}`;
    for (;;) {
      const answer = await world.call({ method: 'GET', path });
      const body = answer.json() as { data?: Record<string, string>[]; error?: string };
      if (body.error !== 'Continue wait') return body.data?.[0]?.['places.region'] ?? answer.body;
    }
  };
  // Without the variable the model does not compile, so that it is built again once there is one.
  await world.commitModel(id, [{ path: 'model.yml', content: model }]);
  await set(id, { REGION: 'west' });
  assert.equal(await regionOf(), 'west');
  await set(id, { REGION: 'east' });
  assert.equal(await regionOf(), 'east');
  // As another server writes it.
  await world.database.db
    .transaction()
    .execute((tx) =>
      createVariableStore(tx, createFileKeyring(world.dataDir)).set(id, new Map([['REGION', 'north']])),
    );
  const deadline = performance.now() + 30_000;
  while ((await regionOf()) !== 'north') assert.ok(performance.now() < deadline);
});

test('variables are for those who may manage secrets', async () => {
  const { build, tenantId, deploymentId } = world;
  const keyOf = async (role: 'Explorer' | 'Developer') =>
    build.apiKey({ tenantId, userId: await build.user({ tenantId, role }) });
  const [explorer, developer] = [await keyOf('Explorer'), await keyOf('Developer')];
  for (const [method, rest, body] of [
    ['GET', '', undefined],
    ['PUT', '', { env_variables: [] }],
    ['DELETE', '/X', undefined],
  ] as const) {
    const call = (id: number, key?: string) =>
      world.call({
        method,
        path: pathOf(id, rest),
        ...(body && { body }),
        ...(key !== undefined && { key }),
      });
    assert.equal((await call(deploymentId, '')).statusCode, 401);
    assert.equal((await call(deploymentId, explorer)).statusCode, 403);
    assert.equal((await call(900_000)).statusCode, 404);
    assert.ok([200, 404].includes((await call(deploymentId, developer)).statusCode));
  }
});

test('a rotation encrypts everything anew while variables are being set, and the old key is of no use', async () => {
  const { id } = await world.createDeployment();
  const { db } = world.database;
  await set(id, { CUBEJS_DB_PASS: 'correct horse' });
  const old = await createFileKeyring(world.dataDir).current();
  const setting = Array.from({ length: 10 }, (_, index) => put(id, { [`N${index}`]: String(index) }));
  // A process of its own has a keyring of its own.
  const count = rotateKey(db, createFileKeyring(world.dataDir));
  assert.ok((await count) >= 2);
  for (const { statusCode, body } of await Promise.all(setting)) assert.equal(statusCode, 200, body);
  const found = await createFileKeyring(world.dataDir).find(old.id);
  assert.equal(found, undefined);
  const all = await stored(id);
  assert.equal(all.get('CUBEJS_DB_PASS'), 'correct horse');
  assert.equal(all.get('N9'), '9');
  for (const { keyId } of await db.selectFrom('deploymentVariables').selectAll().execute())
    assert.notEqual(keyId, old.id);
});

test('values of before are encrypted at the next start', async () => {
  const { id } = await world.createDeployment();
  const { db } = world.database;
  await db
    .insertInto('deploymentVariables')
    .values({ deploymentId: id, name: 'OLD', value: 'plain' })
    .execute();
  assert.equal((await stored(id)).get('OLD'), 'plain');
  const keyring = createFileKeyring(world.dataDir);
  assert.equal(await encryptPlainVariables(db, keyring), 1);
  assert.equal(await encryptPlainVariables(db, keyring), 0);
  assert.equal((await stored(id)).get('OLD'), 'plain');
  assert.ok((await rows(id)).every(({ value }) => value === null));
});

test('a key that is lost is named, by the list as by a query', async () => {
  const { id } = await world.createDeployment();
  await set(id, { SHOWN: 'x' });
  await world.database.db
    .updateTable('deploymentVariables')
    .set({ keyId: 'lost' })
    .where('deploymentId', '=', id)
    .execute();
  const listed = await world.call({ method: 'GET', path: pathOf(id) });
  assert.equal(listed.statusCode, 503);
  assert.match(listed.body, /--secret-key/);
  await set(id, { SHOWN: 'anew', CUBEJS_DB_TYPE: 'duckdb' });
  assert.equal((await stored(id)).get('SHOWN'), 'anew');
  const calls = createWorkspaceCalls({ ...world, deploymentId: id });
  assert.equal((await calls.call('GET', '/folders')).statusCode, 200);
});
