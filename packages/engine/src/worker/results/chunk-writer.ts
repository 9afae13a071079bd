/** Large enough that chunks are few, small enough to hand them on one by one. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Encodes text as UTF-8 chunks while it grows, so that a large answer is never held as one string. */
interface ChunkWriter {
  write(text: string): void;
  /** Bytes so far; of what is not encoded yet the characters. */
  readonly size: number;
  /** Takes the chunks that are complete; `end` does not give them again. */
  drain(): Uint8Array[];
  /** Everything written and not drained, in order. */
  end(): Uint8Array[];
}

/** Makes an empty writer. */
export function createChunkWriter(): ChunkWriter {
  let chunks: Uint8Array[] = [];
  let pending = '';
  let bytes = 0;
  const flush = () => {
    const chunk = Buffer.from(pending);
    chunks.push(chunk);
    bytes += chunk.byteLength;
    pending = '';
  };
  return {
    write(text) {
      pending += text;
      if (pending.length >= CHUNK_CHARACTERS) flush();
    },
    get size() {
      return bytes + pending.length;
    },
    drain() {
      const drained = chunks;
      chunks = [];
      return drained;
    },
    end() {
      if (pending !== '') flush();
      return chunks;
    },
  };
}
