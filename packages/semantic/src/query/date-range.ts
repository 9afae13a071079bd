import { MAX_DATE_LENGTH, MAX_PERIOD_OFFSET, MAX_TIMEZONE_LENGTH } from '@oriel/contract/limits';
import type { parse as Parse } from 'chrono-node';
import { DateTime, type DateTimeUnit } from 'luxon';
import { createRequire } from 'node:module';
import { instantAt } from './clock-changes.ts';
import { shown } from './input.ts';
import { QueryError, type Clock } from './query.ts';

/**
 * Two ends of a range as wall clock of a zone, `YYYY-MM-DDTHH:mm:ss.SSS`. The end holds its whole millisecond. An end
 * that was given as an instant of an hour that comes twice has its offset behind it, unless it is what the wall clock
 * means by itself.
 */
export type DateRange = readonly [string, string];

const WALL_CLOCK = "yyyy-MM-dd'T'HH:mm:ss.SSS";
const ISO_TEXT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/;
const UNITS = 'day|week|month|year|quarter|hour|minute|second';

// Natural dates are rare and their reader is large, so it is loaded when the first one is met.
const require = createRequire(import.meta.url);

/**
 * Reads a date range: two dates, one (the whole of it), or a relative text such as `last 7 days` or `from 2 weeks ago
 * to now`. A date alone means its first moment as start and its last as end.
 *
 * @throws `invalid_date` for a text that is none
 */
export function readDateRange(input: string | readonly string[], zone: string, clock: Clock): DateRange {
  if (typeof input === 'string')
    return isIso(input)
      ? [pad(input, 'start', zone), pad(input, 'end', zone)]
      : readRelative(input, zone, clock);
  const [from = '', to = from] = input;
  if (input.length === 1 && !isIso(from)) return readRelative(from, zone, clock);
  return [readEnd(from, 'start', zone, clock), readEnd(to, 'end', zone, clock)];
}

/** One date of a filter, as it is compared. */
interface Moment {
  /** In UTC, or as wall clock of the zone. */
  readonly text: string;
  /**
   * What a comparison with all of it takes as its end: the next millisecond where it is written with milliseconds,
   * itself where the clocks skip it.
   */
  readonly next: string | undefined;
}

/** What dates are compared with: instants, or the wall clock of the query's zone. */
export type TimeScale = 'instants' | 'wall-clock';

/** One date of a filter; a date alone is its first moment. */
export function readMoment(text: string, zone: string, clock: Clock, scale: TimeScale = 'instants'): Moment {
  const end = readEnd(text, 'start', zone, clock);
  const ms = scale === 'instants' ? toInstant(end, 'start', zone) : wallClockMs(end);
  const hasMilliseconds = isIso(text) && /\.\d/.test(text);
  const isSkipped = scale === 'instants' && toInstant(end, 'end', zone) < ms;
  const next = isSkipped ? ms : hasMilliseconds ? ms + 1 : undefined;
  return { text: formatMs(ms), next: next === undefined ? next : formatMs(next) };
}

/**
 * The range of a filter, from its first moment to the first one behind it. A date that names its own zone stays the
 * instant that it is, also in an hour that comes twice.
 */
export function readInstantRange(
  input: readonly string[],
  zone: string,
  clock: Clock,
  scale: TimeScale = 'instants',
): readonly [from: string, next: string] {
  const [only = '', ...more] = input;
  const range = readDateRange(more.length > 0 ? input : only, zone, clock);
  return [startOf(range[0], zone, scale), nextAfter(range[1], zone, scale)];
}

/** The first moment of a range, for a comparison with `>=`. */
export function startOf(end: string, zone: string, scale: TimeScale = 'instants'): string {
  return formatMs(scale === 'instants' ? toInstant(end, 'start', zone) : wallClockMs(end));
}

/** The first moment behind a range, for a comparison with `<`: no column's times are as fine as the last one within. */
export function nextAfter(end: string, zone: string, scale: TimeScale = 'instants'): string {
  return formatMs((scale === 'instants' ? toInstant(end, 'end', zone) : wallClockMs(end)) + 1);
}

/** The last microsecond before a moment of {@link nextAfter}. */
export function lastMicrosecond(next: string): string {
  return `${formatMs(Date.parse(`${next.replace(' ', 'T')}Z`) - 1)}999`;
}

