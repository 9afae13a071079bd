import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runOriel, spawnOriel, type CommandOutcome } from './run-oriel.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-operator-'));
  // The embedded database may have to run as another user than the tests.
  await chmod(dataDir, 0o755);
});
after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

const oriel = (...args: string[]): Promise<CommandOutcome> =>
  runOriel(args, { cwd: dataDir, env: { ORIEL_DATA: dataDir } });

async function readReady(): Promise<{ url: string; apiKey: string }> {
  for (;;) {
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
    if (text.endsWith('\n')) return JSON.parse(text) as { url: string; apiKey: string };
    await pause(50);
  }
}

test('an operator has nothing to work on before the first start', async () => {
  const { code, stderr } = await oriel('rotate-key');
  assert.deepEqual([code, stderr], [2, 'oriel: There is no installation yet; start the server once\n']);
});

test(
  'accounts and keys are made while the server runs, and when it does not',
  { timeout: 240_000 },
  async (context) => {
    const { child, outcome } = spawnOriel(['start', '--no-demo', '--data', dataDir, '--port', '0'], {
      cwd: dataDir,
    });
    // Where the test fails before it stops the server itself.
    context.after(() => child.kill());
    const { url, apiKey } = await readReady();
    const call = (path: string, key: string, init: RequestInit = {}) =>
      fetch(url + path, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
    const created = await call('/build/api/v1/deployments', apiKey, {
      method: 'POST',
      body: JSON.stringify({ name: 'One' }),
    });
    const { id } = (await created.json()) as { id: number };
    const keys = await readFile(join(dataDir, 'secret.keys'), 'utf8');

    for (const args of [['rotate-signing-keys'], ['rotate-signing-keys', '--withdraw']])
      assert.equal((await oriel(...args)).code, 0);
    const rotated = await oriel('rotate-key');
    assert.deepEqual([rotated.code, rotated.stdout], [0, '5 secrets were encrypted with the new key\n']);
    assert.notEqual(await readFile(join(dataDir, 'secret.keys'), 'utf8'), keys);
    const variables = await call(`/api/v1/deployments/${id}/env-vars`, apiKey);
    assert.deepEqual(((await variables.json()) as { items: object[] }).items, [
      { name: 'CUBEJS_DB_TYPE', value: 'duckdb' },
    ]);

    const made = await oriel(
      'tenant',
      'create',
      'acme',
      '--host',
      'Localhost.localdomain',
      '--email',
      'ada@example.com',
    );
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /^Sign in {5}ada@example\.com {3}\S{16}\nAPI key {5}orl_\S+\n$/);
    // The key is of another account than this host's.
    const [, key = ''] = /API key\s+(\S+)/.exec(made.stdout) ?? [];
    assert.equal((await call('/api/v1/deployments', key)).status, 401);
    const moved = await oriel('tenant', 'add-host', 'acme', '127.0.0.1');
    assert.equal(moved.code, 0, moved.stderr);
    const there = await fetch(`${url.replace('localhost', '127.0.0.1')}/api/v1/deployments`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(there.status, 200);
    assert.deepEqual(((await there.json()) as { items: object[] }).items, []);
    // Each account reads in its log what the operator did in it.
    for (const [base, own, expected] of [
      [
        url,
        apiKey,
        ['rotate-key updated variable', 'rotate-key updated apiSecret', 'rotate-key updated embedSecret'],
      ],
      [
        url.replace('localhost', '127.0.0.1'),
        key,
        [
          'tenant add-host created accountHost',
          'tenant create created accountHost',
          'tenant create created apiKey',
          'tenant create created user',
          'tenant create created embedSecret',
          'tenant create created account',
        ],
      ],
    ] as const) {
      const log = await fetch(`${base}/api/v1/audit-logs`, { headers: { authorization: `Bearer ${own}` } });
      const { items } = (await log.json()) as {
        items: { eventName: string; callerKind: string; action: string; resource: string }[];
      };
      assert.deepEqual(
        items
          .filter(({ callerKind }) => callerKind === 'operator')
          .map(({ eventName, action, resource }) => `${eventName} ${action} ${resource}`),
        expected,
      );
    }

    child.kill('SIGTERM');
    assert.equal((await outcome).code, 0);
    for (const [args, line] of [
      [['tenant', 'create', 'acme'], 'There is an account acme already'],
      [
        ['tenant', 'create', 'Not a name'],
        '"Not a name" is no name of an account: letters, digits and dashes, at most 63',
      ],
      [['tenant', 'create', 'other', '--host', '127.0.0.1'], 'The host 127.0.0.1 belongs to another account'],
      [['tenant', 'add-host', 'nobody', 'a.example.com'], 'There is no account nobody'],
      [['tenant', 'add-host', 'acme'], 'The command takes NAME and HOST'],
      [['rotate-key', '--port', '1'], "Unknown option '--port'"],
    ] as const) {
      const refused = await oriel(...args);
      assert.deepEqual([refused.code, refused.stderr], [2, `oriel: ${line}\n`]);
    }
    // One that was refused has left nothing behind.
    assert.equal((await oriel('tenant', 'create', 'other')).code, 0);
  },
);
