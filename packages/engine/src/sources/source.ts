import type { BoundValue } from '@oriel/semantic';

/**
 * A place where data lies, seen through its own client. The seam between the engine and each kind of database: nothing
 * above it knows which one it is.
 */
export interface Source {
  /** As clients of the query API read it. */
  readonly dbType: 'duckdb' | 'postgres';
  /**
   * Runs one statement to its end. Values come as the client gives them to JSON: numbers, booleans, nulls, and texts for
   * everything else (64-bit integers and decimals keep their digits, times are `YYYY-MM-DDTHH:mm:ss.SSS`).
   *
   * Aborting interrupts the statement on the database.
   *
   * @throws {@link SourceError}
   */
  query(sql: string, params: readonly BoundValue[], signal: AbortSignal): Promise<ResultColumns>;
  /** Changes whenever the data may have changed, so that a kept result is known to be stale. */
  version(): Promise<string>;
  close(): Promise<void>;
}

export interface ResultColumns {
  readonly rowCount: number;
  /** The values of each column, in the order of the statement. */
  readonly columns: readonly (readonly ResultValue[])[];
}

export type ResultValue = string | number | boolean | null;

/** A failure of the database that a caller may be told. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code:
    | 'query.failed'
    | 'query.cancelled'
    | 'query.out_of_memory'
    | 'query.too_many_rows'
    | 'query.too_large';

  constructor(code: SourceError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** How a deployment's data is reached. */
export interface SourceConfig {
  readonly type: 'duckdb';
  /** A DuckDB file, which is opened for reading only, or `:memory:`. */
  readonly path: string;
  /** Default 1,024. */
  readonly memoryLimitMb?: number;
  /** MiB of texts that one result may hold in the server's own memory, default 256. */
  readonly maxResultMb?: number;
  /** Default: as many as the machine has cores. */
  readonly threads?: number;
}
