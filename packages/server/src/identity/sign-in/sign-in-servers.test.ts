import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ADMIN_EMAIL } from '../../install/first-start.ts';
import { createDataDatabase, startServerProcess, type ServerProcess } from '../../test/index.ts';

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let folder: string;
const servers: ServerProcess[] = [];

before(async () => {
  database = await createDataDatabase();
  folder = await mkdtemp(join(tmpdir(), 'oriel-servers-'));
  const { connection } = database;
  for (const name of ['one', 'two'])
    servers.push(await startServerProcess({ connection, dataDir: join(folder, name) }));
});
after(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

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
