/** Pieces are large enough to be few, and small enough to be handed on one by one. */
const PIECE_CHARACTERS = 64 * 1024;

/** Turns text into bytes as it grows, so that a large answer never is one text. */
export interface PieceWriter {
  write(text: string): void;
  /** Bytes so far; of what is not encoded yet the characters. */
  readonly size: number;
  /** What is in whole pieces already; it is let go, and no longer part of the end. */
  drain(): Uint8Array[];
  /** All that was written and not drained, in UTF-8 and in order. */
  end(): Uint8Array[];
}

export function createPieceWriter(): PieceWriter {
  let pieces: Uint8Array[] = [];
  let pending = '';
  let bytes = 0;
  const flush = () => {
    const piece = Buffer.from(pending);
    pieces.push(piece);
    bytes += piece.byteLength;
    pending = '';
  };
  return {
    write(text) {
      pending += text;
      if (pending.length >= PIECE_CHARACTERS) flush();
    },
    get size() {
      return bytes + pending.length;
    },
    drain() {
      const drained = pieces;
      pieces = [];
      return drained;
    },
    end() {
      if (pending !== '') flush();
      return pieces;
    },
  };
}
