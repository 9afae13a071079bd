import type { FilterOperator } from '../language/filter-operators.ts';
import type { SourceLocation, LocatedText } from '../files/model-file.ts';
import type { Condition } from '../language/policy-expression.ts';
import type { SqlTemplate } from '../sql-template/sql-template.ts';

/** A whole model, resolved: every name in it exists, every view member knows the cube member behind it. Plain data. */
export interface Model {
  readonly cubes: Readonly<Record<string, Cube>>;
  readonly views: Readonly<Record<string, View>>;
  readonly viewGroups: readonly ViewGroup[];
  /** Members that one query adds, by names that no author can write; see `calculated/`. */
  readonly calculated?: Readonly<Record<string, CalculatedMember>>;
}

/** A member that a query adds to a model. */
export interface CalculatedMember {
  readonly cube: string;
  /** The join path to the cube. */
  readonly path: readonly string[];
  readonly member: Dimension | Measure;
  /** The members that it is computed from, as a query names them: the caller's rights to them are those to it. */
  readonly reads: readonly string[];
  /** Whether no value of those members is in it. */
  readonly isConstant: boolean;
  /** What becomes of the measure in the rows of the result. */
  readonly calculation?: TableCalculation;
}

/** What is computed of a measure over the rows of a result. */
export interface TableCalculation {
  readonly name: 'PERCENT_OF_TOTAL' | 'PERCENT_OF_PREVIOUS' | 'PERCENT_CHANGE' | 'RUNNING_TOTAL';
  /** How values are put together: a minimum runs on as a minimum. */
  readonly aggregate: 'sum' | 'min' | 'max';
  /** The dimension that the rows follow, as the query names it; default its first time, else its first dimension. */
  readonly along?: string;
}

/** What every named thing of a model may carry. */
export interface Described {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isPublic: boolean;
  readonly meta?: unknown;
  readonly location: SourceLocation;
  /** Of a member that a query adds to the model. */
  readonly isCalculated?: true;
}

/** A table or SELECT with its joins, members and policies. Everything that it refers to exists. */
export interface Cube extends Described {
  readonly kind: 'cube';
  /** A table, or a SELECT that stands for one. */
  readonly source: { readonly kind: 'table' | 'select'; readonly sql: SqlTemplate };
  readonly dataSource: string;
  readonly joins: readonly Join[];
  readonly dimensions: Readonly<Record<string, Dimension>>;
  readonly measures: Readonly<Record<string, Measure>>;
  readonly segments: Readonly<Record<string, Segment>>;
  readonly hierarchies: readonly Hierarchy[];
  readonly policies: readonly AccessPolicy[];
  /** Names of the dimensions that make up the primary key. */
  readonly primaryKey: readonly string[];
  /** Kept for the metadata; nothing builds or uses them yet. */
  readonly preAggregations: readonly PreAggregation[];
  /** As written, for the metadata. */
  readonly refreshKey?: unknown;
  /** What the refresh key says about cached results. */
  readonly freshness?: Freshness;
  /** In place of the cube's name in the columns of the SQL; a child has none of its parent. */
  readonly sqlAlias?: string;
  /** Whether it is a date table: its time dimensions may say what a granularity or a shift means. */
  readonly isCalendar?: boolean;
  /** Where a query comes to a cube by several ways: the cube of the author that this one is another instance of. */
  readonly instanceOf?: string;
  /** Those instances that other cubes are for this one, by the names that its SQL has for them. */
  readonly instances?: Readonly<Record<string, string>>;
}

/** How it is known that data of a cube have changed. */
export interface Freshness {
  /** What was read so long ago counts as changed; `Infinity`: never. Absent: as its source has it. */
  readonly everyMs?: number;
  /** A SELECT with rows that change with the data; asked at most once in `everyMs`. */
  readonly sql?: SqlTemplate;
}

/** How rows of the declaring cube go with those of the target, from the declaring side. */
export type Relationship = 'one_to_one' | 'one_to_many' | 'many_to_one';

/** A LEFT JOIN from the cube that declares it to `target`. */
export interface Join {
  readonly target: string;
  readonly relationship: Relationship;
  readonly sql: SqlTemplate;
}

