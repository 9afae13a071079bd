import type { TSchema } from './schema.ts';
import * as resources from './resources/index.ts';

/**
 * Every named schema of the contract by its name, in order of definition: the components of the OpenAPI document. The
 * name of a schema is the name of its export.
 */
export const namedSchemas: ReadonlyMap<string, TSchema> = new Map(
  // Exports that begin with a capital are schemas; the others are tables of operations.
  Object.entries(resources).flatMap(([name, value]) =>
    /^[A-Z]/.test(name) ? [[name, value as TSchema]] : [],
  ),
);

const names = new Map<unknown, string>([...namedSchemas].map(([name, schema]) => [schema, name]));

/** The public name of a schema; undefined for one that is written out where it is used. */
export function nameOf(schema: TSchema): string | undefined {
  return names.get(schema);
}

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A schema as plain JSON Schema (draft 2020-12) in which every named schema below it is a reference. What the
 * constructors wrap is unwrapped, and a scalar or null becomes a list of types, which validators report in one
 * sentence.
 *
 * @param referenceTo what refers to a schema by its name; default `Name#`
 */
export function toJsonSchema(
  schema: TSchema,
  referenceTo: (name: string) => string = (name) => `${name}#`,
): JsonSchema {
  const publish = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(publish);
    if (typeof value !== 'object' || value === null) return value;
    const name = names.get(value);
    return name === undefined ? publishParts(value as JsonSchema) : { $ref: referenceTo(name) };
  };
  const publishParts = (value: JsonSchema): JsonSchema => {
    const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, publish(part)]));
    return unwrapNullable(unwrapSingle(parts));
  };
  return publishParts(schema as JsonSchema);
}

/** `{allOf: [one], …own}` is that one with what is said of it here. */
function unwrapSingle(schema: JsonSchema): JsonSchema {
  const { allOf, ...own } = schema as { allOf?: readonly JsonSchema[] };
  return allOf?.length === 1 ? { ...allOf[0], ...own } : schema;
}

/**
 * `{anyOf: [scalar, null]}` is the scalar with null among its types; of anything else the description moves outside.
 */
function unwrapNullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...own } = schema as { anyOf?: readonly JsonSchema[] };
  const [inner, last, ...more] = anyOf ?? [];
  if (inner === undefined || last?.['type'] !== 'null' || more.length > 0) return schema;
  const { type, enum: values } = inner;
  const isScalar = typeof type === 'string' && type !== 'array' && type !== 'object';
  if (isScalar)
    return {
      ...inner,
      ...own,
      type: [type, 'null'],
      ...(Array.isArray(values) && { enum: [...values, null] }),
    };
  const { description, deprecated, ...rest } = inner;
  return {
    anyOf: [rest, last],
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
    ...own,
  };
}
