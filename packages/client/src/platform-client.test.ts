import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, createPlatformClient, createSvcPlatformClient } from './index.ts';
import type { PlatformClient, SvcPlatformClient, SvcPlatformClientOptions } from './index.ts';
import { sendJson, startServer } from './test/http-server.ts';

test('the client has the names of before, which make the same', () => {
  assert.equal(createPlatformClient, createClient);
  assert.equal(createSvcPlatformClient, createPlatformClient);
  const options: SvcPlatformClientOptions = { baseUrl: '' };
  const client: SvcPlatformClient = createSvcPlatformClient(options);
  const same: PlatformClient = client;
  assert.equal(typeof same.call, 'function');
});

test('says to fetch whether cookies are sent, where it is told', async () => {
  const seen: (RequestCredentials | undefined)[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    seen.push(init.credentials);
    return Response.json({});
  };
  const deployment = { params: { deploymentId: 7 } };
  await createClient({ baseUrl: 'http://localhost', fetch, credentials: 'omit' }).call(
    'getDeployment',
    deployment,
  );
  await createClient({ baseUrl: 'http://localhost', fetch }).call('getDeployment', deployment);
  assert.deepEqual(seen, ['omit', undefined]);
});

test('a POST with an idempotency key is sent again with it, and one without is not', async () => {
  const server = await startServer((response, _request, count) =>
    count === 1
      ? (response.setHeader('retry-after', '0'),
        sendJson(response, 503, { status: 503, code: 'unavailable' }))
      : sendJson(response, 200, {}),
  );
  const client = createClient({ baseUrl: server.url });
  const input = { params: { deploymentId: 7 }, body: { name: 'One' } };
  await client.call('createFolder', { ...input, idempotencyKey: 'key-1' });
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['idempotency-key']),
    ['key-1', 'key-1'],
  );
  const busy = await startServer((response) => sendJson(response, 503, { status: 503, code: 'unavailable' }));
  await assert.rejects(createClient({ baseUrl: busy.url }).call('createFolder', input), /503/);
  assert.equal(busy.requests.length, 1);
});
