import mysql, { type FieldPacket } from 'mysql2';
import type { ResultValue } from '../connection/source.ts';

/** Makes of what the driver reads what a result has; never asked about null. */
export type ValueReader = (value: unknown) => ResultValue;

const { Types } = mysql;

/** The character set of what is no text. */
const BINARY = 63;

/**
 * How the values of each column are read; undefined for what the driver reads well. It comes before the first row, and
 * says of a geometry that it is bytes.
 */
export function prepareReaders(fields: FieldPacket[]): readonly (ValueReader | undefined)[] {
  return fields.map((field) => {
    // The driver would make an object of it, without its reference system.
    if (field.columnType === Types.GEOMETRY) field.columnType = Types.BLOB;
    return readerOf(field);
  });
}

function readerOf({
  columnType,
  columnLength = 0,
  characterSet,
  extendedFormat,
}: FieldPacket): ValueReader | undefined {
  switch (columnType) {
    case Types.FLOAT:
      return readFloat;
    case Types.DATE:
    case Types.NEWDATE:
    case Types.DATETIME:
    case Types.TIMESTAMP:
      return readTime;
    case Types.BIT:
      return (value) => readBits(value, columnLength);
    case Types.VECTOR:
      return (value) => JSON.stringify(value);
    case Types.BLOB:
    case Types.TINY_BLOB:
    case Types.MEDIUM_BLOB:
    case Types.LONG_BLOB:
    case Types.STRING:
    case Types.VAR_STRING:
      return characterSet === BINARY && extendedFormat !== 'json' ? readBytes : undefined;
    default:
      return undefined;
  }
}

/** The number that it is written as: 0.1 and not 0.10000000149011612. */
function readFloat(value: unknown): number {
  const single = Number(value);
  const short = [7, 8].map((digits) => Number(single.toPrecision(digits)));
  return short.find((number) => Math.fround(number) === single) ?? single;
}

/**
 * To the millisecond, as in every result, from what the driver writes: `YYYY-MM-DD`, ` HH:mm:ss` and up to six digits
 * behind a point. A time that is all zeros is none, as `IS NULL` finds it too; one with a month or day of zero stays as
 * it is.
 */
function readTime(value: unknown): string | null {
  const text = String(value);
  if (text.includes('-00')) return text.startsWith('0000-00-00') ? null : text;
  const time = text.length === 10 ? '00:00:00' : text.slice(11, 19);
  return `${text.slice(0, 10)}T${time}.${text.slice(20, 23).padEnd(3, '0')}`;
}

/** One bit is true or false; of more the number that they make, as of integers. */
function readBits(value: unknown, bits: number): ResultValue {
  const number = Buffer.isBuffer(value) && value.length > 0 ? BigInt(`0x${value.toString('hex')}`) : 0n;
  if (bits === 1) return number === 1n;
  return bits <= 32 ? Number(number) : String(number);
}

/** As literals of MySQL are written. */
function readBytes(value: unknown): ResultValue {
  return Buffer.isBuffer(value) ? `0x${value.toString('hex').toUpperCase()}` : String(value);
}
