import type { ColumnType, JSONColumnType } from 'kysely';

/* Types of columns that several tables have. */

/** A JSON object: read as a value, written as text. */
export type Json = JSONColumnType<Record<string, unknown>>;

/** A JSON value that may be absent: read as a value, written as text. */
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** JSON of one shape, where the database fills in an empty value. */
export type GeneratedColumn<T> = ColumnType<T, string | undefined, string>;

/** The same where the database fills in an empty object. */
export type GeneratedJson = ColumnType<Record<string, unknown>, string | undefined, string>;

/** Any JSON value: read as a value, written as text. */
export type JsonScalarColumn = ColumnType<AttributeValue, string, string>;

export type AttributeValue = string | number | boolean | string[] | number[];
