import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BatchedAnswer, type ReadBatch } from '../../paging/batched-answer.ts';
import { createBatchWriter } from './batch-writer.ts';

const item = {
  type: 'object',
  properties: { id: { type: 'number' }, text: { type: 'string' } },
  required: ['id', 'text'],
};
const schema = { type: 'object', properties: { items: { type: 'array', items: item } }, required: ['items'] };
const write = createBatchWriter(schema);
const text = 'x'.repeat(100_000);
/** Bytes of an item that are seen in the memory of the process. */
const LONG = 32 * 1024 * 1024;
const noDamage = (damage: unknown) => assert.fail(String(damage));

function answerOf(batches: readonly ReadBatch<unknown>[]): BatchedAnswer {
  return new BatchedAnswer<{ items: unknown[] }>({ fields: ['items'], batches, rest: {} });
}

test('batches without items leave no comma, wherever they are', async () => {
  for (const ids of [[[]], [[], [1]], [[1], [], [2, 3], []], [[], [], [1, 2]]]) {
    const batches = ids.map((batch) => () => Promise.resolve(batch.map((id) => ({ id, text }))));
    const chunks = await Array.fromAsync(write(answerOf(batches), noDamage, () => Promise.resolve(() => {})));
    assert.deepEqual(JSON.parse(Buffer.concat(chunks).toString()), {
      items: ids.flat().map((id) => ({ id, text })),
    });
  }
});

test('an answer that waits for its next turn holds nothing of the batch before', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { promise: nextTurn, resolve: begin } = Promise.withResolvers<() => void>();
  const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>();
  const read: WeakRef<object>[] = [];
  const readBatch = (id: number) => () => {
    const row = { id, text: String(id).repeat(LONG) };
    read.push(new WeakRef(row));
    return Promise.resolve([row]);
  };
  let turns = 0;
  collect();
  const before = process.memoryUsage();
  const chunks = write(answerOf([readBatch(1), readBatch(2)]), noDamage, () => {
    turns += 1;
    if (turns === 1) return Promise.resolve(() => {});
    waits();
    return nextTurn;
  });
  let bytes = 0;
  const reading = (async () => {
    for await (const chunk of chunks) bytes += chunk.length;
  })();
  await isWaiting;
  // What a promise has been settled with is held until the queue is empty.
  await new Promise((resolve) => setTimeout(resolve, 10));
  collect();
  // What caches of the engine hold goes with the second time.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  assert.equal(read.length, 1);
  assert.equal(read[0]?.deref(), undefined, 'the first item is held');
  const grown = heapUsed + external - before.heapUsed - before.external;
  assert.ok(grown < LONG / 2, `${grown} bytes more are held`);
  begin(() => {});
  await reading;
  assert.ok(bytes > 2 * LONG);
});
