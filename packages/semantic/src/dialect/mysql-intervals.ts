import { infix, primaryText, strengths, type SqlText } from '../sql/sql-text.ts';
import type { Duration } from './duration.ts';

/** Moves by months first, which are cut to the last day of theirs, then by what has a fixed length. */
export function moveBy(timestamp: SqlText, direction: '+' | '-', duration: Duration): SqlText {
  const { months, days, milliseconds } = duration;
  const seconds = milliseconds % 1000 === 0;
  const parts = [
    months === 0 ? undefined : `INTERVAL ${months} MONTH`,
    days === 0 ? undefined : `INTERVAL ${days} DAY`,
    milliseconds === 0
      ? undefined
      : `INTERVAL ${seconds ? milliseconds / 1000 : milliseconds * 1000} ${seconds ? 'SECOND' : 'MICROSECOND'}`,
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return timestamp;
  return infix([timestamp, ...parts.map(primaryText)], direction, strengths.sum, strengths.sum);
}
