import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ApiError, createClient, type Client } from './index.ts';

/** A server that answers with what it was asked, and refuses or breaks where the address says so. */
let server: Server;
let client: Client;
let breaks = 0;
before(async () => {
  server = createServer();
  server.on('request', (request, response) => {
    if (request.url?.includes('/deployments/13') && breaks > 0) {
      breaks -= 1;
      response.destroy();
      return;
    }
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'orl_key',
  });
});
after(() => server.close());

async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  if (request.url?.includes('/deployments/404'))
    return {
      status: 404,
      body: {
        status: 404,
        code: 'deployment_not_found',
        message: 'There is no deployment 404',
        requestId: 'r',
      },
    };
  if (request.method === 'DELETE') return { status: 204, body: undefined };
  return {
    status: 200,
    body: {
      method: request.method,
      url: request.url,
      authorization: request.headers.authorization,
      body: text === '' ? null : JSON.parse(text),
    },
  };
}

test('fills the path, repeats lists, leaves out what is absent, sends the key', async () => {
  const echo: unknown = await client.call('workspaceObjects', {
    params: { deploymentId: 7 },
    query: { types: ['FOLDER', 'REPORT'], search: 'a&b' },
  });
  assert.deepEqual(echo, {
    method: 'GET',
    url: '/api/v1/deployments/7/workspace?types=FOLDER&types=REPORT&search=a%26b',
    authorization: 'Bearer orl_key',
    body: null,
  });
});

test('sends a body as JSON, null as null', async () => {
  const echo = (await client.call('moveWorkspaceObject', {
    params: { deploymentId: 7 },
    body: { type: 'REPORT', id: 1, folderId: null },
  })) as unknown as { body: object };
  assert.deepEqual(echo.body, { type: 'REPORT', id: 1, folderId: null });
});

test('an empty answer is undefined', async () => {
  assert.equal(await client.call('deleteReport', { params: { deploymentId: 7, reportId: 1 } }), undefined);
});

test('a refusal is an ApiError with its code', async () => {
  await assert.rejects(client.call('getDeployment', { params: { deploymentId: 404 } }), (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual(
      [error.status, error.code, error.message],
      [404, 'deployment_not_found', 'There is no deployment 404'],
    );
    return true;
  });
});

test('a broken connection is tried again for what may be repeated, and not for what may not', async () => {
  breaks = 2;
  await client.call('getDeployment', { params: { deploymentId: 13 } });
  breaks = 1;
  await assert.rejects(client.call('createFolder', { params: { deploymentId: 13 }, body: { name: 'Once' } }));
  assert.equal(breaks, 0);
});

test('the compiler refuses wrong ids, parameters and bodies', () => {
  const uncalled = () => {
    // @ts-expect-error there is no such operation
    void client.call('makeCoffee', {});
    // @ts-expect-error the path needs a deployment
    void client.call('getDeployment', {});
    // @ts-expect-error a folder's name is a text
    void client.call('createFolder', { params: { deploymentId: 1 }, body: { name: 5 } });
  };
  assert.equal(typeof uncalled, 'function');
});
