import { Readable } from 'node:stream';

/** The slowest reader that is waited for; half a minute longer at the start. */
const MIN_BYTES_PER_SECOND = 64 * 1024;
const START_MS = 30_000;

/**
 * Makes a stream that ends with an error, and so cuts its connection, where the reader is slower than 64 KiB a second:
 * what it does not take stays in memory, and others wait for it. The time that the chunks take to come does not count.
 */
export function streamWithin(chunks: AsyncGenerator<Buffer>): Readable {
  let [waitedMs, bytes] = [0, 0];
  let stream: Readable | undefined;
  async function* watched() {
    for await (const chunk of chunks) {
      const leftMs = START_MS + (1000 * bytes) / MIN_BYTES_PER_SECOND - waitedMs;
      const timer = setTimeout(() => stream?.destroy(new Error('The reader is too slow')), leftMs);
      const sinceMs = performance.now();
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
      waitedMs += performance.now() - sinceMs;
      bytes += chunk.length;
    }
  }
  stream = Readable.from(watched(), { objectMode: false, highWaterMark: MIN_BYTES_PER_SECOND });
  return stream;
}
