import { declaredBytesOf } from './bounded-schemas.ts';
import { MAX_ANSWER_BYTES, MAX_DOCUMENT_BODY_BYTES, MAX_PAGE_BYTES } from './limits.ts';
import type { Answer, Operation } from './operation.ts';
import { operations } from './operations.ts';
import { largestValueOf, type Sized, type SizeRules } from './value-size.ts';

/**
 * Of an object with keys of a caller's own, of a document, and of whatever else a schema leaves open: a request has
 * brought it, and its body holds no more. What the server makes by itself and leaves open, such as the claims of a
 * provider, is smaller.
 */
export const FREE_VALUE_BYTES = MAX_DOCUMENT_BODY_BYTES;

/**
 * The schemas that bodies of requests are made of, by the bytes of the largest such body: what an answer says by one of
 * them has come in one request, and takes no more than that has.
 */
let bodies: ReadonlyMap<object, number> | undefined;

function bytesOfBodyWith(schema: object): number {
  bodies ??= findBodies();
  return bodies.get(schema) ?? Infinity;
}

function findBodies(): Map<object, number> {
  const found = new Map<object, number>();
  const note = (schema: object, bytes: number): void => {
    if ((found.get(schema) ?? 0) >= bytes) return;
    found.set(schema, bytes);
    const { allOf = [], anyOf = [], oneOf = [], items, properties = {} } = schema as Sized;
    const parts = [...allOf, ...anyOf, ...oneOf, ...(items ? [items] : []), ...Object.values(properties)];
    for (const part of parts) note(part, bytes);
  };
  for (const { body } of Object.values<Operation>(operations)) if (body) note(body.schema, body.maxBytes);
  return found;
}

const RULES: SizeRules = {
  // A character that JSON escapes by its number, as control characters are. @see RFC 8259, section 7
  bytesOfCharacter: 6,
  open: FREE_VALUE_BYTES,
  boundOf: (schema) => Math.min(bytesOfBodyWith(schema), declaredBytesOf(schema)),
  // A field came in one request, unless it lists records, each of which came in one of its own.
  boundOfField: (field) => (listsRecords(field) ? Infinity : FREE_VALUE_BYTES),
};

const largestOf = (schema: object): number => largestValueOf(schema, RULES);

/** How large an answer can be. */
export interface AnswerSize {
  /** Of the body, as JSON in UTF-8. */
  readonly bytes: number;
  /**
   * What bounds the memory that it takes: the bounds of its fields; a page that ends at {@link MAX_PAGE_BYTES};
   * batches, of which the server holds one at a time; or the handler, which writes bytes at the pace of the reader.
   */
  readonly boundedBy: 'fields' | 'page' | 'batches' | 'stream';
}

/** The largest answer of an operation with a status, of those with a body. */
export function answerSizeOf({ isBatched }: Operation, { body, schema }: Answer): AnswerSize {
  if (body === 'bytes') return { bytes: Infinity, boundedBy: 'stream' };
  if (isBatched) return { bytes: Infinity, boundedBy: 'batches' };
  const bytes = largestOf(schema);
  return bytes <= MAX_ANSWER_BYTES || !isPage(schema)
    ? { bytes, boundedBy: 'fields' }
    : { bytes: largestPageOf(schema), boundedBy: 'page' };
}

/**
 * Whether an answer is a page of a list: its items can be fewer than were asked for, and `pageInfo` says how to go on.
 */
export function isPage(schema: object): boolean {
  const { properties = {} } = schema as Sized;
  return 'items' in properties && 'pageInfo' in properties;
}

/** A page ends with the item that reaches its bytes; older clients get its items a second time. */
function largestPageOf(schema: object): number {
  const { properties = {} } = schema as Sized;
  return Object.entries(properties).reduce((sum, [name, field]) => {
    const isItems = name === 'items' || name === 'data';
    const bytes = isItems ? MAX_PAGE_BYTES + largestItemOf(field) : largestOf(field);
    return sum + name.length + 4 + bytes;
  }, 2);
}

function largestItemOf(list: object): number {
  const { allOf = [], items } = list as Sized;
  const [inner] = allOf;
  if (items) return largestOf(items);
  return inner ? largestItemOf(inner) : FREE_VALUE_BYTES;
}

function listsRecords(schema: object): boolean {
  const { allOf = [], anyOf = [], items, type } = schema as Sized;
  if (type === 'array') return items !== undefined && isRecord(items);
  return [...allOf, ...anyOf].some(listsRecords);
}

function isRecord(schema: object): boolean {
  const { allOf = [], anyOf = [], properties } = schema as Sized;
  return properties !== undefined || [...allOf, ...anyOf].some(isRecord);
}
