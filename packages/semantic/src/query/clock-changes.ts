import { IANAZone } from 'luxon';

const HOUR = 3_600_000;
/** Further than a zone was ever from UTC; no zone has changed its clocks twice within twice that. */
const MAX_OFFSET = 26 * HOUR;

/**
 * The instant of a wall clock, both in milliseconds. Of a time that comes twice a range has both: it starts with the
 * first and ends with the second. Of a time that the clocks skip a range starts with what comes after it, and ends with
 * what was before.
 */
export function instantAt(wallClock: number, side: 'start' | 'end', zoneName: string): number {
  if (zoneName === 'UTC') return wallClock;
  const zone = IANAZone.create(zoneName);
  // Offsets are told in minutes, and those of old times in fractions of them.
  const offsetAt = (instant: number) => Math.round(zone.offset(instant) * 60_000);
  const offsets = [offsetAt(wallClock - MAX_OFFSET), offsetAt(wallClock + MAX_OFFSET)];
  const instants = offsets
    .map((offset) => wallClock - offset)
    .filter((instant) => instant + offsetAt(instant) === wallClock);
  if (instants.length > 0) return side === 'start' ? Math.min(...instants) : Math.max(...instants);
  const change = firstAfter(wallClock, offsetAt);
  return side === 'start' ? change : change - 1;
}

/** The first instant with a wall clock behind a local time that is skipped. */
function firstAfter(wallClock: number, offsetAt: (instant: number) => number): number {
  let [before, after] = [wallClock - MAX_OFFSET, wallClock + MAX_OFFSET];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + offsetAt(middle) < wallClock) before = middle;
    else after = middle;
  }
  return after;
}
