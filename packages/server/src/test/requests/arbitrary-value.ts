import type { TSchema } from '@oriel/contract';
import fc from 'fast-check';

/** The parts of a JSON Schema that a value is made by. */
interface Shape {
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly TSchema[];
  allOf?: readonly TSchema[];
  type?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: TSchema;
  properties?: Record<string, TSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | TSchema;
}

/** Values of fields that a schema alone cannot make well, such as ids of records; undefined for those that it can. */
export type FieldArbitrary = (name: string, schema: TSchema) => fc.Arbitrary<unknown> | undefined;

const LONGEST_TEXT = 300;
const LONGEST_LIST = 4;

/** Arbitrary values that are valid by a schema of the contract; edge cases of each type come often. */
export function arbitraryOf(schema: TSchema, fieldArbitrary: FieldArbitrary): fc.Arbitrary<unknown> {
  const shape = schema as Shape;
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((choice) => arbitraryOf(choice, fieldArbitrary)));
  if (shape.allOf?.[0]) return arbitraryOf(shape.allOf[0], fieldArbitrary);
  switch (shape.type) {
    case 'object':
      return arbitraryObject(shape, fieldArbitrary);
    case 'array':
      return arbitraryList(shape, fieldArbitrary);
    case 'string':
      return arbitraryText(shape);
    case 'integer':
      return arbitraryInteger(shape);
    case 'number':
      return 'multipleOf' in shape ? arbitraryInteger(shape) : arbitraryNumber(shape);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function arbitraryObject(shape: Shape, fieldArbitrary: FieldArbitrary): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = shape;
  const fields = Object.entries(properties).map(([name, field]): [string, fc.Arbitrary<unknown>] => [
    name,
    fieldArbitrary(name, field) ?? arbitraryOf(field, fieldArbitrary),
  ]);
  if (fields.length > 0 || additionalProperties === false)
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  const value =
    typeof additionalProperties === 'object'
      ? arbitraryOf(additionalProperties, fieldArbitrary)
      : fc.jsonValue({ maxDepth: 3 });
  return fc.dictionary(fc.string({ maxLength: 20 }), value, { maxKeys: LONGEST_LIST });
}

function arbitraryList(
  { items, minItems = 0, maxItems = LONGEST_LIST, uniqueItems }: Shape,
  fieldArbitrary: FieldArbitrary,
): fc.Arbitrary<unknown> {
  const item = items ? arbitraryOf(items, fieldArbitrary) : fc.jsonValue();
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, LONGEST_LIST)) };
  return uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
}

/** Date-times that the format allows and few programs expect: year 0, a leap second, offsets of almost a day. */
const oddTimes = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '2026-12-31T23:59:60Z',
  '2026-03-01T09:30:00+23:59',
];

function arbitraryText({
  format,
  pattern,
  minLength = 0,
  maxLength = LONGEST_TEXT,
}: Shape): fc.Arbitrary<string> {
  const isWithin = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  if (format === 'date')
    return fc
      .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().slice(0, 10));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter(isWithin);
  if (format === 'uri') return fc.webUrl().filter(isWithin);
  if (format === 'email') return fc.emailAddress().filter(isWithin);
  if (format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true, max: new Date('9999-12-31') }).map((date) => date.toISOString()),
      fc.constantFrom(...oddTimes),
    );
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST_TEXT)) };
  // A grapheme may be several characters: of those that must have 64, a filter would let hardly one through.
  const cut = (text: string) => [...text].slice(0, bounds.maxLength).join('');
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', ...bounds }).map(cut) },
    { weight: 1, arbitrary: fc.constant('ß'.repeat(Math.min(maxLength, 10_000))) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme-ascii', minLength, maxLength: bounds.minLength + 2 }),
    },
  );
}

function arbitraryInteger({ minimum = -(2 ** 53), maximum = 2 ** 53 }: Shape): fc.Arbitrary<number> {
  const bounds = { min: Math.max(minimum, -(2 ** 53 - 1)), max: Math.min(maximum, 2 ** 53 - 1) };
  return fc.oneof(
    fc.maxSafeInteger().map((value) => clamp(value, bounds)),
    fc.integer().map((value) => clamp(value, bounds)),
  );
}

function arbitraryNumber({ minimum = -1e300, maximum = 1e300 }: Shape): fc.Arbitrary<number> {
  return fc.double({ min: minimum, max: maximum, noNaN: true });
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return value >= min && value <= max ? value : min + (Math.abs(value) % (max - min + 1));
}
