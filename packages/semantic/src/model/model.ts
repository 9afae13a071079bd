import type { FilterOperator } from '../query/filter-operators.ts';
import type { Place } from './model-file.ts';
import type { Condition } from './policy-expression.ts';
import type { Snippet } from './snippet.ts';

/** A whole model, resolved: every name in it exists, every view member knows the cube member behind it. Plain data. */
export interface Model {
  readonly cubes: Readonly<Record<string, Cube>>;
  readonly views: Readonly<Record<string, View>>;
  readonly viewGroups: readonly ViewGroup[];
}

/** What every named thing of a model may carry. */
export interface Described {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isPublic: boolean;
  readonly meta?: unknown;
  readonly place: Place;
}

export interface Cube extends Described {
  readonly kind: 'cube';
  /** A table, or a SELECT that stands for one. */
  readonly source: { readonly kind: 'table' | 'select'; readonly sql: Snippet };
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
  readonly preAggregations: readonly unknown[];
}

export type Relationship = 'one_to_one' | 'one_to_many' | 'many_to_one';

/** A LEFT JOIN from the cube that declares it to `target`. */
export interface Join {
  readonly target: string;
  readonly relationship: Relationship;
  readonly sql: Snippet;
}

export type DimensionType = 'string' | 'number' | 'boolean' | 'time' | 'geo';

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
}

export type DimensionValue =
  | { readonly kind: 'sql'; readonly sql: Snippet }
  | {
      readonly kind: 'case';
      readonly when: readonly { readonly sql: Snippet; readonly label: Label }[];
      readonly otherwise?: Label;
    }
  | { readonly kind: 'geo'; readonly latitude: Snippet; readonly longitude: Snippet };

/** A text, which becomes a literal, or SQL. */
export type Label =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sql'; readonly sql: Snippet };

/** A custom granularity: steps of `interval`, moved by `offset` or counted from `origin`. */
export interface Granularity {
  readonly name: string;
  readonly title: string;
  readonly interval: string;
  readonly offset?: string;
  readonly origin?: string;
}

export type AggregateType =
  | 'count'
  | 'count_distinct'
  | 'count_distinct_approx'
  | 'sum'
  | 'avg'
  | 'min'
  | 'max';
export type CalculatedType = 'number' | 'string' | 'boolean' | 'time';
export type MeasureType = AggregateType | CalculatedType;

export interface Measure extends Described {
  readonly kind: 'measure';
  readonly type: MeasureType;
  /** Absent for a plain count. */
  readonly sql?: Snippet;
  readonly filters: readonly Snippet[];
  readonly format?: unknown;
  readonly currency?: string;
  /** Full names. */
  readonly drillMembers: readonly string[];
}

export interface Segment extends Described {
  readonly kind: 'segment';
  readonly sql: Snippet;
}

export type Member = Dimension | Measure | Segment;

export interface Hierarchy {
  readonly name: string;
  readonly title: string;
  readonly isPublic: boolean;
  /** Full names of dimensions, coarse to fine. */
  readonly levels: readonly string[];
}

export interface View extends Described {
  readonly kind: 'view';
  readonly members: Readonly<Record<string, ViewMember>>;
  readonly folders: readonly Folder[];
  readonly policies: readonly AccessPolicy[];
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

export interface Folder {
  readonly name: string;
  /** Names of the view's members, or folders within the folder. */
  readonly members: readonly (string | Folder)[];
}

export interface ViewGroup {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly views: readonly string[];
}

export interface AccessPolicy {
  /** `*` is everybody. */
  readonly groups: readonly string[];
  readonly conditions: readonly Condition[];
  readonly memberLevel?: {
    readonly place: Place;
    readonly includes: readonly string[] | '*';
    readonly excludes: readonly string[] | '*';
  };
  /** Absent: all rows. */
  readonly rowFilters?: readonly PolicyFilter[];
}

/** A row filter as the author wrote it: its values may be expressions over the security context. */
export type PolicyFilter =
  | { readonly and: readonly PolicyFilter[] }
  | { readonly or: readonly PolicyFilter[] }
  | {
      readonly place: Place;
      /** Of the policy's own cube or view, or with the name of another before it. */
      readonly member: string;
      readonly operator: FilterOperator;
      readonly values: readonly PolicyValue[] | PolicyValue;
    };

export type PolicyValue =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'context'; readonly condition: Condition };

/** Whether a measure of this type aggregates rows; the others are formulas over aggregates. */
export function isAggregate(type: MeasureType): type is AggregateType {
  return !['number', 'string', 'boolean', 'time'].includes(type);
}
