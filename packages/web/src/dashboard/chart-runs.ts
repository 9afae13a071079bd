import type { BatchAnswer, BatchQuery, CacheMode, RunBatch } from '../query/load-batch.ts';

export interface ChartRuns {
  /** Asks all of them in one batch, in place of what they were still waiting for. */
  ask(queries: readonly BatchQuery[], cache?: CacheMode): Promise<void>;
  /** Whether this very query was the last that was asked for its chart. */
  isLastAsked(query: BatchQuery): boolean;
}

export interface ChartRunListeners {
  /** Called for each answer that its chart still waits for. */
  onAnswer(answer: BatchAnswer): void;
  /** Called with the charts that a batch left without an answer, and why; without `error` it ended too early. */
  onBroken(ids: readonly string[], error?: unknown): void;
}

/**
 * Keeps apart which batch each chart waits for. An answer of a batch that its chart no longer waits for is dropped, and a
 * batch ends early only when no chart waits for it: one chart that is asked again does not cost the others theirs.
 */
export function createChartRuns(runBatch: RunBatch, { onAnswer, onBroken }: ChartRunListeners): ChartRuns {
  const waiting = new Map<string, AbortController>();
  const asked = new Map<string, string>();

  const takeOver = (id: string, batch: AbortController) => {
    const before = waiting.get(id);
    waiting.set(id, batch);
    if (before && ![...waiting.values()].includes(before)) before.abort();
  };
  const settle = (batch: AbortController, answer: BatchAnswer) => {
    if (waiting.get(answer.id) !== batch) return;
    waiting.delete(answer.id);
    onAnswer(answer);
  };
  return {
    isLastAsked: ({ id, query }) => asked.get(id) === JSON.stringify(query),
    async ask(queries, cache) {
      const batch = new AbortController();
      for (const { id, query } of queries) {
        asked.set(id, JSON.stringify(query));
        takeOver(id, batch);
      }
      const broken = await runBatch(queries, (answer) => settle(batch, answer), batch.signal, cache).then(
        () => ({}),
        (error: unknown) => ({ error }),
      );
      const left = queries.map(({ id }) => id).filter((id) => waiting.get(id) === batch);
      for (const id of left) waiting.delete(id);
      if (left.length > 0) onBroken(left, 'error' in broken ? broken.error : undefined);
    },
  };
}
