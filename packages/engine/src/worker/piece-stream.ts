import { cancelled, engineError } from '../errors.ts';

/** Pieces of a large answer on their way from the database to whoever reads it: few are held, so that the slower sets the pace. */
export interface PieceStream {
  /**
   * Settles when there is room for more.
   *
   * @throws `query.cancelled` when the stream is aborted, or its reader has begun and takes nothing for a minute: it holds a
   *   connection to the database
   */
  push(pieces: readonly Uint8Array[]): Promise<void>;
  end(last: readonly Uint8Array[]): void;
  fail(error: unknown): void;
  /** Settles when nothing is added any more; what is held may be pulled still. */
  readonly ended: Promise<void>;
  /**
   * The next pieces, as soon as there are some; undefined at the end. Asked for one portion at a time.
   *
   * @throws what the stream failed with, behind all that came before
   */
  pull(): Promise<readonly Uint8Array[] | undefined>;
}

/** Held beyond this, a stream takes no more until it is read. */
const ROOM_BYTES = 1024 * 1024;
const STALL_MS = 60_000;

export function createPieceStream(signal: AbortSignal): PieceStream {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let end: { readonly error?: unknown } | undefined;
  const ended = Promise.withResolvers<void>();
  let hasBegun = false;
  let onRoom: PromiseWithResolvers<void> | undefined;
  let onPieces: PromiseWithResolvers<void> | undefined;
  signal.addEventListener('abort', () => onRoom?.reject(cancelled(signal.reason)), { once: true });

  const add = (pieces: readonly Uint8Array[]) => {
    for (const piece of pieces) {
      held.push(piece);
      bytes += piece.byteLength;
    }
    if (pieces.length > 0) onPieces?.resolve();
  };
  const finish = (how: { readonly error?: unknown }) => {
    end = how;
    ended.resolve();
    onPieces?.resolve();
  };
  return {
    async push(pieces) {
      add(pieces);
      if (bytes < ROOM_BYTES) return;
      if (signal.aborted) throw cancelled(signal.reason);
      onRoom ??= Promise.withResolvers();
      const { promise, reject } = onRoom;
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
      if (held.length === 0 && !end) {
        onPieces = Promise.withResolvers();
        await onPieces.promise;
        onPieces = undefined;
      }
      if (held.length === 0) {
        if (end && 'error' in end) throw end.error;
        return undefined;
      }
      const pieces = held;
      held = [];
      bytes = 0;
      onRoom?.resolve();
      onRoom = undefined;
      return pieces;
    },
  };
}
