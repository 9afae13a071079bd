import type { ChatFrame } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyFrame, growingTextOf, turnsOf } from './chat-turns.ts';

const call = { name: 'run_query', input: '{"query":{}}' };
const stream: ChatFrame[] = [
  { id: '__cutoff__', state: { chatId: 'a', isStreaming: true } },
  { id: '1-message', role: 'user', content: 'How many flights?' },
  { id: 'think', role: 'assistant', thinking: 'A query', graphPath: ['agent'], isDelta: true },
  { id: 'call', role: 'assistant', toolCall: call, graphPath: ['agent', 'tools'], isInProcess: true },
  {
    id: 'call',
    role: 'assistant',
    toolCall: { ...call, result: '{"totalRows":50}' },
    graphPath: ['agent', 'tools'],
  },
  { id: 'final', role: 'assistant', content: 'There', graphPath: ['final', 'agent'], isDelta: true },
  { id: 'final', role: 'assistant', content: 'There are 50.', graphPath: ['final', 'agent'] },
  { id: '__state__', state: {} },
  { id: '__usage__', type: 'usage' },
];
const turnsAfter = (frames: readonly ChatFrame[]) =>
  turnsOf(frames.reduce<readonly ChatFrame[]>(applyFrame, []));

test('lines become a turn: its steps each once, with results, and its answer as it was at last', () => {
  const [turn, ...more] = turnsAfter(stream);
  assert.deepEqual(more, []);
  assert.equal(turn?.question, 'How many flights?');
  assert.equal(turn?.answer?.content, 'There are 50.');
  assert.deepEqual(
    turn?.steps.map(({ kind }) => kind),
    ['thinking', 'tool'],
  );
  assert.equal(turn?.problem, undefined);
});

test('the line that begins an answer stands behind the calls once it has a text', () => {
  const [cutoff, question, , begun, ended] = stream.map((frame, sort) => ({ ...frame, sort }));
  assert.ok(cutoff && question && begun && ended);
  const start: ChatFrame = { id: 'text', role: 'assistant', content: '', graphPath: ['agent'], sort: 2 };
  const grown = { ...start, content: 'There', sort: 5 };
  const [turn] = turnsAfter([cutoff, question, start, begun, ended, grown]);
  assert.deepEqual(
    turn?.steps.map(({ kind }) => kind),
    ['tool', 'text'],
  );
});

test('a stream that is replayed changes nothing', () => {
  assert.deepEqual(turnsAfter([...stream, ...stream]), turnsAfter(stream));
});

test('a turn that was stopped, suspended or failed says so', () => {
  const begun = stream.slice(0, 2);
  const problemAfter = (frame: ChatFrame) => turnsAfter([...begun, frame])[0]?.problem?.kind;
  assert.equal(
    problemAfter({ id: '__aborted__', type: 'abort', code: 'chat_aborted', error: 'x' }),
    'aborted',
  );
  assert.equal(problemAfter({ id: '__suspended__', type: 'suspend', messageId: '1-message' }), 'suspended');
  assert.equal(problemAfter({ error: 'No' }), 'failed');
  const timeout = { error: 'x', code: 'chat_timeout', params: { minutes: 10 } };
  assert.deepEqual(turnsAfter([...begun, timeout])[0]?.problem?.params, { minutes: 10 });
});

test('of an answer without a model the notice of the server is left to the page', () => {
  const answer = (content: string) =>
    turnsAfter([
      ...stream.slice(0, 2),
      { id: 'f', role: 'assistant', content, graphPath: ['final', 'a'], isWithoutModel: true },
    ])[0]?.answer?.content;
  assert.equal(answer('> By a certified query.\n\n**Delays**'), '**Delays**');
  assert.equal(answer('> No language model is set up.'), '');
});

test('text that is written is known before it is an answer, and is a step once another follows', () => {
  const text: ChatFrame = { id: 'text', role: 'assistant', content: 'I look.', graphPath: ['agent'] };
  const [, asked, , called] = stream;
  assert.ok(asked && called);
  assert.deepEqual(turnsAfter([asked, text]).map(growingTextOf), ['I look.']);
  assert.deepEqual(turnsAfter([asked, text, called]).map(growingTextOf), ['']);
});
