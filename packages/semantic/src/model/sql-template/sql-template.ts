import type { SourceLocation } from '../files/model-file.ts';
import type { FunctionName } from '../language/functions.ts';

/**
 * A piece of SQL from the model: text with references in braces. `{CUBE}.delay * {rate}` is a reference to the cube
 * itself, the text `.delay * `, and a reference to the member `rate`.
 */
export interface SqlTemplate {
  readonly location: SourceLocation;
  readonly parts: readonly SqlTemplatePart[];
}

/** A part of SQL: text, a reference in braces, or a value of the query or its caller. */
export type SqlTemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | SqlTemplateReference
  | CallPart
  | { readonly kind: 'literal'; readonly value: string }
  | ContextPart;

/**
 * Where a call of a function begins, where its next argument does, and where it ends; of what the compiler writes
 * itself. The parts of the arguments stand between, so that references are found without a look at calls.
 */
export interface CallPart {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly at: 'begin' | 'next' | 'end';
}

/** What stands in an SQL template for something of the query or of the caller. */
export type ContextPart = FilterParam | FilterGroup | ContextValue | ConvertTz | CallerValue;

/** A text of a calculated field, which is bound. */
interface CallerValue {
  readonly kind: 'value';
  readonly value: string;
  readonly type: 'string' | 'time';
}

/** `{FILTER_PARAMS.cube.member.filter(…)}`: the query's condition on a member, put on other SQL. */
export interface FilterParam {
  readonly kind: 'filter-param';
  /** `cube.member` */
  readonly member: string;
  readonly target:
    | { readonly kind: 'column'; readonly sql: string }
    /** SQL made of the bound values; a number is the index of a value, counted from 0. */
    | { readonly kind: 'lambda'; readonly parts: readonly (string | number)[] };
}

/** `{FILTER_GROUP(…)}`: the part of the query's filters that concerns exactly these members. */
interface FilterGroup {
  readonly kind: 'filter-group';
  readonly params: readonly FilterParam[];
}

/** `{SECURITY_CONTEXT.path.filter('column')}` and its kin. */
export interface ContextValue {
  readonly kind: 'context-value';
  readonly path: readonly string[];
  readonly use: 'filter' | 'required-filter' | 'unsafe-value';
  /** SQL of the column; of the filters. */
  readonly column?: string;
}

/** `{SQL_UTILS.convertTz('column')}`: a column as wall clock of the query's zone. */
interface ConvertTz {
  readonly kind: 'convert-tz';
  readonly column: string;
}

/** `{CUBE}`, `{member}`, `{a.b.member}`, `{a.sql()}`: what is in braces, split at the dots. */
export interface SqlTemplateReference {
  readonly kind: 'reference';
  /** `CUBE` and `TABLE` stand as `CUBE`. */
  readonly path: readonly string[];
  /** `{cube.sql()}`: the cube's own SELECT. */
  readonly isSql: boolean;
  /** Of a calculated field: the member that its name has been found to be, so that no other can be taken for it. */
  readonly target?: ReferenceTarget;
  /** Of a calculated field: what the value is converted to. */
  readonly as?: 'number' | 'text';
}

/** A member of a cube, and the join path to that cube from the query's root. */
export interface ReferenceTarget {
  readonly cube: string;
  readonly member: string;
  readonly path: readonly string[];
  readonly granularity?: string;
}
