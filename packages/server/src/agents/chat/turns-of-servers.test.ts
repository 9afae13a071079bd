import type { ChatFrame } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { createModelEngine, createTestApp, type OtherServer, type TestApp } from '../../test/index.ts';
import { startModelServer, type ModelServer } from '../../test/hosts/model-server.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT * FROM (VALUES ('north', 10), ('south', 25)) AS t(region, amount)"
    dimensions: [{ name: region, sql: region, type: string }]
    measures: [{ name: revenue, sql: amount, type: sum }]
`;
const runQuery = {
  toolCalls: [{ name: 'run_query', input: { title: 'Revenue', query: { measures: ['sales.revenue'] } } }],
};

/** Two servers on one database, each with a port. */
let modelServer: ModelServer;
let engine: Engine;
let one: TestApp;
let other: OtherServer;
let path: string;
before(async () => {
  modelServer = await startModelServer();
  engine = createModelEngine([{ path: 'sales.yml', content: model }]);
  const endpoint = {
    provider: 'openai-compatible',
    baseUrl: modelServer.url,
    apiKey: 'k',
    model: 'large-1',
  } as const;
  one = await createTestApp({ engine, models: { endpoint, allowsPrivate: true } });
  other = await one.startAnother();
  const { db } = one.database;
  const { id } = await db.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const { name } = await db.selectFrom('tenants').select('name').executeTakeFirstOrThrow();
  path = `/api/v1/public/${name}/agents/${id}/chat`;
  for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  modelServer.requests.splice(0);
  modelServer.steps.splice(0);
});
after(async () => {
  await other.close();
  await one.close();
  await engine.close();
  await modelServer.close();
});

const messageId = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}-message`;

/** The lines that a server writes, as they come. */
async function* stream({ app }: Pick<TestApp, 'app'>, body: object): AsyncGenerator<ChatFrame> {
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}/stream-chat-state`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${one.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sessionSettings: { externalId: 'buyer' }, ...body }),
  });
  assert.equal(answer.status, 200);
  assert.ok(answer.body);
  let rest = '';
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ChatFrame;
  }
}

/** Reads on until a line is as it is wanted. */
async function until(lines: AsyncGenerator<ChatFrame>, isWanted: (frame: ChatFrame) => boolean) {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) assert.fail('The stream has ended');
    if (isWanted(value)) return value;
  }
}

async function readToEnd(lines: AsyncGenerator<ChatFrame>): Promise<ChatFrame[]> {
  const read: ChatFrame[] = [];
  for await (const frame of lines) read.push(frame);
  return read;
}

const chatIdOf = async (lines: AsyncGenerator<ChatFrame>) =>
  String((await until(lines, ({ id }) => id === '__cutoff__')).state?.['chatId']);
const finalOf = (frames: readonly ChatFrame[]) =>
  frames.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.content;
const hasResult = ({ toolCall }: ChatFrame) => toolCall?.result !== undefined;

/** Ends the connections by which servers hear of changes. */
const cutFeeds = () =>
  one.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'oriel changes'`,
  );

for (const isCut of [false, true])
  test(`a turn of one server is followed at another${isCut ? ', though the connection that tells of it is cut' : ''}`, async () => {
    const gate = Promise.withResolvers<void>();
    modelServer.steps.push(runQuery, { text: 'It is 35.', gate: gate.promise });
    const id = messageId();
    const running = stream(one, { input: 'Revenue?', messageId: id });
    const chatId = await chatIdOf(running);
    const following = stream(other, { chatId, messageId: id });
    await until(following, hasResult);
    if (isCut) await cutFeeds();
    gate.resolve();
    const followed = await readToEnd(following);
    assert.equal(finalOf(followed), 'It is 35.');
    assert.equal(followed.at(-1)?.id, '__usage__');
    assert.equal(finalOf(await readToEnd(running)), 'It is 35.');
    assert.equal(modelServer.requests.length, 2);
  });

for (const isCut of [false, true])
  test(`a turn of one server is stopped at another${isCut ? ', though the connection that tells of it is cut' : ''}`, async () => {
    const gate = Promise.withResolvers<void>();
    modelServer.steps.push(runQuery, { text: 'Never.', gate: gate.promise });
    const id = messageId();
    const running = stream(one, { input: 'Revenue?', messageId: id });
    const chatId = await chatIdOf(running);
    const following = stream(other, { chatId, messageId: id });
    await until(following, hasResult);
    if (isCut) await cutFeeds();
    const aborted = await other.call({
      method: 'POST',
      path: `${path}/abort`,
      body: { chatId, sessionSettings: { externalId: 'buyer' } },
    });
    assert.equal(aborted.statusCode, 204, aborted.body);
    const lines = await readToEnd(running);
    assert.deepEqual(
      lines.slice(-3).map((frame) => frame.id),
      ['__aborted__', '__state__', '__usage__'],
    );
    assert.equal(finalOf(await readToEnd(following)), undefined);
    gate.resolve();
    // The thread takes the next message.
    modelServer.steps.splice(0);
    modelServer.steps.push({ text: 'Again.' });
    const next = await readToEnd(stream(other, { chatId, input: 'Once more' }));
    assert.equal(finalOf(next), 'Again.');
  });

test('what was said before a turn was stopped stays in the thread, for its readers and for the model', async () => {
  modelServer.steps.push({ text: ['Begun and'], pause: new Promise(() => {}) });
  const running = stream(one, { input: 'Revenue?', messageId: messageId() });
  const chatId = await chatIdOf(running);
  await until(running, ({ content }) => content === 'Begun and');
  const following = stream(other, { chatId });
  await chatIdOf(following);
  const body = { chatId, sessionSettings: { externalId: 'buyer' } };
  await other.call({ method: 'POST', path: `${path}/abort`, body });
  await readToEnd(running);
  const saidIn = (frames: readonly ChatFrame[]) =>
    frames
      .filter(({ role, state }) => role === 'assistant' && state === undefined)
      .map(({ content, type }) => type ?? content);
  assert.deepEqual(saidIn(await readToEnd(following)), ['Begun and', 'abort']);
  assert.deepEqual(saidIn(await readToEnd(stream(one, { chatId }))), ['Begun and', 'abort']);
  modelServer.steps.push({ text: 'Done.' });
  await readToEnd(stream(one, { chatId, input: 'Go on' }));
  assert.match(JSON.stringify(modelServer.requests.at(-1)?.body.messages), /"assistant".*Begun and.*Go on/);
});
