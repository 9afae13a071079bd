import type { BatchAnswer, BatchQuery, CacheMode, RunBatch } from '../../query/load-batch.ts';

interface ChartRuns {
  /** Asks all of them anew, whatever was answered before. */
  ask(queries: readonly BatchQuery[], cache?: CacheMode): void;
  /** Asks those that were neither answered last nor are on their way; the wait for another query of theirs ends. */
  want(queries: readonly BatchQuery[]): void;
  /** Stops waiting for charts; without one that waits the batch ends. */
  drop(ids: readonly string[]): void;
  /** Forgets what charts were answered, so that they are asked when they are wanted next. */
  forget(ids: readonly string[]): void;
}

interface ChartRunListeners {
  /** Called before charts are asked, with their ids. */
  onAsked(ids: readonly string[]): void;
  /** Called for each answer that its chart still waits for, with the query that it answers. */
  onAnswer(answer: BatchAnswer, query: object): void;
  /** Called for a chart that wants what it was answered last: it need not wait. */
  onUnchanged(id: string): void;
  /** Called with the charts that a batch left without an answer, and why; without `error` it ended too early. */
  onBroken(ids: readonly string[], error?: unknown): void;
}

interface Batch {
  controller: AbortController;
  cache: CacheMode | undefined;
}

/**
 * Keeps one batch of queries in flight, and for each chart the query that was asked last. A new question cancels the
 * batch, here and on the server, and charts that still wait for its answers are asked once more beside the new ones. So
 * the newest question wins, and no answer to an older one is told.
 */
export function createChartRuns(runBatch: RunBatch, listeners: ChartRunListeners): ChartRuns {
  const waiting = new Map<string, BatchQuery>();
  /** The query that a chart was told the answer of last. */
  const answered = new Map<string, { key: string; isError: boolean }>();
  let current: Batch | undefined;

  const forget = (ids: readonly string[]) => {
    for (const id of ids) answered.delete(id);
  };
  const cancel = () => {
    current?.controller.abort();
    current = undefined;
  };
  const settle = (batch: Batch, answer: BatchAnswer) => {
    const query = waiting.get(answer.id);
    if (current !== batch || !query) return;
    waiting.delete(answer.id);
    answered.set(answer.id, { key: keyOf(query), isError: 'error' in answer });
    listeners.onAnswer(answer, query.query);
  };
  const run = async (batch: Batch) => {
    const broken = await runBatch(
      [...waiting.values()],
      (answer) => settle(batch, answer),
      batch.controller.signal,
      batch.cache,
    ).then(
      () => ({}),
      (error: unknown) => ({ error }),
    );
    if (current !== batch) return;
    current = undefined;
    const left = [...waiting.keys()];
    waiting.clear();
    forget(left);
    if (left.length > 0) listeners.onBroken(left, 'error' in broken ? broken.error : undefined);
  };
  const ask: ChartRuns['ask'] = (queries, cache) => {
    if (queries.length === 0) return;
    const stillWanted = waiting.size > 0 ? current?.cache : undefined;
    cancel();
    for (const query of queries) {
      waiting.set(query.id, query);
      // Its chart no longer says that the one before failed.
      if (answered.get(query.id)?.isError) answered.delete(query.id);
    }
    const batch: Batch = { controller: new AbortController(), cache: cache ?? stillWanted };
    current = batch;
    listeners.onAsked(queries.map(({ id }) => id));
    void run(batch);
  };
  const drop: ChartRuns['drop'] = (ids) => {
    const dropped = ids.filter((id) => waiting.delete(id));
    forget(dropped);
    if (dropped.length > 0 && waiting.size === 0) cancel();
  };
  return {
    ask,
    drop,
    forget,
    want(queries) {
      const isAnswered = ({ id, query }: BatchQuery) => answered.get(id)?.key === JSON.stringify(query);
      const isComing = (query: BatchQuery) => {
        const known = waiting.get(query.id);
        return known !== undefined && keyOf(known) === keyOf(query);
      };
      const unchanged = queries.filter(
        (query) => isAnswered(query) && waiting.has(query.id) && !isComing(query),
      );
      const asked = queries.filter((query) => !isAnswered(query) && !isComing(query));
      const unneeded = unchanged.map(({ id }) => id);
      // What is no longer waited for is not asked again with the others.
      for (const id of unneeded) waiting.delete(id);
      ask(asked);
      if (waiting.size === 0) cancel();
      for (const id of unneeded) listeners.onUnchanged(id);
    },
  };
}

const keyOf = ({ query }: BatchQuery) => JSON.stringify(query);
