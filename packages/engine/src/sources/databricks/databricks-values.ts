import type { BoundValue } from '@oriel/semantic';
import type { ResultValue } from '../connection/source.ts';
import type { ReadValue } from '../statement-api/statement-api.ts';
import { wallClockOf, wallClockOfText } from '../statement-api/wall-clock.ts';

/** A column as the API describes it. */
export interface DatabricksColumn {
  /** Such as `LONG` or `TIMESTAMP_NTZ`. */
  readonly type_name?: string;
}

const readers = new Map<string, (text: string) => ResultValue>([
  ['BYTE', Number],
  ['SHORT', Number],
  ['INT', Number],
  ['FLOAT', readNumber],
  ['DOUBLE', readNumber],
  ['BOOLEAN', (text) => text === 'true'],
  ['DATE', wallClockOfText],
  ['TIMESTAMP', readInstant],
  ['TIMESTAMP_NTZ', wallClockOfText],
]);

/**
 * How values of a column leave the API, where each is a text or null. Integers of 64 bits, decimals, structures (JSON)
 * and what is not known stay texts.
 *
 * @see https://docs.databricks.com/api/workspace/statementexecution/executestatement
 */
export function readerOf({ type_name: type = '' }: DatabricksColumn): ReadValue {
  const read = readers.get(type) ?? ((text: string) => text);
  return (value) => (typeof value === 'string' ? read(value) : null);
}

/** JSON has no infinity and nothing that is not a number. */
function readNumber(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** In UTC, also where it is told on the clocks of a zone. */
function readInstant(text: string): string {
  const told = wallClockOfText(text);
  if (told !== text || !/[+-]\d\d:\d\d$/.test(text)) return told;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : wallClockOf(ms);
}

/** A value as the API takes it. Each is a text, which the SQL makes what it is. */
export function parameterOf(value: BoundValue, index: number): object {
  return { name: `p${index + 1}`, type: 'STRING', value: value === null ? null : String(value) };
}
