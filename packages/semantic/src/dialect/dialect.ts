import type { Decimal } from '../model/language/decimal.ts';
import type { IntervalStep } from '../model/language/interval.ts';
import type { Fragment } from '../sql/fragment.ts';

export type ComparisonSymbol = '=' | '<' | '<=' | '>' | '>=';

/** A step that may be of milliseconds, which no model names. */
export type ShiftStep = IntervalStep | { readonly amount: number; readonly unit: 'millisecond' };

/** A timestamp cut to a unit, as values to group by that cost less than the moment, and the moment that they make. */
export interface CutKeys {
  readonly keys: readonly Fragment[];
  /** Over the keys alone. */
  readonly moment: Fragment;
}

/** A SELECT of columns, behind its list. */
interface Partners {
  readonly columns: readonly Fragment[];
  /** Its FROM and WHERE. */
  readonly from: Fragment;
}

/** What keeps the rows of a SELECT that have a partner: a join behind all others, or a condition. */
export interface SemiJoinSql {
  readonly kind: 'join' | 'condition';
  readonly sql: Fragment;
}

/**
 * Everything that differs from one SQL engine to another. Nothing outside this folder asks which engine it is.
 *
 * The session of every engine is in UTC. A time column is taken as an instant in UTC, whatever its type.
 */
export interface Dialect {
  readonly name: 'duckdb' | 'postgres';
  /** Statements for every database before it is queried, without which the SQL would give other rows. */
  readonly session: readonly string[];
  /**
   * Whether rows may be summed by the columns that join them, before they are joined: where a join compares columns of
   * different types, several values of one may be equal to the same of the other.
   */
  readonly sumsBeforeJoins: boolean;
  /** The one place where identifiers are escaped, and shortened where the engine would cut them. */
  quoteIdentifier(name: string): string;
  /** The one place where texts of the model become literals. Values of callers are bound instead. */
  quoteText(text: string): string;
  /** The placeholder of the bound value at a position, counted from 1. */
  placeholder(position: number): string;
  /** A bound text as a number with a fraction. */
  castToNumber(value: Fragment): Fragment;
  /** A number, fit to stand beside an operator, beside one that a caller gave: as exact as it is stored. */
  compareNumber(value: Fragment, symbol: ComparisonSymbol, number: Decimal): Fragment;
  /** Whether it is any of those; there is one at least. */
  isAnyNumber(value: Fragment, numbers: readonly Decimal[]): Fragment;
  /** An expression as text, or a bound text as what it is compared with. */
  castToText(value: Fragment): Fragment;
  castToBoolean(value: Fragment): Fragment;
  /** An instant without zone, in UTC. */
  castToTimestamp(value: Fragment): Fragment;
  /** A UTC timestamp as the wall clock of a zone. */
  toZone(timestamp: Fragment, zone: string): Fragment;
  /** The wall clock of a zone as a UTC timestamp; of an hour that comes twice, one of the two. */
  fromZone(local: Fragment, zone: string): Fragment;
  /** Whether the clocks of a zone show a wall clock; they skip some. */
  isOnClock(local: Fragment, zone: string): Fragment;
  /** Cut to a predefined unit; weeks begin on Monday. */
  truncate(timestamp: Fragment, unit: string): Fragment;
  /**
   * The same as keys of a GROUP BY, where that costs less.
   *
   * @param isFinite whether no timestamp is infinite
   */
  cutKeys(timestamp: Fragment, unit: string, isFinite: boolean): CutKeys | undefined;
  /**
   * Cut to the last of equal steps that are counted from `origin`, a wall clock. All steps are of months, quarters and
   * years, or none is; those of months begin on the origin's day of the month, the 28th at most, at its time.
   */
  truncateToSteps(timestamp: Fragment, steps: readonly IntervalStep[], origin: string): Fragment;
  /** Moved on by an interval, or back. */
  shift(timestamp: Fragment, direction: '+' | '-', steps: readonly ShiftStep[]): Fragment;
  /** Case-insensitive LIKE with `\` as the escape character. */
  matches(value: Fragment, pattern: Fragment): Fragment;
  /** Exact where the engine has no approximation. */
  countDistinctApprox(value: Fragment): Fragment;
  /** True for null beside null. Both sides are of one type. */
  isSame(left: Fragment, right: Fragment): Fragment;
  /** Any of the values of a group that is not null. */
  anyValue(value: Fragment): Fragment;
  /** Numbers among which a CASE chooses, each of a type that holds the digits of all. */
  unifyNumbers(values: readonly Fragment[]): readonly Fragment[];
  /** A null that a UNION takes for a column of a named relation. */
  nullLike(column: string, relation: string): Fragment;
  /** A relation of one column: the moments from one to another, both ends included. */
  series(from: Fragment, to: Fragment, steps: readonly IntervalStep[]): Fragment;
  /**
   * Keeps the rows with values that are equal to the columns of any partner, as a join by `=` finds them, also where
   * their types differ.
   *
   * @param alias for the partners, different for each of a SELECT
   */
  semiJoin(values: readonly Fragment[], partners: Partners, alias: string): SemiJoinSql;
  /** Several values as one that can be compared and counted. */
  row(values: readonly Fragment[]): Fragment;
  /** The parts as one text; null where any of them is. */
  concat(parts: readonly Fragment[]): Fragment;
}
