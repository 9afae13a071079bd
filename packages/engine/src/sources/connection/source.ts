import type { BoundValue, Dialect } from '@oriel/semantic';
import type { SourceLimits } from './source-config.ts';
import type { UserCredential } from './user-credential.ts';

/**
 * A source of data, seen through its own client. The seam between the engine and each kind of database: nothing
 * above it knows which one it is.
 */
export interface Source {
  /** What its SQL is written in. */
  readonly dialect: Dialect;
  /** What its settings say about every statement; the engine has defaults for the rest. */
  readonly limits: SourceLimits;
  /** Statements that it runs at once. */
  readonly slots: number;
  /** Whether its statements share the cores of this machine, so that each slows the others down. Default false. */
  readonly sharesCores?: boolean;
  /** Whether a statement starts a warehouse that is paid for while it runs. Default false. */
  readonly isPaidForByUse?: boolean;
  /**
   * There where the database writes files by itself. Has it write the rows of one statement as lines of CSV, without
   * titles: each text as of rows that are read.
   *
   * @returns undefined where it cannot, and the rows have to be read
   * @throws `EngineError`
   */
  writeCsv?(statement: Statement, options: WriteCsvOptions): Promise<WrittenCsv | undefined>;
  /**
   * Runs one statement to its end and hands its rows on, a portion at a time, as they come. Where `take` gives a
   * promise, little more is read before it has settled. Whatever it throws stops the statement and is thrown on.
   *
   * Aborting interrupts the statement on the database.
   *
   * @throws `EngineError`
   */
  read(statement: Statement, options: ReadOptions): Promise<void>;
  /** Changes whenever the data is known to have changed, so that a kept result is known to be stale. */
  version(): Promise<string>;
  /** Where nothing tells of changes: a result counts as current for so long after it was read. */
  readonly currentForMs?: number;
  /** There where users read with credentials of their own. @throws `source.not_connected` */
  forUser?(credential: UserCredential | undefined): UserSource;
  close(): Promise<void>;
}

/** A source as one user reads it. */
export interface UserSource extends Source {
  /** Results of sources with another one are kept apart; undefined for what everybody reads alike. No secret. */
  readonly credentialKey?: string;
}

/** SQL and the values of its placeholders, in their order. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly BoundValue[];
}

/** Who takes the rows, and what stops the statement. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  take(portion: ResultColumns): Promise<void> | void;
}

/** A column of a CSV file. */
export interface CsvColumn {
  /** Of its values in the statement. */
  readonly index: number;
  readonly kind: 'number' | 'time' | 'text';
  /** Whether its times are days without a time. */
  readonly isDate?: boolean;
}

/** What is written of a statement's rows, and what stops it. */
export interface WriteCsvOptions {
  readonly columns: readonly CsvColumn[];
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** A file of rows; who asked for it removes it. */
export interface WrittenCsv {
  readonly path: string;
  readonly rows: number;
}

/**
 * Rows by column. Values are as JSON has them: numbers, booleans, nulls, and texts for everything else (64-bit integers
 * and decimals keep their digits, times are `YYYY-MM-DDTHH:mm:ss.SSS`).
 */
export interface ResultColumns {
  readonly rowCount: number;
  /** The values of each column, in the order of the statement. */
  readonly columns: readonly (readonly ResultValue[])[];
}

/** A value as JSON has it. */
export type ResultValue = string | number | boolean | null;
