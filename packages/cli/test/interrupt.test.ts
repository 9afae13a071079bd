import { createEngine, type Engine } from '@oriel/engine';
import { createDataDatabase, createTestApp, type TestApp } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { spawnOriel, type CommandOptions } from './run-oriel.ts';

const model = `
cubes:
  - name: naps
    sql: SELECT pg_sleep(600), 1 AS id
    measures:
      - { name: count, type: count }
  - name: steps
    sql: SELECT 1 AS id
    measures:
      - { name: count, type: count }
`;
const naps = JSON.stringify({ measures: ['naps.count'] });

/** What Ctrl-C does to a query that runs for long on a real PostgreSQL, asked by the command itself and by a server. */
let data: Awaited<ReturnType<typeof createDataDatabase>>;
let database: pg.Client;
let engine: Engine;
let server: TestApp;
let url: string;
let cwd: string;
before(async () => {
  data = await createDataDatabase();
  database = new pg.Client(data.connection);
  await database.connect();
  engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'naps.yml', content: model }],
      sources: { default: { type: 'postgres', ...data.connection } },
      brandKey: 'svcCloud',
    }),
  });
  server = await createTestApp({ engine });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  cwd = await mkdtemp(join(tmpdir(), 'oriel-cli-'));
  await mkdir(join(cwd, 'model'));
  await writeFile(join(cwd, 'model', 'naps.yml'), model);
});
after(async () => {
  await server.close();
  await engine.close();
  await database.end();
  await data.drop();
  await rm(cwd, { recursive: true, force: true, maxRetries: 10 });
});

async function isNapping(): Promise<boolean> {
  const { rowCount } = await database.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  );
  return rowCount !== 0;
}

/** Waits until a statement runs, or none does. */
async function untilNapping(wanted: boolean): Promise<void> {
  while ((await isNapping()) !== wanted) await setImmediate();
}

const start = (args: readonly string[], options: Partial<CommandOptions> = {}) =>
  spawnOriel(args, { cwd, env: { ORIEL_URL: url, ORIEL_API_KEY: server.adminKey }, ...options });
const sourceArgs = () => {
  const { user, port, database: name, host } = data.connection;
  return ['--source', `postgres://${user}@localhost:${port}/${name}?host=${host}`];
};

for (const [title, args] of [
  ['oriel model query', () => ['model', 'query', 'model', ...sourceArgs(), '--query', naps]],
  ['oriel query', () => ['query', '--deployment', String(server.deploymentId), '--query', naps]],
] as const)
  test(`Ctrl-C ends ${title} and its statement, with the exit code of shells`, async () => {
    const { child, outcome } = start(args());
    await untilNapping(true);
    child.kill('SIGINT');
    assert.deepEqual(await outcome, { code: 130, stdout: '', stderr: 'oriel: Interrupted\n' });
    await untilNapping(false);
  });

test('Ctrl-C in a file of queries leaves the answers that there are', async () => {
  const args = ['model', 'query', 'model', ...sourceArgs(), '--queries', '-'];
  const { child, outcome } = start(args, { input: 'pipe' });
  assert.ok(child.stdout && child.stdin);
  const lines = createInterface({ input: child.stdout });
  child.stdin.write('{"query": {"measures": ["steps.count"]}}\n');
  const [line] = (await once(lines, 'line')) as [string];
  assert.deepEqual((JSON.parse(line) as { rows: unknown }).rows, [{ 'steps.count': '1' }]);
  child.stdin.write(`{"query": ${naps}}\n{"query": {"measures": ["steps.count"]}}\n`);
  await untilNapping(true);
  child.kill('SIGINT');
  const { code, stdout } = await outcome;
  assert.equal(code, 130);
  assert.equal(stdout.trimEnd().split('\n').length, 1);
  await untilNapping(false);
});

test('Ctrl-C ends a command that waits for more queries', async () => {
  const { child, outcome } = start(['model', 'query', 'model', ...sourceArgs(), '--queries', '-'], {
    input: 'pipe',
  });
  assert.ok(child.stdout && child.stdin);
  child.stdin.write('{"query": {"measures": ["steps.count"]}}\n');
  await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGINT');
  assert.equal((await outcome).code, 130);
});
