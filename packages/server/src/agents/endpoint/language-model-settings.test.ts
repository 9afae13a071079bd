import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { startModelServer, type ModelServer } from '../../test/hosts/model-server.ts';
import { modelProviders } from './model-endpoint.ts';

const path = '/api/v1/language-model';

let server: ModelServer;
let serverModel: ModelServer;
let testApp: TestApp;
before(async () => {
  [server, serverModel] = await Promise.all([startModelServer(), startModelServer()]);
  const endpoint = {
    provider: 'openai-compatible',
    baseUrl: serverModel.url,
    apiKey: 'operators',
    model: 'medium-1',
  } as const;
  testApp = await createTestApp({ models: { endpoint, allowsPrivate: true } });
});
beforeEach(() => put({ endpoint: null, dailyTokens: null }));
afterEach(() => {
  for (const each of [server, serverModel]) {
    each.requests.splice(0);
    each.steps.splice(0);
  }
});
after(() => Promise.all([testApp.close(), server.close(), serverModel.close()]));

const own = (more: object = {}) => ({
  provider: 'openai-compatible',
  baseUrl: server.url,
  model: 'large-1',
  apiKey: 'own-key',
  ...more,
});
const put = (body: object, key?: string) =>
  testApp.call({ method: 'PUT', path, body, ...(key !== undefined && { key }) });
const get = async () => (await testApp.call({ method: 'GET', path })).json();
const tryOut = async (body: object = {}) => {
  const answer = await testApp.call({ method: 'POST', path: `${path}/try`, body });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const issueOf = (answer: Awaited<ReturnType<typeof put>>) => {
  assert.equal(answer.statusCode, 400, answer.body);
  return answer.json().issues[0];
};
const keyIn = ({ requests }: ModelServer) => requests.at(-1)?.headers.authorization;

test('an account uses the model of the server, and does not learn where that is', async () => {
  assert.deepEqual(await get(), {
    source: 'server',
    endpoint: null,
    serverModel: 'medium-1',
    allowsPrivateAddresses: true,
    dailyTokens: null,
    defaultDailyTokens: 2_000_000,
  });
});

test('its own model goes before that of the server, and its key is never told', async () => {
  const answer = await put({ endpoint: own() });
  assert.equal(answer.statusCode, 200, answer.body);
  const { apiKey: key, ...place } = own();
  assert.deepEqual(answer.json().endpoint, { ...place, hasApiKey: true });
  assert.equal(answer.json().source, 'account');
  assert.deepEqual(await get(), answer.json());
  assert.doesNotMatch(answer.body, new RegExp(key));
  const { rows } = await testApp.database.pool.query(
    'select model_endpoints::text as row from model_endpoints',
  );
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(Buffer.from(key).toString('hex')));
  const log = await testApp.call({ method: 'GET', path: '/api/v1/audit-logs' });
  assert.match(log.body, /modelEndpoint/);
  assert.doesNotMatch(log.body, new RegExp(`${key}|encryptedSecret":"(?!\\[SECRET\\])`));
  assert.equal((await tryOut()).isAnswered, true);
  assert.equal(keyIn(server), `Bearer ${key}`);
  assert.deepEqual(serverModel.requests, []);
  await put({ endpoint: null });
  assert.equal((await get()).source, 'server');
  assert.equal((await tryOut()).model, 'medium-1');
  assert.equal(keyIn(serverModel), 'Bearer operators');
});

test('what is absent stays: the key with another model, the endpoint with another limit', async () => {
  await put({ endpoint: own() });
  const { apiKey: _, ...withoutKey } = own({ model: 'larger-2' });
  assert.equal((await put({ endpoint: withoutKey })).json().endpoint.hasApiKey, true);
  const limited = (await put({ dailyTokens: 0 })).json();
  assert.deepEqual([limited.endpoint.model, limited.dailyTokens], ['larger-2', 0]);
  await tryOut();
  assert.equal(keyIn(server), 'Bearer own-key');
  const without = (await put({ endpoint: own({ apiKey: null }) })).json();
  assert.deepEqual([without.endpoint.hasApiKey, without.dailyTokens], [false, 0]);
  await tryOut();
  assert.equal(keyIn(server), undefined);
});

test('a stored key is sent to no other place than it was given for', async () => {
  await put({ endpoint: own() });
  const thief = await startModelServer();
  const moved = { ...own({ baseUrl: thief.url }), apiKey: undefined };
  for (const answer of [
    await put({ endpoint: moved }),
    await testApp.call({ method: 'POST', path: `${path}/try`, body: { endpoint: moved } }),
    await put({ endpoint: { ...own({ provider: 'anthropic' }), apiKey: undefined } }),
  ]) {
    const { path: field, message } = issueOf(answer);
    assert.equal(field, 'endpoint.apiKey');
    assert.match(message, /must be given again/);
  }
  assert.equal((await get()).endpoint.baseUrl, server.url);
  assert.equal((await tryOut({ endpoint: { ...moved, apiKey: null } })).isAnswered, true);
  assert.equal(keyIn(thief), undefined);
  await thief.close();
});

