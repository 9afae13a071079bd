import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';
import { untilTrue } from '../test/waiting.ts';
import { cleanUp } from './clean-up.ts';
import { embeddingTables } from '../embedding/embedding-tables.ts';
import { removeExpired } from './expired-rows.ts';
import { applicationTables } from '../application-tables.ts';
import { toColumnName } from '../db/column-names.ts';
import { jobsPart } from './part.ts';

let world: TestApp;
before(async () => {
  world = await createTestApp();
});
after(() => world.close());

/** Sessions that expire so many seconds from now, of embedding and of the console. */
async function addSessions(count: number, seconds: number): Promise<void> {
  const { db } = world.database;
  const expiresAt = new Date(Date.now() + seconds * 1000).toISOString();
  const hashes = Array.from({ length: count }, () => randomBytes(32));
  const { tenantId, deploymentId, adminId } = world;
  await db
    .insertInto('embedSessions')
    .values(hashes.map((hash) => ({ hash, tenantId, deploymentId, claims: '{}', expiresAt })))
    .execute();
  await db
    .insertInto('consoleSessions')
    .values(hashes.map((hash) => ({ hash, userId: adminId, expiresAt })))
    .execute();
}

async function countSessions(): Promise<{ embed: number; console: number }> {
  const { rows } = await world.database.pool.query<{ embed: number; console: number }>(
    'select (select count(*) from embed_sessions) as embed, (select count(*) from console_sessions) as console',
  );
  return rows[0] ?? { embed: 0, console: 0 };
}

test('only what has expired is removed, in batches, while more comes in', async () => {
  await addSessions(95, -1);
  await addSessions(5, 600);
  const batches: number[] = [];
  const adding = (async () => {
    for (let round = 0; round < 20; round += 1) await addSessions(2, 600);
  })();
  await removeExpired(world.database.db, applicationTables, {
    batchSize: 10,
    signal: new AbortController().signal,
    onRemoved: (table, rows) => {
      if (table === 'embed_sessions') batches.push(rows);
    },
  });
  await adding;
  assert.deepEqual(batches, [...Array.from({ length: 9 }, () => 10), 5]);
  assert.deepEqual(await countSessions(), { embed: 45, console: 45 });
});

test('an ephemeral viewer goes with its last session, any other stays', async () => {
  const { db, pool } = world.database;
  const { tenantId } = world;
  const { id: embedTenantId } = await db
    .insertInto('embedTenants')
    .values({ tenantId, name: 'customer' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const long = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const viewer = (externalId: string, isEphemeral: boolean, createdAt: string, lastLogin: string | null) => ({
    tenantId,
    embedTenantId,
    externalId,
    isEphemeral,
    createdAt,
    lastLogin,
  });
  const recent = new Date(Date.now() - 24 * 3_600_000).toISOString();
  await db
    .insertInto('embedUsers')
    .values([
      viewer('gone', true, long, null),
      viewer('gone since', true, long, long),
      viewer('back', true, long, recent),
      viewer('new', true, recent, null),
      viewer('kept', false, long, null),
    ])
    .execute();
  await removeExpired(db, applicationTables, { signal: new AbortController().signal, onRemoved: () => {} });
  const { rows } = await pool.query<{ externalId: string }>('select external_id from embed_users order by 1');
  assert.deepEqual(
    rows.map(({ externalId }) => externalId),
    ['back', 'kept', 'new'],
  );
});

test('an expired API key stays, for its owner to see', async () => {
  const { adminId, tenantId } = world;
  await world.build.apiKey({
    tenantId,
    userId: adminId,
    expiresAt: new Date(Date.now() - 1000).toISOString(),
  });
  const countKeys = async () => (await world.database.pool.query('select 1 from api_keys')).rowCount;
  const before = await countKeys();
  await removeExpired(world.database.db, applicationTables, {
    signal: new AbortController().signal,
    onRemoved: () => {},
  });
  assert.equal(await countKeys(), before);
});

test('the work ends after the batch in which it is told to', async () => {
  await addSessions(30, -1);
  const { embedSessions: expiring } = embeddingTables;
  assert.ok(expiring);
  const stop = new AbortController();
  const removed: number[] = [];
  await removeExpired(
    world.database.db,
    { embedSessions: expiring },
    {
      batchSize: 10,
      signal: stop.signal,
      onRemoved: (_table, rows) => {
        removed.push(rows);
        stop.abort();
      },
    },
  );
  assert.deepEqual(removed, [10]);
});

test('every table with a time of expiry is cleaned up, or kept on purpose', async () => {
  const { rows } = await world.database.pool.query<{ tableName: string }>(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'expires_at'",
  );
  const known = [
    ...Object.entries(applicationTables).flatMap(([name, { expires }]) =>
      expires ? [toColumnName(name)] : [],
    ),
    'api_keys',
  ];
  assert.deepEqual(
    rows.map(({ tableName }) => tableName).filter((table) => !known.includes(table)),
    [],
  );
});

test('the clean-up shows in the metrics what it has done, and what waits', async () => {
  await addSessions(7, -1);
  const { database } = world;
  const served = await createTestApp({ database, jobs: undefined, jobTiming: { superviseSeconds: 1 } });
  const jobs = served.get(jobsPart);
  try {
    await world.database.db.transaction().execute((tx) => jobs.send(tx, cleanUp, {}));
    const metrics = async () => (await served.call({ method: 'GET', path: '/metrics' })).body;
    await untilTrue(async () =>
      (await metrics()).includes('oriel_job_runs_total{job="clean-up",outcome="done"} 1\n'),
    );
    // How many wait is counted once a second here.
    await untilTrue(async () => (await metrics()).includes('oriel_jobs{job="clean-up",state="ready"} 0\n'));
    const text = await metrics();
    assert.match(text, /^oriel_job_items_total\{job="clean-up",kind="console_sessions"\} \d+$/m);
    assert.match(text, /^oriel_job_last_run_timestamp_seconds\{job="clean-up",outcome="done"\} \d{10}$/m);
    assert.match(text, /^oriel_jobs\{job="dead-letters",state="ready"\} 0$/m);
    assert.match(text, /^# TYPE oriel_http_requests_total counter$/m);
    await jobs.stop();
    const withoutDatabase = await metrics();
    assert.match(withoutDatabase, /^oriel_job_runs_total/m);
    assert.doesNotMatch(withoutDatabase, /^oriel_jobs\{/m);
  } finally {
    await served.close();
    await jobs.stop();
  }
});
