import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { MySqlSourceConfig } from '../../../src/sources/connection/source-config.ts';
import { openMySqlSource } from '../../../src/sources/mysql/mysql-source.ts';
import { readAll } from '../../read-all.ts';
import { OK, startFakeServer } from './fake-server.ts';

const PASSWORD = 'hunter2-in-the-clear';

/** What a query of a server is told that does so with each packet. */
async function ask(
  t: TestContext,
  answer: Parameters<typeof startFakeServer>[0],
  settings: Partial<MySqlSourceConfig> = {},
) {
  const server = await startFakeServer(answer);
  const source = openMySqlSource({
    type: 'mysql',
    host: '127.0.0.1',
    port: server.port,
    database: 'data',
    user: 'reader',
    password: PASSWORD,
    ...settings,
  });
  t.after(async () => {
    await source.close();
    server.close();
  });
  const told = await readAll(source, 'SELECT 1').then(String, (error: Error) => error.message);
  return { told, received: server.received() };
}

test('a password is not sent as it is over a connection that is not encrypted', async (t) => {
  const { told, received } = await ask(t, ({ reply }) =>
    reply(Buffer.from('\xFEmysql_clear_password\0', 'latin1')),
  );
  assert.match(told, /it asks for the password as it is, which goes over encrypted connections alone/);
  assert.ok(!received.includes(PASSWORD));
});

test('a way to sign in that is not known is told', async (t) => {
  const { told } = await ask(t, ({ reply }) => reply(Buffer.from('\xFEdialog\0challenge\0', 'latin1')));
  assert.match(told, /it asks for a way to sign in that is not known here/);
});

test('a server without encryption gets no password where it was to have some', async (t) => {
  const { told, received } = await ask(t, ({ reply }) => reply(OK), { ssl: { rejectUnauthorized: false } });
  assert.match(told, /it takes no encrypted connections/);
  assert.equal(received.length, 0);
});

test('a server that asks for a file of its client gets none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-mysql-file-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'secret');
  await writeFile(path, 'the content of a file');
  const { told, received } = await ask(t, ({ reply, socket }, index) => {
    if (index === 0) return reply(OK);
    if (index === 1) return reply(Buffer.from(`\xFB${path}`, 'latin1'));
    return socket.destroy();
  });
  assert.match(told, /^The database cannot be reached/);
  assert.ok(received.length > 0 && !received.includes('the content'));
});

test('a server that ends in the middle of its greeting or its answer is away', async (t) => {
  for (const last of [0, 1]) {
    const { told } = await ask(t, ({ reply, socket }, index) =>
      index < last ? reply(OK) : socket.end(Buffer.from([200, 0, 0])),
    );
    assert.match(told, /no MySQL answers there/);
  }
});
