import type { BoundValue } from '@oriel/semantic';
import type { ResultValue } from '../connection/source.ts';
import type { ApiValue, ReadValue } from '../statement-api/statement-api.ts';
import { msOfSeconds, wallClockOf, wallClockOfDay } from '../statement-api/wall-clock.ts';

/** A column as the API describes it. */
export interface SnowflakeColumn {
  /** Such as `fixed` or `timestamp_ntz`. */
  readonly type: string;
  readonly precision?: number | null;
  readonly scale?: number | null;
}

/** The most digits of an integer of 32 bits. */
const MAX_NUMBER_DIGITS = 9;

const readers = new Map<string, (text: string) => ResultValue>([
  ['real', readNumber],
  ['boolean', (text) => text === 'true' || text === '1'],
  ['date', (text) => wallClockOfDay(Number(text))],
  ['time', readTime],
  ['timestamp_ntz', readTimestamp],
  ['timestamp_ltz', readTimestamp],
  ['timestamp_tz', readTimestamp],
]);

/**
 * How values of a column leave the API, where each is a text or null. Decimals and large integers, bytes (hexadecimal)
 * and what is of no fixed structure (JSON) stay texts.
 *
 * @see https://docs.snowflake.com/en/developer-guide/sql-api/handling-responses
 */
export function readerOf({ type, precision, scale }: SnowflakeColumn): ReadValue {
  const name = type.toLowerCase();
  const isSmall = name === 'fixed' && scale === 0 && (precision ?? Infinity) <= MAX_NUMBER_DIGITS;
  const read = isSmall ? Number : (readers.get(name) ?? ((text: string) => text));
  return (value: ApiValue) => (typeof value === 'string' ? read(value) : null);
}

/** JSON has no infinity and nothing that is not a number. */
function readNumber(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Seconds since 1970, of one with a zone in UTC as well; the offset of the zone follows. */
function readTimestamp(text: string): string {
  const [seconds = ''] = text.split(' ');
  return wallClockOf(msOfSeconds(seconds));
}

/** Seconds since midnight, with all digits that there are. */
function readTime(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const time = wallClockOf(Number(whole) * 1_000).slice(11, 19);
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? time : `${time}.${digits}`;
}

/** A bound value, as the API takes it: with its type, and as text. */
export function bindingOf(value: BoundValue): { readonly type: string; readonly value: string | null } {
  if (value === null) return { type: 'TEXT', value: null };
  if (typeof value === 'string') return { type: 'TEXT', value };
  if (typeof value === 'boolean') return { type: 'BOOLEAN', value: String(value) };
  return { type: Number.isSafeInteger(value) ? 'FIXED' : 'REAL', value: String(value) };
}
