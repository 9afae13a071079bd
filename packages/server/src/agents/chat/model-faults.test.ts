import type { ChatFrame } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createModelEngine, createTestApp, untilTrue, type TestApp } from '../../test/index.ts';
import { startModelServer, type ModelServer, type ModelStep } from '../../test/hosts/model-server.ts';
import { modelProviders } from '../endpoint/model-endpoint.ts';

const model = `
cubes:
  - name: sales
    sql: "SELECT 'north' AS region, 10 AS amount"
    dimensions:
      - { name: region, sql: region, type: string }
    measures:
      - { name: revenue, sql: amount, type: sum }
`;
const search = { name: 'search_model', input: { search: 'revenue' } };

let server: ModelServer;
let engine: Engine;
before(async () => {
  server = await startModelServer();
  engine = createModelEngine([{ path: 'sales.yml', content: model }]);
});
afterEach(() => {
  server.requests.splice(0);
  server.steps.splice(0);
  server.answer = () => ({ text: 'Done.' });
});
after(async () => {
  await engine.close();
  await server.close();
});

const finalOf = (frames: readonly ChatFrame[]) =>
  frames.findLast(({ role, graphPath }) => role === 'assistant' && graphPath?.[0] === 'final');
const failureOf = (frames: readonly ChatFrame[]) =>
  frames.find(({ error, id }) => error !== undefined && id === undefined)?.code;
const chatIdOf = (frames: readonly ChatFrame[]) => String(frames[0]?.state?.['chatId']);
const usageOf = (frames: readonly ChatFrame[]) => frames.at(-1)?.usage;

