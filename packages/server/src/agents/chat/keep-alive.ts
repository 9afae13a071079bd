/** Proxies cut answers that send nothing for a minute, some of them sooner. */
const KEEP_ALIVE_MS = 15_000;

/**
 * The items of a stream, with the last one again each time that none has come for a while: models and queries are
 * silent for longer than proxies wait, and a reader that hears nothing knows that the connection is dead. It is for
 * streams in which an item replaces the one before it that has the same id.
 *
 * @param everyMs the longest silence, in milliseconds; default 15 seconds
 */
export async function* keepAlive<T>(
  items: AsyncIterable<T>,
  everyMs = KEEP_ALIVE_MS,
): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (let last: IteratorResult<T> | undefined; ;) {
      const coming = iterator.next();
      let next = await within(coming, everyMs);
      while (next === undefined) {
        if (last) yield last.value;
        next = await within(coming, everyMs);
      }
      if (next.done) return;
      yield next.value;
      last = next;
    }
  } finally {
    // Not waited for: a generator that waits for its next item ends behind it, and nobody is there to hear how.
    iterator.return?.().catch(() => {});
  }
}

/** What is promised; undefined where it has not come in time. */
async function within<T>(coming: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  try {
    return await Promise.race([coming, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
