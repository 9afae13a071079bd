import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, isApiError, type Fetch } from './index.ts';
import { readRetryAfterMs } from './retry-after.ts';
import { sendJson, startServer } from './test/http-server.ts';

const deployment = { params: { deploymentId: 1 } };
const folder = { ...deployment, body: { name: 'Once' } };
const busy = { status: 503, code: 'unavailable', message: 'Later', requestId: 'r' };

test('a broken connection is tried again for what may be repeated', async () => {
  const server = await startServer((response, _request, count) =>
    count < 3 ? response.destroy() : sendJson(response, 200, { id: 1 }),
  );
  const client = createClient({ baseUrl: server.url });
  assert.equal((await client.call('getDeployment', deployment)).id, 1);
  assert.equal(server.requests.length, 3);
});

test('a broken connection is final for what may not be repeated', async () => {
  const server = await startServer((response) => response.destroy());
  await assert.rejects(createClient({ baseUrl: server.url }).call('createFolder', folder), TypeError);
  assert.equal(server.requests.length, 1);
});

test('without retries everything is sent once', async () => {
  const server = await startServer((response, _request, count) =>
    count === 1 ? response.destroy() : sendJson(response, 503, busy, { 'retry-after': '0' }),
  );
  const client = createClient({ baseUrl: server.url, retry: false });
  await assert.rejects(client.call('getDeployment', deployment), TypeError);
  await assert.rejects(client.call('getDeployment', deployment), (error: unknown) => isApiError(error));
  assert.equal(server.requests.length, 2);
});

test('a busy server is asked again when it says, with the same request', async () => {
  const server = await startServer((response, _request, count) =>
    count === 1
      ? sendJson(response, 503, busy, { 'retry-after': '0' })
      : count === 2
        ? sendJson(response, 429, busy, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' })
        : sendJson(response, 200, { id: 1 }),
  );
  const client = createClient({ baseUrl: server.url, apiKey: 'orl_key' });
  assert.equal((await client.call('getDeployment', deployment)).id, 1);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.authorization),
    ['Bearer orl_key', 'Bearer orl_key', 'Bearer orl_key'],
  );
});

for (const [title, retryAfter] of [
  ['asks for a longer wait than a minute', '61'],
  ['does not say when to come back', undefined],
] as const)
  test(`a busy server that ${title} is not waited for, and its refusal says what it said`, async () => {
    const server = await startServer((response) =>
      sendJson(response, 429, { ...busy, status: 429 }, retryAfter ? { 'retry-after': retryAfter } : {}),
    );
    await assert.rejects(
      createClient({ baseUrl: server.url }).call('getDeployment', deployment),
      (error: unknown) =>
        isApiError(error) && error.retryAfterMs === (retryAfter ? Number(retryAfter) * 1000 : undefined),
    );
    assert.equal(server.requests.length, 1);
  });

test('what may not be repeated is not sent again to a busy server', async () => {
  const server = await startServer((response) => sendJson(response, 503, busy, { 'retry-after': '0' }));
  await assert.rejects(
    createClient({ baseUrl: server.url }).call('createFolder', folder),
    (error: unknown) => isApiError(error, 'unavailable') && error.retryAfterMs === 0,
  );
  assert.equal(server.requests.length, 1);
});

test('a refusal that is no matter of time is final', async () => {
  const server = await startServer((response) => sendJson(response, 500, {}, { 'retry-after': '0' }));
  await assert.rejects(createClient({ baseUrl: server.url }).call('getDeployment', deployment));
  assert.equal(server.requests.length, 1);
});

// Without an answer to the signal the pause would outlast the time that the test is given.
test('the signal ends a pause', { timeout: 20_000 }, async () => {
  const server = await startServer((response) => sendJson(response, 503, busy, { 'retry-after': '60' }));
  const controller = new AbortController();
  const reason = new Error('no longer needed');
  const fetchThenAbort: Fetch = async (input, init) => {
    const response = await fetch(input, init);
    // By the next turn of the event loop the pause has begun.
    setImmediate(() => controller.abort(reason));
    return response;
  };
  const client = createClient({ baseUrl: server.url, fetch: fetchThenAbort });
  await assert.rejects(
    client.call('getDeployment', { ...deployment, signal: controller.signal }),
    (error: unknown) => error === reason,
  );
  assert.equal(server.requests.length, 1);
});

test('a Retry-After is seconds or a date', () => {
  const read = (text: string) => readRetryAfterMs(new Headers({ 'retry-after': text }), Date.UTC(2026, 0, 1));
  assert.equal(read('120'), 120_000);
  assert.equal(read('Thu, 01 Jan 2026 00:00:30 GMT'), 30_000);
  assert.equal(read('Wed, 31 Dec 2025 00:00:00 GMT'), 0);
  assert.equal(read('soon'), undefined);
  assert.equal(readRetryAfterMs(new Headers()), undefined);
});