/** An end of a range without its offset. */
export function wallClockOf(end: string): string {
  return end.slice(0, 'YYYY-MM-DDTHH:mm:ss.SSS'.length);
}

function wallClockMs(end: string): number {
  return Date.parse(`${wallClockOf(end)}Z`);
}

function toInstant(end: string, side: 'start' | 'end', zone: string): number {
  return end.length > wallClockOf(end).length ? Date.parse(end) : instantAt(wallClockMs(end), side, zone);
}

function formatMs(ms: number): string {
  return DateTime.fromMillis(ms, { zone: 'UTC' }).toFormat('yyyy-MM-dd HH:mm:ss.SSS');
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;
/** Names that were found to be zones: every query names one, and to ask takes a tenth of a millisecond. */
const knownZones = new Set<string>();
/** There are some 600; more are other spellings of them, such as in small letters. */
const MAX_KNOWN_ZONES = 1_000;

/** Whether a text is the IANA name of a time zone; an offset such as `+02:00`, and the zone of the server, are none. */
export function isTimezone(name: string): boolean {
  if (name === 'UTC' || knownZones.has(name)) return true;
  if (name.length > MAX_TIMEZONE_LENGTH || !ZONE_NAME.test(name)) return false;
  try {
    // Asked before luxon is, which remembers every name that it has heard.
    const isZone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
    if (isZone && knownZones.size < MAX_KNOWN_ZONES) knownZones.add(name);
    return isZone;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isIso(text: string): boolean {
  return text.length <= MAX_DATE_LENGTH && ISO_TEXT.test(text.trim());
}

function notADate(text: string, what = 'a date or a date range'): QueryError {
  return new QueryError('invalid_date', `${shown(text)} is not ${what}`);
}

function readEnd(text: string, side: 'start' | 'end', zone: string, clock: Clock): string {
  if (isIso(text)) return pad(text, side, zone);
  const [start, end] = readRelative(text, zone, clock);
  return side === 'start' ? start : end;
}

function pad(text: string, side: 'start' | 'end', zone: string): string {
  const trimmed = text.trim().replace(' ', 'T');
  // There is no year 0 in a database.
  if (trimmed.startsWith('0000')) throw notADate(text, 'a date that exists');
  if (trimmed.length === 10 && isDay(trimmed))
    return `${trimmed}T${side === 'start' ? '00:00:00.000' : '23:59:59.999'}`;
  // In the zone a time that its clocks skip would become another one.
  const moment = DateTime.fromISO(trimmed, { zone: ZONE.test(trimmed) ? zone : 'UTC' });
  if (!moment.isValid) throw notADate(text, 'a date that exists');
  const wallClock = moment.toFormat(WALL_CLOCK);
  const isAnother = ZONE.test(trimmed) && toInstant(wallClock, side, zone) !== moment.toMillis();
  return isAnother ? `${wallClock}${moment.toFormat('ZZ')}` : wallClock;
}

/** Whether there is such a day, of a text in the form of one. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  // What is beyond the end of a month is a day of the next one to it.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** A range in words. Every pattern below takes a time that goes by the length of the text, which is bounded. */
function readRelative(text: string, zone: string, clock: Clock): DateRange {
  clock.budget?.take(STEPS_OF_A_DATE);
  if (text.length > MAX_DATE_LENGTH)
    throw new QueryError(
      'invalid_date',
      `A date has at most ${MAX_DATE_LENGTH} characters, not ${text.length}: ${shown(text)}`,
    );
  const local = DateTime.fromJSDate(clock.now, { zone });
  const words = text.trim().toLowerCase().split(/\s+/);
  const lower = words.join(' ');
  return (
    readNamed(lower, local) ??
    readCounted(lower, local) ??
    readDay(lower, local) ??
    readNatural(text, words, local, clock)
  );
}

function whole(moment: DateTime, unit: DateTimeUnit, end = moment): DateRange {
  return [wallClock(moment.startOf(unit)), wallClock(end.endOf(unit))];
}

/** Beyond four digits a year is none that a database reads back. */
function wallClock(moment: DateTime): string {
  if (!moment.isValid || moment.year < 1 || moment.year > 9999)
    throw new QueryError('invalid_date', 'A range of dates lies within the years 1 to 9999');
  return moment.toFormat(WALL_CLOCK);
}

const NAMED = new RegExp(`(this|last|next) (${UNITS})\\b`);
const COUNTED = new RegExp(`(last|next) (\\d+) (${UNITS})s?\\b`);

/** `this month`, `last week`, `next day`. */
function readNamed(text: string, local: DateTime): DateRange | undefined {
  const [, which, unit] = NAMED.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const steps = { this: 0, last: -1, next: 1 }[which ?? ''] ?? 0;
  // The pattern has found a unit.
  return whole(local.plus({ [unit]: steps }), unit as DateTimeUnit);
}

/** `last 7 days`, `next 2 weeks`, without the day or week of now. */
function readCounted(text: string, local: DateTime): DateRange | undefined {
  const [, which, digits, unit] = COUNTED.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const amount = amountOf(digits, text);
  const [first, last] = which === 'last' ? [-amount, -1] : [1, amount];
  // The pattern has found a unit.
  return whole(local.plus({ [unit]: first }), unit as DateTimeUnit, local.plus({ [unit]: last }));
}

/** The number in a text; more of any unit than seconds have ever been counted is a slip. */
function amountOf(digits: string | undefined, text: string): number {
  const amount = Number(digits);
  if (amount <= MAX_COUNTED_UNITS) return amount;
  throw notADate(text, `a range of at most ${MAX_COUNTED_UNITS} units`);
}

const MAX_COUNTED_UNITS = MAX_PERIOD_OFFSET * 366 * 24 * 60 * 60;

const DAYS = { today: 0, yesterday: -1, tomorrow: 1 };

function readDay(text: string, local: DateTime): DateRange | undefined {
  const found = Object.entries(DAYS).find(([word]) => text.includes(word));
  return found && whole(local.plus({ days: found[1] }), 'day');
}

/** A date in English, or `from` one `to` another. */
function readNatural(text: string, words: readonly string[], local: DateTime, clock: Clock): DateRange {
  const to = words.indexOf('to', 2);
  const isSpan = words[0] === 'from' && to > 1 && to < words.length - 1;
  const unit = unitIn(words.join(' '));
  const { start, end } = isSpan
    ? {
        start: natural(words.slice(1, to).join(' '), local, clock).start,
        end: natural(words.slice(to + 1).join(' '), local, clock).start,
      }
    : natural(text.trim().split(/\s+/).join(' '), local, clock);
  return [wallClock(start.startOf(unit)), wallClock(end.endOf(unit))];
}

/** A range in words is cut to days, or to the smaller unit that it speaks of. */
function unitIn(text: string): DateTimeUnit {
  return (['second', 'minute', 'hour'] as const).find((unit) => text.includes(unit)) ?? 'day';
}

/** Arithmetic of the calendar. */
const STEPS_OF_A_DATE = 100;
/** The library tries many patterns: the worst texts of the length that is let through take it 20 ms. */
const STEPS_OF_A_NATURAL_DATE = 20_000;
const AGO = new RegExp(`^(an?|\\d+) (${UNITS})s? (ago|from now)$`);

/** A date in words, or two of them: `Jan 5 2024 - Jan 9 2024`. */
function natural(text: string, local: DateTime, clock: Clock): { start: DateTime; end: DateTime } {
  const [, count = '', unit, direction] = AGO.exec(text.toLowerCase()) ?? [];
  if (unit !== undefined) {
    // Counted by the calendar: a month before the 31st of March is the end of February.
    const amount = count.startsWith('a') ? 1 : amountOf(count, text);
    const moment = local.plus({ [unit]: direction === 'ago' ? -amount : amount });
    return { start: moment, end: moment };
  }
  clock.budget?.take(STEPS_OF_A_NATURAL_DATE);
  // On a machine that is busy the first loading took longer than a request may.
  const load = () => require('chrono-node') as { parse: typeof Parse };
  const chrono = clock.budget?.untimed(load) ?? load();
  const [found] = chrono.parse(text, { instant: local.toJSDate(), timezone: local.offset });
  if (!found) throw notADate(text);
  const zone = local.zoneName ?? 'UTC';
  const start = DateTime.fromJSDate(found.start.date(), { zone });
  return { start, end: found.end ? DateTime.fromJSDate(found.end.date(), { zone }) : start };
}
