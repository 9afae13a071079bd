/** The rest of a large answer on the side of its reader. */
export interface AnswerRest {
  /** Asks for more whenever what came is read. Whoever stops reading cancels the query. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** What was asked for; undefined at the end. */
  take(pieces: readonly Uint8Array[] | undefined): void;
  /** There is no more, and what was read is no whole answer. */
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
      for (let pieces = await next(); pieces; pieces = await next()) yield* pieces;
      isWhole = true;
    } finally {
      if (!isWhole) cancel();
    }
  }

  return {
    pieces: read(),
    take: (pieces) => asked?.resolve(pieces),
    fail(error) {
      failure = error;
      asked?.reject(error);
    },
  };
}
