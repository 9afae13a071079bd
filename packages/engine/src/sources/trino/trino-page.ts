import { exact, type RawNumber } from '../connection/exact-json.ts';

/** What of a type the reading of its values depends on. */
export interface TrinoType {
  /** Such as `bigint`, `timestamp with time zone` or `row`. */
  readonly rawType: string;
  readonly arguments?: readonly TrinoTypeArgument[];
}

/** Of an array the type of its items, of a map those of keys and values, of a row those of its fields. */
interface TrinoTypeArgument {
  readonly kind: string;
  /** A type, with its name in a row, or a number such as the precision. */
  readonly value: TrinoType | TrinoField | number;
}

/** A field of a row, which may have no name. */
export interface TrinoField {
  readonly fieldName?: { readonly name: string };
  readonly typeSignature: TrinoType;
}

/** A failure as the server tells it. */
export interface TrinoFailure {
  readonly message: string;
  /** Such as `COLUMN_NOT_FOUND`. */
  readonly errorName: string;
  readonly errorLocation?: TrinoLocation;
}

/** Counted from 1. */
export interface TrinoLocation {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** A value of a row: what JSON has, where an integer beyond 2^53 is a {@link RawNumber}. */
export type TrinoValue =
  | string
  | number
  | boolean
  | null
  | RawNumber
  | readonly TrinoValue[]
  | { readonly [key: string]: TrinoValue };

/** One answer of the statement protocol. */
export interface TrinoPage {
  readonly id: string;
  /** Where the next one is; absent in the last. */
  readonly nextUri?: string;
  readonly columns?: readonly { readonly typeSignature: TrinoType }[];
  readonly data?: readonly (readonly TrinoValue[])[];
  readonly error?: TrinoFailure;
}

/** Reads the text of an answer; undefined for what no Trino has sent. */
export function parsePage(text: string): TrinoPage | undefined {
  try {
    const page: unknown = LONG_INTEGER.test(text) ? exact.parse(text, keepDigits) : JSON.parse(text);
    // The protocol has the other fields of an answer with an id and the state of the statement.
    return isObject(page) && typeof page['id'] === 'string' && isObject(page['stats'])
      ? (page as unknown as TrinoPage)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Digits that may be those of an integer beyond 2^53; parsing with all of them takes several times as long. */
const LONG_INTEGER = /[[,:]-?\d{16}/;

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? exact.rawJSON(source) : value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
