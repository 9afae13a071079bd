import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readAll } from '../../read-all.ts';
import { asRows, type ApiDialect } from './api-dialect.ts';

/** How rows are read, and statements stopped, over any API. */
export function testApiReading(api: ApiDialect): void {
  const asks = (requests: readonly Parameters<ApiDialect['askedBy']>[0][]) => requests.map(api.askedBy);

  /** A reader that goes waits two seconds for the server to be told, which may take longer on a busy machine. */
  const untilStopped = async (requests: Parameters<typeof asks>[0]) => {
    const signal = AbortSignal.timeout(300_000);
    while (asks(requests).at(-1) !== 'cancel') {
      assert.ok(!signal.aborted, 'the server is not told');
      await new Promise(setImmediate);
    }
  };

  test('a statement that runs is asked for until it has ended', async () => {
    let polls = 0;
    const fake = await api.start((request) => {
      const asked = api.askedBy(request);
      if (asked === 'submit') return api.running();
      polls += 1;
      return polls < 3 ? api.running() : api.rows([1, 2], 0, 1);
    });
    const source = api.open(fake.port);
    assert.deepEqual(await readAll(source, 'SELECT n'), asRows([1, 2]));
    assert.deepEqual(asks(fake.requests), ['submit', 'poll', 'poll', 'poll']);
    await source.close();
    await fake.close();
  });

  test('an answer with rows at once costs no other request', async () => {
    const fake = await api.start(() => api.rows([1], 0, 1));
    const source = api.open(fake.port);
    assert.deepEqual(await readAll(source, 'SELECT n'), asRows([1]));
    assert.deepEqual(asks(fake.requests), ['submit']);
    await source.close();
    await fake.close();
  });

  test('one page is asked for ahead, and no other while rows are not taken', async () => {
    const pages = 5;
    let answered = 0;
    const fake = await api.start((request) => {
      const asked = api.askedBy(request);
      const index = asked === 'submit' ? 0 : Number(asked);
      answered += 1;
      return api.rows([index], index, pages);
    });
    const source = api.open(fake.port);
    const taken: unknown[] = [];
    await source.read(
      { sql: 'SELECT n', params: [] },
      {
        signal: new AbortController().signal,
        async take({ columns }) {
          taken.push(columns[0]?.[0]);
          // Long enough for every request that comes by itself.
          for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
          assert.ok(answered <= taken.length + 1);
        },
      },
    );
    assert.deepEqual(taken, ['0', '1', '2', '3', '4']);
    assert.deepEqual(asks(fake.requests), ['submit', 1, 2, 3, 4]);
    await source.close();
    await fake.close();
  });

  test('aborting stops the statement on the server', async () => {
    const { promise: polled, resolve: notePolled } = Promise.withResolvers<void>();
    const fake = await api.start((request) => {
      const asked = api.askedBy(request);
      if (asked === 'cancel') return api.stopped();
      if (asked === 'poll') notePolled();
      return api.running();
    });
    const source = api.open(fake.port);
    const controller = new AbortController();
    const reading = readAll(source, 'SELECT n', [], controller.signal);
    const ended = assert.rejects(reading, { code: 'query.cancelled', message: 'The query was cancelled' });
    await polled;
    controller.abort();
    await ended;
    await untilStopped(fake.requests);
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    await source.close();
    await fake.close();
  });

  test('a statement that is aborted before its first answer is stopped when that comes', async () => {
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const { promise: answer, resolve: give } = Promise.withResolvers<ReturnType<typeof api.running>>();
    const { promise: stopped, resolve: noteStopped } = Promise.withResolvers<void>();
    const fake = await api.start((request) => {
      if (api.askedBy(request) === 'cancel') {
        noteStopped();
        return api.stopped();
      }
      send();
      return answer;
    });
    const source = api.open(fake.port);
    const controller = new AbortController();
    const ended = assert.rejects(readAll(source, 'SELECT n', [], controller.signal), {
      code: 'query.cancelled',
    });
    await sent;
    controller.abort();
    give(api.running());
    await ended;
    await stopped;
    assert.deepEqual(asks(fake.requests), ['submit', 'cancel']);
    await source.close();
    await fake.close();
  });

  test('who takes the rows can stop the statement', async () => {
    const fake = await api.start((request) => {
      const asked = api.askedBy(request);
      return asked === 'cancel' ? api.stopped() : api.rows([1], asked === 'submit' ? 0 : Number(asked), 9);
    });
    const source = api.open(fake.port);
    const reading = source.read(
      { sql: 'SELECT n', params: [] },
      {
        signal: new AbortController().signal,
        take: () => {
          throw new Error('enough');
        },
      },
    );
    await assert.rejects(reading, new Error('enough'));
    await untilStopped(fake.requests);
    await source.close();
    await fake.close();
  });

  test('a statement is stopped from here where the server does not stop it in time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    const fake = await api.start((request) => {
      const what = api.askedBy(request);
      if (what === 'cancel') return api.stopped();
      if (what === 'submit') return api.rows([1], 0, 2);
      noteAsked();
      return undefined;
    });
    const source = api.open(fake.port);
    const ended = assert.rejects(readAll(source, 'SELECT n'), { code: 'query.timeout' });
    await asked;
    t.mock.timers.tick(605_000);
    await ended;
    await untilStopped(fake.requests);
    t.mock.timers.reset();
    await source.close();
    await fake.close();
  });

  test('an answer without end is stopped, also where it is compressed', async () => {
    const part = gzipSync(Buffer.alloc(64 * 1024 ** 2, ' '));
    const fake = await api.start((request, response) => {
      const asked = api.askedBy(request);
      if (asked === 'submit') return api.rows([1], 0, 2);
      if (asked === 'cancel') return api.stopped();
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      const send = () => {
        if (response.destroyed) return;
        if (response.write(part)) setImmediate(send);
        else response.once('drain', send);
      };
      send();
      return undefined;
    });
    const source = api.open(fake.port);
    await assert.rejects(readAll(source, 'SELECT n'), { code: 'query.too_large' });
    await untilStopped(fake.requests);
    await source.close();
    await fake.close();
  });

  test('rows that are compressed are unpacked', async () => {
    const { body, headers } = api.rows([1], 0, 1);
    const fake = await api.start((request, response) => {
      assert.equal(request.headers['accept-encoding'], 'gzip');
      response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(body)));
      return undefined;
    });
    const source = api.open(fake.port);
    assert.deepEqual(await readAll(source, 'SELECT n'), asRows([1]));
    await source.close();
    await fake.close();
  });
}
