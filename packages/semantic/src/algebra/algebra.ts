import type { Decimal } from '../model/language/decimal.ts';
import type { FunctionName } from '../model/language/functions.ts';
import type { IntervalStep } from '../model/language/interval.ts';

/**
 * A value of a row, as plain data: what is computed, in no SQL of any engine. What engines write differently is one
 * kind here, and its text is the affair of a dialect (`dialect/`).
 */
export type Expression =
  | ColumnOf
  | Parameter
  | Literal
  | Raw
  | Origin
  | Condition
  | Choice
  | Computed
  | Aggregate
  | Over
  | TimeExpression
  | Nested;

/** A column of a relation in scope; `of` is its alias, absent where the only one is meant. */
interface ColumnOf {
  readonly kind: 'column';
  readonly of?: string;
  readonly name: string;
}

/** What a placeholder can stand for. */
export type BoundValue = string | number | boolean | null;

/** What values are converted to. `count` is a whole number of 64 bits. */
export type ValueType = 'text' | 'number' | 'boolean' | 'time' | 'count';

/** A value of the caller, which never stands in the text of a statement. */
export interface Parameter {
  readonly kind: 'parameter';
  readonly value: BoundValue;
  /**
   * `compared`: a text of the type of what it is compared with. `midnight`: a time at which a day begins, compared with
   * moments or with dates.
   */
  readonly type: ValueType | 'compared' | 'midnight';
  /**
   * Of something of any type that is asked to equal it. A text that is no value of that type equals nothing, as a null
   * in its place does.
   */
  readonly isEquality?: true;
}

/** A value that the model or the compiler writes. */
interface Literal {
  readonly kind: 'literal';
  readonly value: BoundValue;
}

/**
 * SQL of an author, in parts: nobody has read it but the database, so it binds weaker than every operator. `isName`: a
 * lexer has found one name and nothing else in it, so that it is a column.
 */
export interface Raw {
  readonly kind: 'raw';
  readonly parts: readonly RawPart[];
  readonly isName?: true;
}

/** Text, what a reference stands for, the alias of a relation, or the table of a cube. */
export type RawPart =
  | string
  | Expression
  | { readonly kind: 'table-alias'; readonly name: string }
  | TableSource;

/** The rows of a cube: its table, or its SELECT. */
export interface TableSource {
  readonly kind: 'table';
  readonly cube: string;
  readonly sql: Raw;
  readonly isQuery: boolean;
}

/** The SQL of a member, `cube.member`, or of a cube, for the source map of the statement. */
interface Origin {
  readonly kind: 'origin';
  readonly name: string;
  readonly value: Expression;
}

export type ComparisonSymbol = '=' | '<' | '<=' | '>' | '>=';

