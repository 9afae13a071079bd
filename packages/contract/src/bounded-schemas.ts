import type { TSchema } from './schema.ts';

const bounds = new WeakMap<object, number>();

/**
 * Says of a schema that its values take so many bytes at most, as JSON in UTF-8: where the server sees to it when it stores or answers
 * them, and the bounds of the parts alone would allow far more.
 */
export function boundedTo<S extends TSchema>(bytes: number, schema: S): S {
  bounds.set(schema, bytes);
  return schema;
}

/** The bytes that {@link boundedTo} says of a schema; Infinity for none. */
export function declaredBytesOf(schema: object): number {
  return bounds.get(schema) ?? Infinity;
}
