import pg from 'pg';
import type { ResultValue } from '../connection/source.ts';

const { BOOL, INT2, INT4, FLOAT4, FLOAT8, NUMERIC, TIMESTAMP, TIMESTAMPTZ, DATE } = pg.types.builtins;

const readers = new Map<number, (text: string) => ResultValue>([
  [BOOL, (text) => text === 't'],
  [INT2, Number],
  [INT4, Number],
  [FLOAT4, toNumber],
  [FLOAT8, toNumber],
  [NUMERIC, (text) => (/^-?\d/.test(text) ? text : null)],
  [TIMESTAMP, toWallClock],
  [TIMESTAMPTZ, toWallClock],
  [DATE, toWallClock],
]);

const asText = (text: string): ResultValue => text;

/** How values leave PostgreSQL; the session writes times in ISO form and UTC. */
export const resultTypes = {
  getTypeParser: (oid: number) => readers.get(oid) ?? asText,
  // This parses the text form, which alone is asked for; the type describes both.
} as pg.CustomTypesConfig;

/** JSON has no infinity and nothing that is not a number. */
function toNumber(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?(?:\+00)?)?$/;

/**
 * To the millisecond, as in every result. What has no such form, as infinity or a year before Christ, stays as it is.
 */
function toWallClock(text: string): string {
  const parts = TIME.exec(text);
  if (!parts) return text;
  const [, date, time = '00:00:00', fraction = ''] = parts;
  return `${date}T${time}.${fraction.padEnd(3, '0')}`;
}
