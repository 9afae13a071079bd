import { exact } from '../connection/exact-json.ts';
import type { ResultValue } from '../connection/source.ts';
import type { TrinoField, TrinoType, TrinoValue } from './trino-page.ts';
import { toUtc } from './trino-zones.ts';

/** Reads the values of a column. */
export type ReadValue = (value: TrinoValue) => ResultValue;

const asIs = (value: TrinoValue) => value as ResultValue;

const readers = new Map<string, ReadValue>([
  ['boolean', asIs],
  ['tinyint', asIs],
  ['smallint', asIs],
  ['integer', asIs],
  // Not a number, and infinity, come as texts.
  ['real', (value) => (typeof value === 'number' ? value : null)],
  ['double', (value) => (typeof value === 'number' ? value : null)],
  ['date', (value) => (typeof value === 'string' ? toWallClock(value) : null)],
  ['timestamp', (value) => (typeof value === 'string' ? toWallClock(value) : null)],
  ['timestamp with time zone', (value) => (typeof value === 'string' ? toUtc(value, toWallClock) : null)],
]);

/**
 * How values of a type leave Trino. Decimals, texts, times of the day, intervals and what is not known are texts
 * already, `varbinary` is one in base64.
 */
export function readerOf(type: TrinoType): ReadValue {
  const known = readers.get(type.rawType);
  if (known) return known;
  const convert = converterOf(type) ?? ((value: TrinoValue) => value);
  return (value) => {
    if (value === null || typeof value === 'string') return value;
    if (typeof value !== 'object') return String(value);
    return exact.isRawJSON(value) ? value.rawJSON : JSON.stringify(convert(value));
  };
}

/** Names the fields of the rows within a value; undefined where there are none. */
function converterOf({
  rawType,
  arguments: parts = [],
}: TrinoType): ((value: TrinoValue) => unknown) | undefined {
  if (rawType === 'row') return rowConverterOf(parts.map(({ value }) => value as TrinoField));
  if (rawType !== 'array' && rawType !== 'map') return undefined;
  const convert = converterOf(parts.at(-1)?.value as TrinoType);
  if (!convert) return undefined;
  return (value) => {
    if (value === null || typeof value !== 'object') return value;
    if (isArray(value)) return value.map(convert);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, convert(each)]));
  };
}

/** A row with a name for each of its fields, and no name twice, is an object; another one stays an array. */
function rowConverterOf(fields: readonly TrinoField[]): (value: TrinoValue) => unknown {
  const names = fields.map(({ fieldName }) => fieldName?.name);
  const isNamed = !names.includes(undefined) && new Set(names).size === names.length;
  const converters = fields.map(({ typeSignature }) => converterOf(typeSignature));
  return (value) => {
    if (!isArray(value)) return value;
    const values = value.map((each, index) => converters[index]?.(each) ?? each);
    return isNamed ? Object.fromEntries(values.map((each, index) => [names[index], each])) : values;
  };
}

const isArray = (value: TrinoValue): value is readonly TrinoValue[] => Array.isArray(value);

const TIME = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?)?$/;

/** To the millisecond, as in every result. What has no such form, as a year before Christ, stays as it is. */
function toWallClock(text: string): string {
  const parts = TIME.exec(text);
  if (!parts) return text;
  const [, date, time = '00:00:00', fraction = ''] = parts;
  return `${date}T${time}.${fraction.padEnd(3, '0')}`;
}
