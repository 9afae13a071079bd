/** A number written in decimals: digits without leading zeros, the last `scale` of which stand behind the point. */
export interface Decimal {
  readonly isNegative: boolean;
  /** Empty for zero. */
  readonly digits: string;
  readonly scale: number;
}

/** As every engine reads numbers; JavaScript would take `0x10` as well. */
const DECIMAL =
  /^\s*(?<sign>[-+]?)(?:(?<whole>\d+)\.?(?<part>\d*)|\.(?<only>\d+))(?:e(?<exponent>[-+]?\d+))?\s*$/i;

/** Beyond what a double holds, on either side. */
const MAX_EXPONENT = 400;

/** Reads a number without losing a digit; undefined for a text that is none, or none that any column holds. */
export function parseDecimal(text: string): Decimal | undefined {
  const { sign, whole = '', part = '', only = '', exponent = '0' } = DECIMAL.exec(text)?.groups ?? {};
  if (sign === undefined || Math.abs(Number(exponent)) > MAX_EXPONENT || !Number.isFinite(Number(text)))
    return undefined;
  const fraction = part + only;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  const scale = fraction.length - Number(exponent) - (digits.length - kept.length);
  if (kept === '') return { isNegative: false, digits: '', scale: 0 };
  // Zeros before the point are digits like others.
  return scale < 0
    ? { isNegative: sign === '-', digits: kept + '0'.repeat(-scale), scale: 0 }
    : { isNegative: sign === '-', digits: kept, scale };
}

/** The number without exponent: `-1200`, `0.05`. */
export function printDecimal({ isNegative, digits, scale }: Decimal): string {
  const padded = digits.padStart(scale + 1, '0');
  const point = padded.length - scale;
  const text = scale === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`;
  return isNegative ? `-${text}` : text;
}

/** Digits before the point. */
export function wholeDigits({ digits, scale }: Decimal): number {
  return Math.max(digits.length - scale, 0);
}

/** Whether a number as it is written keeps its value as a double. */
export function isKeptByDouble(text: string): boolean {
  const [written, kept] = [parseDecimal(text), parseDecimal(String(Number(text)))];
  return (
    written?.digits === kept?.digits &&
    written?.scale === kept?.scale &&
    written?.isNegative === kept?.isNegative
  );
}
