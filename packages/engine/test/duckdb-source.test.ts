import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createDuckDbSource, openDuckDbSource } from '../src/sources/duckdb/duckdb-source.ts';
import { readAll } from './read-all.ts';

test('rows that end with a failure are told as one, with what DuckDB says', async () => {
  const source = await openDuckDbSource({ type: 'duckdb', path: ':memory:' });
  const late = "SELECT CAST(CASE WHEN n = $1 THEN 'none' ELSE '1' END AS INTEGER) FROM range(400000) AS r(n)";
  await assert.rejects(readAll(source, late, [399_999]), {
    message: /^Conversion Error: Could not convert string 'none' to INT32/,
    at: late.indexOf('CAST'),
  });
  assert.equal((await readAll(source, late, [400_000])).length, 400_000);
  await source.close();
});

test('rows that end because the caller has gone are no result', async () => {
  const source = await openDuckDbSource({ type: 'duckdb', path: ':memory:' });
  const gone = new AbortController();
  const read = source.read(
    { sql: 'SELECT n FROM range(4000000) AS r(n)', params: [] },
    { signal: gone.signal, take: () => gone.abort() },
  );
  await assert.rejects(read, { code: 'query.cancelled' });
  await source.close();
});

test('a source that is closed right behind a statement leaves the process alive', async () => {
  // The connection for the next statement is being made; what closes under it crashes native code.
  for (let round = 0; round < 30; round += 1) {
    const source = await openDuckDbSource({ type: 'duckdb', path: ':memory:' });
    assert.deepEqual(await readAll(source, 'SELECT 1'), [[1]]);
    await source.close();
  }
});

test('every connection of a source is in UTC, wherever the server stands', async () => {
  process.env['TZ'] = 'America/New_York';
  const source = await openDuckDbSource({ type: 'duckdb', path: ':memory:' });
  const ask = () => readAll(source, "SELECT CAST(TIMESTAMPTZ '2024-01-01 00:00:00Z' AS TIMESTAMP)");
  const answers = await Promise.all([ask(), ask(), ask()]);
  await source.close();
  assert.deepEqual(
    answers,
    Array.from({ length: 3 }, () => [['2024-01-01T00:00:00.000']]),
  );
});

test('what statements have freed goes back to the machine', async () => {
  const source = await openDuckDbSource({ type: 'duckdb', path: ':memory:' });
  const asked = ['allocator_background_threads', 'allocator_flush_threshold'];
  const [row] = await readAll(
    source,
    `SELECT ${asked.map((name) => `CAST(current_setting('${name}') AS VARCHAR)`).join(', ')}`,
  );
  await source.close();
  assert.deepEqual(row, ['true', '16.0 MiB']);
});

test('long texts are read a few at a time, for all at once would end the process', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=64',
    join(import.meta.dirname, 'read-in-little-memory.ts'),
    JSON.stringify({ type: 'duckdb', path: ':memory:' }),
    "select repeat('long', 25000) || range from range(4096)",
  ]);
  assert.equal(JSON.parse(stdout).rows, 4_096);
});

test('short rows come many at a time', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'read-in-little-memory.ts'),
    JSON.stringify({ type: 'duckdb', path: ':memory:' }),
    'select range, range::varchar from range(1000000)',
  ]);
  assert.deepEqual(JSON.parse(stdout), { rows: 1_000_000, largestPortion: 2_048 });
});

test('what does not fit into memory goes into the folder for it, up to its bound', async () => {
  const spillDirectory = await mkdtemp(join(tmpdir(), 'oriel-spill-'));
  const limits = { memoryMb: 100, maxMemoryMb: 100, threads: 2, spillDirectory };
  const config = { type: 'duckdb', path: ':memory:', memoryLimitMb: 4_096 } as const;
  const large =
    'SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY md5(n::varchar), n) AS r FROM range(2500000) AS t(n))';
  const within = createDuckDbSource(config, { limits: { ...limits, spillMb: 1_024 } });
  const beyond = createDuckDbSource(config, { limits: { ...limits, spillMb: 8 } });
  try {
    assert.deepEqual(await readAll(within, large), [['2500000']]);
    await assert.rejects(readAll(beyond, large), { code: 'query.out_of_memory' });
    await assert.rejects(readAll(within, "SELECT * FROM read_blob('/etc/hostname')"));
  } finally {
    await Promise.all([within.close(), beyond.close()]);
    await rm(spillDirectory, { recursive: true, maxRetries: 10 });
  }
});
