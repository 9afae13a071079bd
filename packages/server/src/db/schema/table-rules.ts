/** A table with changes that the audit log tells. Columns are named as fields. */
export interface AuditedTable {
  /** What a row is called in the log. */
  readonly resource: string;
  /** The columns that name a row; default `id`. */
  readonly key?: readonly string[];
  /** Columns of which the log says only that they have changed. */
  readonly secret?: readonly string[];
  /**
   * Columns that the server keeps by itself: a change of nothing else is none. Times of the last change are always so.
   */
  readonly kept?: readonly string[];
  /** Columns that are mostly changed alone and often, such as where something lies; short values that are no secret. */
  readonly frequent?: readonly string[];
}

/** When a row is of no use any more. Key and condition are SQL of ours, never from outside. */
export interface Expiry {
  /** The column that names a row; `ctid` where there is none alone. */
  readonly key: string;
  readonly when: string;
}

/** What becomes of the rows of a table: whether the audit log tells of their changes, or why not, and when they go. */
type TableRule = ({ readonly audited: AuditedTable } | { readonly unaudited: string }) & {
  /** Default: they stay. */
  readonly expires?: Expiry;
};

/** The rules of tables, by the names that they have in queries. */
export type TableRules = Readonly<Record<string, TableRule>>;

/** Gives each table of a feature its rule: one without does not compile. */
export function defineTables<Tables extends object>(rules: {
  readonly [Name in keyof Tables]: TableRule;
}): TableRules {
  return rules;
}
