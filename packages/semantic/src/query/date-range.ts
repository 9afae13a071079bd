import type { parse as Parse } from 'chrono-node';
import { DateTime, type DateTimeUnit } from 'luxon';
import { createRequire } from 'node:module';
import { QueryError, type Clock } from './query.ts';

/** Two ends of a range as wall clock of a zone, `YYYY-MM-DDTHH:mm:ss.SSS`. */
export type DateRange = readonly [string, string];

const WALL_CLOCK = "yyyy-MM-dd'T'HH:mm:ss.SSS";
const ISO_TEXT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const ZONED_TEXT = /\d[T ]\d.*(Z|[+-]\d{2}:?\d{2})$/;
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

/** One date of a filter, in UTC; a date alone is its first moment. */
export function readInstant(text: string, zone: string, clock: Clock): string {
  return toInstant(text, 'start', zone, clock);
}

/**
 * The range of a filter, in UTC. Unlike the wall clock of {@link readDateRange}, a date that names its own zone stays the
 * instant that it is, also in an hour that comes twice.
 */
export function readInstantRange(
  input: readonly string[],
  zone: string,
  clock: Clock,
): readonly [string, string] {
  const [from = '', to = from] = input;
  if (input.length > 1 || isIso(from))
    return [toInstant(from, 'start', zone, clock), toInstant(to, 'end', zone, clock)];
  const [start, end] = readRelative(from, zone, clock);
  return [toUtc(start, zone, 'start'), toUtc(end, zone, 'end')];
}

/**
 * A wall clock of a zone as UTC, for a comparison with the column itself. Of an hour that comes twice a range has both:
 * it starts with the first and ends with the second.
 */
export function toUtc(wallClock: string, zone: string, side: 'start' | 'end'): string {
  if (zone === 'UTC') return wallClock.replace('T', ' ');
  const moments = DateTime.fromISO(wallClock, { zone }).getPossibleOffsets();
  return formatUtc(side === 'start' ? DateTime.min(...moments) : DateTime.max(...moments));
}

function toInstant(text: string, side: 'start' | 'end', zone: string, clock: Clock): string {
  const wallClock = readEnd(text, side, zone, clock);
  return ZONED_TEXT.test(text.trim())
    ? formatUtc(DateTime.fromISO(text.trim().replace(' ', 'T')))
    : toUtc(wallClock, zone, side);
}

function formatUtc(moment: DateTime | undefined): string {
  if (!moment) throw new Error('A wall clock has at least one instant');
  return moment.toUTC().toFormat('yyyy-MM-dd HH:mm:ss.SSS');
}

/** Whether a text is the IANA name of a time zone. */
export function isTimezone(name: string): boolean {
  return name === 'UTC' || DateTime.local({ zone: name }).isValid;
}

function isIso(text: string): boolean {
  return ISO_TEXT.test(text.trim());
}

function readEnd(text: string, side: 'start' | 'end', zone: string, clock: Clock): string {
  if (isIso(text)) return pad(text, side, zone);
  const [start, end] = readRelative(text, zone, clock);
  return side === 'start' ? start : end;
}

function pad(text: string, side: 'start' | 'end', zone: string): string {
  const trimmed = text.trim().replace(' ', 'T');
  if (trimmed.length === 10 && DateTime.fromISO(trimmed).isValid)
    return `${trimmed}T${side === 'start' ? '00:00:00.000' : '23:59:59.999'}`;
  const moment = DateTime.fromISO(trimmed, { zone });
  if (!moment.isValid)
    throw new QueryError('invalid_date', `${JSON.stringify(text)} is not a date that exists`);
  return moment.toFormat(WALL_CLOCK);
}

function readRelative(text: string, zone: string, clock: Clock): DateRange {
  const local = DateTime.fromJSDate(clock.now, { zone });
  const lower = text.toLowerCase();
  const whole = (moment: DateTime, unit: DateTimeUnit, end = moment): DateRange => [
    moment.startOf(unit).toFormat(WALL_CLOCK),
    end.endOf(unit).toFormat(WALL_CLOCK),
  ];
  const named = new RegExp(`(this|last|next)\\s+(${UNITS})\\b`).exec(lower);
  if (named) {
    // The pattern has found a unit.
    const unit = named[2] as DateTimeUnit;
    const steps = { this: 0, last: -1, next: 1 }[named[1] ?? ''] ?? 0;
    return whole(local.plus({ [unit]: steps }), unit);
  }
  const counted = new RegExp(`(last|next)\\s+(\\d+)\\s+(${UNITS})s?\\b`).exec(lower);
  if (counted) {
    const unit = counted[3] as DateTimeUnit;
    const amount = Number(counted[2]);
    const [first, last] = counted[1] === 'last' ? [-amount, -1] : [1, amount];
    return whole(local.plus({ [unit]: first }), unit, local.plus({ [unit]: last }));
  }
  for (const [word, days] of [
    ['today', 0],
    ['yesterday', -1],
    ['tomorrow', 1],
  ] as const) {
    if (lower.includes(word)) return whole(local.plus({ days }), 'day');
  }
  const span = /^\s*from\s+(.+?)\s+to\s+(.+)$/.exec(lower);
  const unit = unitIn(lower);
  const { start, end } = span
    ? { start: natural(span[1] ?? '', local).start, end: natural(span[2] ?? '', local).start }
    : natural(text, local);
  return [start.startOf(unit).toFormat(WALL_CLOCK), end.endOf(unit).toFormat(WALL_CLOCK)];
}

/** A range in words is cut to days, or to the smaller unit that it speaks of. */
function unitIn(text: string): DateTimeUnit {
  return (['second', 'minute', 'hour'] as const).find((unit) => text.includes(unit)) ?? 'day';
}

const AGO = new RegExp(`^\\s*(an?|\\d+)\\s+(${UNITS})s?\\s+(ago|from now)\\s*$`);

/** A date in words, or two of them: `Jan 5 2024 - Jan 9 2024`. */
function natural(text: string, local: DateTime): { start: DateTime; end: DateTime } {
  const counted = AGO.exec(text.toLowerCase());
  if (counted) {
    // Counted by the calendar: a month before the 31st of March is the end of February.
    const amount = /^an?$/.test(counted[1] ?? '') ? 1 : Number(counted[1]);
    const steps = counted[3] === 'ago' ? -amount : amount;
    const moment = local.plus({ [counted[2] ?? 'day']: steps });
    return { start: moment, end: moment };
  }
  const chrono = require('chrono-node') as { parse: typeof Parse };
  const [found] = chrono.parse(text, { instant: local.toJSDate(), timezone: local.offset });
  if (!found) throw new QueryError('invalid_date', `${JSON.stringify(text)} is not a date or a date range`);
  const zone = local.zoneName ?? 'UTC';
  const start = DateTime.fromJSDate(found.start.date(), { zone });
  return { start, end: found.end ? DateTime.fromJSDate(found.end.date(), { zone }) : start };
}
