import { schemas } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { pino } from 'pino';
import { connectDatabase, type Database } from './db/database.ts';
import { defineJob, handleJob } from './jobs/job.ts';
import { startJobs } from './test/processes/start-jobs.ts';
import {
  createTestApp,
  createWorkspaceCalls,
  startTcpProxy,
  untilTrue,
  type TcpProxy,
  type TestApp,
  type WorkspaceCalls,
} from './test/index.ts';

const SILENCE_MS = 1_000;

/** An application with a network between it and its database, which fails. */
let proxy: TcpProxy;
let database: Database;
let world: TestApp;
let calls: WorkspaceCalls;
before(async () => {
  world = await createTestApp({}, async (connection) => {
    proxy = await startTcpProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` });
    database = connectDatabase(
      { ...connection, host: '127.0.0.1', port: proxy.port },
      { silenceMs: SILENCE_MS },
    );
    return database;
  });
  calls = createWorkspaceCalls(world);
});
afterEach(async () => {
  proxy.set('open');
  await untilTrue(async () => (await list()).statusCode === 200);
});
after(async () => {
  await world.close();
  await proxy.close();
});

const list = () => calls.call('GET', '/folders');

/** The network breaks, and the application has noticed it of the connections that it has. */
async function refuseConnections(): Promise<void> {
  proxy.set('refusing');
  await untilTrue(() => database.pool.idleCount === 0);
}

const readyz = async () => {
  const answer = await world.call({ method: 'GET', path: '/readyz' });
  return [answer.statusCode, (answer.json() as { status: string }).status];
};

test('connections that were cut while nobody used them are not noticed', async () => {
  await Promise.all(Array.from({ length: 10 }, list));
  for (let round = 0; round < 5; round += 1) {
    proxy.cut();
    await untilTrue(() => database.pool.idleCount === 0);
    assert.equal((await list()).statusCode, 200);
  }
});

test('a database that is back within seconds is waited for', async () => {
  await refuseConnections();
  const waiting = Promise.all([calls.makeFolder('Patient'), list(), list()]);
  await untilTrue(() => database.outage !== undefined);
  proxy.set('open');
  await waiting;
});

test('while the database is away callers are told when to come again, and no cached key is believed', async () => {
  await calls.ok('GET', '/folders');
  await refuseConnections();
  const first = await list();
  const startedAt = performance.now();
  const [later, stranger] = await Promise.all([
    list(),
    calls.call('GET', '/folders', { key: 'orl_unknown' }),
  ]);
  assert.ok(performance.now() - startedAt < 1_000, 'those who come later do not wait');
  for (const answer of [first, later, stranger]) {
    assert.equal(answer.statusCode, 503, answer.body);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.equal((answer.json() as { code: string }).code, 'unavailable');
    assert.doesNotMatch(answer.body, /ECONN|127\.0\.0\.1/);
  }
  assert.deepEqual(await readyz(), [503, 'unavailable']);
  proxy.set('open');
  await untilTrue(async () => (await list()).statusCode === 200);
  assert.deepEqual(await readyz(), [200, 'ready']);
});

test('a change that was cut on its way is 503, and was made whole or not at all', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const name = `Cut ${index}`;
      const making = calls.call('POST', '/folders', { body: { name, parentId: null } });
      if (index === 10) proxy.cut();
      return { name, status: (await making).statusCode };
    }),
  );
  const { items } = await calls.ok<{ items: { name: string }[] }>('GET', '/folders?first=1000');
  const there = new Set(items.map(({ name }) => name));
  for (const { name, status } of outcomes) {
    assert.ok([200, 201, 503].includes(status), `${name}: ${status}`);
    if (status < 300) assert.ok(there.has(name), `${name} is gone`);
  }
});

test('a key that is revoked elsewhere while nothing is heard of the database is refused afterwards', async () => {
  const key = await world.build.apiKey({ tenantId: world.tenantId, userId: world.adminId });
  await calls.ok('GET', '/folders', { key });
  proxy.set('refusing');
  await untilTrue(() => database.credentialChanges.version() === undefined);
  const { rowCount } = await world.database.pool.query(
    "delete from api_keys where hash = sha256(convert_to($1, 'UTF8'))",
    [key],
  );
  assert.equal(rowCount, 1);
  proxy.set('open');
  await untilTrue(async () => (await calls.call('GET', '/folders', { key })).statusCode !== 503);
  assert.equal((await calls.call('GET', '/folders', { key })).statusCode, 401);
});

test('a host that vanishes without a word is given up, and nobody waits for ever', async () => {
  await Promise.all(Array.from({ length: 5 }, list));
  proxy.set('silent');
  const startedAt = performance.now();
  const answers = await Promise.all([
    list(),
    calls.call('POST', '/folders', { body: { name: 'Void', parentId: null } }),
  ]);
  assert.ok(performance.now() - startedAt < 10_000, `${performance.now() - startedAt} ms`);
  for (const answer of answers) assert.equal(answer.statusCode, 503, answer.body);
  // As the network does when it is back: what was swallowed is missing from these connections.
  proxy.cut();
});

test('a server of PostgreSQL that only reads is left for another one', async () => {
  const name = world.database.connection.database;
  await calls.makeFolder('Before the failover');
  await world.database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  // Connections that are there go on as they began; the role of a server shows on new ones.
  proxy.cut();
  await untilTrue(() => database.pool.idleCount === 0);
  await calls.ok('GET', '/folders');
  const refused = await calls.call('POST', '/folders', { body: { name: 'Meanwhile', parentId: null } });
  assert.equal(refused.statusCode, 503, refused.body);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const admin = connectDatabase({
    ...world.database.connection,
    options: '-c default_transaction_read_only=off',
  });
  await admin.pool.query(`alter database ${name} reset default_transaction_read_only`);
  await admin.close();
  await calls.makeFolder('After the failover');
});

test('a database without a free connection is asked again shortly', async () => {
  const { database: name } = world.database.connection;
  await world.database.pool.query(`alter database ${name} connection limit 0`);
  await world.database.pool.query(
    'create role plain_user login; grant all on all tables in schema public to plain_user',
  );
  const plain = connectDatabase({ ...world.database.connection, user: 'plain_user' });
  try {
    const asked = plain.pool.query('select 1');
    await world.database.pool.query(`alter database ${name} connection limit -1`);
    await asked;
  } finally {
    await plain.close();
    await world.database.pool.query('drop owned by plain_user; drop role plain_user');
  }
});

test('jobs run again once the database is back', async () => {
  const runs: number[] = [];
  const ping = defineJob({
    name: 'ping',
    data: schemas.object('Nothing.', {}),
    timeoutSeconds: 10,
    retry: { limit: 3, delaySeconds: 0, maxDelaySeconds: 1 },
  });
  const jobs = await startJobs({
    database,
    jobs: [handleJob(ping, async () => void runs.push(1))],
    logger: pino({ level: 'silent' }),
  });
  const send = () => world.database.db.transaction().execute((tx) => jobs.send(tx, ping, {}));
  try {
    await send();
    await untilTrue(() => runs.length === 1);
    proxy.set('refusing');
    await untilTrue(async () => (await list()).statusCode === 503);
    await send();
    proxy.set('open');
    await untilTrue(() => runs.length === 2);
    await send();
    await untilTrue(() => runs.length === 3);
  } finally {
    await jobs.stop();
  }
});
