import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AddressInfo } from 'node:net';
import { createTestApp, type TestApp } from '../../test/index.ts';

const PROXY = '127.0.0.1';

let plain: TestApp;
let port: number;
before(async () => {
  plain = await createTestApp({ trustedProxies: [PROXY] });
  await plain.app.listen({ port: 0, host: '0.0.0.0' });
  port = (plain.app.server.address() as AddressInfo).port;
});
after(() => plain.close());

const spec = '/api/v1/spec';

test('plain HTTP on the loopback interface is taken', async () => {
  assert.equal((await fetch(`http://127.0.0.1:${port}${spec}`)).status, 200);
});

test('plain HTTP from elsewhere is refused', async (context) => {
  const addresses = Object.values(networkInterfaces()).flat();
  const outside = addresses.find((entry) => entry && !entry.internal && entry.family === 'IPv4')?.address;
  if (outside === undefined) return context.skip('this machine has the loopback interface alone');
  const answer = await fetch(`http://${outside}:${port}${spec}`);
  assert.equal(answer.status, 403);
  assert.equal(((await answer.json()) as { code: string }).code, 'https_required');
  assert.equal(
    (await fetch(`http://${outside}:${port}/healthz`)).status,
    200,
    'a health check needs no certificate',
  );
});

test("a trusted proxy's word on the protocol is taken, its last word if there are several", async () => {
  const ask = (forwarded: string) =>
    fetch(`http://127.0.0.1:${port}${spec}`, { headers: { 'x-forwarded-proto': forwarded } });
  assert.equal((await ask('https')).status, 200);
  assert.equal((await ask('http')).status, 403);
  assert.equal((await ask('https, http')).status, 403);
});

test('the server ends TLS itself', async (context) => {
  if (spawnSync('openssl', ['version']).status !== 0)
    return context.skip('this machine has no openssl to make a certificate with');
  const directory = mkdtempSync(join(tmpdir(), 'oriel-tls-'));
  const [certFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-keyout',
      keyFile,
      '-out',
      certFile,
      ...subject,
    ],
    {
      stdio: 'ignore',
    },
  );
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const secure = await createTestApp({ tls });
  try {
    await secure.app.listen({ port: 0, host: '127.0.0.1' });
    const { status, headers } = await ask((secure.app.server.address() as AddressInfo).port, tls.cert);
    assert.equal(status, 200);
    assert.match(String(headers['strict-transport-security']), /max-age/);
  } finally {
    await secure.close();
    rmSync(directory, { recursive: true });
  }
});

function ask(
  port: number,
  ca: Buffer,
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    httpsRequest({ host: '127.0.0.1', port, path: spec, ca, servername: 'localhost' }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers }));
    })
      .once('error', reject)
      .end();
  });
}

test('what a client says in the place of a proxy is not believed', async () => {
  const untrusting = await createTestApp();
  try {
    const tenantId = await untrusting.build.tenant({ host: 'other.example' });
    const userId = await untrusting.build.user({ tenantId, role: 'Admin' });
    const key = await untrusting.build.apiKey({ tenantId, userId });
    const spoofed = {
      'x-forwarded-host': 'other.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'host=other.example;proto=https',
    };
    const ask = (headers: Record<string, string>) =>
      untrusting.call({ method: 'GET', path: '/api/v1/api-keys', key, headers });
    assert.equal((await ask({ host: 'other.example' })).statusCode, 200);
    const answer = await ask({ host: 'localhost', ...spoofed });
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['strict-transport-security'], undefined);
    const elsewhere = await untrusting.app.inject({
      url: spec,
      headers: spoofed,
      remoteAddress: '203.0.113.7',
    });
    assert.equal(elsewhere.json().code, 'https_required');
  } finally {
    await untrusting.close();
  }
});
