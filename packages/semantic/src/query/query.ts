import type { PlanStep, RewriteName } from '../rewrite/rewrites.ts';
import type { FilterOperator } from '../model/language/filter-operators.ts';
import type { QueryErrorCode } from './query-errors.ts';

/** A query as the API shows it back: complete, checked for form, its dates resolved. Names are not looked up yet. */
export interface NormalizedQuery {
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly timeDimensions: readonly NormalizedTimeDimension[];
  readonly segments: readonly string[];
  readonly filters: readonly NormalizedFilter[];
  /** Absent: the default order. */
  readonly order?: readonly { readonly id: string; readonly desc: boolean }[];
  readonly limit: number;
  /** The same as `limit`, under the name of older clients. */
  readonly rowLimit: number;
  readonly offset?: number;
  readonly timezone: string;
  readonly total?: boolean;
  readonly ungrouped?: boolean;
  readonly responseFormat?: 'default' | 'compact' | 'columnar';
  readonly joinHints?: readonly (readonly string[])[];
  /** Measures beside what they were some time before. */
  readonly periodComparisons?: readonly PeriodComparison[];
  /** Rows also where a time dimension has nothing. */
  readonly fillMissingRows?: FillMissingRows;
  /** Members that the query adds to the model for itself, by full name. */
  readonly calculatedFields?: Readonly<Record<string, CalculatedField>>;
}

/** A member of one query alone. */
export interface CalculatedField {
  /** Default: what the expression is. */
  readonly kind?: 'dimension' | 'measure';
  readonly sql: string;
  readonly title?: string;
  readonly format?: string;
}

/** What a comparison may show: the earlier value, the difference from it, or the change in percent. */
export const PERIOD_OUTPUTS = ['previous', 'difference', 'percent'] as const;

/** One of {@link PERIOD_OUTPUTS}. */
export type PeriodOutput = (typeof PERIOD_OUTPUTS)[number];

/** Each output is a column `<measure>.<output>_<amount>_<unit>`, such as `orders.total.previous_1_month`. */
export interface PeriodComparison {
  readonly measure: string;
  readonly timeDimension: string;
  readonly offset: { readonly amount: number; readonly unit: string };
  /** `percent` is the change as a fraction of what was. */
  readonly outputs: readonly PeriodOutput[];
}

/** Fills the buckets of a time dimension that have no rows. */
export interface FillMissingRows {
  readonly member: string;
  /** Default: the finest of the query. */
  readonly granularity?: string;
  /** Dimensions that take no part in the combinations that each bucket gets a row for. */
  readonly excludedDimensions: readonly string[];
}

/** A time dimension that cuts the rows, limits them, or both. */
export interface NormalizedTimeDimension {
  readonly dimension: string;
  readonly granularity?: string;
  /** Wall clock of the query's zone, `YYYY-MM-DDTHH:mm:ss.SSS`; both ends belong to it. */
  readonly dateRange?: readonly [string, string];
}

/** A condition on a member, or conditions of which all or any hold. */
export type NormalizedFilter =
  | {
      readonly member: string;
      readonly operator: FilterOperator;
      readonly values?: readonly (string | null)[];
    }
  | { readonly and: readonly NormalizedFilter[] }
  | { readonly or: readonly NormalizedFilter[] };

/** A filter of one member, not one that is put together of others. */
export type MemberFilter = Extract<NormalizedFilter, { member: string }>;

/**
 * How many queries a request makes, and why: several date ranges, or several measures' queries side by side.
 */
export type QueryType = 'regularQuery' | 'compareDateRangeQuery' | 'blendingQuery';

/** What a request asks: one query, or several that are shown together. */
export interface NormalizedRequest {
  readonly queryType: QueryType;
  readonly queries: readonly NormalizedQuery[];
  /** How a client shows the results as one. */
  readonly pivotQuery: PivotQuery;
}

/** The queries of a request as one, for a client that pivots their rows. */
export interface PivotQuery extends Omit<NormalizedQuery, 'timeDimensions'> {
  readonly timeDimensions: readonly (NormalizedTimeDimension & {
    readonly compareDateRange?: readonly (readonly [string, string])[];
  })[];
  readonly queryType: QueryType;
}

/** A fault of the caller's: a query that cannot be answered as it stands. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly code: QueryErrorCode;
  /** The member that is wrong, where it is one. */
  readonly member: string | undefined;
  /**
   * Where in the query the fault lies, such as `periodComparisons[0].measure`; undefined where it has not been told.
   */
  readonly path: string | undefined;

  constructor(code: QueryErrorCode, message: string, member?: string, path?: string) {
    super(message);
    this.code = code;
    this.member = member;
    this.path = path;
  }
}

/** The work that one request may make of normalising, planning and writing its queries. */
export interface Budget {
  /**
   * Takes steps off what is left; a step is about a microsecond.
   *
   * @throws QueryError `too_complex` when nothing is left, or the time is over
   */
  take(steps: number): void;
  /** Does work that is no part of the request, such as loading a library, which takes nothing of its time. */
  untimed<T>(work: () => T): T;
}

/** The moment that relative dates are counted from. Nothing asks for it where nothing is relative. */
export interface Clock {
  readonly now: Date;
  /** What bounds the work of a request; default nothing, for callers who run queries of their own. */
  readonly budget?: Budget;
}

/** Who asks, when, and under which limits. */
export interface QueryContext extends Clock {
  /** As the token carries it: the caller's own keys beside the reserved one. */
  readonly securityContext: Readonly<Record<string, unknown>>;
  /** The reserved key, which holds `groups` and `userAttributes`. */
  readonly brandKey: string;
  /** An IANA name, default `UTC`. */
  readonly defaultTimezone?: string;
  /** Rows where a query names no limit, default 10,000. */
  readonly defaultLimit?: number;
  /** The most rows that a query may ask for, default 50,000. */
  readonly maxLimit?: number;
  /**
   * What a reader takes of the rows, who leaves the others: a query that asks for more than that, or than it may, has
   * the first of them.
   */
  readonly maxRows?: number;
  /** Whether what a query becomes before it is SQL is told beside the SQL, default false. */
  readonly explains?: boolean;
  /** The step after which it is told, default the last one. */
  readonly explainsAfter?: PlanStep;
  /** Rewrites that are left out, none of which changes the rows; default none. */
  readonly withoutRewrites?: readonly RewriteName[];
}
