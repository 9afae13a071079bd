import { namedSchemas, nameOf, toJsonSchema, type TSchema } from '@oriel/contract';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { RowListAnswer } from '../../paging/row-list-answer.ts';
import { createAnswerCheck, isRepeated, type OnDamage } from './answer-check.ts';
import { createRowWriter, type ItemSchema } from './row-writer.ts';

/** Made for the first answer, as the writers: a start needs none of them. */
const publishedSchemas = once(
  () => new Map([...namedSchemas].map(([name, schema]) => [name, withoutConditions(toJsonSchema(schema))])),
);

/**
 * The named schemas that a schema refers to, by itself or through others. The library reads all that it is given for
 * each writer.
 */
function schemasBehind(schema: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key !== '$ref' || typeof value !== 'string') {
        look(value);
        continue;
      }
      const name = value.replace(/#.*$/, '');
      if (name in found || !publishedSchemas().has(name)) continue;
      found[name] = publishedSchemas().get(name);
      look(found[name]);
    }
  };
  look(schema);
  return found;
}

type Serializer = (answer: unknown, onDamage: OnDamage) => string | Buffer;

/** By schema: applications in one process share them. */
const serializers = new WeakMap<TSchema, Serializer>();

/**
 * Makes the function that writes an answer by its schema, so that a field which is not declared never leaves the
 * server. It is compiled when it is first needed: compiling all of them would take most of the start. What does not
 * meet the schema is taken out before ({@link createAnswerCheck}).
 */
export function createSerializer(schema: TSchema): Serializer {
  const made = serializers.get(schema) ?? makeSerializer(schema);
  serializers.set(schema, made);
  return made;
}

function makeSerializer(schema: TSchema): Serializer {
  const check = createAnswerCheck(schema);
  const writeWhole = createWriter(() => publish(schema));
  const listWriter = once(() => createListWriter(schema));
  const writeItems = (answer: unknown, onDamage: OnDamage) => {
    const checked = check(answer, onDamage);
    const written = isRepeated(checked) ? listWriter()?.(checked) : undefined;
    return written ?? writeWhole(checked);
  };
  const rowWriter = once(() => createRowListWriter(schema));
  return (answer, onDamage) => {
    if (!(answer instanceof RowListAnswer)) return writeItems(answer, onDamage);
    const { rest } = answer;
    const [writeRows, writeList] = [rowWriter(), listWriter()];
    const items = writeRows?.(answer);
    const isWhole = items !== undefined && check({ ...rest, items: none, data: none }, onDamage);
    return isWhole && writeList
      ? writeList({ ...rest, items: none }, items)
      : writeItems(answer.toListAnswer(), onDamage);
  };
}

const none: readonly unknown[] = [];

/** Makes the writer of the items of a list that are rows; undefined for the schema of anything else. */
function createRowListWriter(schema: TSchema): ReturnType<typeof createRowWriter> | undefined {
  const { properties } = schema as { properties?: { items?: { items?: ItemSchema } } };
  const item = properties?.items?.items;
  if (!item?.properties) return undefined;
  return createRowWriter(item, (property) => createWriter(() => publish(property)));
}

type Write = (value: unknown) => string;

function createWriter(schema: () => unknown): Write {
  let stringify: Write | undefined;
  return (value) => {
    if (!stringify) {
      const own = schema();
      // The library's own type of a schema is narrower than JSON Schema.
      stringify = fastJsonStringify(own as Schema, {
        schema: schemasBehind(own) as Record<string, Schema>,
        ajv: { strictTypes: false },
      });
    }
    return stringify(value);
  };
}

/**
 * Makes the writer of lists that have their items a second time as `data`, for older clients: the items are written
 * once, and their bytes stand in both places. Undefined for the schema of anything else.
 */
function createListWriter(
  schema: TSchema,
): ((answer: { items: unknown }, written?: string) => Buffer) | undefined {
  const list = withoutConditions(toJsonSchema(schema)) as Partial<ListSchema>;
  if (!list.properties || !('items' in list.properties) || !('data' in list.properties)) return undefined;
  const { items } = list.properties;
  const properties = Object.fromEntries(
    Object.entries(list.properties).filter(([name]) => name !== 'items' && name !== 'data'),
  );
  const required = list.required?.filter((name) => name in properties) ?? [];
  const writeItems = createWriter(() => items);
  const writeRest = createWriter(() => ({ ...list, properties, required }));
  return (answer, items = writeItems(answer.items)) => {
    const rest = writeRest(answer).slice(1);
    return writeTwice(items, rest === '}' ? rest : `,${rest}`);
  };
}

const ITEMS = '{"items":';
const DATA = ',"data":';

function writeTwice(items: string, rest: string): Buffer {
  const size = Buffer.byteLength(items);
  const dataAt = ITEMS.length + size + DATA.length;
  const bytes = Buffer.allocUnsafe(dataAt + size + Buffer.byteLength(rest));
  bytes.write(ITEMS, 0);
  bytes.write(items, ITEMS.length);
  bytes.write(DATA, ITEMS.length + size);
  bytes.copy(bytes, dataAt, ITEMS.length, ITEMS.length + size);
  bytes.write(rest, dataAt + size);
  return bytes;
}

/** The schema of an answer with lists. */
export interface ListSchema {
  properties: Record<string, unknown>;
  required?: string[];
}

/** Calls a function with the first need of its result. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function publish(schema: TSchema): unknown {
  const name = nameOf(schema);
  return name === undefined ? withoutConditions(toJsonSchema(schema)) : { $ref: `${name}#` };
}

/**
 * A schema as the writer needs it. Conditions only narrow properties that stand beside them, and the writer would check
 * them a second time. It chooses among alternatives by validating them, and would count the characters of texts of
 * megabytes for their bounds.
 */
function withoutConditions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutConditions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).filter(
    ([key, part]) => (key !== 'allOf' || !('properties' in schema)) && !isBound(key, part),
  );
  return Object.fromEntries(parts.map(([key, part]) => [key, withoutConditions(part)]));
}

/** Whether a keyword bounds a length. A property may be called like one; its schema is no number. */
function isBound(key: string, value: unknown): boolean {
  return typeof value === 'number' && LENGTHS.has(key);
}

const LENGTHS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']);
