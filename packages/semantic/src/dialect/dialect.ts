import type {
  AggregateName,
  ArithmeticSymbol,
  BoundValue,
  ComparisonSymbol,
  ShiftStep,
  TextPlace,
  ValueType,
} from '../algebra/algebra.ts';
import type { Decimal } from '../model/language/decimal.ts';
import type { FunctionName } from '../model/language/functions.ts';
import type { IntervalStep } from '../model/language/interval.ts';
import type { SqlText } from '../sql/sql-text.ts';

/** A timestamp cut to a unit, as values to group by that cost less than the moment, and the moment that they make. */
export interface CutKeys {
  readonly keys: readonly SqlText[];
  /** Over the keys alone. */
  readonly moment: SqlText;
}

/**
 * How a semi-join is written: behind the joins, as a condition, or as a condition by a sub-query; `in-one`: as the
 * second of one column, as the last of several.
 */
type SemiJoinForm = 'join' | 'in' | 'in-one' | 'exists';

/**
 * Everything that differs from one SQL engine to another. Nothing outside this folder asks which engine it is. What
 * standard SQL says is in `standard.ts`; a dialect says what it has otherwise.
 *
 * The session of every engine is in UTC. A time column is taken as an instant in UTC, whatever its type.
 */
export interface Dialect {
  readonly name:
    | 'duckdb'
    | 'postgres'
    | 'mysql'
    | 'trino'
    | 'clickhouse'
    | 'databricks'
    | 'redshift'
    | 'snowflake'
    | 'bigquery';
  /** Statements for every database before it is queried, without which the SQL would give other rows. */
  readonly session: readonly string[];
  /**
   * Whether rows may be summed by the columns that join them, before they are joined: where a join compares columns of
   * different types, several values of one may be equal to the same of the other.
   */
  readonly sumsBeforeJoins: boolean;
  /** Whether results tell truths from numbers; else they are 0 and 1. */
  readonly hasBooleans: boolean;
  readonly semiJoins: SemiJoinForm;
  /** What named relations begin with. */
  readonly with: 'WITH' | 'WITH RECURSIVE';
  /** Whether an aggregate takes conditions of its rows, `FILTER (WHERE …)`; else a CASE says them. */
  readonly filtersAggregates: boolean;
  /** The one place where identifiers are escaped, and shortened where the engine would cut them. */
  quoteIdentifier(name: string): string;
  /** The one place where texts of the model become literals. Values of callers are bound instead. */
  quoteText(text: string): string;
  /** The placeholder of the bound value at a position, counted from 1. */
  placeholder(position: number, type: ValueType): string;
  /** Whether a value of any type is any of some texts of callers; there is one at least. */
  isAnyText(value: SqlText, texts: readonly CallersText[]): SqlText;
  /** What is alike whatever the value, where a left join needs something that both of its sides share. */
  constantKey(value: SqlText): SqlText | undefined;
  /** The same of the rows of an alias, where a left join by no condition needs it too; absent: it does not. */
  constantRowKey?(alias: string): SqlText;
  /** A value as another type; a time as an instant without zone, in UTC. */
  cast(value: SqlText, type: ValueType): SqlText;
  /** A bound value as its type; `compared`: a text that takes the type of what it is compared with, where it can. */
  parameter(value: SqlText, type: ValueType | 'compared'): SqlText;
  /**
   * The day of a value that could be made a moment, where days are compared with columns of dates, and units of days
   * cut from them, faster than moments.
   */
  asDate?(value: SqlText): SqlText;
  /**
   * A moment of a caller beside a time of any type; absent: as a parameter of a time, which the engine compares with
   * each of its types.
   */
  comparedMoment?(value: BoundValue): SqlText;
  /** Numbers that a caller divides, or any others. */
  arithmetic(left: SqlText, symbol: ArithmeticSymbol, right: SqlText): SqlText;
  /** A number beside one that a caller gave: as exact as it is stored. */
  compareNumber(value: SqlText, symbol: ComparisonSymbol, number: Decimal): SqlText;
  /** Whether it is any of those; there is one at least. */
  isAnyNumber(value: SqlText, numbers: readonly Decimal[]): SqlText;
  /** A UTC timestamp as the wall clock of a zone. */
  toZone(timestamp: SqlText, zone: string): SqlText;
  /** The wall clock of a zone as a UTC timestamp; of an hour that comes twice, one of the two. */
  fromZone(local: SqlText, zone: string): SqlText;
  /** Whether the clocks of a zone show a wall clock; they skip some. */
  isOnClock(local: SqlText, zone: string): SqlText;
  /** Cut to a predefined unit; weeks begin on Monday. A day gives a timestamp too, where there is {@link asDate}. */
  truncate(timestamp: SqlText, unit: string): SqlText;
  /**
   * The same as keys of a GROUP BY, where that costs less.
   *
   * @param moment a timestamp; a day where the dialect has {@link asDate} and the unit is of days
   * @param isFinite whether no timestamp is infinite
   */
  cutKeys(moment: SqlText, unit: string, isFinite: boolean): CutKeys | undefined;
  /** Cut to the last of equal steps that are counted from `origin`; see `truncate-steps` of the algebra. */
  truncateToSteps(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText;
  /** Moved on by an interval, or back. */
  shift(timestamp: SqlText, direction: '+' | '-', steps: readonly ShiftStep[]): SqlText;
  /** Whether a condition is false or null. */
  isNotTrue(condition: SqlText): SqlText;
  /** LIKE whatever the case, with `\` as the escape character. */
  matches(value: SqlText, pattern: SqlText): SqlText;
  /** Whether a text is found in a value whatever the case, where that is faster than LIKE. */
  finds?(value: SqlText, text: SqlText, at: TextPlace): SqlText;
  /** An aggregate over values of rows; without value a count of rows. */
  aggregate(name: AggregateName, value: SqlText | undefined): SqlText;
  /** Any of the values of a group that is not null. */
  anyValue(value: SqlText): SqlText;
  /** True for null beside null. Both sides are of one type. */
  isSame(left: SqlText, right: SqlText): SqlText;
  /** A number of a type that holds the digits of the others. */
  unified(value: SqlText, others: readonly SqlText[]): SqlText;
  /** A null that a UNION takes for a column of a named relation. */
  nullLike(column: string, relation: string): SqlText;
  /** Several values as one that can be compared and counted. */
  row(values: readonly SqlText[]): SqlText;
  /** The parts as one text; null where any of them is. */
  concat(parts: readonly ConcatPart[]): SqlText;
  /** Functions of single values, each with as many arguments as it takes. */
  readonly functions: Readonly<Record<FunctionName, (args: readonly SqlText[]) => SqlText>>;
  /** What stands in FROM for texts as rows of one column. */
  valuesTable(values: readonly SqlText[], alias: string, column: string): SqlText;
  /** The query of a named relation of one column: the moments from one to another, both ends included. */
  series(series: SeriesSql): SqlText;
  /** The end of a statement that has so many rows, after leaving out some; `limit` absent: all. */
  limit(limit: number | undefined, offset: number | undefined): string;
}

/** A text, and its parameter. */
export interface CallersText {
  readonly text: string;
  readonly sql: SqlText;
}

/** A part of a text, and whether it is a text already. */
interface ConcatPart {
  readonly sql: SqlText;
  readonly isText: boolean;
}

/** A series; name and column are quoted. */
interface SeriesSql {
  readonly from: SqlText;
  readonly to: SqlText;
  readonly steps: readonly IntervalStep[];
  /** Of the relation, which the query may read itself. */
  readonly name: string;
  readonly column: string;
}
