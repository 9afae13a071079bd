import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { toBlockList } from '@oriel/engine/address-list';
import { OutboundError, type OutboundFault } from './outbound-error.ts';
import { createOutboundFetch, type OutboundOptions } from './outbound-fetch.ts';

let answer: (request: IncomingMessage, reply: ServerResponse) => void = () => {};
let requests = 0;
const server = createServer((request, reply) => {
  requests++;
  answer(request, reply);
});
let port = 0;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  port = (server.address() as AddressInfo).port;
});
after(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const LOOPBACK = toBlockList(['127.0.0.0/8']);
const createFetch = (options: Partial<OutboundOptions> = {}) =>
  createOutboundFetch({ privateNetworks: LOOPBACK, ...options });
const isFault = (fault: OutboundFault) => (error: unknown) =>
  error instanceof OutboundError && error.fault === fault;

test('a request goes out with its method, headers and body, and its answer comes back', async () => {
  answer = (request, reply) => {
    void text(request).then((body) => {
      reply.writeHead(201, { 'content-type': 'application/json', 'x-twice': ['a', 'b'] });
      reply.end(JSON.stringify({ method: request.method, url: request.url, body, ...request.headers }));
    });
  };
  const response = await createFetch()(`http://127.0.0.1:${port}/token?a=1`, {
    method: 'POST',
    headers: { authorization: 'Basic x' },
    body: new URLSearchParams({ code: 'a b' }),
  });
  assert.equal(response.status, 201);
  assert.equal(response.headers.get('x-twice'), 'a, b');
  const { method, url, body, authorization, host } = (await response.json()) as Record<string, string>;
  assert.deepEqual(
    { method, url, body, authorization, host },
    {
      method: 'POST',
      url: '/token?a=1',
      body: 'code=a+b',
      authorization: 'Basic x',
      host: `127.0.0.1:${port}`,
    },
  );
});

test('private networks are not reached, nothing is sent there', async () => {
  const refuse = createFetch({ privateNetworks: toBlockList([]) });
  const before = requests;
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:7f00:1]', '2130706433', '0x7f.1'])
    await assert.rejects(refuse(`http://${host}:${port}/`), isFault('address_refused'), host);
  assert.equal(requests, before);
});

test('a name that resolves anew, now to a private address, leads to the address that was checked', async () => {
  answer = (_request, reply) => reply.end('here');
  const asked: string[] = [];
  // Nothing listens at the second answer: a connection that looked the name up again would fail.
  const findAddresses = async (host: string) => [asked.push(host) === 1 ? '127.0.0.1' : '127.0.0.2'];
  const fetch = createFetch({ findAddresses, privateNetworks: toBlockList(['127.0.0.1']) });
  const response = await fetch(`http://rebind.example.com:${port}/`);
  assert.equal(await response.text(), 'here');
  assert.deepEqual(asked, ['rebind.example.com']);
  await assert.rejects(fetch(`http://rebind.example.com:${port}/`), isFault('address_refused'));
});

test('a redirect is answered and not followed', async () => {
  answer = (_request, reply) => reply.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end();
  const before = requests;
  const response = await createFetch()(`http://127.0.0.1:${port}/`);
  assert.equal(response.status, 302);
  assert.equal(requests, before + 1);
});

test('plain HTTP reaches allowed private networks alone', async () => {
  const fetch = createFetch({ findAddresses: async () => ['93.184.215.14'] });
  await assert.rejects(fetch('http://idp.example.com/'), /is reached by https only/);
});

test('other protocols and addresses with a user are refused', async () => {
  const fetch = createFetch();
  for (const address of [
    'file:///etc/passwd',
    'ftp://a/',
    'https://user:secret@idp.example.com/',
    'nothing',
    'data:,a',
  ])
    await assert.rejects(
      fetch(address),
      (error) => isFault('address_refused')(error) && !String(error).includes('secret'),
      address,
    );
});

test('an answer that is too large ends the connection', async () => {
  answer = (_request, reply) => {
    const send = () => {
      if (!reply.destroyed) reply.write(Buffer.alloc(65_536), () => setImmediate(send));
    };
    send();
  };
  await assert.rejects(createFetch()(`http://127.0.0.1:${port}/`), isFault('too_large'));
});

test('an answer that does not come, or does not end, is a timeout', async () => {
  const fetch = createFetch({ timeoutMs: 200 });
  answer = () => {};
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`), isFault('timeout'));
  answer = (_request, reply) => void reply.write('a');
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`), isFault('timeout'));
});

test('the signal of the caller ends a request', async () => {
  const controller = new AbortController();
  answer = () => controller.abort(new Error('gone'));
  await assert.rejects(createFetch()(`http://127.0.0.1:${port}/`, { signal: controller.signal }), /gone/);
});

test('a host that cannot be reached, or that speaks something else, is told without what it says', async () => {
  answer = (request) => request.socket.end('HTTP/9 hello\r\n\r\n');
  await assert.rejects(
    createFetch()(`http://127.0.0.1:${port}/`),
    (error) => isFault('unreachable')(error) && !String(error).includes('hello'),
  );
});
