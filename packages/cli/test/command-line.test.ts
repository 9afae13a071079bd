import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runOriel, type CommandOutcome } from './run-oriel.ts';

/** What can be told without a server that answers. */
let cwd: string;
before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'oriel-cli-'));
});
after(() => rm(cwd, { recursive: true, force: true, maxRetries: 10 }));

const oriel = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandOutcome> =>
  runOriel(args, { cwd, env });

/** A fault is one line on the error output, and nothing is a result. */
function assertFault(outcome: CommandOutcome, code: number, line: string): void {
  assert.deepEqual(outcome, { code, stdout: '', stderr: `oriel: ${line}\n` });
}

const COMMANDS =
  'start, login, logout, whoami, profile list, profile use, deployments, workspace, source test, source tables, query, deploy, spec, embed-check, agent eval, model check, model sql, model explain, model query, model meta, rotate-key, rotate-signing-keys, tenant create, tenant add-host';

for (const name of ['constructor', 'toString', '__proto__', 'fly'])
  test(`${name} is no command`, async () => {
    assertFault(await oriel([name]), 2, `There is no command ${name}: the commands are ${COMMANDS}`);
  });

test('a mistyped command is told the nearest one', async () => {
  const line = 'There is no command deploymens: did you mean deployments? oriel --help lists all';
  assertFault(await oriel(['deploymens']), 2, line);
});

test('a flag before the command is told where it belongs', async () => {
  const line = 'There is no command --json: the command comes first, as in oriel deployments --json';
  assertFault(await oriel(['--json', 'deployments']), 2, line);
});

test('without a command the usage is a fault, with --help it is the result', async () => {
  const [missing, asked] = await Promise.all([oriel([]), oriel(['--help'])]);
  assert.deepEqual([missing.code, missing.stdout], [2, '']);
  assert.deepEqual([asked.code, asked.stderr], [0, '']);
  assert.equal(asked.stdout, missing.stderr);
  for (const word of [...COMMANDS.split(', '), 'Exit codes']) assert.ok(asked.stdout.includes(word), word);
});

for (const [name, flags] of [
  ['deployments', ['--limit N']],
  ['workspace', ['--deployment N', '--folder N', '--limit N']],
  ['query', ['--deployment N', '--query JSON']],
  ['spec', []],
] as const)
  test(`${name} --help shows what the command takes`, async () => {
    const [{ code, stdout, stderr }, byHelp] = await Promise.all([
      oriel([name, '--help']),
      oriel(['help', name]),
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(byHelp.stdout, stdout);
    for (const word of [`Usage: oriel ${name}`, ...flags, '--json', '--url URL', '--api-key KEY'])
      assert.ok(stdout.includes(word), word);
  });

test("start --help shows the server's flags", async () => {
  const { code, stdout } = await oriel(['start', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /--database-url URL/);
});

test('a flag that the command does not take is named', async () => {
  const [foreign, unknown] = await Promise.all([
    oriel(['deployments', '--folder', '3']),
    oriel(['deployments', '--prot']),
  ]);
  assertFault(foreign, 2, 'deployments takes no --folder; see oriel deployments --help');
  assertFault(unknown, 2, "Unknown option '--prot'; see oriel deployments --help");
});

test('a server address that is none is named, with where it was said', async () => {
  const expected = (source: string) =>
    `${source} takes an http or https address such as https://analytics.example.com, not "localhost:4000"`;
  assertFault(await oriel(['spec', '--url', 'localhost:4000']), 2, expected('--url'));
  assertFault(await oriel(['spec'], { ORIEL_URL: 'localhost:4000' }), 2, expected('ORIEL_URL'));
});

test('says what is missing where no server or no key is known', async () => {
  const start =
    'No server is known: run oriel login --url URL, start one with oriel start, give --url or set ORIEL_URL';
  assertFault(await oriel(['spec']), 2, start);
  const key =
    'No login and no API key for http://localhost:1 is known: run oriel login --url http://localhost:1, set ORIEL_API_KEY or give --api-key';
  assertFault(await oriel(['spec', '--url', 'http://localhost:1']), 2, key);
});

test('a key that cannot be one is refused without being shown', async () => {
  const outcome = await oriel(['spec', '--url', 'http://localhost:1'], { ORIEL_API_KEY: 'orl_ä\n' });
  assertFault(outcome, 2, 'ORIEL_API_KEY is not an API key: it has characters that no key has');
});

test('a server that does not answer is named, with the reason', async () => {
  // A port that was free a moment ago.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
  const message = `No server answers at ${url} (--url; ECONNREFUSED): start it, or name another with --url or ORIEL_URL`;
  const args = ['deployments', '--url', `${url}/`, '--api-key', 'orl_key'];
  assertFault(await oriel(args), 3, message);
  const asJson = await oriel([...args, '--json']);
  assert.deepEqual(JSON.parse(asJson.stderr), { error: { code: 'unreachable', message } });
  assert.deepEqual([asJson.code, asJson.stdout], [3, '']);
});

const withoutOpenSsl =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl makes the certificate of this test';

test('a certificate that is not trusted is told apart from silence', { skip: withoutOpenSsl }, async () => {
  const [key, cert] = [join(cwd, 'key.pem'), join(cwd, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject];
  assert.equal(spawnSync('openssl', made).status, 0);
  const options = { key: await readFile(key), cert: await readFile(cert) };
  const server = createSecureServer(options, (_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const args = ['spec', '--url', url, '--api-key', 'orl_key'];
    const line = `The certificate of ${url} (--url) is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): name the file of its issuer in NODE_EXTRA_CA_CERTS`;
    assertFault(await oriel(args), 3, line);
    assert.equal((await oriel(args, { NODE_EXTRA_CA_CERTS: cert })).stdout, '{}\n');
  } finally {
    server.close();
  }
});

test('the key of ready.json goes to its own server only', async () => {
  const ready = { url: 'http://localhost:1', apiKey: 'orl_key' };
  await writeFile(join(cwd, 'ready.json'), JSON.stringify(ready));
  const outcome = await oriel(['spec', '--url', 'http://localhost:2'], { ORIEL_DATA: cwd });
  const line =
    'No login and no API key for http://localhost:2 is known: run oriel login --url http://localhost:2, set ORIEL_API_KEY or give --api-key';
  assertFault(outcome, 2, line);
});
