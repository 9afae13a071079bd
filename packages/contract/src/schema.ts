import { MAX_ID, MAX_LIST_ITEMS, MAX_TEXT_LENGTH } from './limits.ts';

/** Any JSON Schema (draft 2020-12), as plain data. */
export type TSchema = object;

/** A JSON Schema with the type of its values, which TypeScript alone knows: there is no such property. */
export interface Schema<T = unknown> {
  readonly '~values': T;
}

const OPTIONAL = '~optional';

/** The schema of a field that may be absent. */
export type OptionalSchema<T = unknown> = Schema<T> & { readonly [OPTIONAL]: true };

/** The type of the values of a schema. */
export type Static<S> = S extends Schema<infer T> ? T : unknown;

/** The fields of an object by name. */
export type Fields = Readonly<Record<string, TSchema>>;

/** The schema of an object, with fields that others may pick. */
export type ObjectSchema<F extends Fields = Fields> = Schema<ObjectOf<F>> & {
  readonly properties: F;
  readonly required?: readonly string[];
};

type OptionalNames<F> = { [K in keyof F]: F[K] extends OptionalSchema ? K : never }[keyof F];

/** An object with the values of some fields. */
export type ObjectOf<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalNames<F>>]: Static<F[K]> } & { [K in OptionalNames<F>]?: Static<F[K]> }
>;

type Flat<T> = { [K in keyof T]: T[K] };

/** A JSON Schema that no constructor below makes; that its values have the type is the caller's claim. */
export function unsafe<T>(schema: TSchema): Schema<T> {
  // The type is read by TypeScript alone.
  return schema as Schema<T>;
}

/**
 * What the schemas of the contract are made with. Every constructor takes the description first: it is what the
 * reference page says of the field. A schema that is exported from `resources/` gets its public name from its export
 * (`named-schemas.ts`); other schemas use it as it is, and the published documents refer to it by that name.
 */

/** Bounds and hints of a value beside its description. `example` is what the reference page shows. */
interface TextOptions {
  minLength?: number;
  /** Characters; default {@link MAX_TEXT_LENGTH}. */
  maxLength?: number;
  pattern?: string;
  format?: 'uri' | 'email' | 'date-time';
  example?: string;
  deprecated?: boolean;
}

interface NumberOptions {
  minimum?: number;
  maximum?: number;
  example?: number;
  deprecated?: boolean;
}

interface ListOptions {
  minItems?: number;
  /** Default {@link MAX_LIST_ITEMS}. */
  maxItems?: number;
  uniqueItems?: boolean;
  example?: readonly unknown[];
  deprecated?: boolean;
}

/** JSON Schema has a list of examples where ours is one. */
function withExamples<O extends { example?: unknown }>({ example, ...rest }: O) {
  return { ...rest, ...(example !== undefined && { examples: [example] }) };
}

/** A text, at most {@link MAX_TEXT_LENGTH} characters unless it says otherwise. */
export function text(description: string, options: TextOptions = {}): Schema<string> {
  return unsafe({ type: 'string', description, maxLength: MAX_TEXT_LENGTH, ...withExamples(options) });
}

/** A whole number that the database can hold (32 bits), in narrower bounds where given. */
export function integer(description: string, options: NumberOptions = {}): Schema<number> {
  return unsafe({
    type: 'integer',
    description,
    minimum: -MAX_ID - 1,
    maximum: MAX_ID,
    ...withExamples(options),
  });
}

export function number(description: string, options: NumberOptions = {}): Schema<number> {
  return unsafe({ type: 'number', description, ...withExamples(options) });
}

export function boolean(description: string, options: { deprecated?: boolean } = {}): Schema<boolean> {
  return unsafe({ type: 'boolean', description, ...options });
}

/** The id of a record. One that is well-formed but too large for any record is not found, rather than invalid. */
export function id(description: string): Schema<number> {
  return unsafe({ type: 'integer', description, minimum: 0, examples: [7] });
}

/** The id of a record, in a field that clients know as a number; a fractional one is refused all the same. */
export function numericId(description: string): Schema<number> {
  return unsafe({ type: 'number', description, minimum: 0, multipleOf: 1, examples: [7] });
}

/** ISO 8601 in UTC with milliseconds. */
export function timestamp(description: string): Schema<string> {
  return unsafe({ type: 'string', description, format: 'date-time', examples: ['2026-03-01T09:30:00.000Z'] });
}

/** A day, as ISO 8601 writes it. */
export function day(description: string): Schema<string> {
  // PostgreSQL has no year 0.
  return unsafe({
    type: 'string',
    description,
    format: 'date',
    pattern: '^(?!0000)',
    maxLength: 10,
    examples: ['2026-03-01'],
  });
}

/** One of the given texts. */
export function oneOf<const V extends readonly string[]>(
  description: string,
  values: V,
  options: { deprecated?: boolean } = {},
): Schema<V[number]> {
  return unsafe<V[number]>({ type: 'string', enum: values, description, ...options });
}

/** A list of at most {@link MAX_LIST_ITEMS} unless it says otherwise. */
export function list<S extends TSchema>(
  items: S,
  description: string,
  options: ListOptions = {},
): Schema<Static<S>[]> {
  return unsafe({ type: 'array', items, description, maxItems: MAX_LIST_ITEMS, ...withExamples(options) });
}

/** An object of some fields; the options are JSON Schema's. */
export function objectSchema<F extends Fields>(properties: F, options: object = {}): ObjectSchema<F> {
  const required = requiredOf(properties);
  const schema = { type: 'object', ...(required.length > 0 && { required }), properties: { ...properties } };
  // The values are those of the fields, which is all that the type says.
  return unsafe<ObjectOf<F>>({ ...schema, ...options }) as ObjectSchema<F>;
}

