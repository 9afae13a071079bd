import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { createHttpSender } from '../../../src/sources/connection/http-sender.ts';
import { readPages } from '../../../src/sources/trino/trino-pages.ts';
import { pageOf } from '../../../src/sources/trino/trino-answers.ts';
import { readAll } from '../../read-all.ts';
import { pageText, startFakeTrino, type FakeTrino } from './fake-trino.ts';

const FIRST = '/v1/statement/queued/fake/1';
const SECOND = '/v1/statement/executing/fake/2';
const UNREACHED =
  'The database cannot be reached: nothing is reached at its host and port, or no Trino answers there';

/** Asks a fake one statement, and closes it. */
async function ask(fake: FakeTrino): Promise<unknown> {
  try {
    return await readAll(fake.source, 'SELECT 1');
  } finally {
    await fake.close();
  }
}

test('a server with too much to do is asked again', async () => {
  let busy = [503, 429, 502, 504];
  const fake = await startFakeTrino(({ method, url }, reply, self) => {
    const [status] = busy;
    busy = busy.slice(1);
    if (status !== undefined) reply.writeHead(status).end('busy');
    else if (method === 'POST') {
      busy = [503];
      reply.end(pageText(self, { next: FIRST }));
    } else reply.end(pageText(self, url === FIRST ? { next: SECOND } : { data: [[1]] }));
  });
  assert.deepEqual(await ask(fake), [[1]]);
  assert.deepEqual(fake.requests, [
    ...Array.from({ length: 5 }, () => 'POST /v1/statement'),
    ...Array.from({ length: 2 }, () => `GET ${FIRST}`),
    `GET ${SECOND}`,
  ]);
});

test('one that says for how long is not asked before, and not waited for beyond patience', async () => {
  const fake = await startFakeTrino((_request, reply) =>
    reply.writeHead(503, { 'retry-after': '3600' }).end('busy'),
  );
  await assert.rejects(ask(fake), { code: 'source.unavailable', message: /it has too much to do$/ });
  assert.deepEqual(fake.requests, ['POST /v1/statement']);
});

test('a connection that breaks is made again, and told where it breaks again and again', async () => {
  let breaks = 0;
  const broken = await startFakeTrino(({ method }, reply, self) => {
    if (method === 'POST') reply.end(pageText(self, { next: FIRST }));
    else if ((breaks += 1) <= 2) reply.destroy();
    else reply.end(pageText(self, { data: [[1]] }));
  });
  assert.deepEqual(await ask(broken), [[1]]);
  const gone = await startFakeTrino(({ method }, reply, self) => {
    if (method === 'POST') reply.end(pageText(self, { next: FIRST }));
    else reply.writeHead(200).write('{"id":"fake","data":[[1],', () => reply.destroy());
  });
  await assert.rejects(ask(gone), { code: 'source.unavailable', message: UNREACHED });
});

test('no answer leads to another host, or elsewhere on the same', async () => {
  for (const led of [
    { next: FIRST, host: 'localhost' },
    { next: FIRST, host: '127.0.0.1@localhost' },
    { next: '/v1/query/other' },
  ]) {
    const fake = await startFakeTrino((_request, reply, self) => reply.end(pageText(self, led)));
    await assert.rejects(ask(fake), {
      code: 'source.unavailable',
      message: /its answers lead to another host/,
    });
    assert.deepEqual(fake.requests, ['POST /v1/statement']);
  }
});

test('the port and the protocol stay those of the source, whatever a proxy makes of them', async () => {
  const fake = await startFakeTrino(({ method }, reply, self) =>
    reply.end(
      method === 'POST'
        ? pageText(self, { next: FIRST }).replace(`http://127.0.0.1:${self.port}`, 'https://127.0.0.1:8443')
        : pageText(self, { data: [[1]] }),
    ),
  );
  assert.deepEqual(await ask(fake), [[1]]);
});

test('an answer without end is stopped', async () => {
  const chunk = Buffer.alloc(1024 ** 2, ' ');
  const fake = await startFakeTrino(({ method }, reply, self) => {
    if (method === 'POST') return reply.end(pageText(self, { next: FIRST }));
    if (method === 'DELETE') return reply.writeHead(204).end();
    const send = () => {
      if (reply.destroyed) return;
      if (reply.write(chunk)) setImmediate(send);
      else reply.once('drain', send);
    };
    return send();
  });
  await assert.rejects(ask(fake), { code: 'query.too_large' });
  assert.equal(fake.requests.at(-1), `DELETE ${FIRST}`);
});

