import type { ChatFrame, Dashboard } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { serverBrands } from '@oriel/contract';
import type { RenderedDashboard } from '../../rendering/dashboard-rendering.ts';
import { answerPage, PAGE_ORIGIN } from '../../rendering/picture-page.ts';
import { createSharedPictures } from '../../rendering/shared-pictures.ts';
import {
  createModelEngine,
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import { startModelServer, type ModelServer } from '../../test/hosts/model-server.ts';
import { appConfigPart } from '../../settings/part.ts';

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
/** What pictures were drawn of. */
const drawn: RenderedDashboard[] = [];
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
    drawPicture: createSharedPictures(async (rendered) => {
      drawn.push(rendered);
      return Buffer.from('drawn');
    }),
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
  drawn.splice(0);
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

test('a viewer with other rights than before reads nothing that was written with those', async () => {
  const token = (region: string) =>
    openEmbedSession(testApp, {
      embedTenantName: 'northwind',
      externalId: 'narrowed',
      securityContext: { region },
    });
  server.steps.push({ text: 'All of the south.' }, { text: 'The north alone.' });
  const first = await read(await token('south'));
  assert.deepEqual([first.text, first.isStale], ['All of the south.', false]);
  const second = await read(await token('north'));
  assert.deepEqual([second.text, second.isStale], ['The north alone.', false]);
  // Another session with the same rights has the same text.
  const again = await read(await token('south'));
  assert.deepEqual([again.text, again.chatId], ['All of the south.', first.chatId]);
  assert.equal(server.requests.length, 2);
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

async function titlesOf(token: string, kind?: string): Promise<string[]> {
  const query = kind === undefined ? '' : `?kind=${kind}`;
  const path = `/api/v1/deployments/${testApp.deploymentId}/chat-threads${query}`;
  const headers = { authorization: `Embed-Token ${token}` };
  const answer = await testApp.call({ method: 'GET', path, key: '', headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().items.map(({ title }: { title: string }) => title);
}

test('texts are no chats, until something is asked about them, and one that is replaced goes', async () => {
  const token = await viewer('chatting');
  server.steps.push({ text: 'It goes well.' });
  const { chatId } = await read(token);
  assert.deepEqual([await titlesOf(token), await titlesOf(token, 'summary')], [[], ['In words']]);
  server.steps.push({ text: 'Because of the south.' });
  const answer = await testApp.call({
    method: 'POST',
    path: `/api/v1/public/${accountName}/deployments/${testApp.deploymentId}/chat/stream-chat-state`,
    key: '',
    headers: { authorization: `Embed-Token ${token}` },
    body: { chatId, input: 'Why?' },
  });
  assert.match(answer.body, /Because of the south/);
  assert.deepEqual([await titlesOf(token), await titlesOf(token, 'summary')], [['In words'], []]);
  // The widget shows the same text, and a new one leaves the chat.
  server.steps.push({ text: 'Still well.' }, { text: 'Better.' });
  assert.equal((await read(token)).chatId, chatId);
  const renewed = await read(token, { refreshesSummary: true });
  assert.deepEqual([await titlesOf(token), await titlesOf(token, 'summary')], [['In words'], ['In words']]);
  const again = await read(token, { refreshesSummary: true });
  assert.notEqual(again.chatId, renewed.chatId);
  assert.deepEqual(await titlesOf(token, 'summary'), ['In words']);
  assert.equal((await read(token)).text, 'Better.');
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

/** Has a picture drawn. @returns what was drawn, unless there was a picture already */
async function draw(token: string, beside: object = {}): Promise<RenderedDashboard | undefined> {
  const answer = await testApp.call({
    method: 'POST',
    path: `/api/v1/embed/dashboard/${dashboard.publicId}/export`,
    key: '',
    headers: { authorization: `Embed-Token ${token}` },
    body: { format: 'png', ...beside },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return drawn.pop();
}

/** What the page of a picture is answered with when it asks for the text. */
async function readInPicture(rendered: RenderedDashboard | undefined, beside: object = {}) {
  assert.ok(rendered);
  const { deploymentId, tenantId } = testApp;
  const account = await testApp.get(appConfigPart).get(tenantId);
  const content = { brand: serverBrands.svc, account, signal: new AbortController().signal };
  const ask = async (path: string, body?: object) =>
    answerPage(
      {
        method: body ? 'POST' : 'GET',
        url: new URL(path, PAGE_ORIGIN),
        body: body ? JSON.stringify(body) : null,
        isOfApp: false,
      },
      rendered,
      content,
    );
  const settings = await ask(`/api/v1/deployments/${deploymentId}/ai-engineer-settings`);
  if (settings?.status !== 200) return { status: settings?.status };
  const { accountName: name } = JSON.parse(String(settings.body)) as { accountName: string };
  const { publicId } = dashboard;
  const lines = await ask(`/api/v1/public/${name}/deployments/${deploymentId}/chat/stream-chat-state`, {
    dashboard: { publicId, widgetId: 'summary', ...beside },
  });
  const frames = String(lines?.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ChatFrame);
  const { isStale, reason, createdAt, mayRefresh } = frames[0]?.state ?? {};
  const text = frames.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.content;
  return { text, isStale, reason, mayRefresh, hasDate: typeof createdAt === 'string' };
}

test('a picture shows the text that its viewer has, and none is written for it', async () => {
  const [token, other] = [await viewer('drawing'), await viewer('drawing too')];
  const none = {
    text: undefined,
    isStale: undefined,
    reason: 'not_written',
    mayRefresh: false,
    hasDate: false,
  };
  assert.deepEqual(await readInPicture(await draw(token)), none);
  // Viewers without texts who see the same share a picture.
  assert.equal(await draw(other), undefined);
  assert.equal(server.requests.length, 0);

  server.steps.push({ text: 'It goes well.' });
  await read(token);
  const written = {
    text: 'It goes well.',
    isStale: false,
    reason: undefined,
    mayRefresh: false,
    hasDate: true,
  };
  const rendered = await draw(token);
  assert.deepEqual(await readInPicture(rendered), written);
  assert.deepEqual(await readInPicture(rendered, south), { ...written, isStale: true });
  assert.equal(await draw(other), undefined);
  // One widget alone: its text is about the whole dashboard.
  const alone = await draw(token, { widgetId: 'summary' });
  assert.deepEqual(
    alone?.dashboard.config.widgets?.map(({ id }) => id),
    ['summary', 'region'],
  );
  assert.deepEqual(await readInPicture(alone), written);

  server.steps.push({ text: 'Better.' });
  await read(token, { refreshesSummary: true });
  assert.equal((await readInPicture(await draw(token))).text, 'Better.');
  assert.equal(server.requests.length, 2);

  const table = await testApp.call({
    method: 'POST',
    path: `/api/v1/embed/dashboard/${dashboard.publicId}/export`,
    key: '',
    headers: { authorization: `Embed-Token ${token}` },
    body: { format: 'csv', widgetId: 'summary' },
  });
  assert.equal(table.json()['code'], 'chart_not_found');
});

test('in a picture a text that failed, or is being written, is none, and without AI there is nothing', async () => {
  const token = await viewer('drawing a failure');
  server.steps.push({ status: 400 });
  await read(token);
  assert.equal((await readInPicture(await draw(token))).reason, 'not_written');
  const gate = Promise.withResolvers<void>();
  server.steps.push({ text: 'Slow.', gate: gate.promise });
  const writing = read(token, { refreshesSummary: true });
  while (server.requests.length < 2) await new Promise(setImmediate);
  assert.equal((await readInPicture(await draw(token))).reason, 'not_written');
  gate.resolve();
  assert.equal((await writing).text, 'Slow.');
  const forbidden = await draw(await viewer('drawing a failure', { allowAi: false }));
  assert.deepEqual(await readInPicture(forbidden), { status: 403 });
});
