import type { ChatFrame } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnRequest } from '../../chat-client/chat-client.ts';
import { linesOfTurn } from './turn-lines.ts';

const request: TurnRequest = { input: 'How many?', messageId: '1767225600000-message' };
const opening: ChatFrame = { id: '__cutoff__', state: { chatId: 'thread', isStreaming: true } };
const last: ChatFrame = { id: '__usage__', type: 'usage' };

test('a connection that has fallen silent is left, and the same message joins the turn', async () => {
  const asked: TurnRequest[] = [];
  const client = {
    async *stream(_agentId: number | undefined, turn: TurnRequest, signal: AbortSignal) {
      asked.push(turn);
      yield opening;
      if (asked.length === 1)
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      yield last;
    },
  };
  const { signal } = new AbortController();
  const lines = linesOfTurn({ client, agentId: 7, request, signal, pauses: [0], silentMs: 30 });
  assert.deepEqual(await Array.fromAsync(lines), [opening, opening, last]);
  assert.deepEqual(asked, [request, { ...request, chatId: 'thread' }]);
});

test('a turn with a line now and then is waited for', async () => {
  const client = {
    async *stream() {
      yield opening;
      for (let count = 0; count < 5; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, 40));
        yield { id: 'answer', role: 'assistant', content: '' } as ChatFrame;
      }
      yield last;
    },
  };
  const { signal } = new AbortController();
  const lines = linesOfTurn({ client, agentId: 7, request, signal, pauses: [], silentMs: 150 });
  assert.equal((await Array.fromAsync(lines)).length, 7);
});
