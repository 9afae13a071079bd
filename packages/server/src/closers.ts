/** However late it is, a part has this long. */
const MOMENT_MS = 300;

/** What has been started, to be stopped in the opposite order, each part whatever became of the others. */
export class Closers {
  readonly #all: { readonly part: string; readonly close: () => Promise<void> }[] = [];
  readonly #allMs: number;
  #startedAt = Number.NaN;
  #current: string | undefined;

  /** @param allMs what all parts have together */
  constructor(allMs: number) {
    this.#allMs = allMs;
  }

  /** @param part a few words, for the message that it does not stop */
  push(part: string, close: () => Promise<void>): void {
    this.#all.push({ part, close });
  }

  /** The part that is being stopped; undefined before and after. */
  get current(): string | undefined {
    return this.#current;
  }

  /** Milliseconds that a part which is being stopped may take. */
  leftMs(): number {
    return Math.max(MOMENT_MS, this.#startedAt + this.#allMs - performance.now());
  }

  /** @throws AggregateError of what the parts threw, after all of them */
  async close(): Promise<void> {
    this.#startedAt = performance.now();
    const errors: unknown[] = [];
    for (const { part, close } of this.#all.splice(0).reverse()) {
      this.#current = part;
      await close().catch((error: unknown) => errors.push(error));
    }
    this.#current = undefined;
    if (errors.length > 0) throw new AggregateError(errors, 'Not everything was stopped in order');
  }
}
