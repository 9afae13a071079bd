import { and, compare, isNotNull, isNull, NEVER, not, or, parameter } from '../../algebra/build.ts';
import type { Expression, TextPlace } from '../../algebra/algebra.ts';
import type { Dimension, Member } from '../../model/definitions/model.ts';
import { parseDecimal, type Decimal } from '../../model/language/decimal.ts';
import { filterOperators, type FilterOperator } from '../../model/language/filter-operators.ts';
import { readInstantRange, readMoment, type TimeScale } from '../../query/date-range.ts';
import { QueryError, type Clock } from '../../query/query.ts';

/** A filter on one member. */
interface FilterTarget {
  readonly name: string;
  readonly member: Member;
  /** The member's value; of a time dimension the instant, not moved to any zone. */
  readonly value: Expression;
}

/** What a condition is made with. */
interface FilterSettings {
  readonly timezone: string;
  readonly clock: Clock;
  /** What a time is as the target's value; default instants. */
  readonly scale?: TimeScale;
}

/** The condition of a filter, by the rules of its operator. */
export function filterCondition(
  target: FilterTarget,
  operator: FilterOperator,
  values: readonly (string | null)[],
  settings: FilterSettings,
): Expression {
  // No value is left where a policy's attribute has none.
  if (values.length === 0 && filterOperators[operator] !== 'none') return NEVER;
  return rules[operator]({ target, values, settings, operator });
}

interface FilterCase {
  target: FilterTarget;
  values: readonly (string | null)[];
  settings: FilterSettings;
  operator: FilterOperator;
}

type Rule = (filter: FilterCase) => Expression;

/** Any of the values; a null among them lets nulls in. */
const anyOf: Rule = (filter) => {
  const { target, values } = filter;
  const present = values.filter((value) => value !== null);
  return or([
    ...(present.length > 0 ? [isAmong(filter, present)] : []),
    ...(present.length < values.length ? [isNull(target.value)] : []),
  ]);
};

/** None of the values; nulls stay in unless null is among them. */
const noneOf: Rule = (filter) => {
  const { target, values } = filter;
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return isNotNull(target.value);
  const outside: Expression = { kind: 'is-not-true', operand: isAmong(filter, present) };
  return present.length < values.length ? and([outside, isNotNull(target.value)]) : outside;
};

function isAmong(filter: FilterCase, values: readonly string[]): Expression {
  const { target } = filter;
  if (valueType(target) === 'number')
    return {
      kind: 'any-number',
      value: target.value,
      numbers: values.map((value) => toNumber(target, value)),
    };
  return { kind: 'in', value: target.value, list: values.map((value) => toValue(filter, value)) };
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
function toValue({ target, settings, operator }: FilterCase, value: string): Expression {
  const { timezone, clock, scale } = settings;
  const { name } = target;
  switch (valueType(target)) {
    case 'boolean':
      if (!['true', 'false', '1', '0'].includes(value))
        throw new QueryError('invalid_value', `${name} is true or false, not ${JSON.stringify(value)}`, name);
      return parameter(value, 'boolean');
    case 'time':
      return timeParameter(readMoment(value, timezone, clock, scale).text);
    default:
      return { ...comparedText(value), ...(isEquality(operator) && { isEquality: true }) };
  }
}

const comparedText = (value: string) => ({ kind: 'parameter', value, type: 'compared' }) as const;

/** A moment as a bound value. */
export const timeParameter = (text: string): Expression => parameter(text, 'time');

/** A moment that others are compared with. */
export const comparedTime = (text: string): Expression =>
  parameter(text, text.endsWith(MIDNIGHT) ? 'midnight' : 'time');

const MIDNIGHT = ' 00:00:00.000';

const isEquality = (operator: FilterOperator) => rules[operator] === anyOf || rules[operator] === noneOf;

function measureValueType(type: string): 'number' | 'string' | 'boolean' | 'time' {
  return type === 'string' || type === 'boolean' || type === 'time' ? type : 'number';
}

type OrderSymbol = '<' | '<=' | '>' | '>=';

const comparison =
  (symbol: OrderSymbol): Rule =>
  (filter) => {
    const { target, settings } = filter;
    const [value] = filter.values;
    const text = value ?? '';
    switch (valueType(target)) {
      case 'time':
        return compareMoment(target, symbol, text, settings);
      case 'number':
        return { kind: 'compare-number', symbol, value: target.value, number: toNumber(target, text) };
      default:
        return compare(target.value, symbol, toValue(filter, text));
    }
  };

/** Whatever the case of the letters. */
const found =
  (at: TextPlace, negated: boolean): Rule =>
  ({ target, values }) => {
    const text: Expression = { kind: 'cast', value: target.value, to: 'text' };
    const present = values.filter((value) => value !== null);
    const matches = present.map((value): Expression => ({ kind: 'finds', value: text, text: value, at }));
    const hasNull = present.length < values.length;
    if (!negated) return or([...matches, ...(hasNull ? [isNull(target.value)] : [])]);
    const outside = matches.map(not);
    return hasNull ? and([...outside, isNotNull(target.value)]) : or([and(outside), isNull(target.value)]);
  };

const range =
  (negated: boolean): Rule =>
  ({ target, values, settings }) => {
    const { timezone, clock, scale } = settings;
    const texts = values.filter((value) => value !== null);
    const [start, next] = readInstantRange(texts, timezone, clock, scale).map(comparedTime);
    if (!start || !next) throw new Error('A range has two ends');
    return negated
      ? or([compare(target.value, '<', start), compare(target.value, '>=', next)])
      : and([compare(target.value, '>=', start), compare(target.value, '<', next)]);
  };

const moment =
  (symbol: OrderSymbol): Rule =>
  ({ target, values: [value], settings }) =>
    compareMoment(target, symbol, value ?? '', settings);

/** Up to a moment is up to its end, and after it is from there on. */
function compareMoment(
  target: FilterTarget,
  symbol: OrderSymbol,
  value: string,
  { timezone, clock, scale }: FilterSettings,
): Expression {
  const { text, next } = readMoment(value, timezone, clock, scale);
  if (next === undefined || symbol === '<' || symbol === '>=')
    return compare(target.value, symbol, comparedTime(text));
  return compare(target.value, symbol === '<=' ? '<' : '>=', comparedTime(next));
}

const rules: Record<FilterOperator, Rule> = {
  equals: anyOf,
  in: anyOf,
  notEquals: noneOf,
  notIn: noneOf,
  contains: found('anywhere', false),
  notContains: found('anywhere', true),
  startsWith: found('start', false),
  notStartsWith: found('start', true),
  endsWith: found('end', false),
  notEndsWith: found('end', true),
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  set: ({ target }) => isNotNull(target.value),
  notSet: ({ target }) => isNull(target.value),
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
