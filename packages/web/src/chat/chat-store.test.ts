import { ApiError } from '@oriel/client';
import type { ChatFrame } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatClient, TurnRequest } from './chat-client.ts';
import { createChatStore, type AskedQuestion, type ChatStoreOptions } from './chat-store.ts';

const CHAT_ID = 'thread';

/** A chat with a server that answers each question when it is let. */
function createTestChat(options: Partial<ChatStoreOptions> = {}) {
  const turns: { request: TurnRequest; answer(frames: ChatFrame[] | Error): void }[] = [];
  const events: AskedQuestion[] = [];
  const aborted: string[] = [];
  const client: ChatClient = {
    async *stream(request) {
      const { promise, resolve } = Promise.withResolvers<ChatFrame[] | Error>();
      turns.push({ request, answer: resolve });
      const frames = await promise;
      if (frames instanceof Error) throw frames;
      yield { id: '__cutoff__', state: { chatId: CHAT_ID, isStreaming: true } };
      yield* frames;
    },
    abort: async (chatId) => void aborted.push(chatId),
    listThreads: async () => [],
    getThread: async () => {
      throw new ApiError({ status: 404, code: 'chat_thread_not_found', message: 'No such thread' });
    },
    deleteThread: async () => undefined,
    listSuggestions: async () => [],
  };
  const store = createChatStore({ client, onQuestion: (event) => events.push(event), ...options });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { store, turns, events, aborted, settled };
}

const final = (content: string): ChatFrame => ({
  id: `final ${content}`,
  role: 'assistant',
  content,
  graphPath: ['final', 'agent'],
});

test('a question is asked, answered and told, and the next one is of the same thread', async () => {
  const { store, turns, events, settled } = createTestChat();
  store.ask(' One? ');
  assert.equal(store.state().status, 'streaming');
  turns[0]?.answer([final('1')]);
  await settled();
  assert.equal(store.state().turns[0]?.answer?.content, '1');
  assert.deepEqual(
    events.map(({ query, status, chatId }) => [query, status, chatId]),
    [
      ['One?', 'submitted', undefined],
      ['One?', 'completed', CHAT_ID],
    ],
  );
  store.ask('Two?');
  assert.equal(turns[1]?.request.chatId, CHAT_ID);
});

test('questions wait for the answer before them, and can be taken back', async () => {
  const { store, turns, settled } = createTestChat();
  for (const question of ['One?', 'Two?', 'Three?']) store.ask(question);
  store.unqueue(1);
  assert.deepEqual(store.state().queue, ['Two?']);
  assert.equal(turns.length, 1);
  turns[0]?.answer([final('1')]);
  await settled();
  assert.equal(turns[1]?.request.input, 'Two?');
  assert.deepEqual(store.state().queue, []);
});

test('after a failure nothing of the queue is asked, and the question can be asked again', async () => {
  const { store, turns, events, settled } = createTestChat();
  store.ask('One?');
  store.ask('Two?');
  turns[0]?.answer(new ApiError({ status: 403, code: 'ai_not_allowed', message: 'Not allowed' }));
  await settled();
  assert.equal(store.state().turns[0]?.problem?.message, 'Not allowed');
  assert.equal(events.at(-1)?.status, 'error');
  assert.equal(turns.length, 1);
  store.retry();
  assert.equal(turns[1]?.request.input, 'One?');
  assert.equal(store.state().turns.length, 1);
  // Another question leaves the one before as it has ended.
  turns[1]?.answer(new ApiError({ status: 429, code: 'ai_usage_limit', message: 'Enough' }));
  await settled();
  store.ask('Three?');
  assert.deepEqual(
    store.state().turns.map(({ question, problem }) => [question, problem?.code]),
    [
      ['One?', 'ai_usage_limit'],
      ['Three?', undefined],
    ],
  );
});

test('a turn that was suspended goes on under its own id', async () => {
  const { store, turns, settled } = createTestChat();
  store.ask('One?');
  const { messageId } = turns[0]?.request ?? {};
  turns[0]?.answer([{ id: '__suspended__', type: 'suspend', error: 'The server stops' }]);
  await settled();
  assert.equal(store.state().turns[0]?.problem?.kind, 'suspended');
  store.retry();
  assert.equal(turns[1]?.request.messageId, messageId);
  turns[1]?.answer([final('1')]);
  await settled();
  assert.equal(store.state().turns[0]?.answer?.content, '1');
  assert.equal(store.state().turns[0]?.problem, undefined);
});

test('what comes of a turn after a new chat was begun is not shown', async () => {
  const { store, turns, settled } = createTestChat();
  store.ask('One?');
  store.newChat();
  turns[0]?.answer([final('1')]);
  await settled();
  assert.deepEqual(store.state().turns, []);
  assert.equal(store.state().chatId, undefined);
});

test('a tool that has answered is told once, and a thread that is not there is said', async () => {
  const results: [string, unknown][] = [];
  const { store, turns, settled } = createTestChat({
    onToolResult: (name, result) => results.push([name, result]),
  });
  store.ask('Set it');
  const toolCall = { name: 'set_controls', input: '{}', result: '{"controls":[]}' };
  const frame: ChatFrame = { id: 'call', role: 'assistant', toolCall, graphPath: ['agent', 'tools'] };
  turns[0]?.answer([frame, frame, final('Done')]);
  await settled();
  assert.deepEqual(results, [['set_controls', { controls: [] }]]);
  await store.open('gone');
  assert.equal(store.state().problem, 'refused');
});

test('a turn that is stopped before its thread is known is stopped when it is', async () => {
  const { store, turns, aborted, settled } = createTestChat();
  store.ask('One?');
  store.abort();
  assert.deepEqual(aborted, []);
  turns[0]?.answer([{ id: '__aborted__', type: 'abort', code: 'chat_aborted', error: 'Stopped' }]);
  await settled();
  assert.deepEqual(aborted, [CHAT_ID]);
  store.ask('Two?');
  turns[1]?.answer([final('2')]);
  await settled();
  assert.deepEqual(aborted, [CHAT_ID]);
});
