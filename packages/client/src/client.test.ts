import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, createClient, isApiError } from './index.ts';
import { sendJson, startServer } from './test/http-server.ts';

const deployment = { params: { deploymentId: 7 } };
const problem = {
  status: 404,
  code: 'deployment_not_found',
  message: 'There is no deployment 7',
  requestId: 'r-1',
};

test('fills the path, repeats lists, leaves out what is absent, sends the key', async () => {
  const server = await startServer((response) => sendJson(response, 200, {}));
  const client = createClient({ baseUrl: server.url, apiKey: 'orl_key' });
  await client.call('workspaceObjects', {
    ...deployment,
    query: { types: ['FOLDER', 'REPORT'], search: 'a&b' },
  });
  const [request] = server.requests;
  assert.equal(request?.url, '/api/v1/deployments/7/workspace?types=FOLDER&types=REPORT&search=a%26b');
  assert.equal(request.headers.authorization, 'Bearer orl_key');
});

test('sends a body as JSON, null as null', async () => {
  const server = await startServer((response) => sendJson(response, 200, {}));
  const body = { type: 'REPORT', id: 1, folderId: null } as const;
  await createClient({ baseUrl: server.url }).call('moveWorkspaceObject', { ...deployment, body });
  assert.deepEqual(server.requests[0]?.body, body);
  assert.equal(server.requests[0].headers['content-type'], 'application/json');
});

test('sends a body with a file as a form', async () => {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: 'http://localhost',
    fetch: async (url, init) => {
      requests.push(new Request(url, init));
      return Response.json({ success: true });
    },
  });
  const bytes = Buffer.from('cubes: []\n');
  const file = { name: 'orders.yml', mediaType: 'application/yaml', bytes };
  const body = { transaction: '{"id":"t"}', fileName: 'model/größe.yml', file };
  await client.call('uploadFile', { ...deployment, body });
  const form = await requests[0]?.formData();
  assert.deepEqual([form?.get('transaction'), form?.get('fileName')], [body.transaction, body.fileName]);
  const sent = form?.get('file');
  assert.ok(sent instanceof File);
  assert.deepEqual([sent.name, sent.type, await sent.text()], ['orders.yml', file.mediaType, 'cubes: []\n']);
});

test('an empty answer is undefined', async () => {
  const server = await startServer((response) => sendJson(response, 204, undefined));
  const params = { deploymentId: 7, reportId: 1 };
  assert.equal(await createClient({ baseUrl: server.url }).call('deleteReport', { params }), undefined);
});

test('asks for a token for each request, in the scheme that it belongs to', async () => {
  const server = await startServer((response) => sendJson(response, 200, {}));
  let issued = 0;
  const client = createClient({
    baseUrl: server.url,
    apiKey: 'unused',
    getToken: async () => `token-${(issued += 1)}`,
    tokenScheme: 'Embed-Token',
  });
  await client.call('getDeployment', deployment);
  await client.call('getDeployment', deployment);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.authorization),
    ['Embed-Token token-1', 'Embed-Token token-2'],
  );
});

test('a token that cannot be had fails the call, and nothing is sent', async () => {
  const server = await startServer((response) => sendJson(response, 200, {}));
  const client = createClient({
    baseUrl: server.url,
    getToken: () => Promise.reject(new Error('signed out')),
  });
  await assert.rejects(client.call('getDeployment', deployment), /signed out/);
  assert.equal(server.requests.length, 0);
});

test("sends the caller's own headers with every request", async () => {
  const server = await startServer((response) => sendJson(response, 200, {}));
  const client = createClient({ baseUrl: server.url, headers: { 'x-team': 'flights' } });
  await client.call('createFolder', { ...deployment, body: { name: 'One' } });
  assert.equal(server.requests[0]?.headers['x-team'], 'flights');
  assert.equal(server.requests[0].headers['content-type'], 'application/json');
});

