import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/postgres/embedded-postgres.ts';
import { createFileKeyring } from '../secrets/keyring.ts';
import { createRuntimeApp, type RuntimeApp } from '../test/index.ts';
import { createUserTokenStore } from './user-token-store.ts';

/** A database in which the password of each role is the token of a user, and each role sees its own rows. */
const model = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: owner, sql: owner, type: string, public: true }
    measures: [{ name: count, type: count, public: true }]
  - name: context
    sql: >
      SELECT '{SECURITY_CONTEXT.svcCloud.userCredentials.default.accessToken.unsafeValue()}' AS token,
      '{SECURITY_CONTEXT.svcCloud.userCredentials.default.status.unsafeValue()}' AS status
    dimensions:
      - { name: token, sql: token, type: string, primary_key: true, public: true }
      - { name: status, sql: status, type: string, public: true }
      - { name: broken, sql: "CAST({CUBE}.token AS integer)", type: number, public: true }
`;

const TOKENS = { alice: 'token-of-alice-1', bob: 'token-of-bob-1' };
type Name = keyof typeof TOKENS;

let folder: string;
let warehouse: EmbeddedPostgres;
let admin: pg.Client;
let listener: Server;
let app: RuntimeApp;
let deploymentId: number;
let integrationId: number;
const people = new Map<Name, { id: number; key: string }>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-test-'));
  await chmod(folder, 0o755);
  warehouse = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });
  admin = await fillWarehouse();
  listener = await listenFor(join(warehouse.connection.host, '.s.PGSQL.5432'));
  app = await createRuntimeApp();
  integrationId = await makeIntegration('warehouse');
  for (const name of ['alice', 'bob'] as const) {
    const { build, tenantId } = app;
    const id = await build.user({ tenantId, role: 'Developer', email: `${name}@example.com` });
    people.set(name, { id, key: await build.apiKey({ tenantId, userId: id }) });
    await connectPerson(name);
  }
  deploymentId = await createDeployment();
});
after(async () => {
  await app.close();
  listener.close();
  await admin.end();
  await warehouse.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function fillWarehouse(): Promise<pg.Client> {
  const client = new pg.Client({ ...warehouse.connection, database: 'postgres' });
  await client.connect();
  await client.query(`create table orders (owner text not null);
    insert into orders values ('alice'), ('alice'), ('bob');
    alter table orders enable row level security;
    create policy own on orders using (owner = current_user);
    create user service password 'service'`);
  for (const [name, token] of Object.entries(TOKENS))
    await client.query(`create user ${name} password '${token}'; grant select on orders to ${name}`);
  await client.query('grant select on orders to service');
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  const file = rows[0]?.hba_file ?? '';
  await writeFile(file, `local all alice,bob,service scram-sha-256\n${await readFile(file, 'utf8')}`);
  await client.query('select pg_reload_conf()');
  return client;
}

/** A port of this machine for a server that only has a socket. */
async function listenFor(socket: string): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(socket);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function makeIntegration(name: string, dataSourceHosts = ['127.0.0.1']): Promise<number> {
  const url = 'https://login.example.com';
  const body = {
    name,
    type: 'custom',
    authUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    redirectUri: 'https://analytics.example.com/api/v1/user-oauth-tokens/callback',
    clientId: 'oriel',
    clientSecret: 'secret',
    config: { dataSourceHosts },
  };
  const made = await app.call({ method: 'POST', path: '/api/v1/oauth-integrations', body });
  assert.equal(made.statusCode, 200, made.body);
  return (made.json() as { id: number }).id;
}

async function connectPerson(name: Name, accessToken = TOKENS[name]): Promise<void> {
  const keyring = createFileKeyring(app.dataDir);
  const tokens = {
    accessToken,
    refreshToken: undefined,
    accessTokenSeconds: 3_600,
    refreshTokenSeconds: undefined,
  };
  const key = { integrationId, userId: personOf(name).id };
  await app.database.db.transaction().execute((tx) => createUserTokenStore(tx, keyring).connect(key, tokens));
}

function personOf(name: Name) {
  const person = people.get(name);
  assert.ok(person);
  return person;
}

async function createDeployment(variables: Record<string, string> = {}): Promise<number> {
  const { id } = await app.createDeployment();
  // A server that listens has an address with a port.
  const { port } = listener.address() as AddressInfo;
  const all = {
    CUBEJS_DB_TYPE: 'postgres',
    CUBEJS_DB_HOST: '127.0.0.1',
    CUBEJS_DB_PORT: String(port),
    CUBEJS_DB_NAME: 'postgres',
    CUBEJS_DB_OAUTH_INTEGRATION: 'Warehouse',
    CUBEJS_DB_OAUTH_USER: '{login}',
    ...variables,
  };
  const body = { env_variables: Object.entries(all).map(([name, value]) => ({ name, value })) };
  const set = await app.call({ method: 'PUT', path: `/api/v1/deployments/${id}/env-vars`, body });
  assert.equal(set.statusCode, 200, set.body);
  await app.commitModel(id, [{ path: 'model/orders.yml', content: model }]);
  return id;
}

async function ask(
  key: string,
  query: object,
  { to = deploymentId, stage = 'load' }: { to?: number; stage?: string } = {},
) {
  const path = `/deployments/${to}/cubejs-api/v1/${stage}`;
  const answer = await app.call({ method: 'POST', path, key, body: { query } });
  return { status: answer.statusCode, body: answer.body, json: answer.json() as Record<string, unknown> };
}

const owners = { dimensions: ['orders.owner'], measures: ['orders.count'] };
const ownersOf = async (key: string, to?: number) => {
  const { status, body, json } = await ask(key, owners, to === undefined ? {} : { to });
  assert.equal(status, 200, body);
  return json['data'];
};

test('each user reads with a token of their own, and no result reaches another', async () => {
  const expected = {
    alice: [{ 'orders.owner': 'alice', 'orders.count': '2' }],
    bob: [{ 'orders.owner': 'bob', 'orders.count': '1' }],
  };
  for (const name of ['alice', 'bob', 'alice', 'bob'] as const)
    assert.deepEqual(await ownersOf(personOf(name).key), expected[name], name);
  const both = await Promise.all([ownersOf(personOf('bob').key), ownersOf(personOf('alice').key)]);
  assert.deepEqual(both, [expected.bob, expected.alice]);
});

test('who is not connected is told where to connect, and is answered nothing', async () => {
  const { status, json } = await ask(app.adminKey, owners);
  assert.equal(status, 403);
  assert.equal(json['code'], 'source.not_connected');
  assert.match(String(json['error']), /you are not connected with "Warehouse"; connect at \/connections/);
});

test('with a fallback those who are not connected read as the user of the source', async () => {
  const to = await createDeployment({
    CUBEJS_DB_OAUTH_FALLBACK: 'true',
    CUBEJS_DB_USER: 'service',
    CUBEJS_DB_PASS: 'service',
  });
  assert.deepEqual(await ownersOf(app.adminKey, to), []);
  assert.deepEqual(await ownersOf(personOf('bob').key, to), [{ 'orders.owner': 'bob', 'orders.count': '1' }]);
});

test('a source of a host that the integration does not name gets no token', async () => {
  const to = await createDeployment({
    CUBEJS_DB_HOST: 'localhost',
    CUBEJS_DB_OAUTH_FALLBACK: 'true',
    CUBEJS_DB_USER: 'service',
  });
  const { status, json } = await ask(personOf('bob').key, owners, { to });
  assert.equal(status, 403);
  assert.match(String(json['error']), /gives no tokens to the host/);
});

test('a token goes over an encrypted connection, or stays on the machine', async () => {
  const to = await createDeployment({ CUBEJS_DB_HOST: 'db.example.com' });
  const { status, body } = await ask(personOf('bob').key, owners, { to });
  assert.equal(status, 503);
  assert.match(body, /needs CUBEJS_DB_SSL/);
});

test('a model gets no token, for its own source or for another', async () => {
  const { key } = personOf('alice');
  const shown = await ask(key, { dimensions: ['context.token', 'context.status'] });
  assert.equal(shown.status, 200, shown.body);
  assert.deepEqual(shown.json['data'], [{ 'context.token': '•••', 'context.status': 'active' }]);
  const plan = await ask(key, { dimensions: ['context.token'] }, { stage: 'sql' });
  assert.equal(plan.status, 200, plan.body);
  const failed = await ask(key, { dimensions: ['context.broken'] });
  assert.equal(failed.status, 400, failed.body);
  assert.match(failed.body, /invalid input syntax/);
  for (const { body } of [shown, plan, failed]) assert.ok(!body.includes(TOKENS.alice), body);
  const log = await app.call({
    method: 'GET',
    path: `/api/v1/deployments/${deploymentId}/logs`,
  });
  assert.ok(!log.body.includes(TOKENS.alice));
});

test('a user who connects anew gets none of the results of before, and one who disconnects nothing', async () => {
  const { key } = personOf('bob');
  await ownersOf(key);
  await admin.query("insert into orders values ('bob')");
  await connectPerson('bob');
  assert.deepEqual(await ownersOf(key), [{ 'orders.owner': 'bob', 'orders.count': '2' }]);
  const path = `/api/v1/user-oauth-tokens/${integrationId}`;
  assert.equal((await app.call({ method: 'DELETE', path, key })).statusCode, 200);
  assert.equal((await ask(key, owners)).status, 403);
});

test('a token that the database refuses is told without it', async () => {
  await connectPerson('bob', 'a-wrong-token');
  const { status, body } = await ask(personOf('bob').key, owners);
  assert.equal(status, 503);
  assert.ok(!body.includes('a-wrong-token') && body.includes('refuses the user or the password'), body);
  await connectPerson('bob');
});
