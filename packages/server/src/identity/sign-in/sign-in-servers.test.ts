import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ADMIN_EMAIL } from '../../install/first-start.ts';
import { createDataDatabase } from '../../test/index.ts';
import { untilTrue } from '../../test/waiting.ts';

const main = join(import.meta.dirname, '../../main.ts');

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let folder: string;
const servers: { url: string; process: ChildProcess }[] = [];

before(async () => {
  database = await createDataDatabase();
  folder = await mkdtemp(join(tmpdir(), 'oriel-servers-'));
  for (const name of ['one', 'two']) servers.push(await startServer(name));
});
after(async () => {
  for (const { process: server } of servers) {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(name: string): Promise<{ url: string; process: ChildProcess }> {
  const dataDir = join(folder, name);
  const { host, user, database: databaseName } = database.connection;
  const server = spawn(
    process.execPath,
    [main, '--no-demo', '--data', dataDir, '--port', '0', '--host', '127.0.0.1'],
    {
      env: {
        ...process.env,
        DATABASE_URL: `postgresql://${user}@/${databaseName}?host=${encodeURIComponent(host)}`,
      },
      stdio: 'ignore',
    },
  );
  let url: string | undefined;
  await untilTrue(async () => {
    assert.equal(server.exitCode, null, 'the server has ended');
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
    url = text.endsWith('\n') ? (JSON.parse(text) as { url: string }).url : undefined;
    return url !== undefined;
  });
  return { url: url ?? '', process: server };
}

test('of 100 guesses at once, at two servers in processes of their own, five are tried', async () => {
  const guess = async (index: number) => {
    const answer = await fetch(`${servers[index % 2]?.url}/api/v1/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMIN_EMAIL, password: `guess ${index}` }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)));
  const tried = statuses.filter((status) => status === 401).length;
  // One comes back every minute, where the machine is slow.
  assert.ok(tried > 0 && tried <= 6, `${tried} were tried`);
  assert.equal(statuses.filter((status) => status === 429).length, 100 - tried);
});