test('a refusal is an ApiError with everything that the server said', async () => {
  const server = await startServer((response) =>
    sendJson(response, 404, { ...problem, issues: [{ path: 'id', message: 'is odd' }] }),
  );
  const client = createClient({ baseUrl: server.url });
  await assert.rejects(client.call('getDeployment', deployment), (error: unknown) => {
    assert.ok(isApiError(error, 'folder_not_found', 'deployment_not_found'));
    assert.ok(!isApiError(error, 'folder_not_found'));
    const { status, code, message, requestId, issues } = error;
    assert.deepEqual([status, code, requestId], [404, 'deployment_not_found', 'r-1']);
    assert.equal(message, 'There is no deployment 7: id is odd');
    assert.deepEqual(issues, [{ path: 'id', message: 'is odd' }]);
    return true;
  });
});

test('an answer that is not of the API is an ApiError without a code', async () => {
  const server = await startServer((response, { url }) => {
    response.writeHead(url.endsWith('/7') ? 200 : 502, { 'content-type': 'text/html' });
    response.end('<html>');
  });
  const client = createClient({ baseUrl: server.url });
  const failure = async (deploymentId: number): Promise<unknown> =>
    client.call('getDeployment', { params: { deploymentId } }).catch((error: unknown) => error);
  const [page, gateway] = [await failure(7), await failure(8)];
  assert.ok(page instanceof ApiError && gateway instanceof ApiError);
  assert.match(page.message, /is not JSON/);
  assert.deepEqual([page.status, page.code, gateway.status, gateway.code], [200, 'unknown', 502, 'unknown']);
});

test('a query that takes long is asked for until its rows are there', async () => {
  const server = await startServer((response, _request, count) =>
    sendJson(response, 200, count < 3 ? { error: 'Continue wait' } : { data: [{ count: 1 }] }),
  );
  const body = { query: { measures: ['flights.count'] } };
  const answer = await createClient({ baseUrl: server.url }).query('load', {
    deploymentUrl: server.url,
    body,
  });
  assert.deepEqual(answer, { data: [{ count: 1 }] });
  assert.deepEqual(
    server.requests.map((request) => [request.method, request.url, request.body]),
    Array.from({ length: 3 }, () => ['POST', '/cubejs-api/v1/load', body]),
  );
});

test('the compiler refuses wrong ids, parameters, bodies and codes', () => {
  const client = createClient({ baseUrl: '' });
  const uncalled = () => {
    // @ts-expect-error there is no such operation
    void client.call('makeCoffee', {});
    // @ts-expect-error the path needs a deployment
    void client.call('getDeployment', {});
    // @ts-expect-error a folder's name is a text
    void client.call('createFolder', { params: { deploymentId: 1 }, body: { name: 5 } });
    // @ts-expect-error a folder is no list
    void client.items('createFolder', { params: { deploymentId: 1 } });
    // @ts-expect-error there is no such code
    isApiError(undefined, 'out_of_coffee');
  };
  assert.equal(typeof uncalled, 'function');
});

test('gives lines as they come, characters that arrive in parts whole, and a refusal before the first', async () => {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let status = 200;
  const client = createClient({
    baseUrl: 'http://localhost',
    fetch: async () => (status === 200 ? new Response(readable) : Response.json(problem, { status })),
  });
  const params = { accountName: 'acme', deploymentId: 7 };
  const lines = client.lines('streamDeploymentChat', { params, body: { input: 'Go' } });
  const first = lines.next();
  const bytes = encoder.encode('{"id":"é"}\n{"id":"b"');
  await writer.write(bytes.subarray(0, 8));
  await writer.write(bytes.subarray(8));
  assert.deepEqual((await first).value, { id: 'é' });
  const rest = lines.next();
  await writer.write(encoder.encode('}'));
  await writer.close();
  assert.deepEqual((await rest).value, { id: 'b' });
  assert.equal((await lines.next()).done, true);
  status = 404;
  const refused = client.lines('streamDeploymentChat', { params, body: {} });
  await assert.rejects(refused.next(), (error) => isApiError(error, 'deployment_not_found'));
});

test('leaving the lines early ends the request', async () => {
  const left = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":"a"}\n')),
    cancel: () => left.resolve(),
  });
  const client = createClient({ baseUrl: 'http://localhost', fetch: async () => new Response(body) });
  const params = { accountName: 'acme', deploymentId: 7 };
  for await (const { id } of client.lines('streamDeploymentChat', { params, body: {} })) {
    assert.equal(id, 'a');
    break;
  }
  await left.promise;
});
