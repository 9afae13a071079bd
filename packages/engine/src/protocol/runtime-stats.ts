/** What a runtime has done and does now, as numbers that only grow, but for `waiting` and `running`. */
export interface RuntimeStats {
  /** Queries in the queues of its data sources. */
  readonly waiting: number;
  /** Queries on its data sources. */
  readonly running: number;
  /** Queries that were given a slot. */
  readonly admitted: number;
  /** Milliseconds that these waited for it, altogether. */
  readonly queuedMs: number;
  /** Queries that were refused, for too many waited. */
  readonly refused: number;
}

/** The numbers of a runtime that has done nothing. */
export const NO_STATS: RuntimeStats = { waiting: 0, running: 0, admitted: 0, queuedMs: 0, refused: 0 };

/** Adds to a number. */
export type StatsWriter = (field: keyof RuntimeStats, amount: number) => void;

/** The numbers of one runtime. */
interface StatsCounter {
  readonly count: StatsWriter;
  /** The numbers where they have changed since they were last taken. */
  takeChanged(): RuntimeStats | undefined;
}

/** Makes numbers that begin at 0; `onChange` is told of each change. */
export function createStatsCounter(onChange: () => void): StatsCounter {
  const stats = { ...NO_STATS };
  let hasChanged = false;
  return {
    count(field, amount) {
      stats[field] += amount;
      hasChanged = true;
      onChange();
    },
    takeChanged() {
      if (!hasChanged) return undefined;
      hasChanged = false;
      return { ...stats };
    },
  };
}