/** The type of a dimension's values; `geo` is `latitude,longitude`, `switch` has values that no column has. */
export type DimensionType = 'string' | 'number' | 'boolean' | 'time' | 'geo' | 'switch';

/** A value of each row, which queries group and filter by. */
export interface Dimension extends Described {
  readonly kind: 'dimension';
  readonly type: DimensionType;
  readonly value: DimensionValue;
  readonly isPrimaryKey: boolean;
  readonly format?: unknown;
  readonly currency?: string;
  readonly order?: 'asc' | 'desc';
  readonly suggestFilterValues: boolean;
  readonly granularities: Readonly<Record<string, Granularity>>;
  /** What those see who may know that it is there, and no more. Default null. */
  readonly mask?: Mask;
  /** Of a calendar's time dimension: what shifts of measures mean on it. */
  readonly timeShifts?: readonly CalendarShift[];
  /** Name of the dimension of the same cube that identifies this one. */
  readonly keyDimension?: string;
  readonly links?: readonly DimensionLink[];
  /** Made by the compiler, not by an author. */
  readonly isSynthetic?: boolean;
}

/** A fixed value, or SQL that gives one. */
export type Mask =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'sql'; readonly sql: SqlTemplate };

/** An address that a value leads to, in a dimension of its own. */
export interface DimensionLink {
  readonly name: string;
  readonly label: string;
  readonly target:
    | { readonly kind: 'url'; readonly url: SqlTemplate }
    | { readonly kind: 'dashboard'; readonly dashboard: string };
  readonly icon?: string;
  readonly opensIn: 'blank' | 'self';
  readonly isPrimary: boolean;
  /** Appended as a query string, each value URL-encoded. */
  readonly params: readonly { readonly key: string; readonly value: SqlTemplate }[];
}

/** What a shift of an interval, or a named one, means on a calendar: `sql` gives for each date the one it maps from. */
export interface CalendarShift {
  readonly name?: string;
  readonly interval?: string;
  readonly direction?: 'prior' | 'next';
  readonly sql?: SqlTemplate;
}

/** A value that SQL gives. */
export type RowValue = Extract<DimensionValue, { kind: 'sql' | 'case' | 'switch' }>;

/** Where the value of a dimension comes from. */
export type DimensionValue =
  | { readonly kind: 'sql'; readonly sql: SqlTemplate }
  /** A measure of another cube, or a formula over measures, for each row of the cube. */
  | { readonly kind: 'sub-query'; readonly sql: SqlTemplate; readonly propagatesFilters: boolean }
  /** Made of measures for each group of the query, and of `include` besides. */
  | {
      readonly kind: 'stage';
      readonly result: RowValue;
      readonly include: readonly LocatedText[];
      readonly filter?: StageFilter;
    }
  /** No column: the query's rows once for each of the values. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | {
      readonly kind: 'switch';
      readonly on: SqlTemplate;
      readonly when: readonly SwitchBranch[];
      readonly otherwise?: SqlTemplate;
    }
  | {
      readonly kind: 'case';
      readonly when: readonly { readonly sql: SqlTemplate; readonly label: Label }[];
      readonly otherwise?: Label;
    }
  | { readonly kind: 'geo'; readonly latitude: SqlTemplate; readonly longitude: SqlTemplate };

/** A text, which becomes a literal, or SQL. */
export type Label =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sql'; readonly sql: SqlTemplate };

/** The SQL that stands for one value of what a switch looks at. */
export interface SwitchBranch {
  readonly value: string;
  readonly sql: SqlTemplate;
}

/** A custom granularity: steps of `interval`, moved by `offset` or counted from `origin`. */
export interface Granularity {
  readonly name: string;
  readonly title: string;
  readonly interval: string;
  readonly offset?: string;
  readonly origin?: string;
  /** Of a calendar: a column that gives the start of the period, in place of steps. */
  readonly sql?: SqlTemplate;
}

