import { ApiError } from '@oriel/client';
import type { Agent, ChatFrame, ChatThread } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatClient, TurnRequest } from '../../chat-client/chat-client.ts';
import { ServerSilent } from '../../query/server-watch.ts';
import { createChatStore, type AskedQuestion, type ChatStoreOptions } from './chat-store.ts';

const CHAT_ID = 'thread';

/** A chat with a server that answers each question when it is let. */
function createTestChat(options: Partial<ChatStoreOptions> = {}, answers: Partial<ChatClient> = {}) {
  const turns: {
    agentId: number | undefined;
    request: TurnRequest;
    answer(frames: ChatFrame[] | Error): void;
  }[] = [];
  const events: AskedQuestion[] = [];
  const aborted: string[] = [];
  const client: ChatClient = {
    listMemories: async () => ({ items: [], mayShare: false }),
    remember: async () => assert.fail('nothing is remembered here'),
    forget: async () => {},
    async *stream(agentId, request) {
      const { promise, resolve } = Promise.withResolvers<ChatFrame[] | Error>();
      turns.push({ agentId, request, answer: resolve });
      const frames = await promise;
      if (frames instanceof Error) throw frames;
      yield { id: '__cutoff__', state: { chatId: CHAT_ID, isStreaming: true } };
      yield* frames;
      yield { id: '__usage__', type: 'usage' };
    },
    abort: async (_agentId, chatId) => void aborted.push(chatId),
    listThreads: async () => ({ threads: [], end: undefined }),
    renameThread: async () => {
      throw new ApiError({ status: 404, code: 'chat_thread_not_found', message: 'No such thread' });
    },
    listAgents: async () => [],
    getThread: async () => {
      throw new ApiError({ status: 404, code: 'chat_thread_not_found', message: 'No such thread' });
    },
    deleteThread: async () => undefined,
    listSuggestions: async () => [],
    ...answers,
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

test('a question that is asked after a failure waits for those before it', async () => {
  const { store, turns, settled } = createTestChat();
  store.ask('One?');
  store.ask('Two?');
  turns[0]?.answer(new ApiError({ status: 403, code: 'ai_not_allowed', message: 'Not allowed' }));
  await settled();
  store.ask('Three?');
  assert.deepEqual([turns[1]?.request.input, store.state().queue], ['Two?', ['Three?']]);
  turns[1]?.answer([final('2')]);
  await settled();
  assert.deepEqual([turns[2]?.request.input, store.state().queue], ['Three?', []]);
});

test('what was asked in another tab is shown once a turn has ended', async () => {
  const question = (id: string, content: string): ChatFrame => ({ id, role: 'user', content });
  let messages: ChatFrame[] = [];
  const { store, turns, settled } = createTestChat(
    {},
    { getThread: async () => ({ ...threadOf(), messages }) },
  );
  const answer = async (index: number, frames: ChatFrame[]) => {
    const { messageId = '', input = '' } = turns[index]?.request ?? {};
    messages = [...messages, question(messageId, input), ...frames];
    turns[index]?.answer([...frames, { id: '__state__', role: 'assistant', state: { messages } }]);
    await settled();
  };
  const questions = () => store.state().turns.map((turn) => turn.question);
  store.ask('One?');
  await answer(0, [final('1')]);
  messages = [...messages, question('elsewhere', 'Two?'), final('2')];
  store.ask('Three?');
  await answer(1, [final('3')]);
  assert.deepEqual(questions(), ['One?', 'Two?', 'Three?']);
  assert.deepEqual(
    store.state().turns.map((turn) => turn.answer?.content),
    ['1', '2', '3'],
  );
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
  store.unqueue(0);
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
  assert.equal(store.state().problem?.code, 'chat_thread_not_found');
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

const agentOf = (id: number, isAutomatic: boolean): Agent => ({
  id,
  deploymentId: 1,
  name: `agent-${id}`,
  memoryMode: 'disabled',
  isAutomatic,
  createdAt: '2026-01-01T00:00:00Z',
});
const threadOf = (changes: Partial<ChatThread> = {}): ChatThread => ({
  id: CHAT_ID,
  deploymentId: 1,
  agentId: 9,
  agentTitle: 'Nine',
  kind: 'chat',
  title: 'Late flights',
  owner: { type: 'USER', id: 1, name: 'ada@example.com' },
  isOwn: true,
  isStreaming: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...changes,
});

test('the agent that is chosen answers a new chat, and that of a thread answers in the thread', async () => {
  const { store, turns, aborted, events, settled } = createTestChat(
    {},
    {
      listAgents: async () => [agentOf(7, true), agentOf(8, false)],
      getThread: async () => ({ ...threadOf(), messages: [] }),
    },
  );
  store.start();
  await settled();
  store.chooseAgent(8);
  store.ask('One?');
  assert.equal(turns[0]?.agentId, 8);
  turns[0]?.answer([final('1')]);
  await settled();
  assert.deepEqual([events[0]?.agentId, events[1]?.agentId], ['8', '8']);
  store.ask('Two?');
  assert.equal(turns[1]?.agentId, 8);
  await store.open(CHAT_ID);
  store.ask('Three?');
  assert.equal(turns[2]?.agentId, 9);
  store.abort();
  assert.deepEqual(aborted, [CHAT_ID]);
  store.newChat();
  store.ask('Four?');
  assert.equal(turns[3]?.agentId, 8);
});

test('the first agent that the viewer may ask answers where none is chosen, also when others are found meanwhile', async () => {
  let agents = [agentOf(8, false)];
  const { store, turns, settled } = createTestChat({}, { listAgents: async () => agents });
  store.start();
  await settled();
  store.ask('One?');
  agents = [agentOf(7, true), ...agents];
  store.start();
  turns[0]?.answer([final('1')]);
  await settled();
  store.ask('Two?');
  assert.deepEqual(
    turns.map(({ agentId }) => agentId),
    [8, 8],
  );
});

test('a turn in the thread of another is not joined, for only its owner may', async () => {
  const { store, turns } = createTestChat(
    {},
    {
      getThread: async () => ({ ...threadOf({ isOwn: false, isStreaming: true }), messages: [] }),
    },
  );
  await store.open(CHAT_ID);
  assert.deepEqual([turns.length, store.state().status, store.state().thread?.isOwn], [0, 'idle', false]);
});

test('a thread takes its new title where it was saved, and keeps the old one where it was not', async () => {
  const { store } = createTestChat(
    {},
    {
      getThread: async () => ({ ...threadOf(), messages: [] }),
      renameThread: async (_id, title) => {
        if (title === 'No') throw new ApiError({ status: 403, code: 'forbidden', message: 'No' });
        return threadOf({ title });
      },
    },
  );
  await store.open(CHAT_ID);
  await store.rename('Delays');
  assert.equal(store.state().thread?.title, 'Delays');
  await assert.rejects(store.rename('No'), ApiError);
  assert.equal(store.state().thread?.title, 'Delays');
});

test('a turn is joined under its own id where its lines break off, and asked once', async () => {
  const asked: TurnRequest[] = [];
  let isReachable = true;
  const { store, settled } = createTestChat(
    { pauses: [0, 0] },
    {
      async *stream(_agentId, request) {
        asked.push(request);
        if (!isReachable) throw new TypeError('fetch failed');
        yield { id: '__cutoff__', state: { chatId: CHAT_ID, isStreaming: true } };
        if (asked.length === 1) throw new TypeError('network error');
        // A proxy may end what it has lost as if it were complete.
        if (asked.length === 2) return;
        if (asked.length === 3) isReachable = false;
        if (asked.length === 3) throw new TypeError('network error');
        yield final('Seven');
        yield { id: '__usage__', type: 'usage' };
      },
    },
  );
  store.ask('One?');
  await until(() => store.state().status === 'idle', settled);
  assert.equal(store.state().turns.at(-1)?.problem?.code, 'unreachable');
  isReachable = true;
  store.retry();
  await until(() => store.state().status === 'idle', settled);
  assert.equal(store.state().turns.at(-1)?.answer?.content, 'Seven');
  assert.equal(store.state().turns.length, 1);
  assert.equal(new Set(asked.map(({ messageId }) => messageId)).size, 1);
  assert.deepEqual(
    asked.map(({ chatId }) => chatId),
    [undefined, ...asked.slice(1).map(() => CHAT_ID)],
  );
});

test('where a proxy answers that the server is away the turn is joined, and where the server is silent the person may', async () => {
  const asked: TurnRequest[] = [];
  const { store, settled } = createTestChat(
    { pauses: [0, 0] },
    {
      async *stream(_agentId, request) {
        asked.push(request);
        if (asked.length === 2) throw new ApiError({ status: 502 });
        yield { id: '__cutoff__', state: { chatId: CHAT_ID, isStreaming: true } };
        if (asked.length === 1) throw new TypeError('network error');
        if (asked.length === 3) throw new ServerSilent('silent');
        yield final('Seven');
        yield { id: '__usage__', type: 'usage' };
      },
    },
  );
  store.ask('One?');
  await until(() => store.state().status === 'idle', settled);
  assert.deepEqual([asked.length, store.state().turns.at(-1)?.problem?.code], [3, 'unreachable']);
  store.retry();
  await until(() => store.state().status === 'idle', settled);
  assert.equal(store.state().turns.at(-1)?.answer?.content, 'Seven');
  assert.equal(new Set(asked.map(({ messageId }) => messageId)).size, 1);
});

test('a question that a proxy has answered is asked again as the same message', async () => {
  const { store, turns, settled } = createTestChat();
  store.ask('One?');
  turns[0]?.answer(new ApiError({ status: 504 }));
  await settled();
  assert.equal(store.state().turns[0]?.problem?.code, 'unreachable');
  store.retry();
  assert.equal(turns[1]?.request.messageId, turns[0]?.request.messageId);
});

test('a question that waits for a turn that was begun elsewhere is asked after it', async () => {
  const thread = { id: CHAT_ID, agentId: 7, isStreaming: true, isOwn: true } as ChatThread;
  const question: ChatFrame = { id: '1-message', role: 'user', content: 'One?' };
  const { store, turns, settled } = createTestChat(
    {},
    { getThread: async () => ({ ...thread, messages: [question] }) },
  );
  void store.open(CHAT_ID);
  await until(() => store.state().status === 'streaming', settled);
  store.ask('Two?');
  assert.equal(turns.length, 1);
  turns[0]?.answer([final('1')]);
  await until(() => turns.length === 2, settled);
  assert.deepEqual([turns[1]?.request.input, store.state().queue], ['Two?', []]);
});

async function until(isDone: () => boolean, wait: () => Promise<unknown>): Promise<void> {
  for (let count = 0; !isDone() && count < 10_000; count++) await wait();
}
