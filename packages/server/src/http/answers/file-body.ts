import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

const BUFFER_BYTES = 256 * 1024;
/** What the destination has not taken yet, what waits for it and what is being read, and one more. */
const BUFFERS = 4;

/**
 * A file as the body of an answer. It is read once, and closed at its end; also where its reader goes, who may not have
 * begun.
 */
export class FileBody implements AsyncIterable<Uint8Array> {
  readonly #file: FileHandle;
  readonly #head: Uint8Array | undefined;
  readonly #signal: AbortSignal;
  readonly #close = () => void this.#file.close().catch(() => {});

  /** @param signal is aborted when the reader has gone */
  constructor(file: FileHandle, signal: AbortSignal, { head }: { readonly head?: Uint8Array } = {}) {
    this.#file = file;
    this.#head = head;
    this.#signal = signal;
    if (signal.aborted) this.#close();
    else signal.addEventListener('abort', this.#close, { once: true });
  }

  /**
   * The content for a destination that is written to. A few buffers take turns: new ones for each chunk were 300 for a
   * file of 76 MB, and V8 collected all of its heap for them several times. So a chunk holds its bytes until three
   * others were taken, which is longer than a destination has one that says when it can take more.
   */
  toStream(): Readable {
    const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(BUFFER_BYTES));
    let chunks = 0;
    let head = this.#head;
    const readNext = async (): Promise<Uint8Array | null> => {
      if (head) {
        const first = head;
        head = undefined;
        return first;
      }
      const buffer = buffers[chunks % BUFFERS];
      if (!buffer) throw new Error('There is no buffer');
      chunks += 1;
      const { bytesRead } = await this.#file.read(buffer, 0, BUFFER_BYTES, null);
      return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
    };
    return new Readable({
      // One chunk at a time.
      highWaterMark: 1,
      read() {
        readNext().then(
          (chunk) => this.push(chunk),
          (error: Error) => this.destroy(error),
        );
      },
      destroy: (error, done) => {
        this.#signal.removeEventListener('abort', this.#close);
        this.#close();
        done(error);
      },
    });
  }

  /** The content in chunks that are the reader's own. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.toStream()) yield Buffer.from(chunk as Uint8Array);
  }
}