for (const provider of modelProviders)
  test(`${provider}: a trial asks the endpoint that is given, stores nothing but what it took, and counts it`, async () => {
    server.steps.push({ text: 'Ready', usage: { inputTokens: 40, outputTokens: 2 } });
    const { tenantId, adminId, database } = testApp;
    await database.db.deleteFrom('chatUsage').execute();
    const trial = await tryOut({ endpoint: own({ provider }) });
    const { durationMs, ...rest } = trial;
    assert.deepEqual(rest, { isAnswered: true, model: 'large-1', text: 'Ready', failure: null });
    assert.ok(durationMs >= 0);
    assert.equal((await get()).endpoint, null);
    // Agents need tools: the trial declares one.
    assert.equal(server.requests[0]?.body.tools?.length, 1);
    const used = await database.db.selectFrom('chatUsage').selectAll().execute();
    assert.deepEqual(
      used.map((row) => [row.tenantId, row.userId, row.llmCalls, row.inputTokens, row.outputTokens]),
      [[tenantId, adminId, 1, 40, 2]],
    );
  });

const statuses = [
  [401, 'key_refused', /refuses the key/],
  [404, 'not_found', /no such model/],
  [422, 'request_refused', /call tools/],
  [429, 'rate_limited', /quota/],
  [500, 'model_failed', /status 500/],
] as const;
for (const [status, code, message] of statuses)
  test(`a model that answers ${status} is told as ${code}, in our words`, async () => {
    server.steps.push({ status });
    const { isAnswered, failure } = await tryOut({ endpoint: own() });
    assert.deepEqual([isAnswered, failure.code], [false, code]);
    assert.match(failure.message, message);
    assert.doesNotMatch(failure.message, /scripted/);
    assert.equal(server.requests.length, 1);
  });

test('a host that is not there, and one that answers nothing of the kind, are told apart', async () => {
  const gone = await startModelServer();
  await gone.close();
  const { failure } = await tryOut({ endpoint: own({ baseUrl: gone.url }) });
  assert.equal(failure.code, 'unreachable');
  server.steps.push({ text: '' });
  assert.equal((await tryOut({ endpoint: own() })).failure.code, 'model_failed');
});

test('an address that is none, or private where that is not allowed, is refused by name', async () => {
  const strict = await createTestApp({});
  const give = (baseUrl: string) =>
    strict.call({ method: 'PUT', path, body: { endpoint: own({ baseUrl }) } });
  for (const [baseUrl, message] of [
    ['models.example.com/v1', /must be an address/],
    ['ftp://models.example.com', /must be an address/],
    ['https://me:secret@models.example.com', /without a user/],
    ['https://models.example.com?key=1', /without a user, a query/],
    ['http://models.example.com/v1', /must begin with https:/],
    ['https://127.0.0.1/v1', /ORIEL_LLM_ALLOW_PRIVATE/],
    ['https://localhost/v1', /ORIEL_LLM_ALLOW_PRIVATE/],
    ['https://[::1]/v1', /ORIEL_LLM_ALLOW_PRIVATE/],
    ['https://2130706433/v1', /ORIEL_LLM_ALLOW_PRIVATE/],
    ['https://169.254.169.254/latest', /ORIEL_LLM_ALLOW_PRIVATE/],
  ] as const) {
    const issue = issueOf(await give(baseUrl));
    assert.equal(issue.path, 'endpoint.baseUrl');
    assert.match(issue.message, message, baseUrl);
  }
  assert.equal(
    issueOf(await put({ endpoint: own({ baseUrl: 'http://169.254.169.254' }) })).path,
    'endpoint.baseUrl',
  );
  const settings = (await strict.call({ method: 'GET', path })).json();
  assert.deepEqual([settings.source, settings.allowsPrivateAddresses], ['none', false]);
  const trial = await strict.call({ method: 'POST', path: `${path}/try`, body: {} });
  assert.equal(trial.json().failure.code, 'no_model');
  await strict.close();
});

test('keys that no header can carry and limits beyond the bounds are refused', async () => {
  for (const apiKey of ['', 'two words', 'line\nbreak', 'schlüssel', 'x'.repeat(4_097)])
    assert.equal(
      issueOf(await put({ endpoint: own({ apiKey }) })).path,
      'endpoint.apiKey',
      apiKey.slice(0, 20),
    );
  for (const dailyTokens of [-1, 1.5, 2 ** 31, '5'])
    assert.equal(issueOf(await put({ dailyTokens })).path, 'dailyTokens');
  assert.equal((await put({ dailyTokens: 2 ** 31 - 1 })).statusCode, 200);
});

