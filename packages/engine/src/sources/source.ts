import type { BoundValue, Dialect } from '@oriel/semantic';
import type { SourceLimits } from './source-config.ts';

/**
 * A place where data lies, seen through its own client. The seam between the engine and each kind of database: nothing
 * above it knows which one it is.
 */
export interface Source {
  /** What its SQL is written in. */
  readonly dialect: Dialect;
  /** What its settings say about every statement; the engine has defaults for the rest. */
  readonly limits: SourceLimits;
  /**
   * Runs one statement to its end and hands its rows on, a portion at a time, as they come. Where `take` gives a promise,
   * little more is read before it has settled. Whatever it throws stops the statement and is thrown on.
   *
   * Aborting interrupts the statement on the database.
   *
   * @throws {@link SourceError}
   */
  read(statement: Statement, options: ReadOptions): Promise<void>;
  /** Changes whenever the data is known to have changed, so that a kept result is known to be stale. */
  version(): Promise<string>;
  /** Where nothing tells of changes: a result counts as current for so long after it was read. */
  readonly currentForMs?: number;
  close(): Promise<void>;
}

export interface Statement {
  readonly sql: string;
  readonly params: readonly BoundValue[];
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  take(portion: ResultColumns): Promise<void> | void;
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

export type ResultValue = string | number | boolean | null;

/** What is known of the place in a statement that a failure is about. */
export interface FailurePlace {
  /** Characters of the statement before it, as JavaScript counts. */
  readonly at?: number;
  /** Where the database does not tell the place: what of SQL can fail so. */
  readonly suspect?: 'division' | 'conversion';
}

/** A failure of the database that a caller may be told. */
export class SourceError extends Error implements FailurePlace {
  override readonly name = 'SourceError';
  readonly at: number | undefined;
  readonly suspect: FailurePlace['suspect'];
  /** The member, or the cube, whose SQL failed, where that is known. */
  readonly member: string | undefined;
  readonly code:
    | 'query.failed'
    | 'query.cancelled'
    | 'query.out_of_memory'
    | 'query.too_many_rows'
    | 'query.too_large'
    | 'source.unavailable';

  constructor(
    code: SourceError['code'],
    message: string,
    options: ErrorOptions & FailurePlace & { readonly member?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.at = options.at;
    this.suspect = options.suspect;
    this.member = options.member;
  }
}

/** What a statement is answered with whose caller has gone. */
export function cancelled(cause?: unknown): SourceError {
  return new SourceError('query.cancelled', 'The query was cancelled', { cause });
}

/** What a statement is answered with that was stopped by its time limit. */
export function timedOut(timeoutMs: number, cause: unknown): SourceError {
  const message = `The query took longer than ${timeoutMs / 1000} s and was stopped`;
  return new SourceError('query.failed', message, { cause });
}
