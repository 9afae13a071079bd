import type { Dialect } from '../../dialect/dialect.ts';
import { parseDecimal, type Decimal } from '../../model/language/decimal.ts';
import type { Dimension, Member } from '../../model/definitions/model.ts';
import { readInstantRange, readMoment, type TimeScale } from '../../query/date-range.ts';
import { filterOperators, type FilterOperator } from '../../model/language/filter-operators.ts';
import { QueryError, type Clock } from '../../query/query.ts';
import { bound, comparedText, join, sql, type Fragment } from '../../sql/fragment.ts';

/** A filter on one member, ready to be rendered. */
interface FilterTarget {
  readonly name: string;
  readonly member: Member;
  /** The member's SQL, fit to stand beside an operator; for a time dimension the instant, not moved to any zone. */
  readonly expression: Fragment;
}

/** What a condition is written with. */
interface FilterSettings {
  readonly dialect: Dialect;
  readonly timezone: string;
  readonly clock: Clock;
  /** What a time is as the target's expression; default instants. */
  readonly scale?: TimeScale;
}

const NEVER: Fragment = ['(1 = 0)'];

/** Renders a filter by the rules of its operator; values are bound. */
export function renderFilter(
  target: FilterTarget,
  operator: FilterOperator,
  values: readonly (string | null)[],
  settings: FilterSettings,
): Fragment {
  // No value is left where a policy's attribute has none.
  if (values.length === 0 && filterOperators[operator] !== 'none') return NEVER;
  return renderers[operator]({ target, values, settings, operator });
}

interface FilterCase {
  target: FilterTarget;
  values: readonly (string | null)[];
  settings: FilterSettings;
  operator: FilterOperator;
}

type Renderer = (filter: FilterCase) => Fragment;

const isNull = (expression: Fragment): Fragment => sql`${expression} IS NULL`;
const isNotNull = (expression: Fragment): Fragment => sql`${expression} IS NOT NULL`;

/** Any of the values; a null among them lets nulls in. */
const anyOf: Renderer = (filter) => {
  const { target, values } = filter;
  const present = values.filter((value) => value !== null);
  const conditions = [
    ...(present.length > 0 ? [inList(filter, present)] : []),
    ...(present.length < values.length ? [isNull(target.expression)] : []),
  ];
  return group(conditions, 'OR');
};

/** None of the values; nulls stay in unless null is among them. */
const noneOf: Renderer = (filter) => {
  const { target, values } = filter;
  const present = values.filter((value) => value !== null);
  const hasNull = present.length < values.length;
  if (present.length === 0) return isNotNull(target.expression);
  const outside = sql`${inList(filter, present)} IS NOT TRUE`;
  return hasNull ? group([outside, isNotNull(target.expression)], 'AND') : sql`(${outside})`;
};

function inList(filter: FilterCase, values: readonly string[]): Fragment {
  const { target, settings } = filter;
  if (valueType(target) === 'number') {
    const numbers = values.map((value) => toNumber(target, value));
    return ['(', settings.dialect.isAnyNumber(target.expression, numbers), ')'];
  }
  const list = values.map((value) => toValue(filter, value));
  const [only] = list;
  const condition =
    list.length === 1 && only
      ? sql`${target.expression} = ${only}`
      : sql`${target.expression} IN (${join(list, ', ')})`;
  return ['(', condition, ')'];
}

/** What a member's values are, as conditions compare them. */
function valueType({ member }: FilterTarget): Dimension['type'] {
  if (member.kind === 'dimension') return member.type;
  return member.kind === 'measure' ? measureValueType(member.type) : 'string';
}

function toNumber({ name }: FilterTarget, value: string): Decimal {
  const number = parseDecimal(value);
  if (number) return number;
  throw new QueryError('invalid_value', `${name} is a number, and ${JSON.stringify(value)} is none`, name);
}

/** A value as the member's type compares it. */
function toValue({ target, settings, operator }: FilterCase, value: string): Fragment {
  const { dialect, timezone, clock, scale } = settings;
  const { name } = target;
  switch (valueType(target)) {
    case 'boolean':
      if (!['true', 'false', '1', '0'].includes(value))
        throw new QueryError('invalid_value', `${name} is true or false, not ${JSON.stringify(value)}`, name);
      return dialect.castToBoolean(bound(value));
    case 'time':
      return dialect.castToTimestamp(bound(readMoment(value, timezone, clock, scale).text));
    default:
      return dialect.castToText(isEquality(operator) ? comparedText(value) : bound(value));
  }
}