/** The type of a measure that aggregates rows. */
type AggregateType = 'count' | 'count_distinct' | 'count_distinct_approx' | 'sum' | 'avg' | 'min' | 'max';
/** `number_agg` is a formula that aggregates by itself, `rank` the rank among the groups; both over stages only. */
type CalculatedType = 'number' | 'string' | 'boolean' | 'time' | 'number_agg' | 'rank';

/** The type of a measure: an aggregate, or a formula over aggregates. */
export type MeasureType = AggregateType | CalculatedType;

/** An aggregate over the rows of a group, or a formula over other measures. */
export interface Measure extends Described {
  readonly kind: 'measure';
  readonly type: MeasureType;
  /** Absent for a plain count. */
  readonly sql?: SqlTemplate;
  readonly filters: readonly SqlTemplate[];
  readonly format?: unknown;
  readonly currency?: string;
  /** Full names. */
  readonly drillMembers: readonly LocatedText[];
  /** Row conditions of the filter operator `measureFilter`, beside `filters`. */
  readonly drillFilters?: readonly SqlTemplate[];
  readonly rollingWindow?: RollingWindow;
  /** There where the measure is computed over the result of an inner stage. */
  readonly stage?: Stage;
  /** Computed by the value of a dimension, in place of `sql`; of multi-stage measures. */
  readonly choice?: {
    readonly on: SqlTemplate;
    readonly when: readonly SwitchBranch[];
    readonly otherwise?: SqlTemplate;
  };
  readonly mask?: Mask;
  /** Of a measure that no author has written: the name of the one that it is computed in place of. */
  readonly standsFor?: string;
}

/** The time around each group that a measure looks at: a length, or since a period began. */
export type RollingWindow =
  | {
      readonly kind: 'fixed';
      /** An interval, `unbounded`, or absent: nothing on that side. Without either side it holds nothing. */
      readonly trailing?: string;
      readonly leading?: string;
      readonly offset: 'start' | 'end';
    }
  /** Since the start of a period, predefined or of the time dimension that the query goes along. */
  | { readonly kind: 'to-date'; readonly granularity: LocatedText };

/**
 * How the inner stage of a multi-stage measure differs from the query. Members are references as in lists outside SQL.
 */
export interface Stage {
  readonly location: SourceLocation;
  /** Only these of the query's dimensions (`group_by`); not with `exclude`. */
  readonly keepOnly?: readonly LocatedText[];
  /** The query's dimensions without these (`reduce_by`). */
  readonly exclude?: readonly LocatedText[];
  /** And these (`add_group_by`). */
  readonly include?: readonly LocatedText[];
  readonly filter?: StageFilter;
  readonly timeShifts: readonly TimeShift[];
  /** Of a rank. */
  readonly orderBy: readonly { readonly sql: SqlTemplate; readonly descending: boolean }[];
}

/** Which filters of the query the inner stage sees. */
export interface StageFilter {
  readonly keepOnly?: readonly LocatedText[];
  readonly exclude?: readonly LocatedText[];
  readonly include: readonly PolicyFilter[];
  /** `fixed` forgets what came down a chain of stages; default relative. */
  readonly mode: 'relative' | 'fixed';
}

/** Another time that a stage sees its measures from. */
export interface TimeShift {
  /** A reference; absent: every time dimension of the query. */
  readonly timeDimension?: LocatedText;
  /** Either an interval and a direction, or the name of a calendar's shift. */
  readonly interval?: string;
  readonly direction?: 'prior' | 'next';
  readonly name?: string;
}

/** A named condition on rows. */
export interface Segment extends Described {
  readonly kind: 'segment';
  readonly sql: SqlTemplate;
}

/** What queries name of a cube, told apart by `kind`. */
export type Member = Dimension | Measure | Segment;

/** Dimensions from coarse to fine, in the order of drilling down. */
export interface Hierarchy {
  readonly name: string;
  readonly title: string;
  readonly isPublic: boolean;
  readonly location: SourceLocation;
  /** Full names of dimensions, coarse to fine. */
  readonly levels: readonly LocatedText[];
}

/** What a pre-aggregation is; all are read and checked, none is built. */
export type PreAggregationType = 'rollup' | 'original_sql' | 'rollup_join' | 'rollup_lambda';

