/**
 * An answer that is given again and again, by one operation: it is written as bytes the first time alone. It must not
 * change.
 */
export class KeptAnswer<Answer = unknown> {
  readonly answer: Answer;
  #bytes: Buffer | undefined;

  constructor(answer: Answer) {
    this.answer = answer;
  }

  /** The bytes of the answer. @param write makes the text of it or the bytes, the first time */
  bytes(write: (answer: Answer) => string | Buffer): Buffer {
    if (this.#bytes === undefined) {
      const written = write(this.answer);
      this.#bytes = typeof written === 'string' ? Buffer.from(written) : written;
    }
    return this.#bytes;
  }
}
