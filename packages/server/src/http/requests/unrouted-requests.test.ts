import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { limits } from '@oriel/contract';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { createConnectionProblems } from '../listening/connection-problems.ts';

/** What is refused before there is a route: by the parser of HTTP, or for its address. */
let testApp: TestApp;
let port: number;
before(async () => {
  testApp = await createTestApp();
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(url).port);
});
after(() => testApp.close());

interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends text as it is and reads until the server closes the connection. */
async function sendRaw(request: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  // Not ended: the server has to close what it refuses.
  socket.write(request);
  return parseAnswer(await readAll(socket));
}

async function readAll(socket: Socket): Promise<string> {
  try {
    return await text(socket);
  } finally {
    socket.destroy();
  }
}

function parseAnswer(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(pairs),
    body: answer.slice(end + 4),
  };
}

const head = 'Host: localhost\r\nConnection: close\r\n';
const folders = '/api/v1/deployments/1/folders';

const refused: Record<string, { request: string; status: number; code: string }> = {
  'an address that is too long': {
    request: `GET ${folders}?search=${'x'.repeat(limits.MAX_HEADER_BYTES)} HTTP/1.1\r\n${head}\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'an address of a megabyte': {
    request: `GET /${'x'.repeat(1_000_000)} HTTP/1.1\r\n${head}\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'headers that are too long': {
    request: `GET ${folders} HTTP/1.1\r\n${head}X-Long: ${'x'.repeat(limits.MAX_HEADER_BYTES)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'what is no HTTP': { request: 'Hello\r\n\r\n', status: 400, code: 'malformed_request' },
  'a TLS greeting': { request: '\x16\x03\x01\x02\x00\x01', status: 400, code: 'malformed_request' },
  'a method that is none': {
    request: `NONSENSE / HTTP/1.1\r\n${head}\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'a header without a name': {
    request: `GET / HTTP/1.1\r\n${head}: x\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'two lengths': {
    request: `POST ${folders} HTTP/1.1\r\n${head}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
    status: 400,
    code: 'malformed_request',
  },
  'a length beside chunks': {
    request: `POST ${folders} HTTP/1.1\r\n${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'chunks that say too much of themselves, where no body is asked for': {
    request: `POST /api/v1/sign-out HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\nx\r\n0\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'two hosts': {
    request: `GET ${folders} HTTP/1.1\r\n${head}Host: other\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'a host that is none': {
    request: `GET ${folders} HTTP/1.1\r\nHost: evil.example"><script>\r\nConnection: close\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'a host with a user': {
    request: `GET ${folders} HTTP/1.1\r\nHost: me@localhost\r\nConnection: close\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'an empty host': {
    request: `GET ${folders} HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'a request without a host': {
    request: `GET ${folders} HTTP/1.1\r\nConnection: close\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'an address that cannot be decoded': {
    request: `GET ${folders}/%zz HTTP/1.1\r\n${head}\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'a wish for a tunnel': {
    request: `CONNECT localhost:1 HTTP/1.1\r\n${head}\r\n`,
    status: 405,
    code: 'method_not_allowed',
  },
  'a method that nothing takes': {
    request: `PROPFIND ${folders} HTTP/1.1\r\n${head}\r\n`,
    status: 405,
    code: 'method_not_allowed',
  },
  'a search without a media type': {
    request: `QUERY ${folders} HTTP/1.1\r\n${head}\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'the address of everything': {
    request: `DELETE * HTTP/1.1\r\n${head}\r\n`,
    status: 404,
    code: 'not_found',
  },
  'a body that is larger than it may be': {
    request: `POST /api/v1/sign-in HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${limits.MAX_BODY_BYTES + 1}\r\n\r\n`,
    status: 413,
    code: 'payload_too_large',
  },
  'a target without a host': {
    request: `GET http:///api/v1/spec HTTP/1.1\r\n${head}\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'a target with a user before its host': {
    request: `GET http://localhost@other.example/api/v1/spec HTTP/1.1\r\n${head}\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'a target of another protocol': {
    request: `GET ftp://localhost/api/v1/spec HTTP/1.1\r\n${head}\r\n`,
    status: 404,
    code: 'not_found',
  },
  'a target with a host, without the header Host': {
    request: `GET http://localhost/api/v1/spec HTTP/1.1\r\nConnection: close\r\n\r\n`,
    status: 400,
    code: 'malformed_request',
  },
  'an unknown expectation, for what else is wrong': {
    request: `GET ${folders} HTTP/1.1\r\n${head}Expect: wonders\r\n\r\n`,
    status: 401,
    code: 'unauthenticated',
  },
};

for (const [what, { request, status, code }] of Object.entries(refused))
  test(`${what} is refused in the words of every other refusal`, async () => {
    const answer = await sendRaw(request);
    assert.equal(answer.status, status, answer.body);
    const problem = JSON.parse(answer.body) as Record<string, unknown>;
    assert.deepEqual([problem['status'], problem['code']], [status, code]);
    assert.equal(typeof problem['message'], 'string');
    assert.equal(problem['requestId'], answer.headers.get('x-request-id'));
    assert.match(String(problem['requestId']), /^[\da-f-]{36}$/);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

test('a request that does not arrive in time is refused in the words of every other refusal', async () => {
  const problems = createConnectionProblems({ info: () => {} });
  const options = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };
  const server = createServer(options, () => assert.fail('It never came'));
  server.on('clientError', problems.answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost:');
  const { status, body } = parseAnswer(await readAll(socket));
  server.close();
  assert.deepEqual([status, (JSON.parse(body) as { code: string }).code], [408, 'request_timeout']);
});

test('what follows an answer that is under way cuts the connection, and never becomes a part of the answer', async () => {
  const problems = createConnectionProblems({ info: () => {} });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('begin');
  });
  server.on('clientError', problems.answer);
  problems.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.write('no chunk\r\n');
  const rest = await readAll(socket).catch(() => '');
  server.close();
  assert.match(first.toString() + rest, /\r\n\r\nbegin$/);
});

test('the host of an absolute target decides the account, whatever the header Host says', async () => {
  const { build, database } = testApp;
  const tenantId = await build.tenant({ host: 'other.example' });
  const userId = await build.user({ tenantId, role: 'Admin' });
  const key = await build.apiKey({ tenantId, userId });
  await database.credentialChanges.catchUp();
  const statusOf = async (target: string, host: string, secret: string) => {
    const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${secret}`];
    return (await sendRaw(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)).status;
  };
  const path = '/api/v1/api-keys';
  assert.equal(await statusOf(path, 'other.example', key), 200);
  for (const scheme of ['http', 'HTTPS']) {
    assert.equal(await statusOf(`${scheme}://other.example${path}`, 'localhost', key), 200, scheme);
    assert.equal(await statusOf(`${scheme}://localhost${path}`, 'other.example', key), 401, scheme);
    assert.equal(
      await statusOf(`${scheme}://localhost:4000${path}?`, 'other.example', testApp.adminKey),
      200,
    );
  }
});

test('an absolute target without a path asks for the root', async () => {
  const { body } = await sendRaw(`GET http://other.example?a=1 HTTP/1.1\r\n${head}\r\n`);
  assert.match(body, /http:\/\/other\.example\/docs\/api/);
});
