import { cancelled, engineError } from '../../errors/errors.ts';

/** A bounded stream of the chunks of a large answer: beyond its high-water mark the writer waits for the reader. */
export interface ChunkStream {
  /**
   * Adds chunks; settles when less than the high-water mark is buffered.
   *
   * @throws `query.cancelled` when the stream is aborted, or when its reader has begun and reads nothing for a minute,
   *   for it holds a connection to the database
   */
  push(chunks: readonly Uint8Array[]): Promise<void>;
  end(last: readonly Uint8Array[]): void;
  fail(error: unknown): void;
  /** Settles when no more is added; what is buffered can still be read. */
  readonly ended: Promise<void>;
  /**
   * The next chunks, as soon as there are some; undefined at the end. One pull at a time.
   *
   * @throws what the stream failed with, after everything that came before
   */
  pull(): Promise<readonly Uint8Array[] | undefined>;
}

/** Buffered beyond this, a stream holds its writer back. */
const HIGH_WATER_MARK_BYTES = 1024 * 1024;
const STALL_MS = 60_000;

export function createChunkStream(signal: AbortSignal): ChunkStream {
  let buffered: Uint8Array[] = [];
  let bytes = 0;
  let end: { readonly error?: unknown } | undefined;
  const ended = Promise.withResolvers<void>();
  let hasBegun = false;
  let onDrain: PromiseWithResolvers<void> | undefined;
  let onChunks: PromiseWithResolvers<void> | undefined;
  signal.addEventListener('abort', () => onDrain?.reject(cancelled(signal.reason)), { once: true });

  const add = (chunks: readonly Uint8Array[]) => {
    for (const chunk of chunks) {
      buffered.push(chunk);
      bytes += chunk.byteLength;
    }
    if (chunks.length > 0) onChunks?.resolve();
  };
  const finish = (how: { readonly error?: unknown }) => {
    end = how;
    ended.resolve();
    onChunks?.resolve();
  };
  return {
    async push(chunks) {
      add(chunks);
      if (bytes < HIGH_WATER_MARK_BYTES) return;
      if (signal.aborted) throw cancelled(signal.reason);
      onDrain ??= Promise.withResolvers();
      const { promise, reject } = onDrain;
      const stalled = engineError('query.cancelled', { reason: 'The rows were not read for too long' });
      const timer = hasBegun ? setTimeout(() => reject(stalled), STALL_MS) : undefined;
      await promise.finally(() => clearTimeout(timer));
    },
    end(last) {
      add(last);
      finish({});
    },
    fail: (error) => finish({ error }),
    ended: ended.promise,
    async pull() {
      hasBegun = true;
      if (buffered.length === 0 && !end) {
        onChunks = Promise.withResolvers();
        await onChunks.promise;
        onChunks = undefined;
      }
      if (buffered.length === 0) {
        if (end && 'error' in end) throw end.error;
        return undefined;
      }
      const chunks = buffered;
      buffered = [];
      bytes = 0;
      onDrain?.resolve();
      onDrain = undefined;
      return chunks;
    },
  };
}
