import type { ComparisonSymbol } from '../algebra/algebra.ts';
import { printDecimal, wholeDigits, type Decimal } from '../model/language/decimal.ts';
import { bound, infix, operand, postfix, primary, strengths, type SqlText } from '../sql/sql-text.ts';
import { boundDecimal, isIn } from './standard.ts';

/** The most digits of a DECIMAL, before and behind the point together. */
const MAX_DIGITS = 38;
/** Beside whole numbers of so many digits every column is compared as it is, and by its index or its zone maps. */
const MAX_SMALL_DIGITS = 18;
/** More digits than those of a HUGEINT are beyond every exact number. */
const MAX_HUGEINT = 2n ** 127n - 1n;

/**
 * A number beside one that a caller gave. DuckDB compares exact numbers as DECIMALs with the decimals of both, which
 * fails where one of them has no room for its digits then. So only what is near the number is compared exactly; what is
 * far from it, by doubles. Where the type of a column has room, DuckDB knows so before it runs: it is compared as it
 * is then, and by its zone maps.
 */
export function compareNumber(value: SqlText, symbol: ComparisonSymbol, number: Decimal): SqlText {
  if (isSmall(number)) return compare(value, symbol, asHugeint(number));
  const far = compare(asDouble(value), symbol, asDouble(boundDecimal(number)));
  const [exact] = asExact([number]) ?? [];
  if (!exact) return far;
  return primary`CASE WHEN ${isComparable(value, [number])} THEN ${compare(value, symbol, exact)} ELSE ${far} END`;
}

/** Whether a number is among those that a caller gave. */
export function isAnyNumber(value: SqlText, numbers: readonly Decimal[]): SqlText {
  const small = numbers.filter(isSmall);
  const others = numbers.filter((number) => !isSmall(number));
  return anyOf([
    ...(small.length > 0 ? [isIn(value, small.map(asHugeint))] : []),
    ...(others.length > 0 ? [isAnyOther(value, others)] : []),
  ]);
}

function isAnyOther(value: SqlText, numbers: readonly Decimal[]): SqlText {
  const exact = asExact(numbers);
  // Each by itself where together they have too many digits.
  if (!exact) return anyOf(numbers.map((number) => compareNumber(value, '=', number)));
  const nothing = infix([postfix(value, 'IS NULL'), primary`NULL`], 'AND', strengths.and);
  return primary`CASE WHEN ${isComparable(value, numbers)} THEN ${isIn(value, exact)} ELSE ${nothing} END`;
}

function anyOf(conditions: readonly SqlText[]): SqlText {
  const [only] = conditions;
  return only && conditions.length === 1 ? only : infix(conditions, 'OR', strengths.or);
}

const compare = (left: SqlText, symbol: ComparisonSymbol, right: SqlText) =>
  infix([left, right], symbol, strengths.comparison);

/** The numbers in one exact type; undefined where there is none. */
function asExact(numbers: readonly Decimal[]): readonly SqlText[] | undefined {
  const scale = Math.max(...numbers.map((number) => number.scale));
  const whole = Math.max(...numbers.map(wholeDigits));
  if (whole + scale <= MAX_DIGITS) {
    const type = `DECIMAL(${Math.max(whole + scale, 1)}, ${scale})`;
    return numbers.map((number) => primary`CAST(${boundDecimal(number)} AS ${type})`);
  }
  const areHuge = scale === 0 && numbers.every(({ digits }) => BigInt(digits) <= MAX_HUGEINT);
  return areHuge ? numbers.map(asHugeint) : undefined;
}

/** Whether a value can be compared with the numbers in their exact type. */
function isComparable(value: SqlText, numbers: readonly Decimal[]): SqlText {
  return infix([hasRoom(value, numbers), isBetween(value, numbers)], 'OR', strengths.or);
}

/** Whether values are DECIMALs that have all their digits beside those of the numbers; null for other types. */
function hasRoom(value: SqlText, numbers: readonly Decimal[]): SqlText {
  const taken = Math.max(...numbers.flatMap((number) => [number.scale, wholeDigits(number)]));
  const digits = primary`TRY_CAST(regexp_extract(typeof(${value}), '^DECIMAL.([0-9]+)', 1) AS INTEGER)`;
  return infix([digits, primary`${String(MAX_DIGITS - taken)}`], '<=', strengths.comparison);
}

/** Whether a value, as a double, is as large as the numbers are; a FLOAT is told from others by seven digits. */
function isBetween(value: SqlText, numbers: readonly Decimal[]): SqlText {
  const values = numbers.map((number) => Number(printDecimal(number)));
  const margin = (one: number) => Math.abs(one) * 1e-5;
  const least = Math.min(...values.map((one) => one - margin(one)));
  const most = Math.max(...values.map((one) => one + margin(one)));
  const [from, to] = [least, most].map((end) => asDouble(bound(String(end), 'text')));
  const between = operand(asDouble(value), strengths.other);
  return { binds: strengths.comparison, parts: [between, ' BETWEEN ', from ?? '', ' AND ', to ?? ''] };
}

function isSmall({ digits, scale }: Decimal): boolean {
  return scale === 0 && digits.length <= MAX_SMALL_DIGITS;
}

const asHugeint = (number: Decimal) => primary`CAST(${boundDecimal(number)} AS HUGEINT)`;

const asDouble = (value: SqlText) => primary`CAST(${value} AS DOUBLE)`;
