import type { TSchema } from './schema.ts';
import type { Sized } from './value-size.ts';

const bounds = new WeakMap<object, number>();

/**
 * Says of a schema that its values take so many bytes at most, as JSON in UTF-8: where the server sees to it when it
 * stores or answers them, and the bounds of the parts alone would allow far more.
 */
export function boundedTo<S extends TSchema>(bytes: number, schema: S): S {
  bounds.set(schema, bytes);
  return schema;
}

/** The bytes that {@link boundedTo} says of a schema; Infinity for none. */
export function declaredBytesOf(schema: object): number {
  return bounds.get(schema) ?? Infinity;
}

/**
 * Parts of a value that take more bytes than {@link boundedTo} says of their schemas, by their paths, as in
 * `items[3].value`.
 */
export function partsBeyondBounds(schema: object, value: unknown): string[] {
  return beyondIn(schema, value, '');
}

function beyondIn(schema: object, value: unknown, path: string): string[] {
  if (value === undefined || !hasBounds(schema)) return [];
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  const own = bytes > declaredBytesOf(schema) ? [path] : [];
  const { allOf = [], anyOf = [], oneOf = [], items, properties = {} } = schema as Sized;
  const alike = [...allOf, ...anyOf, ...oneOf].filter((each) => mayBe(each, value));
  const within = alike.flatMap((each) => beyondIn(each, value, path));
  if (Array.isArray(value))
    within.push(...value.flatMap((item, at) => (items ? beyondIn(items, item, `${path}[${at}]`) : [])));
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      if (properties[name])
        within.push(...beyondIn(properties[name], part, path === '' ? name : `${path}.${name}`));
  return [...new Set([...own, ...within])];
}

/** Whether a value is of the type that a schema says, of those that hold others. */
function mayBe(schema: object, value: unknown): boolean {
  const { type } = schema as Sized;
  const types: readonly unknown[] = [type ?? []].flat();
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return types.length === 0 || types.includes(kind) || (kind === 'number' && types.includes('integer'));
}

const known = new WeakMap<object, boolean>();

/** Whether anything is said of the bytes of a schema or of a part of it. */
function hasBounds(schema: object): boolean {
  const found = known.get(schema);
  if (found !== undefined) return found;
  // One within itself is looked at once.
  known.set(schema, bounds.has(schema));
  const { allOf = [], anyOf = [], oneOf = [], items, properties = {} } = schema as Sized;
  const parts = [...allOf, ...anyOf, ...oneOf, ...(items ? [items] : []), ...Object.values(properties)];
  const has = bounds.has(schema) || parts.filter(hasBounds).length > 0;
  known.set(schema, has);
  return has;
}
