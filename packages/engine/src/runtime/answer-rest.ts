/** The rest of a large answer, on the side of its reader. */
export interface AnswerRest {
  /** Asks for more when what came is read (backpressure). Stopping early cancels the query. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Delivers the chunks that were asked for; undefined at the end. */
  take(chunks: readonly Uint8Array[] | undefined): void;
  /** Fails the reader: what was read is no whole answer. */
  fail(error: Error): void;
}

/** Makes the reader of what is still coming of an answer. */
export function createAnswerRest({ pull, cancel }: { pull(): void; cancel(): void }): AnswerRest {
  let asked: PromiseWithResolvers<readonly Uint8Array[] | undefined> | undefined;
  let failure: Error | undefined;

  const next = (): Promise<readonly Uint8Array[] | undefined> => {
    if (failure) return Promise.reject(failure);
    asked = Promise.withResolvers();
    pull();
    return asked.promise;
  };

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    let isWhole = false;
    try {
      for (let chunks = await next(); chunks; chunks = await next()) yield* chunks;
      isWhole = true;
    } finally {
      if (!isWhole) cancel();
    }
  }

  return {
    chunks: read(),
    take: (chunks) => asked?.resolve(chunks),
    fail(error) {
      failure = error;
      asked?.reject(error);
    },
  };
}