for (const provider of modelProviders) {
  const isAnthropic = provider === 'anthropic';
  /** A text of the reason in the words of the format. */
  const reason = (openAI: string, anthropic: string) => (isAnthropic ? anthropic : openAI);

  /** What models refuse: a call without a result, an input that is no object, a message that says nothing. */
  const checkMessages = () => {
    for (const { body } of server.requests) {
      const messages = JSON.parse(JSON.stringify(body.messages)) as Message[];
      const calls = messages.flatMap(callsOf);
      const results = messages.flatMap(resultsOf);
      assert.deepEqual(
        results,
        calls.map(({ id }) => id),
      );
      for (const { input } of calls)
        assert.ok(
          typeof input === 'object' && input !== null && !Array.isArray(input),
          JSON.stringify(input),
        );
      for (const { role, content, tool_calls: own } of messages)
        assert.ok(own || (Array.isArray(content) ? content.length > 0 : content !== ''), `an empty ${role}`);
      if (calls.length > 0)
        assert.ok((body.tools?.length ?? 0) > 0, 'the tools of the calls are not declared');
    }
  };

  test(`${provider}: what a model does wrong`, async (t) => {
    const endpoint = { provider, baseUrl: server.url, apiKey: 'k', model: 'large-1' } as const;
    const testApp = await createTestApp({ engine, models: { endpoint, allowsPrivate: true } });
    t.after(() => testApp.close());
    const talk = await talkIn(testApp);
    const goesOn = async (chatId: string) => {
      server.steps.splice(0);
      assert.equal(finalOf(await talk({ input: 'And now?', chatId }))?.content, 'Done.');
      checkMessages();
      server.requests.splice(0);
    };

    await t.test('an input that is cut off is told to it, and the turn goes on', async () => {
      server.steps.push(
        {
          toolCalls: [{ name: 'search_model', text: '{"search": "rev' }],
          endReason: reason('length', 'max_tokens'),
        },
        {
          toolCalls: [
            { name: 'search_model', text: '[1]' },
            { name: 'drop_table', input: {} },
          ],
        },
      );
      const frames = await talk({ input: 'Go' });
      assert.equal(finalOf(frames)?.content, 'Done.');
      const codes = frames.flatMap(({ toolCall }) =>
        toolCall?.result === undefined
          ? []
          : [(JSON.parse(toolCall.result) as { error: { code: string } }).error.code],
      );
      assert.deepEqual(codes.toSorted(), ['malformed_input', 'malformed_input', 'unknown_tool']);
      await goesOn(chatIdOf(frames));
    });

    await t.test(
      'one that calls tools without end is asked for its answer, and its last calls leave nothing',
      async () => {
        server.answer = () => ({ text: 'Once more. ', toolCalls: [search] });
        const frames = await talk({ input: 'Go' });
        assert.equal(finalOf(frames)?.content, 'Once more. ');
        server.answer = () => ({ text: 'Done.' });
        await goesOn(chatIdOf(frames));
      },
    );

    await t.test(
      'an answer that is cut off says so, and an answer that ends before its end is none',
      async () => {
        server.steps.push({ text: 'The first half', endReason: reason('length', 'max_tokens') });
        const cut = await talk({ input: 'Go' });
        assert.deepEqual([finalOf(cut)?.content, finalOf(cut)?.code], ['The first half', 'model_cut_off']);
        for (const fault of [{ endsEarly: true }, { breaksOff: true }, { failsLate: true }]) {
          server.steps.push({ text: 'The first half', ...fault });
          const frames = await talk({ input: 'Go' });
          assert.deepEqual(
            [failureOf(frames), finalOf(frames)],
            ['model_failed', undefined],
            JSON.stringify(fault),
          );
          await goesOn(chatIdOf(frames));
        }
      },
    );

    await t.test('one that refuses leaves nothing of what it had begun', async () => {
      server.steps.push({ text: 'To build', endReason: reason('content_filter', 'refusal') });
      const frames = await talk({ input: 'Go' });
      assert.deepEqual(
        [finalOf(frames)?.content, finalOf(frames)?.code],
        ['The model refuses to answer.', 'model_refused'],
      );
      await goesOn(chatIdOf(frames));
    });

    await t.test('one that says nothing leaves no message', async () => {
      server.steps.push({ text: '' });
      await goesOn(chatIdOf(await talk({ input: 'Go' })));
    });

    await t.test('what it writes is kept, other than NUL and halves of characters', async () => {
      server.steps.push({
        text: ['a\0b', '\ud800c \\u0000 \\\\ud800 😀'],
        toolCalls: [{ name: 'x\0y', input: { 'a\0': '\udc00' } }],
      });
      const frames = await talk({ input: 'Go' });
      assert.equal(finalOf(frames)?.content, 'Done.', JSON.stringify(frames));
      const read = await talk({ chatId: chatIdOf(frames) });
      assert.ok(
        read.some(({ content }) => content === 'a\ufffdb\ufffdc \\u0000 \\\\ud800 😀'),
        JSON.stringify(read),
      );
      await goesOn(chatIdOf(frames));
    });

    await t.test('one with little room is sent less, and none at all is told', async () => {
      const refusal = isAnthropic
        ? 'prompt is too long: 208310 tokens > 200000 maximum'
        : "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens";
      const limited = (characters: number) => {
        server.answer = ({ body }): ModelStep =>
          JSON.stringify(body.messages).length > characters ? { status: 400, refusal } : { text: 'It fits.' };
      };
      const first = await talk({ input: `First ${'x'.repeat(15_000)}` });
      limited(20_000);
      const frames = await talk({ chatId: chatIdOf(first), input: `Second ${'y'.repeat(8_000)}` });
      assert.equal(finalOf(frames)?.content, 'It fits.', JSON.stringify(frames.filter(({ error }) => error)));
      limited(0);
      assert.equal(failureOf(await talk({ input: 'Go' })), 'model_context');
    });

    await t.test('one that does not count, or is stopped, is counted by the length', async () => {
      if (!isAnthropic) {
        server.steps.push({ text: 'x'.repeat(4_000), countsTokens: false });
        const { outputTokens = 0, inputTokens = 0 } = usageOf(await talk({ input: 'Go' })) ?? {};
        assert.equal(outputTokens, 1_000);
        assert.ok(inputTokens > 100);
      }
      const pause = Promise.withResolvers<void>();
      server.steps.push({ text: 'y'.repeat(400), pause: pause.promise });
      const messageId = `${Date.now()}77-message`;
      const begun = talk({ input: 'Go', messageId });
      let chatId: string | undefined;
      await untilTrue(async () => {
        const thread = await testApp.database.db
          .selectFrom('chatThreads')
          .select('id')
          .where('turnMessageId', '=', messageId)
          .executeTakeFirst();
        chatId = thread?.id;
        return chatId !== undefined && server.requests.length > 0;
      });
      await talk({ chatId }, 'abort');
      pause.resolve();
      const { llmCalls, inputTokens = 0 } = usageOf(await begun) ?? {};
      assert.equal(llmCalls, 1);
      assert.ok(inputTokens > 100);
    });

    await t.test('a very long answer is cut off, and comes in few lines', async () => {
      const piece = 'word '.repeat(5);
      server.steps.push({ text: Array.from({ length: 2_000 }, () => piece) });
      const frames = await talk({ input: 'Go' });
      assert.equal(finalOf(frames)?.content?.length, 50_000);
      const written = frames.reduce((sum, { content = '' }) => sum + content.length, 0);
      assert.ok(written < 400 * 50_000, `${written} characters`);
      server.steps.push({ text: Array.from({ length: 200 }, () => 'word '.repeat(200)) });
      const cut = await talk({ input: 'Go' });
      assert.equal(finalOf(cut)?.code, 'model_cut_off');
      assert.ok((finalOf(cut)?.content?.length ?? 0) <= 101_000);
    });
  });
}