/** The names of the fields that may not be absent. */
function requiredOf(properties: Fields): string[] {
  return Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] as TSchema)));
}

/** An object that the API answers with. */
export function object<F extends Fields>(description: string, properties: F): ObjectSchema<F> {
  return objectSchema(properties, { description });
}

/** An object that callers send: a field that it does not declare is refused. Answers may use it as well. */
export function input<F extends Fields>(description: string, properties: F): ObjectSchema<F> {
  return objectSchema(properties, { description, additionalProperties: false });
}

/**
 * An object that callers send, with fields of their own beside those that are declared: they are kept and have no
 * effect.
 */
export function openInput<F extends Fields>(description: string, properties: F): ObjectSchema<F> {
  return objectSchema(properties, { description, additionalProperties: true });
}

/**
 * An object with free keys and values of one schema. `items` has no meaning for an object; it repeats the value's
 * schema for tools that look for a collection's element there and nowhere else.
 */
export function mapOf<T extends TSchema>(value: T, description: string): Schema<Record<string, Static<T>>> {
  return unsafe<Record<string, Static<T>>>({
    type: 'object',
    additionalProperties: value,
    items: value,
    description,
  });
}

/** An object with keys of the caller's own. */
export function freeObject(description: string): Schema<Record<string, unknown>> {
  return unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });
}

/** A value that is one of several schemas; `discriminator` names the field that tells them apart. */
export function union<const S extends readonly TSchema[]>(
  description: string,
  schemas: S,
): Schema<Static<S[number]>> {
  return unsafe<Static<S[number]>>({ anyOf: schemas, description });
}

/** The type of an object of several kinds: `tag` tells the kind, and `Cases` say what is different by it. */
type Variant<P extends Fields, T extends keyof P, Cases extends Record<string, Fields>> =
  | {
      [Kind in NonNullable<Static<P[T]>> & string]: {
        [Tag in T]: Kind;
      } & (Kind extends keyof Cases
        ? Omit<ObjectOf<P>, T | keyof Cases[Kind]> & ObjectOf<Cases[Kind]>
        : Omit<ObjectOf<P>, T>);
    }[NonNullable<Static<P[T]>> & string]
  | (null extends Static<P[T]> ? { [Tag in T]?: null } & Omit<ObjectOf<P>, T> : never);

/**
 * An object of several kinds that one field tells apart: a discriminated union. `properties` say what each of them has,
 * with what may stand there in any; `cases` narrow or add fields by the value of the field `tag`. A value without a
 * case has the properties as they are. An answer is written by its properties alone, so a record that is answered adds
 * none.
 */
export function variants<
  P extends Fields,
  const T extends keyof P & string,
  Cases extends Record<string, Fields>,
>(
  description: string,
  properties: P,
  tag: T,
  cases: Cases,
  { example, ...options }: { additionalProperties?: false; example?: object } = {},
): Schema<Variant<P, T, Cases>> {
  const allOf = Object.entries(cases).map(([value, fields]) => {
    const required = requiredOf(fields);
    return {
      if: { properties: { [tag]: { const: value } }, required: [tag] },
      // JSON Schema's own word; nothing awaits a schema.
      // oxlint-disable-next-line unicorn/no-thenable
      then: { properties: fields, ...(required.length > 0 && { required }) },
    };
  });
  return unsafe<Variant<P, T, Cases>>({
    ...objectSchema(properties, { description, ...options, ...withExamples({ example }) }),
    allOf,
  });
}

/** A schema with another description. */
export function describe<T extends TSchema>(
  schema: T,
  description: string,
  options: { deprecated?: boolean } = {},
): Schema<Static<T>> {
  return unsafe<Static<T>>({ allOf: [schema], description, ...options });
}

/** The schema, or null. */
export function nullable<T extends TSchema>(schema: T): Schema<Static<T> | null> {
  return unsafe(isNullable(schema) ? { ...schema } : { anyOf: [schema, { type: 'null' }] });
}

interface Wrapped {
  anyOf?: readonly { type?: unknown }[];
  allOf?: readonly Wrapped[];
}

function isNullable({ anyOf, allOf }: Wrapped): boolean {
  return anyOf?.at(-1)?.type === 'null' || (allOf?.length === 1 && allOf.every(isNullable));
}

/** A field that may be absent. */
export function optional<T extends TSchema>(schema: T): OptionalSchema<Static<T>> {
  // Wrapped, because the same schema is required elsewhere. The mark is not enumerable: it is no JSON Schema.
  const field = Object.defineProperty({ allOf: [schema] }, OPTIONAL, { value: true });
  return field as object as OptionalSchema<Static<T>>;
}

/** A field that may be absent or null. */
export function nullish<T extends TSchema>(schema: T): OptionalSchema<Static<T> | null> {
  return optional(nullable(schema));
}

/** Fields of a record, for an input that takes them as they are. */
export function pick<P extends Fields, const K extends keyof P>(record: ObjectSchema<P>, ...keys: K[]) {
  // The keys are those that were picked.
  return Object.fromEntries(keys.map((key) => [key, record.properties[key]])) as Pick<P, K>;
}

/** Fields of a record, for an input that may leave them out or send null. */
export function pickNullish<P extends Fields, const K extends keyof P & string>(
  record: ObjectSchema<P>,
  ...keys: K[]
) {
  const fields = keys.map((key) => [key, nullish(record.properties[key] as TSchema)]);
  // The keys are those that were picked, and each was made nullish.
  return Object.fromEntries(fields) as { [Key in K]: OptionalSchema<Static<P[Key]> | null> };
}
