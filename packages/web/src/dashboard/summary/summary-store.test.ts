import { ApiError } from '@oriel/client';
import type { ChatFrame } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnRequest } from '../../chat-client/chat-client.ts';
import { createSummaryStore } from './summary-store.ts';

/** A text that the test writes line by line. */
function createTestSummary() {
  const asked: { turn: TurnRequest; signal: AbortSignal; lines: ReturnType<typeof createLines> }[] = [];
  const store = createSummaryStore({
    widgetId: 'words',
    stream(turn, signal) {
      const lines = createLines();
      asked.push({ turn, signal, lines });
      return lines.read();
    },
    surroundings: () => ({ dashboard: { publicId: 'p' }, timezone: 'UTC' }),
  });
  return { store, asked };
}

function createLines() {
  let next = Promise.withResolvers<ChatFrame | Error | undefined>();
  return {
    async *read(): AsyncGenerator<ChatFrame> {
      for (;;) {
        const line = await next.promise;
        next = Promise.withResolvers();
        if (line === undefined) return;
        if (line instanceof Error) throw line;
        yield line;
      }
    },
    async say(line: ChatFrame | Error | undefined) {
      next.resolve(line);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const head = (state: object): ChatFrame => ({ id: '__cutoff__', state: { ...state } });
const question: ChatFrame = { id: '1-message', role: 'user', content: 'Say it' };
const text = (content: string, graphPath: string[]): ChatFrame => ({
  id: 'a',
  role: 'assistant',
  content,
  graphPath,
});

test('a text is shown as it is written', async () => {
  const { store, asked } = createTestSummary();
  store.load();
  const [{ turn, lines }] = asked as [(typeof asked)[0]];
  assert.deepEqual(turn, { timezone: 'UTC', dashboard: { publicId: 'p', widgetId: 'words' } });
  await lines.say(head({ chatId: 'c', isStreaming: true, isStale: false, mayRefresh: true }));
  assert.deepEqual([store.state().status, store.state().chatId], ['writing', 'c']);
  await lines.say(question);
  await lines.say(text('It', ['agent']));
  assert.equal(store.state().text, 'It');
  await lines.say(text('It goes.', ['final', 'agent']));
  await lines.say({ id: '2-message', role: 'user', content: 'Why?' });
  await lines.say(undefined);
  assert.deepEqual([store.state().status, store.state().text], ['ready', 'It goes.']);
});

test('a text of before is marked, and written anew when it is wanted', async () => {
  const { store, asked } = createTestSummary();
  store.load();
  await asked[0]?.lines.say(head({ chatId: 'c', isStreaming: false, isStale: true, mayRefresh: true }));
  await asked[0]?.lines.say(question);
  await asked[0]?.lines.say(text('Old.', ['final', 'agent']));
  assert.equal(store.state().isStale, true);
  store.refresh();
  assert.equal(asked[0]?.signal.aborted, true);
  assert.equal(asked[1]?.turn.dashboard?.refreshesSummary, true);
  assert.deepEqual([store.state().status, store.state().text], ['writing', '']);
  // What comes of the request before is not shown.
  await asked[0]?.lines.say(text('Older.', ['final', 'agent']));
  assert.equal(store.state().text, '');
});

test('why there is no text is said', async () => {
  for (const [line, expected] of [
    [head({ isStreaming: false, reason: 'no_model', mayRefresh: false }), 'noModel'],
    [head({ isStreaming: false, reason: 'not_allowed', mayRefresh: false }), 'none'],
    [new ApiError({ status: 403, code: 'ai_not_allowed', message: 'No' }), 'unavailable'],
    [new ApiError({ status: 429, code: 'ai_usage_limit', message: 'Enough' }), 'limitReached'],
    [new TypeError('fetch failed'), 'failed'],
  ] as const) {
    const { store, asked } = createTestSummary();
    store.load();
    await asked[0]?.lines.say(line);
    await asked[0]?.lines.say(undefined);
    assert.deepEqual([store.state().status, store.state().problem?.kind], ['ready', expected]);
  }
});

test('a model that fails is said, and can be asked again', async () => {
  const { store, asked } = createTestSummary();
  store.load();
  for (const line of [
    head({ chatId: 'c', isStreaming: true }),
    question,
    { error: 'It failed', code: 'model_failed' },
    undefined,
  ])
    await asked[0]?.lines.say(line);
  assert.deepEqual(store.state().problem, { kind: 'failed' });
  assert.equal(store.state().mayRefresh, true);
});

test('a text that the model has broken off says so, and a sentence of the server in its place is none', async () => {
  const endOf = async (code: string | undefined) => {
    const { store, asked } = createTestSummary();
    store.load();
    const [{ lines }] = asked as [(typeof asked)[0]];
    await lines.say(head({ chatId: 'c', isStreaming: true, mayRefresh: true }));
    await lines.say(question);
    await lines.say({ ...text('It ends in the mid', ['final', 'agent']), ...(code && { code }) });
    await lines.say(undefined);
    const { status, text: shown, isCutOff, problem } = store.state();
    return [status, shown, isCutOff, problem?.kind];
  };
  assert.deepEqual(await endOf(undefined), ['ready', 'It ends in the mid', false, undefined]);
  assert.deepEqual(await endOf('model_cut_off'), ['ready', 'It ends in the mid', true, undefined]);
  for (const code of ['model_refused', 'model_silent'])
    assert.deepEqual(await endOf(code), ['ready', '', false, 'failed']);
});
