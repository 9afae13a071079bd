import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { spawnOriel } from './run-oriel.ts';
import { assertFault, openShop, type Shop } from './shop.ts';

const ROWS = 1_000_000;
const MEBIBYTE = 1024 * 1024;
const model = `
cubes:
  - name: wide
    sql: SELECT n, repeat('wide ', 50) || n AS text FROM range(${ROWS}) AS r(n)
    dimensions:
      - { name: n, sql: n, type: number, primary_key: true, public: true }
      - { name: text, sql: text, type: string }
      - { name: late, sql: "CAST(CASE WHEN n = ${ROWS - 1} THEN 'none' ELSE '1' END AS INTEGER)", type: number }
    measures:
      - { name: count, type: count }
`;
const settings = { CUBEJS_DB_QUERY_LIMIT: String(ROWS) };
const asTheyCome = { ungrouped: true, order: [], limit: ROWS };
const large = { ...asTheyCome, dimensions: ['wide.n', 'wide.text'] };
const failing = { ...asTheyCome, dimensions: ['wide.n', 'wide.text', 'wide.late'] };
const command = ['model', 'query', 'wide', '--source', 'duckdb::memory:'];

let shop: Shop;
before(async () => {
  shop = await openShop();
  await shop.write('wide/wide.yml', model);
});
after(() => shop.close());

/** Runs a command in a small heap, and tells how much it prints and the most memory that it takes. */
async function measure(args: readonly string[], text = '') {
  const file = join(shop.cwd, 'memory.txt');
  await rm(file, { force: true });
  const report = pathToFileURL(join(import.meta.dirname, 'report-memory.mjs'));
  const env = {
    ...settings,
    MEMORY_FILE: file,
    NODE_OPTIONS: `--max-old-space-size=48 --max-semi-space-size=2 --import=${report.href}`,
  };
  const { child } = spawnOriel([...command, ...args], { cwd: shop.cwd, env, input: 'pipe' });
  assert.ok(child.stdin && child.stdout);
  child.stdin.end(text);
  let bytes = 0;
  let end = '';
  child.stdout.removeAllListeners('data').on('data', (piece: string) => {
    bytes += Buffer.byteLength(piece);
    end = (end + piece).slice(-600);
  });
  const [code] = (await once(child, 'close')) as [number];
  assert.equal(code, 0);
  const memory = (await readFile(file, 'utf8')).trim().split('\n');
  return { bytes, end, memoryBytes: Math.max(...memory.map(Number)) * 1024 };
}

test('a million rows take little more memory than one, alone and in a line', async () => {
  const one = await measure(['--query', JSON.stringify({ measures: ['wide.count'] })]);
  const alone = await measure(['--query', JSON.stringify(large)]);
  const inLine = await measure(['--queries', '-'], JSON.stringify({ query: large }));
  assert.match(alone.end, /"wide.n": "999999",\n {4}"wide.text": "[^"]*999999"\n {2}}\n]\n$/);
  assert.match(inLine.end, /999999"}],"sql":"SELECT .*,"params":\[]}\n$/);
  for (const { bytes, memoryBytes } of [alone, inLine]) {
    assert.ok(bytes > 250 * MEBIBYTE);
    const more = memoryBytes - one.memoryBytes;
    assert.ok(more < bytes / 2, `${Math.round(more / MEBIBYTE)} MiB more than one row`);
  }
});

test('of an answer that fails behind its first rows nothing is printed', async () => {
  const env = settings;
  const outcome = await shop.oriel([...command, '--query', JSON.stringify(failing)], { env });
  assertFault(outcome, 1, /^oriel: wide\.late: .*\n$/);
  const text = `${JSON.stringify({ query: failing })}\n${JSON.stringify({ query: { measures: ['wide.count'] } })}`;
  const lines = await shop.output([...command, '--queries', '-'], { env, input: { text } });
  const [first, second] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(Object.keys(first), ['error']);
  assert.equal(first.error.member, 'wide.late');
  assert.equal(second.rows[0]['wide.count'], String(ROWS));
});

test('nothing is left of the file that a large answer is kept in', async () => {
  const temporary = join(shop.cwd, 'temporary');
  await shop.write('temporary/.keep', '');
  const env = { ...settings, TMPDIR: temporary };
  const args = [...command, '--query', JSON.stringify({ ...large, limit: 100_000 })];
  const rows = JSON.parse(await shop.output(args, { env }));
  assert.equal(rows.length, 100_000);
  assert.deepEqual(await readdir(temporary), ['.keep']);
});

test('a large answer that cannot be kept is told', async () => {
  const env = { ...settings, TMPDIR: join(shop.cwd, 'nowhere') };
  const outcome = await shop.oriel([...command, '--query', JSON.stringify(large)], { env });
  assertFault(
    outcome,
    1,
    /^oriel: A large answer is kept in .*nowhere until it is whole, which failed: ENOENT/,
  );
});

test('limits of queries are those of the variables that deployments have', async () => {
  const ask = (query: object, env: Record<string, string>) =>
    shop.oriel([...command, '--query', JSON.stringify(query)], { env });
  const dimensions = { dimensions: ['wide.n'], order: [] };
  assertFault(await ask({ ...dimensions, limit: 50_001 }, {}), 1, /50001 rows are more than 50000/);
  assertFault(
    await ask({ ...dimensions, limit: 3 }, { CUBEJS_DB_QUERY_LIMIT: 'many' }),
    2,
    'CUBEJS_DB_QUERY_LIMIT is "many"; give a whole number from 1 to 1000000',
  );
  const { stdout } = await ask(dimensions, { CUBEJS_DB_QUERY_DEFAULT_LIMIT: '3' });
  assert.equal(JSON.parse(stdout).length, 3);
});
