import type { EncodedAnswer } from '@oriel/engine';
import { answerChunks } from './answer-chunks.ts';

/** One query of a batch, under an id of the caller's choice. */
interface BatchQuery {
  readonly id: string;
  readonly query: unknown;
}

/**
 * Runs the queries of a batch and gives their answers as NDJSON: a line `{id, status, answer}` for each as soon as it
 * is there, in that order. What still runs is cancelled when the signal aborts or the reader stops.
 *
 * Where all are there at the same moment, as of a dashboard with kept results, they are one piece of bytes: it is
 * compressed at once and sent with its length, without a stream.
 */
export async function answerBatch(
  queries: readonly BatchQuery[],
  signal: AbortSignal,
  load: (query: unknown, signal: AbortSignal) => Promise<EncodedAnswer>,
): Promise<Uint8Array | AsyncGenerator<Uint8Array, void, undefined>> {
  const controller = new AbortController();
  const all = AbortSignal.any([signal, controller.signal]);
  const settled = createSettledQueue<Line>();
  for (const { id, query } of queries) settled.add(load(query, all).then((answer) => ({ id, answer })));
  const first = await settled.take();
  const rest = async function* () {
    let isWhole = false;
    try {
      yield* writeLines(first);
      for (let left = queries.length - first.length; left > 0;) {
        const lines = await settled.take();
        left -= lines.length;
        yield* writeLines(lines);
      }
      isWhole = true;
    } finally {
      if (!isWhole) controller.abort();
    }
  };
  return (first.length === queries.length && joinLines(first)) || rest();
}

interface Line {
  readonly id: string;
  readonly answer: EncodedAnswer;
}

/** A line that is there, or throws what its query has failed with. */
type SettledLine = () => Line;

/** Lines of this size and more are written as they are. */
const MAX_JOINED_BYTES = 256 * 1024;

/** Lines as one piece; undefined where one of them has failed or is still being read, or where they are large. */
function joinLines(lines: readonly SettledLine[]): Buffer | undefined {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (const take of lines) {
    const line = valueOf(take);
    if (!line || line.answer.rest) return undefined;
    parts.push(lineHead(line), ...line.answer.body, LINE_END);
    bytes += line.answer.body.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (bytes >= MAX_JOINED_BYTES) return undefined;
  }
  return Buffer.concat(parts);
}

/** Undefined for what has failed, which its reader is told of in its turn. */
function valueOf(take: SettledLine): Line | undefined {
  try {
    return take();
  } catch {
    return undefined;
  }
}

function lineHead({ id, answer }: Line): Buffer {
  return Buffer.from(`{"id":${JSON.stringify(id)},"status":${answer.status},"answer":`);
}

/**
 * Several lines that are there go out as one chunk: of results that are kept, all of a dashboard, where each chunk
 * would be three writes to the socket.
 */
async function* writeLines(lines: readonly SettledLine[]): AsyncGenerator<Uint8Array, void, undefined> {
  let joined: Uint8Array[] = [];
  let bytes = 0;
  const flush = () => {
    const chunk = Buffer.concat(joined);
    [joined, bytes] = [[], 0];
    return chunk;
  };
  const add = (part: Uint8Array) => {
    joined.push(part);
    bytes += part.byteLength;
    return bytes >= MAX_JOINED_BYTES;
  };
  for (const take of lines) {
    const line = take();
    const { answer } = line;
    add(lineHead(line));
    // What is held goes out before what is waited for.
    if (answer.rest) yield flush();
    for await (const part of answerChunks(answer)) if (add(part) || answer.rest) yield flush();
    add(LINE_END);
  }
  yield flush();
}

const LINE_END = Buffer.from('}\n');

/** Promises in the order in which they settle. */
function createSettledQueue<T>() {
  let settled: (() => T)[] = [];
  let wake = Promise.withResolvers<void>();
  const push = (take: () => T) => {
    settled.push(take);
    wake.resolve();
  };
  return {
    add(promise: Promise<T>): void {
      promise.then(
        (value) => push(() => value),
        (error: unknown) =>
          push(() => {
            throw error;
          }),
      );
    },
    /**
     * All that have settled since the last call, one at least. Each gives its value, or throws what it has failed with.
     */
    async take(): Promise<readonly (() => T)[]> {
      await wake.promise;
      const taken = settled;
      settled = [];
      wake = Promise.withResolvers();
      return taken;
    },
  };
}