test('no bound is sent that newer OpenAI models refuse by its name', async (t) => {
  const endpoint = {
    provider: 'openai-compatible',
    baseUrl: server.url,
    apiKey: 'k',
    model: 'large-1',
  } as const;
  const testApp = await createTestApp({ engine, models: { endpoint, allowsPrivate: true } });
  t.after(() => testApp.close());
  await (
    await talkIn(testApp)
  )({ input: 'Go' });
  assert.deepEqual(
    Object.keys(server.requests[0]?.body ?? {}).filter((name) => name.startsWith('max_')),
    [],
  );
});

/** Talks to the agent of an app, as a back end does for a viewer. */
async function talkIn(testApp: TestApp) {
  const { db } = testApp.database;
  const agent = await db
    .selectFrom('agents')
    .select('id')
    .where('deploymentId', '=', testApp.deploymentId)
    .executeTakeFirstOrThrow();
  const { name } = await db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', testApp.tenantId)
    .executeTakeFirstOrThrow();
  return async (body: object, action = 'stream-chat-state'): Promise<ChatFrame[]> => {
    const path = `/api/v1/public/${name}/agents/${agent.id}/chat/${action}`;
    const answer = await testApp.call({
      method: 'POST',
      path,
      key: testApp.adminKey,
      body: { sessionSettings: { externalId: 'buyer' }, ...body },
    });
    assert.ok(answer.statusCode < 300, answer.body);
    const lines = answer.body.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as ChatFrame);
  };
}

/** A message as either format has it. */
interface Message {
  readonly role: string;
  readonly content?:
    | string
    | null
    | readonly { type: string; id?: string; tool_use_id?: string; input?: unknown }[];
  readonly tool_calls?: readonly { id: string; function: { arguments: string } }[];
  readonly tool_call_id?: string;
}

function callsOf({ content, tool_calls: calls = [] }: Message): { id: string; input: unknown }[] {
  const blocks = Array.isArray(content) ? content : [];
  return [
    ...calls.map(({ id, function: { arguments: text } }) => ({ id, input: JSON.parse(text) as unknown })),
    ...blocks.flatMap(({ type, id = '', input }) => (type === 'tool_use' ? [{ id, input }] : [])),
  ];
}

function resultsOf({ role, content, tool_call_id: id = '' }: Message): string[] {
  const blocks = Array.isArray(content) ? content : [];
  return [
    ...(role === 'tool' ? [id] : []),
    ...blocks.flatMap(({ type, tool_use_id: of = '' }) => (type === 'tool_result' ? [of] : [])),
  ];
}
