import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './index.ts';
import { sendJson, startServer } from './test/http-server.ts';

/** A list of the numbers from 0 on, in pages of two; the cursor is the number that the next page begins with. */
const startList = (total: number) =>
  startServer((response, { url }) => {
    const begin = Number(new URL(url, 'http://localhost').searchParams.get('after') ?? 0);
    const end = Math.min(begin + 2, total);
    const items = Array.from({ length: end - begin }, (_, index) => ({ id: begin + index }));
    sendJson(response, 200, { items, pageInfo: { hasNextPage: end < total, endCursor: String(end) } });
  });

const input = { params: { deploymentId: 1 }, query: { first: 2, search: 'x' } };

test('gives every item of every page, with the same filters for each', async () => {
  const server = await startList(5);
  const ids: number[] = [];
  for await (const { id } of createClient({ baseUrl: server.url }).items('getReports', input)) ids.push(id);
  assert.deepEqual(ids, [0, 1, 2, 3, 4]);
  const path = '/api/v1/deployments/1/reports?first=2&search=x';
  assert.deepEqual(
    server.requests.map(({ url }) => url),
    [path, `${path}&after=2`, `${path}&after=4`],
  );
});

test('begins after the cursor that it is given, and asks for no page that nobody reads', async () => {
  const server = await startList(9);
  const items = createClient({ baseUrl: server.url }).items('getReports', {
    ...input,
    query: { ...input.query, after: '4' },
  });
  for await (const { id } of items) if (id === 5) break;
  assert.equal(server.requests.length, 1);
});

test('a list without pages is given whole', async () => {
  const server = await startServer((response) => sendJson(response, 200, { items: [{ id: 1 }] }));
  const keys = await Array.fromAsync(createClient({ baseUrl: server.url }).items('getApiKeys', {}));
  assert.equal(keys.length, 1);
});

test('a list that goes on without a cursor is an error and not the end', async () => {
  const server = await startServer((response) =>
    sendJson(response, 200, { items: [{ id: 1 }], pageInfo: { hasNextPage: true, endCursor: null } }),
  );
  const items = createClient({ baseUrl: server.url }).items('getReports', input);
  assert.equal((await items.next()).done, false);
  await assert.rejects(items.next(), /no cursor in this order/);
});
