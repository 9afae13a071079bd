import { DuckDBInstance } from '@duckdb/node-api';
import { createEngine, type EncodedAnswer, type Engine, type SourceConfig } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

const target = { deploymentId: 1, branch: 'master' };
const model = `
cubes:
  - name: rows
    sql_table: rows
    dimensions: [{ name: text, sql: text, type: string }]
    measures: [{ name: count, type: count }, { name: last, type: max, sql: text }]
  - name: other
    data_source: other
    sql: SELECT 1 AS n
    measures: [{ name: count, type: count }]
`;

let directory: string;
let original: string;
let path: string;
let engine: Engine;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oriel-recovery-'));
  original = join(directory, 'original.duckdb');
  path = join(directory, 'data.duckdb');
  await writeDuckDbFile(
    original,
    'create table rows as select md5(range::varchar) as text from range(500000)',
  );
});
after(() => rm(directory, { recursive: true, maxRetries: 10 }));
afterEach(() => engine.close());

function start(config: SourceConfig): void {
  engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'model.yml', content: model }],
      sources: { default: config, other: { type: 'duckdb', path: ':memory:' } },
      brandKey: 'svcCloud',
    }),
  });
}

const load = (measure: string) =>
  engine.load(target, {
    query: { measures: [measure] },
    securityContext: {},
    seesModel: true,
    cache: 'no-cache',
  });
const bodyOf = ({ body }: EncodedAnswer) => JSON.parse(Buffer.concat(body).toString());

/** Asks until the source answers, as its users would. */
async function untilBack(measure = 'rows.last'): Promise<string> {
  const signal = AbortSignal.timeout(300_000);
  for (;;) {
    const answer = await load(measure);
    if (answer.status === 200) return bodyOf(answer).data[0][measure];
    assert.ok(!signal.aborted, bodyOf(answer).error);
    await setTimeout(50);
  }
}

/** A source that is away says so and when to come back, names no file, and takes nothing else down. */
async function assertAway(reason: RegExp, measure = 'rows.last'): Promise<void> {
  const answer = await load(measure);
  const { code, error } = bodyOf(answer);
  assert.deepEqual([answer.status, code], [503, 'source.unavailable']);
  assert.match(error, reason);
  assert.ok(!error.includes(directory), error);
  assert.ok((answer.retryAfterSeconds ?? 0) >= 1);
  assert.equal((await load('other.count')).status, 200);
}

test('a DuckDB file that is missing at first is opened when it is there', async () => {
  await rm(path, { force: true });
  start({ type: 'duckdb', path });
  for (let round = 0; round < 5; round += 1) await assertAway(/its DuckDB file is not there/);
  const [runtime] = engine.runtimes();
  await copyFile(original, path);
  assert.match(await untilBack(), /^ffff/);
  assert.equal(engine.runtimes()[0]?.startedAt, runtime?.startedAt);
});

test('a file that is no database is told as such, until a database is in its place', async () => {
  await writeFile(path, 'hello');
  start({ type: 'duckdb', path });
  await assertAway(/its file is no DuckDB database/);
  await copyFile(original, path);
  await untilBack();
});

/** A DuckDB file that says to be of another format: its header with the checksum that DuckDB works out. */
async function writeFormat(version: number): Promise<void> {
  const bytes = await readFile(original);
  bytes.writeBigUInt64LE(BigInt(version), 12);
  await writeFile(path, bytes);
  const failed = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' }).then(
    () => '',
    (error: Error) => error.message,
  );
  const [, sum] = /computed checksum (\d+)/.exec(failed) ?? [];
  assert.ok(sum, failed);
  bytes.writeBigUInt64LE(BigInt(sum));
  await writeFile(path, bytes);
}

test('a DuckDB file of a newer or an older format says so, and what to do', async () => {
  for (const [version, advice] of [
    [
      200,
      /of the format 200, and this server reads \d+ to \d+: write it with STORAGE_VERSION of an older DuckDB, or update/,
    ],
    [3, /of the format 3, and this server reads \d+ to \d+: write it anew with a newer DuckDB/],
  ] as const) {
    await writeFormat(version);
    start({ type: 'duckdb', path });
    await assertAway(advice);
    await engine.close();
  }
  start({ type: 'duckdb', path });
  await copyFile(original, path);
  await untilBack();
});

test('a DuckDB file that is cut off while it is open comes back when it is whole again', async () => {
  await copyFile(original, path);
  start({ type: 'duckdb', path });
  assert.equal((await load('other.count')).status, 200);
  assert.equal((await load('rows.count')).status, 200);
  await truncate(path, 100_000);
  await assertAway(/cannot be read: it is cut off, damaged or was exchanged/);
  await assertAway(/its DuckDB file cannot be opened|is no DuckDB database|cannot be read/);
  await copyFile(original, path);
  assert.match(await untilBack(), /^ffff/);
});

test('a DuckDB file that another one is written over is read anew', async () => {
  await copyFile(original, path);
  start({ type: 'duckdb', path });
  assert.equal((await load('rows.count')).status, 200);
  const smaller = join(directory, 'smaller.duckdb');
  await rm(smaller, { force: true });
  await writeDuckDbFile(smaller, "create table rows as select 'x' || range as text from range(200000)");
  await copyFile(smaller, path);
  await load('rows.last');
  assert.equal(await untilBack(), 'x99999');
  await rename(smaller, path);
  assert.equal((await load('other.count')).status, 200);
});

/** Stands before a PostgreSQL, and can be away. */
async function startProxy(
  socket: string,
): Promise<{ port: number; goAway(): Promise<void>; comeBack(): Promise<void> }> {
  const open = new Set<Socket>();
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((client) => {
      const upstream = connect(socket);
      for (const one of [client, upstream]) {
        open.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          open.delete(one);
          client.destroy();
          upstream.destroy();
        });
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    return address.port;
  };
  const port = await listen(0);
  return {
    port,
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const one of open) one.destroy();
      await closed;
    },
    comeBack: async () => void (await listen(port)),
  };
}

test('a PostgreSQL that goes away answers again when it is back', async () => {
  const database = await createDataDatabase();
  const { host, port } = database.connection;
  const proxy = await startProxy(join(host, `.s.PGSQL.${port}`));
  start({ type: 'postgres', ...database.connection, host: '127.0.0.1', port: proxy.port });
  try {
    const missing = await load('rows.count');
    assert.match(bodyOf(missing).error, /relation "rows" does not exist/);
    await proxy.goAway();
    for (let round = 0; round < 4; round += 1)
      await assertAway(/The database cannot be reached/, 'rows.count');
    await proxy.comeBack();
    const signal = AbortSignal.timeout(300_000);
    for (;;) {
      const answer = await load('rows.count');
      if (answer.status === 400) break;
      assert.ok(!signal.aborted, bodyOf(answer).error);
      await setTimeout(50);
    }
  } finally {
    await proxy.goAway();
    await engine.close();
    await database.drop();
  }
});
