import { t } from '../messages/dashboard-texts.ts';
import type { BatchAnswer, BatchQuery, CacheMode, RunBatch } from '../query/load-batch.ts';

export interface ChartRuns {
  /** Asks all of them in one batch, in place of what they were still waiting for. */
  ask(queries: readonly BatchQuery[], cache?: CacheMode): Promise<void>;
  /** Whether this very query was the last that was asked for its chart. */
  isLastAsked(query: BatchQuery): boolean;
}

/**
 * Keeps apart which batch each chart waits for. An answer of a batch that its chart no longer waits for is dropped, and a
 * batch ends early only when no chart waits for it: one chart that is asked again does not cost the others theirs.
 *
 * @param onAnswer is called once for each query that was not replaced, with an error where the batch broke off
 */
export function createChartRuns(runBatch: RunBatch, onAnswer: (answer: BatchAnswer) => void): ChartRuns {
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
      let problem = t('problem.cutOff');
      try {
        await runBatch(queries, (answer) => settle(batch, answer), batch.signal, cache);
      } catch (error) {
        problem = (error as Error).message;
      }
      for (const { id } of queries) settle(batch, { id, error: problem });
    },
  };
}
