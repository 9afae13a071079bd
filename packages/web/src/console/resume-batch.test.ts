import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchAnswer, RunBatch } from '../query/load-batch.ts';
import { resumeBatch } from './resume-batch.ts';

const broken = new TypeError('network error');
const queries = ['a', 'b', 'c'].map((id) => ({ id, query: {} }));

interface Run {
  /** The ids of each request. */
  sent: string[][];
  answered: string[];
  /** How often the return of the server was waited for. */
  waits: number;
  outcome: Promise<void>;
}

/** Runs three queries over a connection; each request gets so many answers and then what follows. */
function run(
  requests: readonly { answers: number; end?: Error }[],
  signal = new AbortController().signal,
): Run {
  const result: Run = { sent: [], answered: [], waits: 0, outcome: Promise.resolve() };
  const runBatch: RunBatch = async (batch, onAnswer) => {
    const { answers, end } = requests[result.sent.length] ?? { answers: 0 };
    result.sent.push(batch.map(({ id }) => id));
    for (const { id } of batch.slice(0, answers)) onAnswer({ id, status: 500, error: 'empty' });
    if (end) throw end;
  };
  const resumed = resumeBatch(runBatch, {
    attempts: 3,
    isBroken: (error) => error === broken,
    connection: {
      check: async () => true,
      untilThere: async (given) => {
        result.waits += 1;
        given?.throwIfAborted();
      },
    },
  });
  const note = ({ id }: BatchAnswer) => void result.answered.push(id);
  result.outcome = resumed(queries, note, signal);
  return result;
}

test('a whole batch is sent once', async () => {
  const result = run([{ answers: 3 }]);
  await result.outcome;
  assert.deepEqual([result.sent, result.waits], [[['a', 'b', 'c']], 0]);
});

test('what has no answer is asked again when the server is back', async () => {
  const result = run([{ answers: 1, end: broken }, { answers: 0, end: broken }, { answers: 2 }]);
  await result.outcome;
  assert.deepEqual(result.sent, [
    ['a', 'b', 'c'],
    ['b', 'c'],
    ['b', 'c'],
  ]);
  assert.deepEqual(result.answered, ['a', 'b', 'c']);
  assert.equal(result.waits, 2);
});

test('it is not asked for ever', async () => {
  const result = run([
    { answers: 0, end: broken },
    { answers: 0, end: broken },
    { answers: 0, end: broken },
  ]);
  await assert.rejects(result.outcome, broken);
  assert.equal(result.sent.length, 3);
});

test('a refusal is final', async () => {
  const result = run([{ answers: 0, end: new Error('refused') }]);
  await assert.rejects(result.outcome, /refused/);
  assert.equal(result.sent.length, 1);
});

test('a connection that breaks behind the last answer breaks nothing', async () => {
  const result = run([{ answers: 3, end: broken }]);
  await result.outcome;
  assert.equal(result.sent.length, 1);
});
