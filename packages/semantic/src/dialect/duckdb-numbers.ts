import { printDecimal, wholeDigits, type Decimal } from '../model/language/decimal.ts';
import { bound, join, sql, type Fragment } from '../sql/fragment.ts';
import type { ComparisonSymbol } from './dialect.ts';

/** The most digits of a DECIMAL, before and behind the point together. */
const MAX_DIGITS = 38;
/** Beside whole numbers of so many digits every column is compared as it is, and by its index or its zone maps. */
const MAX_SMALL_DIGITS = 18;
/** More digits than those of a HUGEINT are beyond every exact number. */
const MAX_HUGEINT = 2n ** 127n - 1n;

/**
 * A number beside one that a caller gave. DuckDB compares exact numbers as DECIMALs with the decimals of both, which
 * fails where one of them has no room for its digits then. So only what is near the number is compared exactly; what is
 * far from it, by doubles.
 */
export function compareNumber(column: Fragment, symbol: ComparisonSymbol, number: Decimal): Fragment {
  if (isSmall(number)) return sql`${column} ${symbol} ${asHugeint(number)}`;
  const far = sql`${asDouble(column)} ${symbol} ${asDouble(textOf(number))}`;
  const exact = asExact([number]);
  if (!exact) return far;
  return sql`CASE WHEN ${isBetween(column, [number])} THEN ${column} ${symbol} ${join(exact, '')} ELSE ${far} END`;
}

/** Whether a number is among those that a caller gave. */
export function isAnyNumber(column: Fragment, numbers: readonly Decimal[]): Fragment {
  const small = numbers.filter(isSmall);
  const others = numbers.filter((number) => !isSmall(number));
  const conditions = [
    ...(small.length > 0 ? [isIn(column, small.map(asHugeint))] : []),
    ...(others.length > 0 ? [isAnyOther(column, others)] : []),
  ];
  return conditions.length === 1 ? conditions.flat() : sql`(${join(conditions, ' OR ')})`;
}

function isAnyOther(column: Fragment, numbers: readonly Decimal[]): Fragment {
  const exact = asExact(numbers);
  if (exact)
    return sql`CASE WHEN ${isBetween(column, numbers)} THEN ${isIn(column, exact)} ELSE (${column} IS NULL AND NULL) END`;
  // Each by itself: together they have too many digits.
  const each = numbers.map((number) => compareNumber(column, '=', number));
  return each.length === 1 ? each.flat() : sql`(${join(each, ' OR ')})`;
}

function isIn(column: Fragment, values: readonly Fragment[]): Fragment {
  const [only, ...more] = values;
  return only && more.length === 0 ? sql`${column} = ${only}` : sql`${column} IN (${join(values, ', ')})`;
}

/** The numbers in one exact type; undefined where there is none. */
function asExact(numbers: readonly Decimal[]): readonly Fragment[] | undefined {
  const scale = Math.max(...numbers.map((number) => number.scale));
  const whole = Math.max(...numbers.map(wholeDigits));
  if (whole + scale <= MAX_DIGITS) {
    const type = `DECIMAL(${Math.max(whole + scale, 1)}, ${scale})`;
    return numbers.map((number) => sql`CAST(${textOf(number)} AS ${type})`);
  }
  const areHuge = scale === 0 && numbers.every(({ digits }) => BigInt(digits) <= MAX_HUGEINT);
  return areHuge ? numbers.map(asHugeint) : undefined;
}

/** Whether a value, as a double, is as large as the numbers are; a FLOAT is told from others by seven digits. */
function isBetween(column: Fragment, numbers: readonly Decimal[]): Fragment {
  const values = numbers.map((number) => Number(printDecimal(number)));
  const margin = (value: number) => Math.abs(value) * 1e-5;
  const least = Math.min(...values.map((value) => value - margin(value)));
  const most = Math.max(...values.map((value) => value + margin(value)));
  return sql`${asDouble(column)} BETWEEN ${asDouble(bound(String(least)))} AND ${asDouble(bound(String(most)))}`;
}

function isSmall({ digits, scale }: Decimal): boolean {
  return scale === 0 && digits.length <= MAX_SMALL_DIGITS;
}

function asHugeint(number: Decimal): Fragment {
  return sql`CAST(${textOf(number)} AS HUGEINT)`;
}

function asDouble(value: Fragment): Fragment {
  return sql`CAST(${value} AS DOUBLE)`;
}

function textOf(number: Decimal): Fragment {
  return bound(printDecimal(number));
}