const isEquality = (operator: FilterOperator) =>
  renderers[operator] === anyOf || renderers[operator] === noneOf;

function measureValueType(type: string): 'number' | 'string' | 'boolean' | 'time' {
  return type === 'string' || type === 'boolean' || type === 'time' ? type : 'number';
}

const comparison =
  (symbol: '<' | '<=' | '>' | '>='): Renderer =>
  (filter) => {
    const {
      target,
      values: [value],
      settings,
    } = filter;
    return valueType(target) === 'time'
      ? compareMoment(target, symbol, value ?? '', settings)
      : valueType(target) === 'number'
        ? settings.dialect.compareNumber(target.expression, symbol, toNumber(target, value ?? ''))
        : sql`${target.expression} ${symbol} ${toValue(filter, value ?? '')}`;
  };

/** Case-insensitive patterns; `%` and `_` of the value stand for themselves. */
const pattern =
  (before: '%' | '', after: '%' | '', negated: boolean): Renderer =>
  ({ target, values, settings: { dialect } }) => {
    const text = dialect.castToText(target.expression);
    const present = values.filter((value) => value !== null);
    const matches = present.map((value) =>
      dialect.matches(text, bound(`${before}${value.replaceAll(/[\\%_]/g, String.raw`\$&`)}${after}`)),
    );
    const hasNull = present.length < values.length;
    if (!negated) return group([...matches, ...(hasNull ? [isNull(target.expression)] : [])], 'OR');
    const outside = matches.map((match) => sql`NOT (${match})`);
    if (hasNull) return group([...outside, isNotNull(target.expression)], 'AND');
    return group([group(outside, 'AND'), isNull(target.expression)], 'OR');
  };

const range =
  (negated: boolean): Renderer =>
  ({ target, values, settings }) => {
    const { dialect, timezone, clock, scale } = settings;
    const texts = values.filter((value) => value !== null);
    const [start = [], next = []] = readInstantRange(texts, timezone, clock, scale).map((moment) =>
      dialect.castToTimestamp(bound(moment)),
    );
    if (negated)
      return group([sql`${target.expression} < ${start}`, sql`${target.expression} >= ${next}`], 'OR');
    return sql`(${target.expression} >= ${start} AND ${target.expression} < ${next})`;
  };

const moment =
  (symbol: '<' | '<=' | '>' | '>='): Renderer =>
  ({ target, values: [value], settings }) =>
    compareMoment(target, symbol, value ?? '', settings);

/** Up to a moment is up to its end, and after it is from there on. */
function compareMoment(
  { expression }: FilterTarget,
  symbol: '<' | '<=' | '>' | '>=',
  value: string,
  { dialect, timezone, clock, scale }: FilterSettings,
): Fragment {
  const { text, next } = readMoment(value, timezone, clock, scale);
  const isBehind = next !== undefined && (symbol === '<=' || symbol === '>');
  const [sign, at] = isBehind ? [symbol === '<=' ? '<' : '>=', next] : [symbol, text];
  return sql`${expression} ${sign} ${dialect.castToTimestamp(bound(at))}`;
}

const renderers: Record<FilterOperator, Renderer> = {
  equals: anyOf,
  in: anyOf,
  notEquals: noneOf,
  notIn: noneOf,
  contains: pattern('%', '%', false),
  notContains: pattern('%', '%', true),
  startsWith: pattern('', '%', false),
  notStartsWith: pattern('', '%', true),
  endsWith: pattern('%', '', false),
  notEndsWith: pattern('%', '', true),
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  set: ({ target }) => isNotNull(target.expression),
  notSet: ({ target }) => isNull(target.expression),
  measureFilter: ({ target }) => {
    throw new QueryError(
      'mixed_filter_group',
      `measureFilter on ${target.name} stands by itself, not within and / or`,
      target.name,
    );
  },
  inDateRange: range(false),
  onTheDate: range(false),
  notInDateRange: range(true),
  beforeDate: moment('<'),
  beforeOrOnDate: moment('<='),
  afterDate: moment('>'),
  afterOrOnDate: moment('>='),
};

/** Conditions side by side, in parentheses where there are several. */
export function group(conditions: readonly Fragment[], operator: 'AND' | 'OR'): Fragment {
  const [only] = conditions;
  if (!only) return operator === 'AND' ? ['(1 = 1)'] : NEVER;
  return conditions.length === 1 ? only : ['(', join(conditions, ` ${operator} `), ')'];
}