test('usage is narrowed by person, agent and days, page by page', async () => {
  const { build, tenantId, adminId, database } = testApp;
  const { db } = database;
  await db.deleteFrom('chatUsage').execute();
  const other = await build.user({ tenantId, role: 'Viewer' });
  const { id: agentId } = await db.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const gone = 2 ** 31 - 1;
  const usage = { embedUserId: null, llmCalls: 1, inputTokens: 10, outputTokens: 1 };
  for (const [userId, day, agent] of [
    [adminId, '2026-02-27', agentId],
    [adminId, '2026-02-28', agentId],
    [adminId, '2026-02-28', gone],
    [adminId, '2026-02-28', null],
    [other, '2026-03-01', agentId],
  ] as const)
    await db
      .insertInto('chatUsage')
      .values({ tenantId, userId, day, agentId: agent, ...usage })
      .execute();
  const list = async (query: Record<string, string>) => {
    const answer = await testApp.call({ method: 'GET', path: `${path}/usage?${new URLSearchParams(query)}` });
    assert.equal(answer.statusCode, 200, answer.body);
    const { items, pageInfo } = answer.json();
    return {
      pageInfo,
      items,
      told: items.map((item: { day: string; agent: { id: number } | null }) => [
        item.day,
        item.agent?.id ?? null,
      ]),
    };
  };
  const first = await list({ to: '2026-02-28', first: '2' });
  assert.deepEqual(first.told, [
    ['2026-02-28', null],
    ['2026-02-28', gone],
  ]);
  assert.deepEqual(first.items[1].agent, { id: gone, name: null, deploymentId: null });
  assert.deepEqual([first.items[1].totalTokens, first.items[1].dayTokens], [11, 33]);
  const next = await list({ to: '2026-02-28', first: '2', after: first.pageInfo.endCursor });
  assert.deepEqual(next.told, [
    ['2026-02-28', agentId],
    ['2026-02-27', agentId],
  ]);
  assert.equal(next.pageInfo.hasNextPage, false);
  assert.equal(next.items[0].agent.name, 'default');
  const { items: people } = await list({ from: '2026-03-01' });
  const { name } = people[0].user;
  assert.deepEqual((await list({ search: name.toUpperCase() })).told, [['2026-03-01', agentId]]);
  assert.deepEqual((await list({ agentId: String(agentId), from: '2026-02-28' })).told, [
    ['2026-03-01', agentId],
    ['2026-02-28', agentId],
  ]);
  for (const query of [
    { search: `${name}%` },
    { search: '_' },
    { agentId: '2147483648' },
    { from: '2026-03-02' },
    { from: '2026-03-02', to: '2026-02-01' },
  ] as Record<string, string>[])
    assert.deepEqual((await list(query)).told, [], JSON.stringify(query));
  for (const [field, value] of [
    ['from', '2026-02-30'],
    ['to', '0000-01-01'],
    ['from', 'yesterday'],
    ['agentId', '1.5'],
    ['agentId', '-1'],
    ['search', 'x'.repeat(10_000)],
  ] as const) {
    const refused = await testApp.call({ method: 'GET', path: `${path}/usage?${field}=${value}` });
    assert.equal(issueOf(refused).path, field, value);
  }
});

test('usage is listed by person and day, for administrators of the account alone', async () => {
  const { build, tenantId, adminId, deploymentId, database } = testApp;
  await database.db.deleteFrom('chatUsage').execute();
  const other = await build.tenant({ host: 'usage.example.com' });
  const usage = { llmCalls: 2, inputTokens: 3e9, outputTokens: 5, cacheWriteTokens: 7, cacheReadTokens: 11 };
  const { rows } = await database.pool.query<{ day: string }>(
    `select ((now() at time zone 'UTC')::date - 1)::text as day union all select (now() at time zone 'UTC')::date::text`,
  );
  const [yesterday = '', today = ''] = rows.map(({ day }) => day);
  for (const day of [yesterday, today])
    await database.db
      .insertInto('chatUsage')
      .values({ tenantId, userId: adminId, embedUserId: null, day, ...usage })
      .execute();
  const foreign = await build.user({ tenantId: other, role: 'Admin' });
  await database.db
    .insertInto('chatUsage')
    .values({ tenantId: other, userId: foreign, embedUserId: null, day: today, ...usage })
    .execute();
  const list = async (query: string) =>
    (await testApp.call({ method: 'GET', path: `${path}/usage${query}` })).json();
  const { items, pageInfo } = await list('?first=1');
  assert.deepEqual(
    [items.length, items[0].day, items[0].isToday, items[0].totalTokens],
    [1, today, true, 3e9 + 23],
  );
  assert.deepEqual([items[0].user.type, items[0].user.id], ['USER', adminId]);
  const rest = await list(`?first=10&after=${encodeURIComponent(pageInfo.endCursor)}`);
  assert.deepEqual(
    rest.items.map((item: { day: string; isToday: boolean }) => [item.day, item.isToday]),
    [[yesterday, false]],
  );
  const developer = await build.apiKey({
    tenantId,
    userId: await build.user({ tenantId, role: 'Developer' }),
  });
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  for (const key of [developer, scoped]) {
    assert.equal((await put({ endpoint: own() }, key)).statusCode, 403);
    const tried = await testApp.call({ method: 'POST', path: `${path}/try`, body: {}, key });
    assert.equal(tried.statusCode, 403);
  }
  for (const each of [path, `${path}/usage`])
    assert.equal((await testApp.call({ method: 'GET', path: each, key: developer })).statusCode, 403);
});
