import { ApiError } from '@oriel/client';
import type { AgentMemory } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewMemory } from '../../chat-client/chat-client.ts';
import { createMemoryList } from './memory-list.ts';

const memoryOf = (id: number, text: string): AgentMemory => ({
  id,
  text,
  isShared: false,
  mayDelete: true,
  createdAt: '2026-01-01T00:00:00Z',
});

/** A client that remembers here, and fails with what a test sets. */
function makeList() {
  const server = {
    memories: [] as AgentMemory[],
    failure: undefined as Error | undefined,
    next: 1,
  };
  const answer = async <T>(work: () => T): Promise<T> => {
    if (server.failure) throw server.failure;
    return work();
  };
  const list = createMemoryList(
    {
      listMemories: () => answer(() => ({ items: [...server.memories], mayShare: true })),
      remember: (_agentId, { text }: NewMemory) =>
        answer(() => {
          const memory = memoryOf(server.next++, text);
          server.memories.push(memory);
          return memory;
        }),
      forget: (_agentId, id) =>
        answer(() => {
          server.memories = server.memories.filter((each) => each.id !== id);
        }),
    },
    7,
  );
  return { list, server };
}
const textsOf = ({ list }: ReturnType<typeof makeList>) => list.state().memories.map(({ text }) => text);

test('what is forgotten can be brought back until something else is remembered', async () => {
  const made = makeList();
  const { list } = made;
  await list.load();
  assert.deepEqual([list.state().status, list.state().mayShare], ['loaded', true]);
  assert.equal(await list.remember({ text: 'One', isShared: false }), true);
  await list.forget(list.state().memories[0] ?? memoryOf(0, ''));
  assert.deepEqual([textsOf(made), list.state().forgotten?.text], [[], 'One']);
  await list.undo();
  assert.deepEqual([textsOf(made), list.state().forgotten], [['One'], undefined]);
});

test('what fails is told, and what is listed stays', async () => {
  const made = makeList();
  const { list, server } = made;
  await list.remember({ text: 'One', isShared: false });
  server.failure = new ApiError({ status: 409, code: 'agent_memories_full', message: 'Full' });
  assert.equal(await list.remember({ text: 'Two', isShared: false }), false);
  assert.deepEqual([list.state().problem, textsOf(made)], ['full', ['One']]);
  server.failure = new TypeError('no connection');
  await list.forget(memoryOf(1, 'One'));
  assert.deepEqual([list.state().problem, list.state().forgotten], ['failed', undefined]);
  await list.load();
  assert.deepEqual([list.state().status, textsOf(made)], ['failed', ['One']]);
  server.failure = undefined;
  assert.equal(await list.remember({ text: 'Two', isShared: false }), true);
  assert.deepEqual(
    [list.state().problem, list.state().status, textsOf(made)],
    [undefined, 'loaded', ['One', 'Two']],
  );
});
