/** What a model can be made of: the schemas of a source that its user may read, with their tables. */
export interface SourceSchema {
  readonly schemas: readonly SchemaTables[];
  /** Whether a bound was met, so that tables, columns or keys are missing. */
  readonly isCut: boolean;
}

/** A schema, or what an engine has in its place: a database of MySQL and ClickHouse, a dataset of BigQuery. */
export interface SchemaTables {
  /** Of engines that read from several: DuckDB, Trino, Snowflake, BigQuery and Databricks. */
  readonly catalog?: string;
  /** As the engine has it, as are all names. */
  readonly name: string;
  readonly tables: readonly TableSchema[];
}

/** A table, or a view of any kind. */
export interface TableSchema {
  readonly name: string;
  readonly kind: 'table' | 'view';
  /** At most 2,000 characters; never empty. */
  readonly comment?: string;
  /** In the order of the engine. */
  readonly columns: readonly ColumnSchema[];
  /** Whether it may have more columns than are listed. */
  readonly isCut: boolean;
  /** Columns in the order of the key; absent where the engine tells none. */
  readonly primaryKey?: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** A column as the engine describes it. */
export interface ColumnSchema {
  readonly name: string;
  /** Counted from 1, without gaps. */
  readonly position: number;
  /** The words of the engine, such as `decimal(10,2)`; at most 1,000 characters. */
  readonly nativeType: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
  /** At most 2,000 characters; never empty. */
  readonly comment?: string;
}

/**
 * What values of a column are to a model. `time` has a date; times of the day, intervals, bytes, JSON, lists and other
 * values of several parts are `other`.
 */
export type ColumnType = 'string' | 'number' | 'time' | 'boolean' | 'other';

/** Columns that hold the key of another table; the first belongs to the first. */
export interface ForeignKey {
  readonly columns: readonly string[];
  readonly references: {
    readonly catalog?: string;
    readonly schema: string;
    readonly table: string;
    readonly columns: readonly string[];
  };
}
