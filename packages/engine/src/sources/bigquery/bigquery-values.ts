import type { BoundValue } from '@oriel/semantic';
import { exact } from '../connection/exact-json.ts';
import type { ResultValue } from '../connection/source.ts';
import { isObject } from '../statement-api/api-client.ts';
import type { ApiValue, ReadValue } from '../statement-api/statement-api.ts';
import { wallClockOf, wallClockOfText } from '../statement-api/wall-clock.ts';

/** A column, or a field of a structure, as the API describes it. */
export interface BigQueryField {
  readonly name: string;
  /** Such as `INTEGER` or `RECORD`. */
  readonly type: string;
  readonly mode?: string;
  readonly fields?: readonly BigQueryField[];
}

const readers = new Map<string, (text: string) => ResultValue>([
  ['FLOAT', readNumber],
  ['FLOAT64', readNumber],
  ['BOOLEAN', readBoolean],
  ['BOOL', readBoolean],
  ['TIMESTAMP', readTimestamp],
  ['DATE', wallClockOfText],
  ['DATETIME', wallClockOfText],
]);

const STRUCTURE = /^(?:RECORD|STRUCT)$/;
const INTEGER = /^(?:INTEGER|INT64)$/;

/**
 * How values of a column leave the API, where each is a text or null. Integers, decimals, texts, bytes (in base64),
 * times of the day, intervals and what is not known stay texts; structures and arrays become JSON.
 *
 * @see https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/getQueryResults
 */
export function readerOf(field: BigQueryField): ReadValue {
  if (field.mode === 'REPEATED' || STRUCTURE.test(field.type)) {
    const convert = converterOf(field);
    return (value) => (value === null ? null : JSON.stringify(convert(value)));
  }
  const read = readers.get(field.type) ?? ((text: string) => text);
  return (value) => (typeof value === 'string' ? read(value) : null);
}

/** What stands in JSON for a value within another: an integer is a number with all its digits. */
function converterOf(field: BigQueryField): (value: ApiValue) => unknown {
  if (field.mode === 'REPEATED') {
    const convert = converterOf({ ...field, mode: 'NULLABLE' });
    return (value) => (Array.isArray(value) ? value.map((item: unknown) => convert(valueIn(item))) : null);
  }
  if (STRUCTURE.test(field.type)) return structureConverterOf(field.fields ?? []);
  if (INTEGER.test(field.type)) return (value) => (typeof value === 'string' ? exact.rawJSON(value) : null);
  return readerOf(field);
}

/** A structure with a name for each of its fields, and no name twice, is an object; another one an array. */
function structureConverterOf(fields: readonly BigQueryField[]): (value: ApiValue) => unknown {
  const names = fields.map(({ name }) => name);
  const isNamed = !names.includes('') && new Set(names).size === names.length;
  const converters = fields.map(converterOf);
  return (value) => {
    const parts = isObject(value) && Array.isArray(value['f']) ? value['f'] : undefined;
    if (!parts) return null;
    const values = converters.map((convert, index) => convert(valueIn(parts[index])));
    return isNamed ? Object.fromEntries(values.map((each, index) => [names[index], each])) : values;
  };
}

/** Each value stands in a cell. */
export const valueIn = (cell: unknown): ApiValue => (isObject(cell) ? (cell['v'] ?? null) : null);

/** JSON has no infinity and nothing that is not a number. */
function readNumber(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function readBoolean(text: string): boolean {
  return text === 'true';
}

/** Microseconds since 1970, more of them than a double counts. */
function readTimestamp(text: string): string {
  const ms = Number(text.slice(0, -3) || 0);
  const isCutOff = text.startsWith('-') && /[1-9]/.test(text.slice(-3));
  return wallClockOf(isCutOff ? ms - 1 : ms);
}

/** A value as the API takes it. Each is a text, which the SQL makes what it is. */
export function parameterOf(value: BoundValue, index: number): object {
  return {
    name: `p${index + 1}`,
    parameterType: { type: 'STRING' },
    parameterValue: { value: value === null ? null : String(value) },
  };
}
