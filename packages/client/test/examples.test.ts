import { createClient, isApiError, type Client } from '@oriel/client';
import { startTestServer, type TestServer } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  connect,
  connectWithOAuth,
  connectWithTokens,
  ensureFolder,
  loadRows,
  moveReports,
  renameFolder,
  reportNames,
} from './examples.ts';

const model = `
cubes:
  - name: numbers
    sql: SELECT range AS n FROM range(3)
    measures:
      - { name: count, type: count }
`;

/** The examples of the documentation, against the real server. */
let server: TestServer;
let baseUrl: string;
let client: Client;
let deploymentId: number;
before(async () => {
  server = await startTestServer([{ path: 'numbers.yml', content: model }]);
  baseUrl = server.url;
  client = connect(baseUrl, server.adminKey);
  ({ deploymentId } = server);
});
after(() => server.close());

const makeReport = (name: string) =>
  client.call('createReport', { params: { deploymentId }, body: { name } });

test('reports are moved, and what cannot be is told', async () => {
  const { id } = await makeReport('To be moved');
  const folder = await ensureFolder(client, deploymentId, 'Quarter');
  assert.ok(folder);
  assert.deepEqual(await moveReports(client, deploymentId, [id], folder.id), []);
  const [fault] = await moveReports(client, deploymentId, [999_999], folder.id);
  assert.match(fault ?? '', /^report 999999: There is no report 999999/);
});

test('reports are listed to the end', async () => {
  for (const name of ['Sales east', 'Sales west', 'Costs']) await makeReport(name);
  assert.deepEqual((await reportNames(client, deploymentId, 'sales')).sort(), ['Sales east', 'Sales west']);
  const one = client.items('getReports', { params: { deploymentId }, query: { search: 'sales', first: 1 } });
  assert.equal((await Array.fromAsync(one)).length, 2);
});

test('a name that is taken is told by its code', async () => {
  assert.ok(await ensureFolder(client, deploymentId, 'Once'));
  assert.equal(await ensureFolder(client, deploymentId, 'once'), undefined);
  await assert.rejects(
    ensureFolder(connect(baseUrl, 'orl_unknown'), deploymentId, 'Never'),
    (error: Error) => /unauthenticated, request /.test(error.message) && isApiError(error.cause),
  );
});

test('a token is renewed when it has almost expired', async () => {
  let issued = 0;
  const renewing = connectWithTokens(baseUrl, async () => {
    issued += 1;
    return { token: server.adminKey, expiresAt: Date.now() + (issued === 1 ? 0 : 3_600_000) };
  });
  for (let call = 0; call < 3; call += 1) await renewing.call('getCurrentUser', {});
  assert.equal(issued, 2);
});

test('a client acts by an OAuth token as by a key', async () => {
  const client = connectWithOAuth(baseUrl, {
    clientId: 'oriel-cli',
    tokens: { accessToken: server.adminKey, expiresAt: Date.now() + 3_600_000 },
    save: async () => assert.fail('it has not ended'),
  });
  assert.equal((await client.call('getCurrentUser', {})).id, server.adminId);
});

test('rows of a query', async () => {
  const rows = await loadRows(client, deploymentId, { measures: ['numbers.count'] });
  assert.deepEqual(
    rows.map((row) => Number(row['numbers.count'])),
    [3],
  );
});

test('an order without cursors is an error where a list goes on', async () => {
  await Promise.all([makeReport('Seen'), makeReport('Unseen')]);
  const query = { sortBy: 'lastViewedAt', first: 1 } as const;
  const items = createClient({ baseUrl, apiKey: server.adminKey }).items('getReports', {
    params: { deploymentId },
    query,
  });
  await assert.rejects(Array.fromAsync(items), /no cursor in this order/);
});

test('a folder is renamed by its path, under its entity tag', async () => {
  const folder = await ensureFolder(client, deploymentId, 'First half');
  assert.ok(folder);
  assert.equal(await renameFolder(client, deploymentId, folder.id, 'Second half'), 'renamed');
  assert.equal(await renameFolder(client, deploymentId, 999_999, 'Nowhere'), 'folder_not_found');
});
