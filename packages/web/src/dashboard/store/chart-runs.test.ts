import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchAnswer, BatchQuery } from '../../query/load-batch.ts';
import { createChartRuns } from './chart-runs.ts';

const CHARTS = ['a', 'b', 'c'];
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Batch {
  queries: readonly BatchQuery[];
  signal: AbortSignal;
  isOver: boolean;
  onAnswer(answer: BatchAnswer): void;
  end(error?: Error): void;
}

/** Charts that show the query that they were told the answer of. */
function open() {
  const batches: Batch[] = [];
  const shown = new Map<string, unknown>();
  const loading = new Set<string>();
  const runs = createChartRuns(
    (queries, onAnswer, signal) =>
      new Promise((resolve, reject) => {
        const batch: Batch = {
          queries,
          signal,
          isOver: false,
          onAnswer,
          end(error) {
            batch.isOver = true;
            if (error) reject(error);
            else resolve();
          },
        };
        signal.addEventListener('abort', () => batch.end(new Error('aborted')));
        batches.push(batch);
      }),
    {
      onAsked: (ids) => ids.forEach((id) => loading.add(id)),
      onAnswer(answer, query) {
        shown.set(answer.id, 'error' in answer ? 'error' : query);
        loading.delete(answer.id);
      },
      onUnchanged: (id) => loading.delete(id),
      onBroken: (ids) =>
        ids.forEach((id) => {
          shown.set(id, 'broken');
          loading.delete(id);
        }),
    },
  );
  const answer = (batch: Batch, id: string, isError = false) => {
    if (batch.queries.some((query) => query.id === id))
      batch.onAnswer(isError ? { id, error: 'no', status: 400 } : { id, result: { rows: [], columns: {} } });
  };
  return { runs, batches, shown, loading, answer, running: () => batches.filter(({ isOver }) => !isOver) };
}

const queriesFor = (values: readonly number[]) =>
  CHARTS.map((id, index) => ({ id, query: { value: values[index] } }));

const step = fc.oneof(
  fc.record({ kind: fc.constant('want' as const), values: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)) }),
  fc.record({ kind: fc.constant('refresh' as const), chart: fc.constantFrom(...CHARTS) }),
  fc.record({ kind: fc.constant('tab' as const), chart: fc.constantFrom(...CHARTS) }),
  fc.record({
    kind: fc.constant('answer' as const),
    batch: fc.nat(20),
    chart: fc.constantFrom(...CHARTS),
    isError: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('end' as const), batch: fc.nat(20), isBroken: fc.boolean() }),
);

test('whatever comes in whatever order: one batch at a time, and the newest question is answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { runs, batches, shown, loading, answer, running } = open();
      let values: readonly number[] = [0, 0, 0];
      const closed = new Set<string>();
      const drawn = () => queriesFor(values).filter(({ id }) => !closed.has(id));
      runs.want(drawn());
      for (const each of steps) {
        if (each.kind === 'want') ({ values } = each);
        if (each.kind === 'tab' && !closed.delete(each.chart)) {
          closed.add(each.chart);
          runs.drop([each.chart]);
        }
        if (each.kind === 'want' || each.kind === 'tab') runs.want(drawn());
        if (each.kind === 'refresh') runs.ask(drawn().filter(({ id }) => id === each.chart));
        // Also of batches that were cancelled long ago: their last lines may still be on their way.
        const batch = batches['batch' in each ? each.batch % batches.length : 0];
        if (each.kind === 'answer' && batch) answer(batch, each.chart, each.isError);
        if (each.kind === 'end') batch?.end(each.isBroken ? new Error('broken') : undefined);
        await settled();
        assert.ok(running().length <= 1, 'one batch in flight');
        for (const { id, query } of drawn())
          if (!loading.has(id) && typeof shown.get(id) === 'object')
            assert.deepEqual(shown.get(id), query, 'what is not loading is what the controls say');
      }
      closed.clear();
      values = [3, 3, 3];
      runs.want(drawn());
      for (const batch of running()) for (const id of CHARTS) answer(batch, id);
      await settled();
      assert.deepEqual([...loading], []);
      for (const { id, query } of drawn()) assert.deepEqual(shown.get(id), query);
    }),
    { numRuns: 400 },
  );
});

test('what still waits is asked again beside what is new, and the batch before is cancelled', () => {
  const { runs, batches, answer } = open();
  runs.want(queriesFor([0, 0, 0]));
  const [first] = batches;
  assert.ok(first);
  answer(first, 'b');
  runs.want(queriesFor([1, 0, 0]));
  assert.equal(first.signal.aborted, true);
  assert.deepEqual(
    batches[1]?.queries.map(({ id, query }) => [id, query]),
    [
      ['a', { value: 1 }],
      ['c', { value: 0 }],
    ],
  );
});

test('going back to what was answered last asks nothing', async () => {
  const { runs, batches, shown, loading, answer, running } = open();
  runs.want(queriesFor([0, 0, 0]));
  for (const id of CHARTS) answer(batches[0] ?? assert.fail(), id);
  runs.want(queriesFor([1, 0, 0]));
  assert.deepEqual([...loading], ['a']);
  runs.want(queriesFor([0, 0, 0]));
  await settled();
  assert.deepEqual([batches.length, running(), [...loading]], [2, [], []]);
  assert.deepEqual(shown.get('a'), { value: 0 });
});
