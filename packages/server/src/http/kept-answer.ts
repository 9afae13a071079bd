/** An answer that is given again and again, by one operation: it is written as bytes the first time alone. It must not change. */
export class KeptAnswer<Answer = unknown> {
  readonly answer: Answer;
  #bytes: Buffer | undefined;

  constructor(answer: Answer) {
    this.answer = answer;
  }

  /** The bytes of the answer. @param write makes the text of it, the first time */
  bytes(write: (answer: Answer) => string): Buffer {
    return (this.#bytes ??= Buffer.from(write(this.answer)));
  }
}
