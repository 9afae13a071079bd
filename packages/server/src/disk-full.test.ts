// @alone: it fills the disk beside which other tests would run.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { connectDatabase } from './db/database.ts';
import { createStorage } from './db/storage.ts';
import { parseSettings } from './server-settings/parse-settings.ts';
import type { RunningServer } from './running-server.ts';
import { startServer } from './start.ts';
import { createTestApp, createWorkspaceCalls, untilTrue, type TestApp } from './test/index.ts';

const run = promisify(execFile);
const KEY = 'orl_bootstrap-key-for-automation-0123456789';
const MB = 2 ** 20;

test('a disk takes writes while more than the reserve is free', async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  const isFull = async (reserveBytes: number) =>
    (await createStorage({ folders: [tmpdir()], reserveBytes }).fullReason()) !== undefined;
  assert.equal(await isFull(0), false);
  assert.equal(await isFull(bavail * bsize * 2), true);
});

test('what PostgreSQL says of its disk is believed for a while', async () => {
  let now = 0;
  const storage = createStorage({ folders: [], reserveBytes: 0, now: () => now });
  storage.noteErrorCode('23505');
  assert.equal(await storage.fullReason(), undefined);
  storage.noteErrorCode('53100');
  assert.match((await storage.fullReason()) ?? '', /full/);
  now = 5_001;
  assert.equal(await storage.fullReason(), undefined);
});

suite('when PostgreSQL has no space for a row', () => {
  let world: TestApp;
  let reportId: number;
  const storage = createStorage({ folders: [], reserveBytes: 0 });
  before(async () => {
    world = await createTestApp({ storage }, async (connection) =>
      connectDatabase(connection, { onErrorCode: storage.noteErrorCode }),
    );
    reportId = (await createWorkspaceCalls(world).makeReport({ name: 'Read me' })).id;
    await world.database.pool.query('update api_keys set last_used_at = null');
    await world.database.pool.query(
      `create function fill_disk() returns trigger language plpgsql as $$
        begin raise 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`,
    );
    for (const table of ['folders', 'workspace_views', 'api_keys'])
      await world.database.pool.query(
        `create trigger disk before insert or update on ${table} for each row execute function fill_disk()`,
      );
  });
  after(() => world.close());

  test('a change is 507 with a clear problem, reading goes on, and /readyz says so', async () => {
    const calls = createWorkspaceCalls(world);
    const refused = await calls.call('POST', '/folders', { body: { name: 'Too much', parentId: null } });
    assert.equal(refused.statusCode, 507, refused.body);
    const { code, message } = refused.json() as { code: string; message: string };
    assert.deepEqual(
      [code, /disk/.test(message), /base\/1/.test(message)],
      ['insufficient_storage', true, false],
    );
    // Opening a report records the time, which finds no space either.
    await calls.ok('GET', `/reports/${reportId}`);
    const ready = await world.call({ method: 'GET', path: '/readyz' });
    assert.deepEqual([ready.statusCode, (ready.json() as { status: string }).status], [200, 'degraded']);
  });
});

/** A whole server, and how its disk is filled and freed. */
interface Filled {
  readonly server: RunningServer;
  call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
}

async function startFilled(dataDir: string, reserveMb: number): Promise<Filled> {
  const settings = parseSettings(
    [
      '--data',
      dataDir,
      '--port',
      '0',
      '--no-demo',
      '--bootstrap-api-key',
      KEY,
      '--disk-reserve',
      String(reserveMb),
    ],
    {},
  );
  if (settings === 'help') return assert.fail('these are settings');
  const logger = pino({ level: process.env['ORIEL_TEST_LOG'] ?? 'silent' });
  const server = await startServer({ settings, logger, onProgress: () => {} });
  return {
    server,
    async call(method, path, body) {
      const answer = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
  };
}

const makeKey = { name: 'More' };

test('a server with less than the reserve refuses changes, and serves whatever reads', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriel-full-'));
  await chmod(dataDir, 0o755);
  const filled = await startFilled(dataDir, 2 ** 30);
  try {
    assert.equal((await filled.call('POST', '/api/v1/api-keys', makeKey)).status, 507);
    assert.equal((await filled.call('GET', '/api/v1/api-keys')).status, 200);
    const wrong = { email: 'nobody@example.com', password: 'wrong' };
    assert.equal((await filled.call('POST', '/api/v1/sign-in', wrong)).status, 401);
    const { status, body } = await filled.call('GET', '/readyz');
    assert.deepEqual([status, (body as { status: string }).status], [200, 'degraded']);
  } finally {
    await filled.server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
});

// A small disk of its own needs the right to mount one; everybody else has the tests above.
if (process.platform === 'linux' && process.getuid?.() === 0)
  test('a disk that another program fills to the last byte is survived, and freed again takes changes', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'oriel-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'none', disk]);
    const ballast = join(disk, 'ballast');
    try {
      const filled = await startFilled(disk, 32);
      try {
        assert.equal((await filled.call('POST', '/api/v1/api-keys', makeKey)).status, 200 + 1);
        await fill(disk, ballast);
        await untilTrue(async () => (await filled.call('POST', '/api/v1/api-keys', makeKey)).status === 507);
        for (let round = 0; round < 20; round += 1)
          assert.equal((await filled.call('GET', '/api/v1/api-keys')).status, 200);
        assert.deepEqual((await filled.call('GET', '/readyz')).status, 200);
        await unlink(ballast);
        await untilTrue(async () => (await filled.call('POST', '/api/v1/api-keys', makeKey)).status === 201);
      } finally {
        await filled.server.stop();
      }
    } finally {
      await run('umount', ['--lazy', disk]);
      await rm(disk, { recursive: true, force: true, maxRetries: 10 });
    }
  });

/** Writes until nothing more fits. */
async function fill(disk: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(file, Buffer.alloc(bavail * bsize - MB));
  for (;;) {
    const left = await statfs(disk);
    if (left.bavail === 0) return;
    await writeFile(file, Buffer.alloc(left.bsize * Math.min(left.bavail, 16)), { flag: 'a' });
  }
}
