import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { commitModelFile } from './support/model-author.ts';
import { makeDataDir, removeDataDir, runOriel, startOriel, type OrielProcess } from './support/oriel.ts';

const KEY = 'orl_bootstrap-key-for-automation-0123456789';
const MAX_STOP_MS = 5_000;

let dataDir: string;
before(async () => {
  dataDir = await makeDataDir();
});
after(() => removeDataDir(dataDir));

async function start(name: string): Promise<OrielProcess> {
  const directory = join(dataDir, name);
  await mkdir(directory, { recursive: true });
  return startOriel({ dataDir: directory, args: ['--no-demo'], env: { ORIEL_BOOTSTRAP_API_KEY: KEY } });
}

/** Begins a request without its body: accepted, and not to be answered yet. */
async function beginRequest({ url }: OrielProcess, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/api-keys HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${KEY}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  // The server has seen the request once it asks for the rest.
  await once(socket, 'data');
  return { finish: () => void socket.write(body), answer: text(socket) };
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} through the wrapper ends the server within five seconds and answers what was accepted`, async () => {
    const oriel = await start('stopped');
    const { finish, answer } = await beginRequest(oriel, JSON.stringify({ name: signal }));
    const idle = connect(Number(new URL(oriel.url).port), new URL(oriel.url).hostname).on('error', () => {});
    const startedAt = performance.now();
    const code = oriel.signal(signal);
    await pause(300);
    finish();
    const answered = await answer;
    assert.match(answered, /HTTP\/1\.1 201 /, answered);
    assert.match(answered, /\r\nconnection: close\r\n/i);
    assert.equal(await code, 0, oriel.output());
    assert.ok(performance.now() - startedAt < MAX_STOP_MS, `${performance.now() - startedAt} ms`);
    idle.destroy();
  });

test('a request without its body does not keep the server', async () => {
  const oriel = await start('stopped');
  const { answer } = await beginRequest(oriel, '{}');
  answer.catch(() => {});
  const startedAt = performance.now();
  assert.equal(await oriel.signal('SIGTERM'), 0, oriel.output());
  assert.ok(performance.now() - startedAt < MAX_STOP_MS, `${performance.now() - startedAt} ms`);
});

/** One value for which DuckDB computes for half a minute without looking whether it is interrupted. */
const endless = `
cubes:
  - name: endless
    sql: SELECT levenshtein(repeat('a', 60000), repeat('b', 60000) || n) AS distance FROM range(1) AS r(n)
    dimensions:
      - { name: distance, sql: distance, type: number }
`;

test('a statement that its database does not interrupt does not keep the server', async () => {
  const oriel = await start('uninterruptible');
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const created = await fetch(`${oriel.url}/build/api/v1/deployments`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Endless' }),
  });
  const { id: deploymentId } = (await created.json()) as { id: number };
  await commitModelFile(
    { dataDir: join(dataDir, 'uninterruptible'), deploymentId },
    'model/endless.yml',
    endless,
  );
  const load = () =>
    fetch(`${oriel.url}/deployments/${deploymentId}/cubejs-api/v1/load`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: { dimensions: ['endless.distance'] } }),
    });
  const waiting = await load();
  assert.match(await waiting.text(), /Continue wait/);
  const startedAt = performance.now();
  await oriel.signal('SIGTERM');
  assert.ok(performance.now() - startedAt < MAX_STOP_MS, `${performance.now() - startedAt} ms`);
});

test('a second signal ends it at once, and the next start finds everything', async () => {
  const oriel = await start('stopped');
  const { answer } = await beginRequest(oriel, '{}');
  answer.catch(() => {});
  const ended = oriel.signal('SIGTERM');
  // Further apart than the two that one press of Ctrl-C sends.
  await pause(500);
  const startedAt = performance.now();
  void oriel.signal('SIGTERM');
  assert.notEqual(await ended, 0);
  assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);

  const next = await start('stopped');
  const listed = await fetch(`${next.url}/api/v1/api-keys`, { headers: { authorization: `Bearer ${KEY}` } });
  const names = ((await listed.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
  for (const name of ['SIGTERM', 'SIGINT']) assert.ok(names.includes(name), `${name} is gone`);
  assert.equal(await next.stop(), 0);
});

test('a server that crashes is started again, and a stop still ends all of it', async () => {
  const oriel = await start('crashed');
  process.kill(oriel.pid, 'SIGABRT');
  const file = join(oriel.dataDir, 'ready.json');
  let next = oriel.pid;
  while (next === oriel.pid) {
    await pause(50);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) next = (JSON.parse(text) as { pid: number }).pid;
  }
  const { url } = JSON.parse(await readFile(file, 'utf8')) as { url: string };
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.match(oriel.output(), /crashed \(SIGABRT\) and is started again/);
  assert.equal(await oriel.stop(), 0);
  assert.equal(isAlive(next), false);
});

test('a start that is stopped leaves no database running', async () => {
  const directory = join(dataDir, 'unfinished');
  await mkdir(directory);
  const starting = runOriel(['--data', directory, '--port', '0', '--no-demo'], {}, async (child) => {
    const pid = await postmasterOf(directory);
    child.kill('SIGTERM');
    return pid;
  });
  const { during: pid } = await starting;
  const deadline = performance.now() + MAX_STOP_MS;
  while (isAlive(pid) && performance.now() < deadline) await pause(50);
  assert.equal(isAlive(pid), false);
});

/** The process of the database, as soon as there is one. */
async function postmasterOf(directory: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    if (pid > 0) return pid;
    await pause(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
