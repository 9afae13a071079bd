import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, type PlatformApiSchemas } from './index.ts';
import { sendJson, startServer } from './test/http-server.ts';

const folders = '/api/v1/deployments/{deploymentId}/folders';
const folder = '/api/v1/deployments/{deploymentId}/folders/{folderId}';
const path = { deploymentId: 7, folderId: 1 };

test('asks by method and path, and answers with what was asked for and the response', async () => {
  const server = await startServer((response) => sendJson(response, 200, { items: [] }, { etag: '"1x4f"' }));
  const { fetchClient } = createClient({ baseUrl: server.url, apiKey: 'orl_key' });
  const { data, error, response } = await fetchClient.GET(folders, {
    params: { path: { deploymentId: 7 }, query: { first: 5 } },
  });
  assert.deepEqual([data, error, response.headers.get('etag')], [{ items: [] }, undefined, '"1x4f"']);
  assert.equal(server.requests[0]?.url, '/api/v1/deployments/7/folders?first=5');
  assert.equal(server.requests[0].headers.authorization, 'Bearer orl_key');
});

test('answers with the refusal, and sends headers and a body', async () => {
  const refusal = { status: 412, code: 'precondition_failed', message: 'It has changed', requestId: 'r-1' };
  const server = await startServer((response) => sendJson(response, 412, refusal));
  const { fetchClient } = createClient({ baseUrl: server.url });
  const { data, error } = await fetchClient.PUT(folder, {
    params: { path, header: { 'if-match': '"1x4f"' } },
    body: { name: 'Quarterly' },
  });
  assert.equal(data, undefined);
  assert.deepEqual([error?.status, error?.code, error?.requestId], [412, 'precondition_failed', 'r-1']);
  assert.equal(server.requests[0]?.headers['if-match'], '"1x4f"');
  assert.deepEqual(server.requests[0].body, { name: 'Quarterly' });
});

test('a POST is sent again where it has an idempotency key, and an empty answer is undefined', async () => {
  const server = await startServer((response, request, count) =>
    request.method === 'DELETE'
      ? sendJson(response, 204, undefined)
      : sendJson(response, count === 1 ? 503 : 200, {}, { 'retry-after': '0' }),
  );
  const { fetchClient } = createClient({ baseUrl: server.url });
  const header = { 'Idempotency-Key': 'key-1' };
  const input = { params: { path: { deploymentId: 7 }, header }, body: { name: 'One' } };
  assert.equal((await fetchClient.POST(folders, input)).response.status, 200);
  assert.equal(server.requests.length, 2);
  const { data, error } = await fetchClient.DELETE(folder, { params: { path } });
  assert.deepEqual([data, error], [undefined, undefined]);
});

test('headers that change are asked for with each request', async () => {
  const server = await startServer((response) => sendJson(response, 200, {}));
  let count = 0;
  const getHeaders = async () => ({ authorization: `Api-Key ${(count += 1)}` });
  const { fetchClient } = createClient({ baseUrl: server.url, apiKey: 'unused', getHeaders });
  await fetchClient.GET('/api/v1/users/me');
  await fetchClient.GET('/api/v1/users/me');
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.authorization),
    ['Api-Key 1', 'Api-Key 2'],
  );
});

/** What must not compile, and what the types say; never run. */
export async function typesOfFetchClient() {
  const { fetchClient } = createClient({ baseUrl: '' });
  // @ts-expect-error there is no such path
  await fetchClient.GET('/api/v1/nothing');
  // @ts-expect-error the path has another method
  await fetchClient.DELETE('/api/v1/users/me');
  // @ts-expect-error a path parameter is missing
  await fetchClient.GET(folders, { params: {} });
  // @ts-expect-error a query parameter has another type
  await fetchClient.GET(folders, { params: { path, query: { first: 'five' } } });
  const { data } = await fetchClient.GET(folder, { params: { path } });
  const found: PlatformApiSchemas['Folder'] | undefined = data;
  // @ts-expect-error an answer may be missing
  return [found, data.name];
}