/** Something that is true, false or null. */
type Condition =
  | { readonly kind: 'and'; readonly operands: readonly Expression[] }
  | { readonly kind: 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  /** True for false and for null. */
  | { readonly kind: 'is-not-true'; readonly operand: Expression }
  | { readonly kind: 'constant'; readonly value: boolean }
  | {
      readonly kind: 'compare';
      readonly symbol: ComparisonSymbol;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'is-null'; readonly operand: Expression; readonly isNegated: boolean }
  | { readonly kind: 'in'; readonly value: Expression; readonly list: readonly Expression[] }
  /** True for null beside null; both sides are of one type. */
  | { readonly kind: 'same'; readonly left: Expression; readonly right: Expression }
  /** A text of the caller in a value, whatever the case of the letters. */
  | { readonly kind: 'finds'; readonly value: Expression; readonly text: string; readonly at: TextPlace }
  /** A number as exact as it is stored, beside one that a caller gave. */
  | {
      readonly kind: 'compare-number';
      readonly symbol: ComparisonSymbol;
      readonly value: Expression;
      readonly number: Decimal;
    }
  | { readonly kind: 'any-number'; readonly value: Expression; readonly numbers: readonly Decimal[] }
  /** Whether the clocks of a zone show a wall clock; they skip some. */
  | { readonly kind: 'on-clock'; readonly value: Expression; readonly zone: string };

/** Where in a value a text is looked for. */
export type TextPlace = 'anywhere' | 'start' | 'end';

/** One of several values; without `on` each `when` is a condition. */
interface Choice {
  readonly kind: 'case';
  readonly on?: Expression;
  readonly branches: readonly { readonly when: Expression; readonly value: Expression }[];
  readonly otherwise?: Expression;
}

export type ArithmeticSymbol = '+' | '-' | '*' | '/';

type Computed =
  | { readonly kind: 'cast'; readonly value: Expression; readonly to: ValueType }
  | {
      readonly kind: 'arithmetic';
      readonly symbol: ArithmeticSymbol;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }
  | { readonly kind: 'coalesce'; readonly values: readonly Expression[] }
  | { readonly kind: 'null-if'; readonly value: Expression; readonly other: Expression }
  /** The parts as one text; null where any of them is. */
  | { readonly kind: 'concat'; readonly parts: readonly Expression[] }
  /** Several values as one that can be compared and counted. */
  | { readonly kind: 'row'; readonly values: readonly Expression[] }
  /** A number of a type that holds the digits of the others, for a choice among them. */
  | { readonly kind: 'unified'; readonly value: Expression; readonly others: readonly Expression[] }
  /** A null of the type of a column of a relation that a `with` names. */
  | { readonly kind: 'null-like'; readonly column: string; readonly of: string };

export type AggregateName =
  | 'sum'
  | 'avg'
  | 'min'
  | 'max'
  | 'count'
  | 'count_distinct'
  | 'count_distinct_approx';

/** A value of many rows; a count without value counts rows. */
export interface Aggregate {
  readonly kind: 'aggregate';
  /** `any_value`: any that is not null. */
  readonly name: AggregateName | 'any_value';
  readonly value?: Expression;
  /** Conditions of the rows that count; the value is computed for those alone that fail in none. */
  readonly where?: readonly Expression[];
}

/** A value that looks at other rows of the result. */
interface Over {
  readonly kind: 'over';
  readonly name: 'sum' | 'avg' | 'min' | 'max' | 'count' | 'lag' | 'rank';
  readonly value?: Expression;
  readonly partition: readonly Expression[];
  readonly order: readonly { readonly value: Expression; readonly isDescending: boolean }[];
  /** From the first row to this one; default: all rows with an order's own frame. */
  readonly isRunning?: true;
}

/** A step that may be of milliseconds, which no model names. */
export type ShiftStep = IntervalStep | { readonly amount: number; readonly unit: 'millisecond' };

type TimeExpression =
  /** A moment cut to a unit; weeks begin on Monday. `isFinite`: whether none is infinite. */
  | { readonly kind: 'truncate'; readonly value: Expression; readonly unit: string; readonly isFinite?: true }
  /**
   * Cut to the last of equal steps that are counted from `origin`, a wall clock. All steps are of months, quarters and
   * years, or none is; those of months begin on the origin's day of the month, the 28th at most, at its time.
   */
  | {
      readonly kind: 'truncate-steps';
      readonly value: Expression;
      readonly steps: readonly IntervalStep[];
      readonly origin: string;
    }
  | {
      readonly kind: 'shift';
      readonly value: Expression;
      readonly direction: '+' | '-';
      readonly steps: readonly ShiftStep[];
    }
  /** A UTC timestamp as the wall clock of a zone. */
  | { readonly kind: 'to-zone'; readonly value: Expression; readonly zone: string }
  /** The wall clock of a zone as a UTC timestamp; of an hour that comes twice, one of the two. */
  | { readonly kind: 'from-zone'; readonly value: Expression; readonly zone: string };

/** What another relation says of a row. */
type Nested =
  | { readonly kind: 'exists'; readonly rows: Relation }
  /** The only value of a relation with one row. */
  | { readonly kind: 'scalar'; readonly rows: Relation }
  /** Whether a value is among those of the only column of a relation. */
  | { readonly kind: 'among'; readonly value: Expression; readonly rows: Relation };

/**
 * Rows, as plain data: JSON in which everything that a statement says stands. An alias names the rows of one input in
 * the expressions above it.
 */
export type Relation =
  | Scan
  | Named
  | With
  | Alias
  | Values
  | Series
  | { readonly kind: 'one-row' }
  | Join
  | SemiJoin
  | Filter
  | Project
  | AggregateRows
  | { readonly kind: 'union'; readonly inputs: readonly Relation[] }
  | Merge
  | Sort
  | Limit;

/** A column of a relation, and what it is. */
export interface Column {
  readonly name: string;
  readonly value: Expression;
}

/** The rows of a cube. */
interface Scan {
  readonly kind: 'scan';
  readonly alias: string;
  readonly table: TableSource;
}

/** The rows of what a {@link With} around it names, under another alias where there is one. */
interface Named {
  readonly kind: 'named';
  readonly name: string;
  readonly alias?: string;
}

/**
 * Relations that the body, and each later one of them, reads by their names. These begin with two underscores, so that
 * none hides a table of a cube.
 */
interface With {
  readonly kind: 'with';
  readonly parts: readonly { readonly name: string; readonly rows: Relation }[];
  readonly body: Relation;
}

/** The rows of a whole query under an alias. */
interface Alias {
  readonly kind: 'alias';
  readonly alias: string;
  readonly input: Relation;
}

/** Texts as rows of one column. */
interface Values {
  readonly kind: 'values';
  readonly alias: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** The moments from one to another as rows of one column, both ends included. */
interface Series {
  readonly kind: 'series';
  readonly alias: string;
  readonly column: string;
  readonly from: Expression;
  readonly to: Expression;
  readonly steps: readonly IntervalStep[];
}

/** Rows side by side; of a left join, each row of the left at least once. */
interface Join {
  readonly kind: 'join';
  readonly type: 'left' | 'inner' | 'cross';
  readonly left: Relation;
  readonly right: Relation;
  /** Absent of a cross join. */
  readonly on?: Expression;
}

/** The rows that have a partner with equal values, as a join by `=` finds it, also where types differ. */
interface SemiJoin {
  readonly kind: 'semi-join';
  readonly input: Relation;
  /** As many as `among` has columns. */
  readonly values: readonly Expression[];
  readonly among: Project;
  /** Of the partners; different for each of a query. */
  readonly alias: string;
  /** The cube that is joined, for the source map. */
  readonly origin: string;
}

/** The rows that meet every condition. */
interface Filter {
  readonly kind: 'filter';
  readonly input: Relation;
  readonly where: readonly Expression[];
}

/**
 * Rows side by side: one for each combination of the groups that a complete input has, null equal to null. Without
 * groups every input is one row.
 */
export interface Merge {
  readonly kind: 'merge';
  readonly on: readonly string[];
  /** At least one. */
  readonly inputs: readonly MergeInput[];
}

/** Rows that have some of the groups of a {@link Merge}, and measures of their own. */
export interface MergeInput {
  /** Different for each input. */
  readonly name: string;
  readonly rows: Relation;
  /** Those that it lacks repeat its measures. */
  readonly groups: readonly string[];
  /** Whether it says which groups there are; it has all of them then. */
  readonly isComplete: boolean;
  readonly measures: readonly string[];
}

/** Columns of each row; `isDistinct`: rows that are alike once. */
export interface Project {
  readonly kind: 'project';
  readonly input: Relation;
  readonly columns: readonly Column[];
  readonly isDistinct?: true;
}

/** One row for each group; without groups there is one row, also of no rows. */
export interface AggregateRows {
  readonly kind: 'aggregate';
  readonly input: Relation;
  readonly by: readonly Column[];
  readonly measures: readonly Column[];
  readonly having: readonly Expression[];
  /** Whether a measure may name a group itself, which has to be a key as it stands then. */
  readonly namesGroups?: true;
}

/** A column of the input orders its rows. */
interface Sort {
  readonly kind: 'sort';
  readonly input: Relation;
  readonly by: readonly { readonly column: string; readonly isDescending: boolean }[];
}

interface Limit {
  readonly kind: 'limit';
  readonly input: Relation;
  /** Absent: all. */
  readonly limit?: number;
  readonly offset?: number;
}