test('what is no Trino is told as nothing that answers', async () => {
  const answers: [status: number, body: string, headers?: Record<string, string>][] = [
    [200, '<html>hello</html>'],
    [200, '{"id":1}'],
    [200, 'null'],
    [301, '', { location: 'http://127.0.0.1/elsewhere' }],
    [401, 'who are you?', { 'www-authenticate': 'Basic realm="Printer"' }],
    [403, 'forbidden'],
    [404, 'not here'],
    [500, 'broken'],
  ];
  for (const [status, body, headers] of answers) {
    const fake = await startFakeTrino((_request, reply) => reply.writeHead(status, headers).end(body));
    await assert.rejects(ask(fake), { code: 'source.unavailable', message: UNREACHED }, body);
    assert.deepEqual(fake.requests, ['POST /v1/statement']);
  }
});

test('a statement that the server does not know any more is told as such', async () => {
  const fake = await startFakeTrino(({ method }, reply, self) => {
    if (method === 'POST') reply.end(pageText(self, { next: FIRST }));
    else reply.writeHead(404).end('Error 404 Not Found: Query not found');
  });
  await assert.rejects(ask(fake), { code: 'source.unavailable', message: /does not know the statement/ });
});

test('failures of its machines are told without their addresses', async () => {
  const failures: [errorName: string, reason: RegExp][] = [
    ['REMOTE_TASK_ERROR', /one of its machines is gone/],
    ['SERVER_STARTING_UP', /it is starting$/],
    ['QUERY_QUEUE_FULL', /too many statements wait there$/],
  ];
  for (const [errorName, message] of failures) {
    const error = { errorName, message: 'http://10.0.0.5:8080/v1/task failed' };
    const fake = await startFakeTrino((_request, reply, self) => reply.end(pageText(self, { error })));
    await assert.rejects(ask(fake), { code: 'source.unavailable', message });
  }
});

test('a statement that is aborted before its first answer is stopped when that comes', async () => {
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let answer: (() => void) | undefined;
  const fake = await startFakeTrino(({ method }, reply, self) => {
    if (method === 'DELETE') {
      reply.writeHead(204).end();
      return stop();
    }
    answer = () => reply.end(pageText(self, { next: FIRST }));
    return send();
  });
  const controller = new AbortController();
  const reading = readAll(fake.source, 'SELECT 1', [], controller.signal);
  const ended = assert.rejects(reading, { code: 'query.cancelled' });
  await sent;
  controller.abort();
  await ended;
  answer?.();
  await stopped;
  assert.deepEqual(fake.requests, ['POST /v1/statement', `DELETE ${FIRST}`]);
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  await fake.close();
});

test('a server that does not stop a statement in time is left', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
  const fake = await startFakeTrino(({ method }, reply, self) => {
    if (method === 'POST') reply.end(pageText(self, { next: FIRST }));
    else if (method === 'DELETE') reply.writeHead(204).end();
    else noteAsked();
  });
  const reading = readAll(fake.source, 'SELECT 1');
  const ended = assert.rejects(reading, { code: 'query.timeout' });
  await asked;
  t.mock.timers.tick(605_000);
  await ended;
  assert.equal(fake.requests.at(-1), `DELETE ${FIRST}`);
  t.mock.timers.reset();
  await fake.close();
});

test('one answer is asked for ahead, and a server that waits is told that rows are wanted', async () => {
  const { promise: beaten, resolve: beat } = Promise.withResolvers<void>();
  const fake = await startFakeTrino(({ method, url }, reply, self) => {
    if (method === 'HEAD') {
      reply.end();
      return beat();
    }
    return reply.end(pageText(self, { next: url === FIRST ? SECOND : FIRST, data: [[1]] }));
  });
  const http = createHttpSender({ host: '127.0.0.1', port: fake.port });
  const pages = readPages(http, 'SELECT 1', {
    submit: async (body) => pageOf(await http.send({ method: 'POST', path: '/v1/statement', body })),
    credential: {},
    signal: new AbortController().signal,
    heartbeatMs: 5,
  });
  await pages.next();
  await beaten;
  assert.deepEqual(new Set(fake.requests), new Set(['POST /v1/statement', `GET ${FIRST}`, `HEAD ${SECOND}`]));
  await pages.return(undefined);
  assert.equal(fake.requests.at(-1), `DELETE ${SECOND}`);
  http.close();
  await fake.close();
});
