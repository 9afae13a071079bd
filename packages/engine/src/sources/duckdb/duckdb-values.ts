import {
  DuckDBBigIntVector,
  DuckDBDateValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimestampVector,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import type { ResultValue } from '../connection/source.ts';

/** So many values of a column, from one on, as JSON has them. */
export function toResultValues(vector: DuckDBVector, from: number, count: number): ResultValue[] {
  const values: ResultValue[] = [];
  // A part of its own, for a vector keeps the texts that were read of it.
  const part = vector.slice(from, count);
  // Kinds that large results are made of are told apart once for a column, and not for each value.
  if (part instanceof DuckDBBigIntVector)
    for (let row = 0; row < count; row += 1) values.push(part.getItem(row)?.toString() ?? null);
  else if (part instanceof DuckDBTimestampVector) {
    const toText = createWallClock();
    for (let row = 0; row < count; row += 1) {
      const value = part.getItem(row);
      values.push(value && toText(value.micros));
    }
  } else for (let row = 0; row < count; row += 1) values.push(toResultValue(part.getItem(row)));
  return values;
}

/** A value of DuckDB as JSON has it. */
function toResultValue(value: DuckDBValue): ResultValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return fromMicros(value.micros);
  if (value instanceof DuckDBDateValue) return fromMicros(BigInt(value.days) * 86_400_000_000n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return fromMicros(value.millis * 1000n);
  if (value instanceof DuckDBTimestampSecondsValue) return fromMicros(value.seconds * 1_000_000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return fromMicros(floorOfThousandths(value.nanos));
  return String(value);
}

/** A time as wall clock without zone, to the millisecond. */
function fromMicros(micros: bigint): string {
  return new Date(Number(floorOfThousandths(micros))).toISOString().slice(0, -1);
}

/** Cut to the unit that is a thousand times as long, before 1970 as well: division alone goes towards it. */
function floorOfThousandths(value: bigint): bigint {
  return value / 1000n - (value % 1000n < 0n ? 1n : 0n);
}

const DAY_MS = 86_400_000;
/** Beyond this, a quotient of micros as a number is not exact to the millisecond. */
const MAX_EXACT_MICROS = 2 ** 51;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Does what {@link fromMicros} does, sooner for times that come day by day. */
function createWallClock(): (micros: bigint) => string {
  let day = Number.NaN;
  let date = '';
  return (micros) => {
    const number = Number(micros);
    if (Math.abs(number) > MAX_EXACT_MICROS) return fromMicros(micros);
    const millis = Math.floor(number / 1000);
    const ofDay = Math.floor(millis / DAY_MS);
    if (ofDay !== day) {
      day = ofDay;
      date = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
    }
    const rest = millis - day * DAY_MS;
    const [hours, minutes] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60];
    const seconds = Math.floor(rest / 1000) % 60;
    return `${date}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[seconds]}.${String(rest % 1000).padStart(3, '0')}`;
  };
}
