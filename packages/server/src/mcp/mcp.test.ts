import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Dashboard } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as openid from 'openid-client';
import { createModelEngine, createTestApp, createWorkspaceCalls, type TestApp } from '../test/index.ts';
import { consent, createOAuthCalls, startRequest, type OAuthCalls } from '../test/identity/oauth-calls.ts';

/** The client of the protocol talks to a server on the loopback interface. */
const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES ('north', 10), ('south', 25)) AS t(region, amount)"
    dimensions:
      - { name: region, sql: region, type: string }
    measures:
      - { name: revenue, sql: amount, type: sum, title: Turnover }
    access_policy:
      - group: south
        row_level: { filters: [{ member: region, operator: equals, values: [south] }] }
      - group: chiefs
        row_level: { allow_all: true }
`;

let engine: Engine;
let testApp: TestApp;
let calls: OAuthCalls;
let dashboard: Dashboard;
before(async () => {
  engine = createModelEngine([{ path: 'sales.yml', content: model }]);
  testApp = await createTestApp({ engine });
  calls = await createOAuthCalls(testApp);
  const names = ['south', 'chiefs'].map((name) => ({ tenantId: testApp.tenantId, name }));
  await testApp.database.db.insertInto('groups').values(names).execute();
  dashboard = await makeDashboard();
});
after(async () => {
  await testApp.close();
  await engine.close();
});

async function makeDashboard(): Promise<Dashboard> {
  const workspace = createWorkspaceCalls(testApp);
  const { id: workbookId } = await workspace.makeWorkbook('Sales');
  const jsonQuery = JSON.stringify({ measures: ['sales.revenue'] });
  const { id: reportId } = await workspace.makeReport({ name: 'Revenue', workbookId, jsonQuery });
  const widgets = [
    { id: 'chart', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 6 }, config: { reportId } },
  ];
  return workspace.ok('POST', `/workbooks/${workbookId}/publish`, {
    body: { workbookId, config: { title: 'Sales', widgets } },
  });
}

/** A user of a group, with a key. */
async function makeKey(
  group: 'south' | 'chiefs',
  options: { role?: 'Viewer' | 'Explorer'; deploymentIds?: number[] } = {},
) {
  const { build, tenantId, database } = testApp;
  const userId = await build.user({ tenantId, role: options.role ?? 'Explorer' });
  await database.pool.query(
    'insert into group_members (group_id, user_id) select id, $1 from groups where name = $2 and tenant_id = $3',
    [userId, group, tenantId],
  );
  const { deploymentIds } = options;
  return build.apiKey({ tenantId, userId, ...(deploymentIds && { deploymentIds }) });
}

/** Connects a client with a token, lets it work, and closes it. */
async function withClient<T>(token: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', calls.issuer), { requestInit: { headers } }),
  );
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const namesOf = (token: string) =>
  withClient(token, async (client) => (await client.listTools()).tools.map(({ name }) => name).toSorted());

interface Answer {
  readonly isError: boolean;
  readonly result: Record<string, unknown>;
}

function callTool(token: string, name: string, input: Record<string, unknown> = {}): Promise<Answer> {
  return withClient(token, async (client) => {
    const { isError = false, structuredContent } = await client.callTool({ name, arguments: input });
    return { isError: isError === true, result: structuredContent as Record<string, unknown> };
  });
}

const READING = [
  'list_deployments',
  'list_workbooks',
  'read_dashboard',
  'read_workbook',
  'run_query',
  'search_model',
];
const AUTHORING = ['create_report', 'create_workbook', 'draft_dashboard'];

test('a client lists deployments, searches the model and runs a query with the rows of its user', async () => {
  const { deploymentId } = testApp;
  const key = await makeKey('south');
  const listed = await callTool(key, 'list_deployments');
  assert.deepEqual(
    (listed.result['deployments'] as { deploymentId: number }[]).map((each) => each.deploymentId),
    [deploymentId],
  );
  const found = await callTool(key, 'search_model', { query: 'turnover' });
  assert.deepEqual(
    (found.result['members'] as { name: string }[]).map(({ name }) => name),
    ['sales.revenue'],
  );
  const query = { measures: ['sales.revenue'], dimensions: ['sales.region'] };
  const south = await callTool(key, 'run_query', { deploymentId, query });
  assert.deepEqual(south.result['rows'], [['south', 25]]);
  const chief = await callTool(await makeKey('chiefs'), 'run_query', { query });
  assert.equal((chief.result['rows'] as unknown[]).length, 2);
});

test('a client reads workbooks and dashboards that its user sees, and others are not there', async () => {
  const key = testApp.adminKey;
  const { result } = await callTool(key, 'list_workbooks');
  const [workbook] = result['workbooks'] as { workbookId: number; dashboard: { publicId: string } }[];
  assert.equal(workbook?.dashboard.publicId, dashboard.publicId);
  const read = await callTool(key, 'read_workbook', { workbookId: workbook?.workbookId });
  assert.equal((read.result['reports'] as { name: string }[])[0]?.name, 'Revenue');
  const shown = await callTool(await makeKey('chiefs'), 'read_dashboard', { publicId: dashboard.publicId });
  assert.equal(shown.isError, true);
  assert.equal((shown.result['error'] as { code: string }).code, 'dashboard_not_found');
  const own = await callTool(key, 'read_dashboard', { publicId: dashboard.publicId });
  assert.equal(own.result['title'], 'Sales');
});

test('answers say where in the console their items are opened', async () => {
  const { deploymentId, adminKey: key } = testApp;
  const urlOf = (path: string, search = '') =>
    new URL(`${path}?deployment=${deploymentId}${search}`, calls.issuer).href;
  const { result } = await callTool(key, 'list_workbooks');
  const [first] = result['workbooks'] as { workbookId: number; url: string; dashboard: { url: string } }[];
  const { workbookId } = first ?? {};
  assert.equal(first?.url, urlOf(`/workbook/${workbookId}`));
  assert.equal(first?.dashboard.url, urlOf(`/dashboards/${workbookId}`));
  const { result: workbook } = await callTool(key, 'read_workbook', { workbookId });
  const [report] = workbook['reports'] as { reportId: number; url: string }[];
  assert.equal(report?.url, urlOf(`/reports/${report?.reportId}`));
  const shown = await callTool(key, 'read_dashboard', { publicId: dashboard.publicId });
  assert.equal(shown.result['url'], first?.dashboard.url);
  const query = { measures: ['sales.revenue'], dimensions: ['sales.region'] };
  const chief = await makeKey('chiefs');
  const rows = await callTool(chief, 'run_query', { query });
  const address = new URL(String(rows.result['url']));
  assert.equal(address.pathname, '/query');
  assert.deepEqual(JSON.parse(address.searchParams.get('query') ?? ''), query);
  const values = Array.from({ length: 400 }, (_, index) => `region ${index}`);
  const filters = [{ member: 'sales.region', operator: 'equals', values }];
  const long = await callTool(chief, 'run_query', { query: { ...query, filters } });
  assert.deepEqual([long.isError, 'url' in long.result], [false, false]);
  const made = await callTool(chief, 'create_report', { name: 'By region', query });
  assert.equal(made.result['url'], urlOf(`/reports/${Number(made.result['reportId'])}`));
});

test('tools are those that the user may use: authoring for authors, none that needs a page', async () => {
  assert.deepEqual(await namesOf(await makeKey('chiefs')), [...READING, ...AUTHORING].toSorted());
  assert.deepEqual(await namesOf(await makeKey('chiefs', { role: 'Viewer' })), READING);
  const made = await callTool(await makeKey('chiefs'), 'create_workbook', { name: 'Made over MCP' });
  assert.equal(made.result['name'], 'Made over MCP');
  const refused = await callTool(await makeKey('chiefs', { role: 'Viewer' }), 'create_workbook', {
    name: 'No',
  });
  assert.equal(refused.isError, true);
});

test('a query that is wrong is an answer that says what is wrong', async () => {
  const key = await makeKey('chiefs');
  const { isError, result } = await callTool(key, 'run_query', { query: { measures: ['sales.nothing'] } });
  assert.equal(isError, true);
  assert.match((result['error'] as { message: string }).message, /nothing/);
  const invalid = await callTool(key, 'run_query', { query: 'SELECT 1' });
  assert.equal((invalid.result['error'] as { code: string }).code, 'validation_failed');
});

test('a key of some deployments reaches these alone, and names them where there are several', async () => {
  const { build, tenantId, deploymentId } = testApp;
  const other = await build.deployment({ tenantId });
  const key = await makeKey('chiefs', { deploymentIds: [deploymentId] });
  const { result } = await callTool(key, 'search_model', { deploymentId: other });
  assert.equal((result['error'] as { code: string }).code, 'deployment_out_of_scope');
  const foreign = await build.deployment({ tenantId: await build.tenant() });
  const hidden = await callTool(testApp.adminKey, 'search_model', { deploymentId: foreign });
  assert.equal((hidden.result['error'] as { code: string }).code, 'deployment_not_found');
  const several = await callTool(testApp.adminKey, 'search_model');
  assert.match((several.result['error'] as { message: string }).message, new RegExp(String(other)));
});

const post = (
  headers: Record<string, string>,
  body: object = { jsonrpc: '2.0', id: 1, method: 'tools/list' },
) =>
  fetch(new URL('/mcp', calls.issuer), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });

test('strangers are told where tokens are given', async () => {
  const cookie = `oriel_session=${(await calls.browser(testApp.adminId)).cookies.get('oriel_session')}`;
  const sent: [headers: Record<string, string>, error?: string][] = [
    [{}],
    [{ authorization: 'Bearer orl_wrong' }, 'invalid_token'],
    [{ authorization: 'Basic b3JpZWw6b3JpZWw=' }],
    [{ cookie, 'sec-fetch-site': 'same-origin' }],
  ];
  for (const [headers, error] of sent) {
    const answer = await post(headers);
    assert.equal(answer.status, 401);
    const challenge = answer.headers.get('www-authenticate') ?? '';
    assert.equal(/error="([^"]+)"/.exec(challenge)?.[1], error);
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    assert.equal(address, `${calls.issuer}/.well-known/oauth-protected-resource/mcp`);
    const metadata = (await (await fetch(address)).json()) as Record<string, unknown>;
    assert.equal(metadata['resource'], `${calls.issuer}/mcp`);
    assert.deepEqual(metadata['authorization_servers'], [calls.issuer]);
  }
  assert.equal((await fetch(new URL('/mcp', calls.issuer))).status, 401);
});

test('pages of other origins, bodies that are too large and sessions that there are not are refused', async () => {
  const authorization = `Bearer ${testApp.adminKey}`;
  assert.equal((await post({ authorization, origin: 'https://evil.example' })).status, 403);
  const large = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: { _meta: { text: 'x'.repeat(3_000_000) } },
  };
  assert.equal((await post({ authorization }, large)).status, 413);
  const address = new URL('/mcp', calls.issuer);
  assert.equal((await fetch(address, { headers: { authorization } })).status, 405);
  const text = await fetch(address, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain' },
    body: '{}',
  });
  assert.equal(text.status, 415);
});

/** A user gives a client a token for the MCP server, by the protocol. */
async function tokenFor(scope: string): Promise<string> {
  const { clientId, secret } = await calls.register({ name: 'Assistant' });
  const config = await calls.configure(clientId, secret);
  const browser = await calls.browser(testApp.adminId);
  const { address, checks } = await startRequest(config, { scope, resource: `${calls.issuer}/mcp` });
  const back = await consent(browser, address);
  return (await openid.authorizationCodeGrant(config, back, checks)).access_token;
}

test('a token for the MCP server is given by OAuth, and one that only reads authors nothing', async () => {
  const reader = await tokenFor('openid api:read');
  assert.deepEqual(await namesOf(reader), READING);
  const refused = await callTool(reader, 'create_workbook', {
    deploymentId: testApp.deploymentId,
    name: 'No',
  });
  assert.equal(refused.isError, true);
  const writer = await tokenFor('openid api:write');
  assert.deepEqual(await namesOf(writer), [...READING, ...AUTHORING].toSorted());
  const { deploymentId } = testApp;
  const made = await callTool(writer, 'create_workbook', { deploymentId, name: 'By a token' });
  assert.equal(made.isError, false);
});
