import { refuse, type Refusal } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Compare } from 'scim2-parse-filter';
import { likePattern } from '../../db/values/like-pattern.ts';
import type { ScimFilter } from './parse-filter.ts';

/**
 * What a filter and an order can name: a column with the kind of its values, or a list of values with parts of their
 * own.
 */
export type FilterAttribute =
  | { readonly kind: 'text' | 'exactText' | 'boolean' | 'time'; readonly column: RawBuilder<unknown> }
  | {
      readonly kind: 'list';
      /** What each value has, by the names in lower case; `value` is what is compared where no part is named. */
      readonly parts: FilterAttributes;
      /** Whether one of the values meets a condition on its parts. */
      some(condition: RawBuilder<unknown>): RawBuilder<unknown>;
      /** What an order looks at; absent: nothing can be in the order of it. */
      readonly column?: RawBuilder<unknown>;
    };

/** Attributes by their names in lower case, without the URN of the core schema; undefined for one that there is not. */
export type FilterAttributes = (name: string) => FilterAttribute | undefined;

/** The condition of a filter as SQL. @throws `scim_filter_invalid` */
export function compileFilter(filter: ScimFilter, attributes: FilterAttributes): RawBuilder<unknown> {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((each) => compileFilter(each, attributes));
      return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      // A comparison with what is absent is null; its opposite holds all the same.
      return sql`not coalesce(${compileFilter(filter.filter, attributes)}, false)`;
    case '[]': {
      const attribute = getAttribute(filter.attrPath, attributes);
      if (attribute.kind !== 'list') throw invalid(`${filter.attrPath} has no values to choose from`);
      return attribute.some(compileFilter(filter.valFilter, attribute.parts));
    }
    default:
      return compileComparison(filter, attributes);
  }
}

/** What a list is in the order of. @throws `scim_filter_invalid` */
export function orderColumn(name: string, attributes: FilterAttributes): RawBuilder<unknown> {
  const attribute = getAttribute(name, attributes);
  if (attribute.column === undefined) throw invalid(`a list cannot be in the order of ${name}`);
  return attribute.kind === 'text' ? sql`lower(${attribute.column})` : attribute.column;
}

type Comparison = Extract<ScimFilter, { attrPath: string; op: Compare['op'] | 'pr' }>;

function compileComparison(comparison: Comparison, attributes: FilterAttributes): RawBuilder<unknown> {
  const { attrPath, op } = comparison;
  const attribute = getAttribute(attrPath, attributes);
  if (attribute.kind === 'list') {
    if (op === 'pr') return attribute.some(sql`true`);
    return attribute.some(compileComparison({ ...comparison, attrPath: 'value' }, attribute.parts));
  }
  const { column } = attribute;
  if (op === 'pr') return sql`${column} is not null`;
  const { compValue: value } = comparison as Compare;
  if (value === null) return compareWithNull(column, op);
  switch (attribute.kind) {
    case 'boolean':
      return compareBooleans(column, op, value);
    case 'time':
      return compareTimes(column, op, value);
    case 'text':
      return compareTexts(column, op, { text: String(value), fold: (each) => sql`lower(${each})` });
    case 'exactText':
      return compareTexts(column, op, { text: String(value), fold: (each) => sql`${each}` });
  }
}

/** A part of a value stands behind a dot. */
function getAttribute(name: string, attributes: FilterAttributes): FilterAttribute {
  const key = name.toLowerCase().replace(CORE_URN, '');
  const whole = attributes(key);
  if (whole) return whole;
  const [head = '', part, ...more] = key.split('.');
  const attribute = attributes(head);
  if (attribute?.kind === 'list' && part !== undefined && more.length === 0 && attribute.parts(part))
    return partOf(attribute, part);
  throw invalid(`there is no attribute ${JSON.stringify(name)} to filter or to order by`);
}

const CORE_URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** A list of which one part is compared. */
function partOf(list: Extract<FilterAttribute, { kind: 'list' }>, part: string): FilterAttribute {
  const { parts, some } = list;
  return { kind: 'list', some, parts: (name) => (name === 'value' ? parts(part) : undefined) };
}

type Operator = Compare['op'];

const symbols = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;

function compareWithNull(column: RawBuilder<unknown>, op: Operator): RawBuilder<unknown> {
  if (op === 'eq') return sql`${column} is null`;
  if (op === 'ne') return sql`${column} is not null`;
  throw invalid(`${op} does not compare with null`);
}

function compareBooleans(column: RawBuilder<unknown>, op: Operator, value: unknown): RawBuilder<unknown> {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalid('a boolean is compared with true or false');
  if (op === 'eq') return sql`${column} = ${text === 'true'}`;
  if (op === 'ne') return sql`${column} <> ${text === 'true'}`;
  throw invalid(`${op} does not compare booleans`);
}

const TIME = /^(\d{4})-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

function compareTimes(column: RawBuilder<unknown>, op: Operator, value: unknown): RawBuilder<unknown> {
  const text = String(value);
  const date = new Date(text);
  if (!TIME.test(text) || Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1)
    throw invalid(`${JSON.stringify(value)} is no time as in 2026-03-01T09:30:00Z`);
  // As exact as it is shown.
  const shown = sql`date_trunc('milliseconds', ${column})`;
  const time = sql`${date.toISOString()}::timestamptz`;
  switch (op) {
    case 'eq':
      return sql`${shown} = ${time}`;
    case 'ne':
      return sql`${shown} is distinct from ${time}`;
    case 'co':
    case 'sw':
    case 'ew':
      throw invalid(`${op} does not compare times`);
    default:
      return sql`${shown} ${symbols[op]} ${time}`;
  }
}

/** @param fold what both sides are compared by */
function compareTexts(
  column: RawBuilder<unknown>,
  op: Operator,
  { text, fold }: { text: string; fold: (side: unknown) => RawBuilder<unknown> },
): RawBuilder<unknown> {
  const side = fold(column);
  switch (op) {
    case 'eq':
      return sql`${side} = ${fold(text)}`;
    case 'ne':
      return sql`${side} is distinct from ${fold(text)}`;
    case 'co':
      return sql`${side} like ${fold(likePattern(text))}`;
    case 'sw':
      return sql`${side} like ${fold(likePattern(text).slice(1))}`;
    case 'ew':
      return sql`${side} like ${fold(likePattern(text).slice(0, -1))}`;
    default:
      return sql`${side} ${symbols[op]} ${fold(text)}`;
  }
}

function invalid(reason: string): Refusal {
  return refuse('scim_filter_invalid', { reason });
}
