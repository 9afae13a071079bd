import { Type, type Static, type TSchema, type TObject, type TProperties, type TUnsafe } from 'typebox';

const registry = new Map<string, TSchema>();

/** Every named schema of the contract by its name, in order of definition: the components of the OpenAPI document. */
export const namedSchemas: ReadonlyMap<string, TSchema> = registry;

/**
 * Gives a schema its public name. The name is its `$id`, the key under `#/components/schemas` and the name
 * of its TypeScript type.
 *
 * @throws a plain error when the name is taken: two schemas of one name would shadow each other.
 */
export function named<T extends TSchema>(name: string, schema: T): T {
  if (registry.has(name)) throw new Error(`The schema name ${name} is used twice`);
  const schemaWithId = { ...schema, $id: name };
  registry.set(name, schemaWithId);
  return schemaWithId;
}

/** A named object that callers send: a field that it does not declare is refused. Answers may use it as well. */
export function input<P extends TProperties>(name: string, schema: TObject<P>): TObject<P> {
  return named(name, { ...schema, additionalProperties: false });
}

/** Refers to a named schema by its name, so that documents and validators share one copy of it. */
export function ref<T extends TSchema>(schema: T): TUnsafe<Static<T>> {
  const { $id } = schema as T & { $id?: string };
  if ($id === undefined) throw new Error('Only a schema made by named() can be referred to');
  return Type.Unsafe<Static<T>>({ $ref: `${$id}#` });
}

/**
 * The schema, or null. A scalar gets a list of types, which validators report in one sentence;
 * anything else becomes a choice between the two.
 */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: values } = schema as T & { type?: unknown; enum?: unknown[] };
  const isScalar = typeof type === 'string' && type !== 'array' && type !== 'object';
  if (!isScalar) return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] });
  const withNull = values === undefined ? {} : { enum: [...values, null] };
  return Type.Unsafe<Static<T> | null>({ ...schema, ...withNull, type: [type, 'null'] });
}

/** One of the given texts. */
export function oneOf<const V extends readonly string[]>(...values: V): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values });
}

/**
 * An object with free keys and values of one schema. `items` has no meaning for an object; it repeats the value's schema
 * for tools that look for a collection's element there and nowhere else.
 */
export function mapOf<T extends TSchema>(value: T): TUnsafe<Record<string, Static<T>>> {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    additionalProperties: value,
    items: value,
  });
}

/** An object whose keys are the caller's own. */
export const FreeObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
});

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = Type.String({ format: 'date-time' });
