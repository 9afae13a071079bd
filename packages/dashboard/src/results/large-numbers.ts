import type { FormatLocaleDefinition, FormatSpecifier } from 'd3-format';

/*
 * A double holds whole numbers up to 2^53; a decimal of a database has more digits. Such a number stays the text that the query API
 * answers with, and is written digit by digit; code that needs its size alone takes the nearest double.
 */

const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** Whether a text is a number that a double would make another of. */
export function isLargeNumber(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 15 &&
    PLAIN.test(value) &&
    Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER
  );
}

/** A number of the query API: a double, or its text where that is too large for one. */
export function readNumber(text: string): number | string {
  return isLargeNumber(text) ? text : Number(text);
}

/** The size of a number, as a double; undefined for what is none. */
export function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return isLargeNumber(value) ? Number(value) : undefined;
}

/**
 * A decimal by a d3 specifier, with every digit. Undefined where the specifier shows a few digits alone, as `s` and `e`
 * do, or is of another base: a double has those.
 */
export function formatDigits(
  text: string,
  { type, precision = 6, trim, comma, sign, symbol }: FormatSpecifier,
  locale: FormatLocaleDefinition,
): string | undefined {
  if (type !== 'f' && type !== 'd') return undefined;
  const { isNegative, whole, fraction } = round(text, type === 'd' ? 0 : precision);
  const kept = trim ? fraction.replace(/0+$/, '') : fraction;
  const grouped = comma ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, locale.thousands) : whole;
  const [prefix, suffix] = symbol === '$' ? locale.currency : ['', ''];
  const digits = `${prefix}${grouped}${kept === '' ? '' : locale.decimal + kept}${suffix}`;
  if (!isNegative) return `${sign === '+' || sign === ' ' ? sign : ''}${digits}`;
  return sign === '(' ? `(${digits})` : `−${digits}`;
}

/** Rounds half away from zero. */
function round(text: string, decimals: number): { isNegative: boolean; whole: string; fraction: string } {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const shown = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const digits = String(shown + (Number(fraction[decimals] ?? 0) >= 5 ? 1n : 0n)).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return { isNegative: text.startsWith('-'), whole: digits.slice(0, at), fraction: digits.slice(at) };
}

/** The digits of a double that would be written with an exponent; undefined for any other. */
export function digitsOf(value: number): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) < 1e21) return undefined;
  return value.toLocaleString('en-US', { useGrouping: false });
}
