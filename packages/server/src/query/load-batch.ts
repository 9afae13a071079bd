import type { EncodedAnswer } from '@oriel/engine';
import { answerChunks } from './answer-chunks.ts';

/** One query of a batch, under an id of the caller's choice. */
export interface BatchQuery {
  readonly id: string;
  readonly query: unknown;
}

/**
 * Runs the queries of a batch and gives their answers as NDJSON: a line `{id, status, answer}` for each as soon as it is
 * there, in that order. What still runs is cancelled when the signal aborts or the reader stops.
 */
export async function* answerBatch(
  queries: readonly BatchQuery[],
  signal: AbortSignal,
  load: (query: unknown, signal: AbortSignal) => Promise<EncodedAnswer>,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const controller = new AbortController();
  const all = AbortSignal.any([signal, controller.signal]);
  const running = new Map(
    queries.map(({ id, query }, index) => [
      index,
      load(query, all).then((answer) => ({ index, id, answer })),
    ]),
  );
  // One that fails while another line is written is told when its turn comes.
  for (const each of running.values()) each.catch(() => {});
  try {
    while (running.size > 0) {
      const { index, id, answer } = await Promise.race(running.values());
      running.delete(index);
      yield `{"id":${JSON.stringify(id)},"status":${answer.status},"answer":`;
      yield* answerChunks(answer);
      yield '}\n';
    }
  } finally {
    controller.abort();
  }
}
