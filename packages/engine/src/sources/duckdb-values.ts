import {
  DuckDBDateValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { ResultValue } from './source.ts';

/** A value of DuckDB as JSON has it. */
export function toResultValue(value: DuckDBValue): ResultValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return fromMicros(value.micros);
  if (value instanceof DuckDBDateValue) return fromMicros(BigInt(value.days) * 86_400_000_000n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return fromMicros(value.millis * 1000n);
  if (value instanceof DuckDBTimestampSecondsValue) return fromMicros(value.seconds * 1_000_000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return fromMicros(value.nanos / 1000n);
  return String(value);
}

/** A time as wall clock without zone, to the millisecond. */
function fromMicros(micros: bigint): string {
  return new Date(Number(micros / 1000n)).toISOString().slice(0, -1);
}
