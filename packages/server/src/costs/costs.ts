/** What one run of an operation takes. All of it is the same on every machine. */
export interface Costs {
  /** Requests to the API. */
  readonly requests: number;
  /** Commands that the database answers; `begin` and `commit` are two. */
  readonly statements: number;
  /** How often the server waits for the database, once for all that it sends together. */
  readonly roundTrips: number;
  /** Those of a single statement included. */
  readonly transactions: number;
  /** Rows of our tables that the database looks at. */
  readonly rowsRead: number;
  /** Rows of our tables that are inserted, changed or deleted, those that triggers write included. */
  readonly rowsWritten: number;
  /** Bytes of the write-ahead log. */
  readonly walBytes: number;
  /** Waits for the disk. */
  readonly flushes: number;
  /** Processes that are started. */
  readonly childProcesses: number;
  /** Bytes of the answers' bodies, as they leave without compression. */
  readonly answerBytes: number;
}

/** The figures by their names, in the order in which the ledger has them. */
export const COST_NAMES = [
  'requests',
  'statements',
  'roundTrips',
  'transactions',
  'rowsRead',
  'rowsWritten',
  'walBytes',
  'flushes',
  'childProcesses',
  'answerBytes',
] as const satisfies readonly (keyof Costs)[];

/**
 * How far a figure may be from the ledger; the others must be the same. Rows read follow from plans, which follow from sizes of
 * tables; the log has pages of indexes that are divided, and it and answers hold ids and names of different lengths.
 */
const TOLERANCES: Partial<Record<keyof Costs, { readonly share: number; readonly least: number }>> = {
  rowsRead: { share: 0.3, least: 10 },
  walBytes: { share: 0.2, least: 300 },
  answerBytes: { share: 0.05, least: 100 },
};

/** Whether a figure is as the ledger says, within its tolerance. */
export function isAsWritten(name: keyof Costs, written: number, measured: number): boolean {
  const { share, least } = TOLERANCES[name] ?? { share: 0, least: 0 };
  return Math.abs(measured - written) <= Math.max(written * share, least);
}

/** The least of several runs, figure by figure: what something else has done meanwhile is not of the operation. */
export function leastOf(runs: readonly Costs[]): Costs {
  const least = (name: keyof Costs) => Math.min(...runs.map((run) => run[name]));
  // The names are those of all figures.
  return Object.fromEntries(COST_NAMES.map((name) => [name, least(name)])) as unknown as Costs;
}
