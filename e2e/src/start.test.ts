import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeDataDir, removeDataDir, runOriel, startOriel } from './support/oriel.ts';

let dataDir: string;
before(async () => {
  dataDir = await makeDataDir();
});
after(() => removeDataDir(dataDir));

/** What a refusal to start looks like: one line that says why, and an exit code. */
async function refusal(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await runOriel(args, env);
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('oriel:'));
  assert.notEqual(code, 0, output);
  assert.equal(lines.length, 1, output);
  assert.ok(!output.includes('    at '), `a stack trace:\n${output}`);
  return lines[0] ?? '';
}

test('names an unknown flag', async () => {
  assert.match(await refusal(['--prot', '4000']), /--prot/);
});

test('names a port that is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const { port } = other.address() as { port: number };
  try {
    assert.match(
      await refusal(['--data', dataDir, '--port', String(port), '--no-demo']),
      new RegExp(`Port ${port} is in use`),
    );
  } finally {
    other.close();
  }
});

test('names a data folder that cannot be one', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  assert.match(await refusal(['--data', join(file, 'below'), '--port', '0']), /data folder .*a-file/);
});

test('says that the database address does not work, without its password', async () => {
  const url = 'postgres://someone:hunter2@127.0.0.1:1/none';
  const line = await refusal(['--data', join(dataDir, 'unused'), '--port', '0'], { DATABASE_URL: url });
  assert.match(line, /DATABASE_URL/);
  assert.ok(!line.includes('hunter2'));
});

test('lists its flags and variables', async () => {
  const { code, output } = await runOriel(['--help']);
  assert.equal(code, 0);
  for (const word of ['--port', '--data', '--no-demo', 'ORIEL_BOOTSTRAP_API_KEY', 'DATABASE_URL'])
    assert.ok(output.includes(word), word);
});

test('starts empty without the demo, keeps the bootstrap key, refuses a second server, stops on SIGTERM', async () => {
  const directory = join(dataDir, 'empty');
  await mkdir(directory);
  const bootstrap = 'orl_bootstrap-key-for-automation-0123456789';
  const first = await startOriel({
    dataDir: directory,
    args: ['--no-demo'],
    env: { ORIEL_BOOTSTRAP_API_KEY: bootstrap },
  });
  const deployments = await fetch(`${first.url}/api/v1/deployments`, {
    headers: { authorization: `Bearer ${bootstrap}` },
  });
  assert.equal(deployments.status, 200);
  assert.match(await refusal(['--data', directory, '--port', '0']), /in use by another Oriel/);
  assert.equal(await first.stop(), 0);

  const second = await startOriel({ dataDir: directory, args: ['--no-demo'] });
  assert.equal(second.apiKey, undefined, 'an API key is told at the first start only');
  assert.equal((await fetch(`${second.url}/readyz`)).status, 200);
  assert.equal(
    (await fetch(`${second.url}/api/v1/deployments`, { headers: { authorization: `Bearer ${bootstrap}` } }))
      .status,
    200,
  );
  assert.equal((await readFile(join(directory, 'ready.json'), 'utf8')).includes('orl_'), false);
  await second.stop();
});

test('loses nothing that was acknowledged when it is killed', async () => {
  const directory = join(dataDir, 'killed');
  await mkdir(directory);
  const key = 'orl_bootstrap-key-for-automation-0123456789';
  const env = { ORIEL_BOOTSTRAP_API_KEY: key };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let kept: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const oriel = await startOriel({ dataDir: directory, args: ['--no-demo'], env });
    const listed = await fetch(`${oriel.url}/api/v1/api-keys`, { headers });
    const names = ((await listed.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
    for (const name of kept) assert.ok(names.includes(name), `${name} is gone`);
    const writing = Array.from({ length: 30 }, async (_, index) => {
      const name = `round-${round}-${index}`;
      const answer = await fetch(`${oriel.url}/api/v1/api-keys`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      });
      return answer.status === 201 ? name : undefined;
    });
    // The kill falls among the writes: as soon as the first few are acknowledged.
    await Promise.all(writing.slice(0, 5));
    const acknowledged = Promise.allSettled(writing);
    await oriel.kill();
    const outcomes = await acknowledged;
    kept = [
      ...kept,
      ...outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : [],
      ),
    ];
  }
  assert.ok(kept.length >= 15);
});