/** Members are references as in lists outside SQL, those of its own cube without the cube's name. */
export interface PreAggregation {
  readonly name: string;
  readonly type: PreAggregationType;
  readonly location: SourceLocation;
  readonly measures: readonly LocatedText[];
  readonly dimensions: readonly LocatedText[];
  readonly segments: readonly LocatedText[];
  readonly timeDimensions: readonly {
    readonly dimension: LocatedText;
    readonly granularity?: LocatedText;
  }[];
  readonly rollups: readonly LocatedText[];
  /** Columns are members that it holds; of an `original_sql`, columns of the cube's SQL. */
  readonly indexes: readonly { readonly name: string; readonly columns: readonly LocatedText[] }[];
  /** All that its author has written, keys in snake_case. */
  readonly definition: Readonly<Record<string, unknown>>;
}

/** Members of several cubes under one name, each with its join path. */
export interface View extends Described {
  readonly kind: 'view';
  readonly members: Readonly<Record<string, ViewMember>>;
  readonly folders: readonly Folder[];
  readonly policies: readonly AccessPolicy[];
  /** Those of its cubes, as far as their levels are in the view. */
  readonly hierarchies: readonly ViewHierarchy[];
  /** Conditions on every query of the view. */
  readonly defaultFilters?: readonly DefaultFilter[];
  /** In place of the view's name in the columns of the SQL. */
  readonly sqlAlias?: string;
  /** The first cube of each of its join paths, in order: several where it shows several facts. */
  readonly roots?: readonly string[];
}

/** A hierarchy as a view shows it, with the view's own names. */
export interface ViewHierarchy extends Omit<Hierarchy, 'levels'> {
  /** Names of the view's dimensions, coarse to fine. */
  readonly levels: readonly string[];
  /** The hierarchy behind it: `cube.hierarchy`. */
  readonly aliasMember: string;
}

/** Holds unless the query filters on one of `unless`. Members are names of the view. */
export interface DefaultFilter {
  readonly filter: PolicyFilter;
  readonly unless: readonly LocatedText[];
}

/** A member of a view: another member's name, reached by a join path, with words of its own. */
export interface ViewMember extends Described {
  readonly kind: Member['kind'];
  /** The join path, from the view's root to the cube that has the member. */
  readonly path: readonly string[];
  readonly cube: string;
  /** The member's name in its cube. */
  readonly member: string;
  readonly format?: unknown;
}

/** Members of a view that are shown together; folders may hold folders. */
export interface Folder {
  readonly name: string;
  /** Names of the view's members, or folders within the folder. */
  readonly members: readonly (string | Folder)[];
}

/** Views that are shown together. */
export interface ViewGroup {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly views: readonly string[];
}

/** Which members and rows a group of callers may see. */
export interface AccessPolicy {
  /** `*` is everybody. */
  readonly groups: readonly string[];
  readonly conditions: readonly Condition[];
  readonly memberLevel?: MemberList;
  /** Members that are not granted but come masked. */
  readonly memberMasking?: MemberList;
  /** Absent: all rows. */
  readonly rowFilters?: readonly PolicyFilter[];
}

/** Members of the policy's own cube or view. */
export interface MemberList {
  readonly includes: readonly LocatedText[] | '*';
  readonly excludes: readonly LocatedText[] | '*';
}

/** A row filter as the author wrote it: its values may be expressions over the security context. */
export type PolicyFilter =
  | { readonly and: readonly PolicyFilter[] }
  | { readonly or: readonly PolicyFilter[] }
  | {
      readonly location: SourceLocation;
      /** Of the policy's own cube or view, or with the name of another before it. */
      readonly member: string;
      readonly operator: FilterOperator;
      readonly values: readonly PolicyValue[] | PolicyValue;
    };

/** A value of a policy's filter: one that the model states, or one of the security context. */
export type PolicyValue =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'context'; readonly condition: Condition };

/** Whether a measure of this type aggregates rows; the others are formulas over aggregates. */
export function isAggregate(type: MeasureType): type is AggregateType {
  return !['number', 'string', 'boolean', 'time', 'number_agg', 'rank'].includes(type);
}
