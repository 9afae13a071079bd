import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './support/browsers/browser.ts';
import { ADMIN_EMAIL, adminPassword, openConsole } from './support/console.ts';
import { makeDataDir, removeDataDir, startOriel, type Oriel } from './support/oriel.ts';
import { makeCertificate } from './support/hosts/self-signed.ts';

/**
 * A browser that takes the certificate of the test, and would refuse a cookie if its name and attributes did not agree.
 */
const TRUSTING = { ignoreHTTPSErrors: true };
const HSTS = 'max-age=31536000';

/** Asks over HTTPS, and takes every certificate. */
function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const { method = 'GET', headers = {}, body } = options;
      httpsRequest(url, { method, headers, rejectUnauthorized: false }, (answer) => {
        text(answer).then(
          (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
          reject,
        );
      })
        .once('error', reject)
        .end(body);
    },
  );
}

/** A proxy that ends HTTPS in front of a server, as an operator runs one. */
async function startProxy(target: string) {
  const server = createHttpsServer(makeCertificate(), (request, response) => {
    const { hostname, port } = new URL(target);
    const headers = {
      ...request.headers,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': request.headers.host,
    };
    const { method, url: path } = request;
    const forwarded = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.once('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const addresses = [
  '/',
  '/docs/api',
  '/docs/api/search.json',
  '/api/v1/spec',
  '/api/v1/users/me',
  '/api/v1/nothing',
  '/assets/nothing.js',
  '/embed/dashboard/nothing',
  '/healthz',
  '/%',
];

/** Everything that has to hold where a browser reaches the server by HTTPS. */
async function checkHttps(browser: Browser, oriel: Oriel, url: string): Promise<void> {
  for (const path of addresses) {
    const { headers } = await ask(url + path, { headers: { accept: 'text/html,*/*' } });
    assert.equal(headers['strict-transport-security'], HSTS, path);
  }
  const signedIn = await ask(`${url}/api/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: adminPassword(oriel) }),
  });
  const cookies = signedIn.headers['set-cookie'];
  assert.ok(Array.isArray(cookies) && cookies.length === 2, JSON.stringify(cookies));
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-oriel_(session|device)=/);
    assert.match(cookie, /; Path=\/(;|$)/);
    assert.match(cookie, /; HttpOnly(;|$)/);
    assert.match(cookie, /; Secure(;|$)/);
    assert.match(cookie, cookie.startsWith('__Host-oriel_session') ? /; SameSite=Lax/ : /; SameSite=Strict/);
    assert.doesNotMatch(cookie, /Domain/i);
  }
  await checkBrowser(browser, { ...oriel, url });
  const [value = ''] =
    /=([^;]+)/.exec(cookies.find((cookie) => cookie.includes('session')) ?? '')?.slice(1) ?? [];
  const statusWith = async (name: string) =>
    (await ask(`${url}/api/v1/users/me`, { headers: { cookie: `${name}=${value}` } })).status;
  // A host beside this one can set the plain name for its whole domain, and no name with the prefix.
  assert.deepEqual([await statusWith('__Host-oriel_session'), await statusWith('oriel_session')], [200, 401]);
}

async function checkBrowser(browser: Browser, oriel: Oriel): Promise<void> {
  const { page, problems } = await openConsole(browser, oriel, '/', TRUSTING);
  const held = async () => {
    const cookies = await page.context().cookies();
    return cookies.map(({ name, secure, httpOnly, sameSite }) => ({ name, secure, httpOnly, sameSite }));
  };
  const device = { name: '__Host-oriel_device', secure: true, httpOnly: true, sameSite: 'Strict' };
  const session = { name: '__Host-oriel_session', secure: true, httpOnly: true, sameSite: 'Lax' };
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
  assert.deepEqual((await held()).sort(byName), [device, session]);
  assert.equal(await page.evaluate(() => document.cookie), '');
  assert.deepEqual(problems, []);
  const status = await page.evaluate(
    async () => (await fetch('/api/v1/sign-out', { method: 'POST' })).status,
  );
  assert.equal(status, 200);
  assert.deepEqual(await held(), [device]);
  await page.context().close();
}

interface World {
  browser: Browser;
  oriel: Oriel;
  dataDir: string;
}

async function withOriel(args: (dataDir: string) => Promise<string[]>, use: (world: World) => Promise<void>) {
  const dataDir = await makeDataDir();
  const browser = await openBrowser();
  try {
    const oriel = await startOriel({ dataDir, args: ['--no-demo', ...(await args(dataDir))] });
    try {
      await use({ browser, oriel, dataDir });
    } finally {
      await oriel.stop();
    }
  } finally {
    await browser.close();
    await removeDataDir(dataDir);
  }
}

test('a server that ends TLS itself binds its cookies to the host and has browsers stay with HTTPS', async () => {
  const withTls = async (dataDir: string) => {
    const { cert, key } = makeCertificate();
    const files = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')] as const;
    await writeFile(files[0], cert);
    await writeFile(files[1], key, { mode: 0o600 });
    return ['--tls-cert', files[0], '--tls-key', files[1]];
  };
  await withOriel(withTls, async ({ browser, oriel }) => {
    assert.match(oriel.url, /^https:/);
    await checkHttps(browser, oriel, oriel.url);
    const { port, hostname } = new URL(oriel.url);
    const socket = connectTls({ port: Number(port), host: hostname, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.write('this is no HTTP\r\n\r\n');
    const answered = await text(socket);
    assert.match(answered, /^HTTP\/1\.1 400 /);
    assert.match(answered, /strict-transport-security: max-age=31536000/);
    await assert.rejects(fetch(oriel.url.replace('https:', 'http:')), 'plain HTTP is not spoken there');
  });
});

test('behind a proxy that ends HTTPS the same holds, and without it nothing is promised that does not', async () => {
  await withOriel(
    async () => ['--trusted-proxy', '127.0.0.1'],
    async ({ browser, oriel }) => {
      const proxy = await startProxy(oriel.url);
      try {
        await checkHttps(browser, oriel, proxy.url);
        const created = await ask(`${proxy.url}/`, { headers: { accept: '*/*' } });
        assert.ok(created.body.includes(`${proxy.url}/docs/api`), created.body);
      } finally {
        await proxy.close();
      }
      const plain = await fetch(`${oriel.url}/api/v1/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: ADMIN_EMAIL, password: adminPassword(oriel) }),
      });
      // On the loopback interface, where a browser would refuse the prefix and keep no promise of HTTPS.
      assert.equal(plain.headers.get('strict-transport-security'), null);
      for (const cookie of plain.headers.getSetCookie()) assert.match(cookie, /^oriel_(session|device)=/);
      const unencrypted = await fetch(`${oriel.url}/api/v1/spec`, {
        headers: { 'x-forwarded-proto': 'http' },
      });
      assert.equal(unencrypted.status, 403, 'the proxy says that its caller was not encrypted');
    },
  );
});
