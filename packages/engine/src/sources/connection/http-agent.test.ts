import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { test, type TestContext } from 'node:test';
import { hasOpenssl, makeCertificates } from '../../../test/engines/certificates.ts';
import { createHttpAgent } from './http-agent.ts';
import type { ReachableNetworks } from './reachable-socket.ts';
import type { TlsConfig } from './source-config.ts';

const LOOPBACK_REFUSED: ReachableNetworks = { refused: ['127.0.0.0/8', '::1'], allowed: [] };
const certificates = hasOpenssl() ? makeCertificates() : undefined;
const skip = certificates ? false : 'this machine has no openssl to make certificates with';

/** What a server has answered, or the code that the request failed with. */
async function ask(
  port: number,
  { host = '127.0.0.1', ...options }: Parameters<typeof createHttpAgent>[0] & { host?: string },
): Promise<string> {
  const agent = createHttpAgent(options);
  const request = (options.ssl ? https : http).get({ agent, host, port });
  try {
    // Rejects with the event `error`.
    const [response] = await once(request, 'response');
    const [body] = (await once(response, 'data')) as [Buffer];
    return body.toString();
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    agent.destroy();
  }
}

async function listen(t: TestContext, server: http.Server | https.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a request leads into reachable networks alone, whatever name leads there', async (t) => {
  let count = 0;
  const server = http.createServer((_request, reply) => reply.end('here'));
  server.on('connection', () => (count += 1));
  const port = await listen(t, server);
  for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '127.1'])
    for (const ssl of [undefined, { rejectUnauthorized: false }])
      assert.equal(await ask(port, { host, ssl, networks: LOOPBACK_REFUSED }), 'ERR_ADDRESS_REFUSED', host);
  assert.equal(count, 0);
  const networks = { ...LOOPBACK_REFUSED, allowed: ['127.0.0.1'] };
  assert.equal(await ask(port, { networks }), 'here');
  assert.equal(await ask(port, {}), 'here');
});

test('connections are kept for the next request, and are as many as it may have', async (t) => {
  const ports = new Set<number | undefined>();
  const port = await listen(
    t,
    http.createServer(({ socket }, reply) => {
      ports.add(socket.remotePort);
      reply.end('here');
    }),
  );
  const agent = createHttpAgent({ maxConnections: 2 });
  t.after(() => agent.destroy());
  const get = async () => {
    const [response] = await once(http.get({ agent, host: '127.0.0.1', port }), 'response');
    response.resume();
    await once(response, 'end');
  };
  await Promise.all(Array.from({ length: 8 }, get));
  await get();
  assert.equal(ports.size, 2);
});

test('a certificate is checked against its authority and its name', { skip }, async (t) => {
  assert.ok(certificates);
  const { ca, server, client } = certificates;
  const answer = (request: http.IncomingMessage, reply: http.ServerResponse) =>
    reply.end(`for ${(request.socket as TLSSocket).getPeerCertificate().subject?.CN}`);
  const port = await listen(
    t,
    https.createServer({ ...server, ca, requestCert: true, rejectUnauthorized: false }, answer),
  );
  const checked: TlsConfig = { rejectUnauthorized: true, ca };
  const cases: [ssl: TlsConfig, told: string][] = [
    [checked, 'for undefined'],
    [{ ...checked, ...client }, 'for reader'],
    [{ ...checked, servername: 'engine.example.com' }, 'for undefined'],
    [{ ...checked, servername: '127.0.0.1' }, 'for undefined'],
    [{ ...checked, servername: 'other.example.com' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [{ ...checked, servername: '127.0.0.2' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [{ rejectUnauthorized: true }, 'SELF_SIGNED_CERT_IN_CHAIN'],
    [{ rejectUnauthorized: false }, 'for undefined'],
  ];
  for (const [ssl, told] of cases) assert.equal(await ask(port, { ssl }), told, JSON.stringify(ssl));
  assert.equal(
    await ask(port, { host: 'localhost', ssl: checked }),
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'the name is that of the host',
  );
  const plain = await listen(
    t,
    http.createServer((_request, reply) => reply.end('here')),
  );
  assert.match(await ask(plain, { ssl: checked }), /^(ECONNRESET|EPROTO|ERR_SSL_)/);
});
