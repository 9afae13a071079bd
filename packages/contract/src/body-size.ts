import { MAX_BODY_BYTES, MAX_DOCUMENT_BODY_BYTES } from './limits.ts';

/** The most bytes that UTF-8 takes for one character that counts as one in the length of a text. */
const BYTES_OF_CHARACTER = 3;
/** Of a number, a time, an id or another value of a format; their texts have no length of their own. */
const BYTES_OF_SCALAR = 100;

/**
 * The bytes that an operation takes as its body: {@link MAX_BODY_BYTES} where the largest body of the schema fits into that, and
 * {@link MAX_DOCUMENT_BODY_BYTES} where it does not, or where the schema leaves open what a body holds.
 */
export function bodyBytesOf(schema: object): number {
  return largestOf(schema, []) <= MAX_BODY_BYTES ? MAX_BODY_BYTES : MAX_DOCUMENT_BODY_BYTES;
}

/** What of a schema decides about sizes. */
interface Sized {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly object[];
  readonly anyOf?: readonly object[];
  readonly oneOf?: readonly object[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: object;
  readonly properties?: Readonly<Record<string, object>>;
  readonly additionalProperties?: unknown;
}

/** The bytes of the largest value of a schema; infinite where nothing bounds it. A schema within itself is not bounded. */
function largestOf(schema: object, around: readonly object[]): number {
  if (around.includes(schema)) return Infinity;
  const inside = [...around, schema];
  // Keywords of JSON Schema, which the fields above name with their types.
  const sized = schema as Sized;
  const conditions = sized.allOf?.map((each) => largestOf(each, inside)) ?? [];
  return Math.min(largestByItself(sized, inside), ...conditions);
}

function largestByItself(sized: Sized, inside: readonly object[]): number {
  const choices = sized.anyOf ?? sized.oneOf;
  if (choices) return Math.max(...choices.map((choice) => largestOf(choice, inside)));
  const values = 'const' in sized ? [sized.const] : sized.enum;
  if (values) return Math.max(...values.map((value) => BYTES_OF_CHARACTER * JSON.stringify(value).length));
  switch (sized.type) {
    case 'string':
      return sizeOfText(sized);
    case 'array':
      return sized.items && sized.maxItems !== undefined
        ? 2 + sized.maxItems * (1 + largestOf(sized.items, inside))
        : Infinity;
    case 'object':
      return sizeOfObject(sized, inside);
    default:
      return sized.type === undefined ? Infinity : BYTES_OF_SCALAR;
  }
}

function sizeOfText({ maxLength, format }: Sized): number {
  if (maxLength !== undefined) return 2 + maxLength * BYTES_OF_CHARACTER;
  return format === undefined ? Infinity : BYTES_OF_SCALAR;
}

function sizeOfObject({ properties, additionalProperties }: Sized, around: readonly object[]): number {
  if (!properties || (additionalProperties !== undefined && additionalProperties !== false)) return Infinity;
  const sizes = Object.entries(properties).map(([name, field]) => name.length + 4 + largestOf(field, around));
  return 2 + sizes.reduce((sum, size) => sum + size, 0);
}
