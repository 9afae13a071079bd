import type { ResultValue } from '../connection/source.ts';

/** Rows as arrays, a line each, behind a line of names and one of types. */
export const ROW_FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

/** How a value leaves ClickHouse: as JSON, in which the server quotes what a number of JavaScript cannot hold. */
type Reader = (value: unknown) => ResultValue;

/** The reader of the values of a column. */
export function readerOf(type: string): Reader {
  return TIME_TYPE.test(plainTypeOf(type)) ? readTime : readPlain;
}

/** What surrounds a type without changing how its values look. */
const WRAPPER = /^(?:Nullable|LowCardinality|SimpleAggregateFunction)\((?:\w+, )?(.*)\)$/;
const TIME_TYPE = /^(?:Date|Date32|DateTime|DateTime64)(?:\(|$)/;

function plainTypeOf(type: string): string {
  const inner = WRAPPER.exec(type)?.[1];
  return inner === undefined ? type : plainTypeOf(inner);
}

/** Arrays, tuples, maps and JSON become JSON text. */
const readPlain: Reader = (value) => {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  // JSON has no other values.
  return value as ResultValue;
};

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?Z)?$/;

/** To the millisecond, as in every result. */
const readTime: Reader = (value) => {
  const parts = typeof value === 'string' ? TIME.exec(value) : null;
  if (!parts) return readPlain(value);
  const [, date, time = '00:00:00', fraction = ''] = parts;
  return `${date}T${time}.${fraction.padEnd(3, '0')}`;
};
