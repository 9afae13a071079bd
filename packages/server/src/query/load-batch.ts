import { limits, refuse } from '@oriel/contract';
import type { EncodedAnswer } from '@oriel/engine';
import type { FastifyReply } from 'fastify';
import { once } from 'node:events';
import { answerPieces } from './answer-pieces.ts';

/** One query of a batch, under an id of the caller's choice. */
export interface BatchQuery {
  id: string;
  query: unknown;
}

/** @throws `invalid_request` that says what the body should be */
export function readBatch(body: unknown): { queries: BatchQuery[]; cache: unknown } {
  const { queries, cache } = (body ?? {}) as { queries?: unknown; cache?: unknown };
  if (!Array.isArray(queries) || queries.length === 0 || queries.length > limits.MAX_BATCH_QUERIES) {
    throw refuse('invalid_request', {
      reason: `queries must be a list of 1 to ${limits.MAX_BATCH_QUERIES} entries { id, query }`,
    });
  }
  const read = queries.map((entry: unknown) => {
    const { id, query } = (entry ?? {}) as Partial<BatchQuery>;
    if (typeof id !== 'string' || query === undefined)
      throw refuse('invalid_request', { reason: 'Each entry of queries needs an id (a text) and a query' });
    return { id, query };
  });
  return { queries: read, cache };
}

/**
 * Answers a batch as NDJSON: a line `{id, status, answer}` for each query as soon as it is ready, in that order. When the
 * connection closes, what still runs is cancelled.
 */
export async function writeBatch(
  reply: FastifyReply,
  queries: readonly BatchQuery[],
  load: (query: unknown, signal: AbortSignal) => Promise<EncodedAnswer>,
): Promise<FastifyReply> {
  const controller = new AbortController();
  // The headers that the hooks have set by now go out with the stream.
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
  });
  reply.raw.once('close', () => controller.abort());
  // One line after the other, so that the pieces of no other answer come between.
  let lines = Promise.resolve();
  await Promise.all(
    queries.map(async ({ id, query }) => {
      const answer = await load(query, controller.signal);
      lines = lines.then(() => writeLine(reply, { id, answer }, controller.signal));
      await lines;
    }),
  );
  if (!controller.signal.aborted) reply.raw.end();
  return reply;
}

/** Writes as fast as the connection takes it. An answer that fails on the way cuts the connection. */
async function writeLine(
  { raw, log }: FastifyReply,
  { id, answer }: { id: string; answer: EncodedAnswer },
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || raw.destroyed) return;
  raw.write(`{"id":${JSON.stringify(id)},"status":${answer.status},"answer":`);
  try {
    for await (const piece of answerPieces(answer))
      if (!raw.write(piece)) await once(raw, 'drain', { signal });
    raw.write('}\n');
  } catch (error) {
    raw.destroy();
    if (!signal.aborted) log.error({ err: error }, 'An answer of a batch was cut');
  }
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
