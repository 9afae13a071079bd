const WITH_ZONE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?) (\S+)$/;
const FIXED = /^([+-])(\d\d):(\d\d)$/;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * A `timestamp with time zone` as the wall clock of UTC. Trino writes the wall clock of its zone and the zone's name:
 * of an hour that comes twice it does not tell which one, and the first is taken, as its own client does.
 *
 * @param toWallClock writes a time without zone as results have it
 */
export function toUtc(text: string, toWallClock: (text: string) => string): string {
  const [, local, zone] = WITH_ZONE.exec(text) ?? [];
  if (local === undefined || zone === undefined) return text;
  const wallClock = toWallClock(local);
  if (zone === 'UTC') return wallClock;
  const ms = Date.parse(`${wallClock}Z`);
  const offsetMs = fixedOffsetOf(zone) ?? findZone(zone)?.(ms);
  return offsetMs === undefined ? text : new Date(ms - offsetMs).toISOString().slice(0, -1);
}

function fixedOffsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes] = FIXED.exec(zone) ?? [];
  if (hours === undefined) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -MINUTE_MS : MINUTE_MS);
}

/** Tells the offset of a wall clock in milliseconds. */
type OffsetOfLocal = (localMs: number) => number;

const zones = new Map<string, OffsetOfLocal | undefined>();
const MAX_KNOWN = 10_000;

/** Undefined for a zone that only Trino knows. */
function findZone(name: string): OffsetOfLocal | undefined {
  if (!zones.has(name)) zones.set(name, createZone(name));
  return zones.get(name);
}

function createZone(name: string): OffsetOfLocal | undefined {
  const format = createFormat(name);
  if (!format) return undefined;
  const offsetAt = (ms: number) => {
    const [, sign, hours, minutes, seconds] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(ms)) ?? [];
    const offsetMs = (Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000;
    return sign === '-' ? -offsetMs : offsetMs;
  };
  const find = (localMs: number) => {
    const before = offsetAt(localMs - DAY_MS);
    return offsetAt(localMs - before) === before ? before : offsetAt(localMs + DAY_MS);
  };
  // Clocks change at the beginning of a minute of theirs, and the values of a column are close to each other.
  const known = new Map<number, number>();
  return (localMs) => {
    const minute = Math.floor(localMs / MINUTE_MS);
    let offsetMs = known.get(minute);
    if (offsetMs === undefined) {
      offsetMs = find(localMs);
      if (known.size === MAX_KNOWN) known.clear();
      known.set(minute, offsetMs);
    }
    return offsetMs;
  };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}
