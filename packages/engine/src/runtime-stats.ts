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

type Field = keyof RuntimeStats;
const FIELDS = ['waiting', 'running', 'admitted', 'queuedMs', 'refused'] as const satisfies readonly Field[];

/** Memory for the numbers, which a runtime's thread writes and others read, also while it is busy. */
export function createStatsBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(FIELDS.length * Float64Array.BYTES_PER_ELEMENT);
}

/** Adds to the numbers. Of one thread alone, for a sum of two is not made at once. */
export type StatsWriter = (field: Field, amount: number) => void;

/** Makes the writer of the numbers. */
export function createStatsWriter(buffer: SharedArrayBuffer): StatsWriter {
  const values = new Float64Array(buffer);
  return (field, amount) => {
    const index = FIELDS.indexOf(field);
    values[index] = (values[index] ?? 0) + amount;
  };
}

/** The numbers as they are now. */
export function readStats(buffer: SharedArrayBuffer): RuntimeStats {
  const values = new Float64Array(buffer);
  const read = (field: Field) => values[FIELDS.indexOf(field)] ?? 0;
  return {
    waiting: read('waiting'),
    running: read('running'),
    admitted: read('admitted'),
    queuedMs: read('queuedMs'),
    refused: read('refused'),
  };
}
