/** Bounds how much runs at once. */
interface Turns {
  /** Runs work when it is its turn, in the order of the calls. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes turns for so many at once. */
export function createTurns(atOnce: number): Turns {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
