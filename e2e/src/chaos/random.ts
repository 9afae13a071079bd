/** Decisions that a seed repeats. */
export interface Random {
  /** 0 to below 1. */
  fraction(): number;
  /** A whole number from 0 to below `below`. */
  below(below: number): number;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
  /** Another stream of decisions, which does not depend on how many this one has made. */
  fork(name: string): Random;
}

/** Makes the stream of decisions of a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from');
      return value;
    },
    shuffle(values) {
      const rest = [...values];
      return values.map(() => rest.splice(below(rest.length), 1)).flat();
    },
    fork(name) {
      let hash = seed >>> 0;
      for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
      return createRandom(hash);
    },
  };
}
