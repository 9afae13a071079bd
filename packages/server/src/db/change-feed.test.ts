import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createFactories, createTestDatabase, type Factories, type TestDatabase } from '../test/index.ts';
import { createChangeFeed, type ChangeFeed } from './change-feed.ts';
import { connectDatabase } from './database.ts';

const SECOND_MS = 1_000;

let database: TestDatabase;
let build: Factories;
before(async () => {
  database = await createTestDatabase();
  build = createFactories(database.db);
});
after(() => database.close());

/** The clock of the feed. */
let clockMs: number;
let feed: ChangeFeed;
beforeEach(() => {
  clockMs = 0;
  feed = createChangeFeed({
    connection: database.connection,
    channel: 'credential_change',
    now: () => clockMs,
  });
});
afterEach(() => feed.close());

async function untilKnown(): Promise<number> {
  for (;;) {
    const version = feed.version();
    if (version !== undefined) return version;
    await setImmediate();
  }
}

async function versionNow(): Promise<number | undefined> {
  await feed.catchUp();
  return feed.version();
}

test('whatever changes the rights of a credential changes the version, from any connection', async () => {
  const tenantId = await build.tenant();
  const userId = await build.user({ tenantId });
  await build.deployment({ tenantId });
  await build.apiKey({ tenantId, userId });
  const changes = [
    `update users set role = 'Viewer' where id = ${userId}`,
    `update users set is_deactivated = true where id = ${userId}`,
    `insert into groups (tenant_id, name) values (${tenantId}, 'g');
     insert into group_members (group_id, user_id) select id, ${userId} from groups`,
    `update groups set name = 'h'`,
    `delete from group_members`,
    `insert into user_attributes (tenant_id, name, type) values (${tenantId}, 'a', 'string');
     insert into user_attribute_values (attribute_id, user_id, value) select id, ${userId}, '1' from user_attributes`,
    `update user_attribute_values set value = '2'`,
    `update user_attributes set name = 'b'`,
    `update deployments set deploy_branch = 'other'`,
    `insert into tenant_hosts (host, tenant_id) values ('a.example', ${tenantId})`,
    `update api_keys set expires_at = now()`,
    `update api_keys set deployment_ids = '{}'`,
    `delete from api_keys`,
    `delete from users where id = ${userId}`,
    `truncate deployments cascade`,
    `delete from tenants where id = ${tenantId}`,
  ];
  let version = await untilKnown();
  for (const change of changes) {
    await database.pool.query(change);
    const next = await versionNow();
    assert.ok(next !== undefined && next !== version, change);
    version = next;
  }
});

test('what decides nothing leaves the version', async () => {
  const tenantId = await build.tenant();
  const userId = await build.user({ tenantId });
  await build.apiKey({ tenantId, userId });
  const version = await untilKnown();
  await database.pool.query('update api_keys set last_used_at = now()');
  await database.pool.query("update users set last_login = now(), password_hash = 'x'");
  assert.equal(await versionNow(), version);
});

test('nothing is known a second after the database was heard of, until it is heard of again', async () => {
  const version = await untilKnown();
  clockMs += SECOND_MS;
  assert.equal(feed.version(), undefined);
  assert.equal(await untilKnown(), version);
  clockMs += SECOND_MS - 1;
  assert.equal(feed.version(), version);
});

test('nothing is known while the connection is cut, and another version when it is back', async () => {
  const version = await untilKnown();
  await cutFeeds();
  // A connection that was just being made is not cut with the others.
  while (feed.version() !== undefined) await cutFeeds();
  clockMs += SECOND_MS;
  assert.notEqual(await untilKnown(), version);
});

test('without a database nothing is known, and nobody waits', async () => {
  const lost = createChangeFeed({
    connection: { ...database.connection, host: '127.0.0.1', port: 1 },
    channel: 'credential_change',
  });
  assert.equal(lost.version(), undefined);
  await lost.catchUp();
  await lost.close();
  assert.equal(lost.version(), undefined);
});

async function cutFeeds(): Promise<void> {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'oriel changes'",
  );
}

/** When the feed has last asked the database something. */
async function askedAt(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select query_start::text as at from pg_stat_activity
     where datname = current_database() and application_name = 'oriel changes' order by 1`,
  );
  return rows;
}

test('who changes something through a watched connection waits until the version reflects it', async () => {
  const tenantId = await build.tenant();
  const client = await database.pool.connect();
  try {
    feed.watch(client);
    let version = await untilKnown();
    for (let round = 0; round < 30; round += 1) {
      await client.query(`insert into tenant_hosts (host, tenant_id) values ($1, $2)`, [
        `watched-${round}`,
        tenantId,
      ]);
      await feed.catchUpOwn();
      assert.notEqual(feed.version(), version);
      version = feed.version() ?? version;
    }
  } finally {
    client.release(true);
  }
});

test('what decides nothing, and what is not committed, is not waited for', async () => {
  const tenantId = await build.tenant();
  const client = await database.pool.connect();
  try {
    feed.watch(client);
    const version = await untilKnown();
    const before = await askedAt();
    await client.query(`update tenants set display_name = 'other' where id = $1`, [tenantId]);
    await feed.catchUpOwn();
    await client.query('begin');
    await client.query(`insert into tenant_hosts (host, tenant_id) values ('open', $1)`, [tenantId]);
    await feed.catchUpOwn();
    assert.deepEqual(await askedAt(), before);
    assert.equal(feed.version(), version);
    await client.query('commit');
    await feed.catchUpOwn();
    assert.notEqual(feed.version(), version);
    assert.notDeepEqual(await askedAt(), before);
  } finally {
    client.release(true);
  }
});

test('notices come where the database is set to send none', async () => {
  const tenantId = await build.tenant();
  await database.pool.query(
    `do $$ begin execute format('alter database %I set client_min_messages = error', current_database()); end $$`,
  );
  const quiet = connectDatabase(database.connection);
  const own = quiet.credentialChanges;
  try {
    while (own.version() === undefined) await setImmediate();
    const version = own.version();
    await quiet.pool.query(`insert into tenant_hosts (host, tenant_id) values ('quiet', $1)`, [tenantId]);
    await own.catchUpOwn();
    assert.notEqual(own.version(), version);
  } finally {
    await quiet.close();
  }
});
