import { serverBrands } from '@oriel/contract';
import { createEngine, type Engine, type EncodedAnswer, type RuntimeTarget } from '@oriel/engine';
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/postgres/embedded-postgres.ts';
import { createFactories } from '../test/factories.ts';
import { killPostgres } from '../test/processes/killing.ts';
import { createTestDatabase, type TestDatabase } from '../test/data/test-database.ts';
import { openModelRepository } from './model-repository.ts';
import { createRuntimeSources } from './sources/runtime-sources.ts';

const PASSWORD = 'correct horse';
const model = `
cubes:
  - name: orders
    sql_table: orders
    data_source: shop
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: at, sql: at, type: time }
    measures:
      - { name: count, type: count }
      - { name: slow, type: max, sql: "pg_sleep(600)::text" }
  - name: days
    sql: SELECT 1 AS n
    dimensions: [{ name: n, sql: n, type: number, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
  - name: elsewhere
    sql_table: somewhere
    data_source: nowhere
    measures: [{ name: count, type: count }]
`;

let state: TestDatabase;
let dataDir: string;
let warehouse: EmbeddedPostgres;
let listener: Server;
let engine: Engine;
let target: RuntimeTarget;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-test-'));
  await chmod(dataDir, 0o755);
  warehouse = await startWarehouse();
  await fillWarehouse();
  listener = await listenFor(join(warehouse.connection.host, '.s.PGSQL.5432'));
  state = await createTestDatabase();
  target = { deploymentId: await createDeployment(), branch: 'master' };
  engine = createEngine({
    resolve: createRuntimeSources({ db: state.db, dataDir, brand: serverBrands.svc }).resolve,
  });
});
after(async () => {
  await engine.close();
  await state.close();
  listener.close();
  await warehouse.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

function startWarehouse(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
}

/** A table, and a user who has to show a password. */
async function fillWarehouse(): Promise<void> {
  const client = new pg.Client({ ...warehouse.connection, database: 'postgres' });
  await client.connect();
  await client.query(`create user reader password '${PASSWORD}'`);
  await client.query(`create table orders as select n as id, timestamptz '2024-01-31 22:00:00Z' as at
    from generate_series(1, 3) as t(n)`);
  await client.query('grant select on orders to reader');
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  const file = rows[0]?.hba_file ?? '';
  await writeFile(file, `local all reader scram-sha-256\n${await readFile(file, 'utf8')}`);
  await client.query('select pg_reload_conf()');
  await client.end();
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

async function createDeployment(variables: Record<string, string> = {}): Promise<number> {
  const build = createFactories(state.db);
  const deploymentId = await build.deployment({ tenantId: await build.tenant() });
  // A server that listens has an address with a port.
  const { port } = listener.address() as AddressInfo;
  const all = {
    CUBEJS_DATASOURCES: 'default,shop',
    CUBEJS_DS_SHOP_DB_TYPE: 'postgres',
    CUBEJS_DS_SHOP_DB_HOST: '127.0.0.1',
    CUBEJS_DS_SHOP_DB_PORT: String(port),
    CUBEJS_DS_SHOP_DB_NAME: 'postgres',
    CUBEJS_DS_SHOP_DB_USER: 'reader',
    CUBEJS_DS_SHOP_DB_PASS: PASSWORD,
    ...variables,
  };
  await state.db
    .insertInto('deploymentVariables')
    .values(Object.entries(all).map(([name, value]) => ({ deploymentId, name, value })))
    .execute();
  const repository = await openModelRepository(dataDir, deploymentId);
  await repository.commit({
    branch: 'master',
    message: 'Add the model',
    author: { name: 'Tester', email: 'tester@example.com' },
    files: [{ path: 'model.yml', content: model }],
  });
  return deploymentId;
}

const load = (query: object, to = target): Promise<EncodedAnswer> =>
  engine.load(to, { query, securityContext: {}, seesModel: true, cache: 'no-cache' });
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());

test('the cubes of one model are read from the sources that they name, each in its own SQL', async () => {
  const orders = bodyOf(
    await load({
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.at', granularity: 'day' }],
      timezone: 'Europe/Berlin',
    }),
  );
  assert.deepEqual([orders.dbType, orders.dataSource], ['postgres', 'shop']);
  assert.deepEqual(orders.data, [
    {
      'orders.at.day': '2024-01-31T00:00:00.000',
      'orders.at': '2024-01-31T00:00:00.000',
      'orders.count': '3',
    },
  ]);
  const days = bodyOf(await load({ measures: ['days.count'] }));
  assert.deepEqual([days.dbType, days.data], ['duckdb', [{ 'days.count': '1' }]]);
});

test('a source that the deployment does not have is named', async () => {
  const answer = await load({ measures: ['elsewhere.count'] });
  assert.deepEqual([answer.status, bodyOf(answer).code], [400, 'unknown_source']);
  assert.match(bodyOf(answer).error, /"nowhere"/);
});

test('a wrong password is told without it, and without the user', async () => {
  const deploymentId = await createDeployment({ CUBEJS_DS_SHOP_DB_PASS: 'wrong horse' });
  const answer = await load({ measures: ['orders.count'] }, { deploymentId, branch: 'master' });
  assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'source.unavailable']);
  assert.equal(
    bodyOf(answer).error,
    'Error: The database cannot be reached: it refuses the user or the password of the data source',
  );
});

test('a time limit of the source stops a statement', async () => {
  const deploymentId = await createDeployment({ CUBEJS_DS_SHOP_DB_QUERY_TIMEOUT: '1s' });
  const answer = await load({ measures: ['orders.slow'] }, { deploymentId, branch: 'master' });
  assert.equal(bodyOf(answer).error, 'Error: The query took longer than 1 s and was stopped');
});

test('a query while the database is down says so, and the next one after its restart is answered', async () => {
  await killPostgres(warehouse, dataDir);
  const answer = await load({ measures: ['orders.count'] });
  assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'source.unavailable']);
  warehouse = await startWarehouse();
  assert.deepEqual(bodyOf(await load({ measures: ['orders.count'] })).data, [{ 'orders.count': '3' }]);
});
