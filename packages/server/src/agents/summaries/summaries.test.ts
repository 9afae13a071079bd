import type { ChatFrame, Dashboard } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import { startModelServer, type ModelServer } from '../../test/model-server.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES ('north', 10), ('south', 25)) AS t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string }]
    measures: [{ name: revenue, sql: amount, type: sum }]
`;

/** The texts of AI widgets, as viewers of embed sessions ask for them. */
let server: ModelServer;
let engine: Engine;
let testApp: TestApp;
let calls: WorkspaceCalls;
let accountName: string;
/** Whether the server has a model; a test sets it. */
let hasModel = true;
let dashboard: Dashboard;
before(async () => {
  server = await startModelServer();
  engine = createModelEngine([{ path: 'sales.yml', content: model }]);
  const endpoint = {
    provider: 'openai-compatible',
    baseUrl: server.url,
    apiKey: 'k',
    model: 'large-1',
  } as const;
  testApp = await createTestApp({
    engine,
    models: {
      get endpoint() {
        return hasModel ? endpoint : undefined;
      },
      allowsPrivate: true,
    },
  });
  calls = createWorkspaceCalls(testApp);
  ({ name: accountName } = await testApp.database.db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', testApp.tenantId)
    .executeTakeFirstOrThrow());
  const { id: workbookId } = await calls.makeWorkbook('Board');
  dashboard = await publish(workbookId, 'Say how it goes.');
  const shared = { body: { allEmbedUsers: true, action: 'read' } };
  await calls.ok('PUT', `/workbooks/${workbookId}/embed-access`, shared);
});
afterEach(() => {
  server.requests.splice(0);
  server.steps.splice(0);
});
after(async () => {
  await testApp.close();
  await engine.close();
  await server.close();
});

async function publish(workbookId: number, prompt: string): Promise<Dashboard> {
  const jsonQuery = JSON.stringify({ measures: ['sales.revenue'], dimensions: ['sales.region'] });
  const { id: reportId } = await calls.makeReport({ name: 'By region', workbookId, jsonQuery });
  const position = { x: 0, y: 0, w: 6, h: 6 };
  const widgets = [
    { id: 'summary', type: 'AI', position, config: { prompt, title: 'In words' } },
    { id: 'chart', type: 'CHART', position, config: { reportId } },
    { id: 'region', type: 'FILTER', position, config: { member: 'sales.region' } },
  ];
  const body = { workbookId, config: { widgets } };
  return calls.ok('POST', `/workbooks/${workbookId}/publish`, { body });
}

const viewer = (externalId: string, settings = {}) =>
  openEmbedSession(testApp, { embedTenantName: 'northwind', externalId, settings });

async function send(token: string, beside: object = {}) {
  const { publicId } = dashboard;
  return testApp.call({
    method: 'POST',
    path: `/api/v1/public/${accountName}/deployments/${testApp.deploymentId}/chat/stream-chat-state`,
    key: '',
    headers: { authorization: `Embed-Token ${token}` },
    body: { dashboard: { publicId, widgetId: 'summary', ...beside } },
  });
}

/** The text that the widget shows, with what the first line says of it. */
async function read(token: string, beside: object = {}) {
  const answer = await send(token, beside);
  assert.equal(answer.statusCode, 200, answer.body);
  const frames = answer.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ChatFrame);
  const text = frames.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.content;
  return {
    text,
    frames,
    ...(frames[0]?.state as {
      chatId?: string;
      isStale?: boolean;
      mayRefresh?: boolean;
      reason?: string;
      checksum?: string;
    }),
  };
}

const south = { filters: [{ member: 'sales.region', value: 'south' }] };

test('a text is written once for each person and state, and read from then on', async () => {
  const token = await viewer('reader');
  server.steps.push({ toolCalls: [{ name: 'read_dashboard', input: {} }] }, { text: 'It goes well.' });
  const first = await read(token);
  assert.deepEqual([first.text, first.isStale], ['It goes well.', false]);
  const [asked] = server.requests;
  assert.match(JSON.stringify(asked?.body.messages), /Say how it goes\./);
  const names = JSON.stringify(asked?.body.tools);
  assert.match(names, /read_dashboard/);
  assert.doesNotMatch(names, /set_controls|create_/);
  assert.equal(server.requests.length, 2);

  const again = await read(token);
  assert.deepEqual([again.text, again.chatId, again.isStale], ['It goes well.', first.chatId, false]);
  const other = await read(token, south);
  assert.deepEqual([other.text, other.isStale], ['It goes well.', true]);
  assert.equal(other.checksum, first.checksum);
  assert.equal(server.requests.length, 2);

  server.steps.push({ text: 'The south alone.' });
  const renewed = await read(token, { ...south, refreshesSummary: true });
  assert.deepEqual([renewed.text, renewed.isStale], ['The south alone.', false]);
  assert.equal((await read(token, south)).text, 'The south alone.');
  assert.equal((await read(token)).text, 'It goes well.');
  assert.equal(server.requests.length, 3);
});

test('what one viewer has is not another’s, and who may not have texts written reads those that there are', async () => {
  const [one, other] = [await viewer('one'), await viewer('other')];
  server.steps.push({ text: 'For one.' }, { text: 'For the other.' });
  assert.equal((await read(one)).text, 'For one.');
  assert.equal((await read(other)).text, 'For the other.');
  const reading = await viewer('one', { showAiWidgets: false });
  assert.equal((await read(reading)).text, 'For one.');
  const refreshed = await read(reading, { refreshesSummary: true });
  assert.deepEqual(
    [refreshed.text, refreshed.reason, refreshed.chatId],
    [undefined, 'not_allowed', undefined],
  );
  const stranger = await read(await viewer('stranger', { showAiWidgets: false }));
  assert.deepEqual([stranger.text, stranger.reason], [undefined, 'not_allowed']);
  assert.equal(server.requests.length, 2);
  const refused = await send(await viewer('one', { allowAi: false }));
  assert.deepEqual([refused.statusCode, refused.json()['code']], [403, 'ai_not_allowed']);
});

test('a thread that is deleted takes its text along, and a failure is kept until it is asked for again', async () => {
  const token = await viewer('deleter');
  server.steps.push({ status: 400 });
  const failed = await read(token);
  assert.ok(failed.frames.some(({ code }) => code === 'model_failed'));
  assert.ok((await read(token)).frames.some(({ code }) => code === 'model_failed'));
  server.steps.push({ text: 'Now.' });
  const { chatId } = await read(token, { refreshesSummary: true });
  const path = `/api/v1/deployments/${testApp.deploymentId}/chat-threads/${chatId}`;
  const headers = { authorization: `Embed-Token ${token}` };
  assert.equal((await testApp.call({ method: 'DELETE', path, key: '', headers })).statusCode, 204);
  server.steps.push({ text: 'Anew.' });
  assert.equal((await read(token)).text, 'Anew.');
});

test('two pages of one person that ask at once have one text written', async () => {
  const token = await viewer('twice');
  const gate = Promise.withResolvers<void>();
  server.steps.push({ text: 'Once.', gate: gate.promise });
  const both = [read(token), read(token)];
  gate.resolve();
  const [first, second] = await Promise.all(both);
  assert.equal(first?.chatId, second?.chatId);
  assert.equal(server.requests.length, 1);
});

test('a widget that is none, and a dashboard that is not seen, are refused', async () => {
  const token = await viewer('lost');
  for (const [beside, code] of [
    [{ widgetId: 'chart' }, 'widget_not_found'],
    [{ widgetId: 'none' }, 'widget_not_found'],
    [{ publicId: 'nowhere' }, 'dashboard_not_found'],
  ] as const) {
    const answer = await send(token, beside);
    assert.deepEqual([answer.statusCode, answer.json()['code']], [404, code]);
  }
});

test('without a model nothing is written, and it says so', async () => {
  const token = await viewer('modelless');
  server.steps.push({ text: 'With a model.' });
  assert.equal((await read(token)).text, 'With a model.');
  hasModel = false;
  try {
    const { text, reason, mayRefresh } = await read(token, { refreshesSummary: true });
    assert.deepEqual([text, reason, mayRefresh], [undefined, 'no_model', false]);
    // What was written is still there.
    const kept = await read(token);
    assert.deepEqual([kept.text, kept.mayRefresh], ['With a model.', false]);
  } finally {
    hasModel = true;
  }
});
