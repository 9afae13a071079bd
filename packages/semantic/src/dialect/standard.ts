import {
  bound,
  infix,
  join,
  NOTHING,
  operand,
  postfix,
  primary,
  strengths,
  type SqlText,
} from '../sql/sql-text.ts';
import { printDecimal, wholeDigits, type Decimal } from '../model/language/decimal.ts';
import type { ArithmeticSymbol } from '../algebra/algebra.ts';
import type { Dialect } from './dialect.ts';

/** What most engines say as the standard does; a dialect spreads it and says what it has otherwise. */
export const standard = {
  with: 'WITH',
  hasBooleans: true,
  constantKey: () => undefined,
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: (text) => `'${text.replaceAll("'", "''")}'`,
  isAnyText: (value, texts) =>
    isIn(
      value,
      texts.map(({ sql }) => sql),
    ),
  arithmetic(left, symbol, right) {
    const { binds, right: needs } = ARITHMETIC[symbol];
    return infix([operand(left, binds), operand(right, needs)], symbol, binds, binds);
  },
  isNotTrue: (condition) => postfix(condition, 'IS NOT TRUE'),
  truncate: (timestamp, unit) => primary`date_trunc('${unit}', ${timestamp})`,
  cutKeys: () => undefined,
  aggregate(name, value) {
    if (!value) return primary`count(*)`;
    if (name === 'count_distinct' || name === 'count_distinct_approx')
      return primary`count(DISTINCT ${value})`;
    return primary`${name}(${value})`;
  },
  anyValue: (value) => primary`any_value(${value})`,
  isSame: (left, right) => infix([left, right], 'IS NOT DISTINCT FROM', strengths.comparison),
  unified: (value) => value,
  nullLike: () => primary`NULL`,
  row: (values) => primary`ROW(${join(values, ', ')})`,
  valuesTable: (values, alias, column) =>
    primary`(VALUES ${join(
      values.map((value) => primary`(${value})`),
      ', ',
    )}) AS ${alias}(${column})`,
  functions: standardFunctions((value) => primary`CAST(${value} AS VARCHAR)`),
  limit: (limit, offset) =>
    `${limit === undefined ? '' : ` LIMIT ${limit}`}${offset === undefined ? '' : ` OFFSET ${offset}`}`,
} satisfies Partial<Dialect>;

/** The functions as the standard has them, and most engines. @param toText writes any value as a text */
export function standardFunctions(toText: (value: SqlText) => SqlText): Dialect['functions'] {
  const call = (name: string) => (args: readonly SqlText[]) => primary`${name}(${join(args, ', ')})`;
  const part =
    (unit: string) =>
    ([time = NOTHING]: readonly SqlText[]) =>
      primary`EXTRACT(${unit} FROM ${time})`;
  return {
    abs: call('abs'),
    ceil: call('ceil'),
    floor: call('floor'),
    greatest: call('greatest'),
    least: call('least'),
    lower: call('lower'),
    upper: call('upper'),
    trim: call('trim'),
    length: call('length'),
    position: ([searched = NOTHING, text = NOTHING]) =>
      primary`POSITION(${operand(searched, strengths.other)} IN ${operand(text, strengths.other)})`,
    starts_with: call('starts_with'),
    replace: call('replace'),
    concat: (args) => infix(args, '||', strengths.other, strengths.primary),
    to_text: ([value = NOTHING]) => toText(value),
    year: part('YEAR'),
    quarter: part('QUARTER'),
    month: part('MONTH'),
    day: part('DAY'),
    hour: part('HOUR'),
    weekday: part('ISODOW'),
  };
}

/** What stands on the right binds more, for operators are worked out from the left. */
const ARITHMETIC = {
  '+': { binds: strengths.sum, right: strengths.product },
  '-': { binds: strengths.sum, right: strengths.product },
  '*': { binds: strengths.product, right: strengths.primary },
  '/': { binds: strengths.product, right: strengths.primary },
} satisfies Record<ArithmeticSymbol, object>;

/** A condition of a value beside a list of others, of which there is one at least. */
export function isIn(value: SqlText, list: readonly SqlText[]): SqlText {
  const [only] = list;
  if (only && list.length === 1) return infix([value, only], '=', strengths.comparison);
  return {
    binds: strengths.comparison,
    parts: [operand(value, strengths.other), ' IN (', join(list, ', '), ')'],
  };
}

/** A number as a bound text without exponent. */
export function boundDecimal(number: Decimal): SqlText {
  return bound(printDecimal(number), 'text');
}

/** Several values as one text, where no other value holds them: the length of each but the last tells them apart. */
export function textOfAll(values: readonly SqlText[], toText: (value: SqlText) => SqlText): SqlText {
  const texts = values.map(toText);
  const parts = texts.flatMap((text, index) =>
    index === texts.length - 1 ? [text] : [toText(primary`length(${text})`), primary`':'`, text],
  );
  return infix(parts, '||', strengths.other, strengths.primary);
}

/** For engines that know no `IS NOT TRUE`. */
export function isNotTrueAtAll(condition: SqlText): SqlText {
  return { binds: strengths.not, parts: ['NOT (coalesce(', condition, ', FALSE))'] };
}

/** Names of the types of numbers; a decimal is given its digits. */
interface NumberTypes {
  readonly integer: string;
  readonly decimal: string;
  readonly double: string;
}

/** Digits of a decimal, before and behind the point together, as most engines have them. */
const MAX_DECIMAL_DIGITS = 38;

/** The type that holds a number as it is written, with no more digits than it has; a double for what none holds. */
export function typeOfNumber(number: Decimal, { integer, decimal, double }: NumberTypes): string {
  if (number.scale === 0 && number.digits.length <= 18) return integer;
  const digits = wholeDigits(number) + number.scale;
  return digits <= MAX_DECIMAL_DIGITS ? `${decimal}(${digits}, ${number.scale})` : double;
}

/** A number that a caller gave, in a type. */
export const numberAs = (number: Decimal, type: string): SqlText =>
  primary`CAST(${boundDecimal(number)} AS ${type})`;

/**
 * Whether a number is any of some that a caller gave. Those of each type have a list of their own: one list is of one
 * type, to which all of them and the number itself would be rounded.
 *
 * @param isAmong default: by IN
 */
export function isAnyNumberOf(
  value: SqlText,
  numbers: readonly Decimal[],
  typeOf: (number: Decimal) => string,
  isAmong = (group: readonly Decimal[], type: string): SqlText =>
    isIn(
      value,
      group.map((number) => numberAs(number, type)),
    ),
): SqlText {
  const each = [...Map.groupBy(numbers, typeOf)].map(([type, group]) => isAmong(group, type));
  const [only] = each;
  return only && each.length === 1 ? only : infix(each, 'OR', strengths.or, strengths.not);
}
