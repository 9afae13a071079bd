/** Has work on one thing done one after another, in the order in which it was asked for. */
interface KeyedTurns {
  /** Does the work when all that was asked for before with this key has ended, however. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Makes the turns of one process. Nothing is kept of a key that nobody waits for. */
export function createKeyedTurns(): KeyedTurns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, turn);
      try {
        return await turn;
      } finally {
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}
