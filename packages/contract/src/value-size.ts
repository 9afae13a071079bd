/** What bounds the values of schemas where these say nothing of it, and how long their texts are. */
export interface SizeRules {
  /** The most bytes that a character takes, as a schema counts characters. */
  readonly bytesOfCharacter: number;
  /**
   * Of what a schema leaves open: an object with keys of a caller's own, a text or a list without a bound, a schema
   * within itself.
   */
  readonly open: number;
  /** A bound of a value that its schema does not say; default none. */
  boundOf?(schema: object): number;
  /** The same of a field of an object; default none. */
  boundOfField?(schema: object): number;
}

/** Of a number, a time, an id or another value of a format; their texts have no length of their own. */
const BYTES_OF_SCALAR = 100;

/** What of a schema decides about sizes. */
export interface Sized {
  readonly type?: string | readonly string[];
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

/** The bytes of the largest value of a schema, as JSON in UTF-8. */
export function largestValueOf(schema: object, rules: SizeRules): number {
  return largestWithin(schema, rules, []);
}

function largestWithin(schema: object, rules: SizeRules, around: readonly object[]): number {
  if (around.includes(schema)) return rules.open;
  const inside = [...around, schema];
  // Keywords of JSON Schema, which the fields above name with their types.
  const sized = schema as Sized;
  const conditions = (sized.allOf ?? [])
    .filter((each) => !('if' in each))
    .map((each) => largestWithin(each, rules, inside));
  const own = isOpen(sized) && conditions.length > 0 ? Infinity : largestByItself(sized, rules, inside);
  return Math.min(own, rules.boundOf?.(schema) ?? Infinity, ...conditions);
}

function isOpen({ type, anyOf, oneOf, enum: values, ...rest }: Sized): boolean {
  return type === undefined && !anyOf && !oneOf && !values && !('const' in rest);
}

function largestByItself(sized: Sized, rules: SizeRules, inside: readonly object[]): number {
  const choices = sized.anyOf ?? sized.oneOf;
  if (choices) return Math.max(...choices.map((choice) => largestWithin(choice, rules, inside)));
  const values = 'const' in sized ? [sized.const] : sized.enum;
  if (values)
    return Math.max(...values.map((value) => JSON.stringify(value).length * rules.bytesOfCharacter));
  const [type] = [sized.type ?? []].flat().filter((each) => each !== 'null');
  switch (type) {
    case 'string':
      return sizeOfText(sized, rules);
    case 'array':
      return sized.items && sized.maxItems !== undefined
        ? 2 + sized.maxItems * (1 + largestWithin(sized.items, rules, inside))
        : rules.open;
    case 'object':
      return sizeOfObject(sized, rules, inside);
    default:
      return sized.type === undefined ? rules.open : BYTES_OF_SCALAR;
  }
}

function sizeOfText({ maxLength, format }: Sized, { bytesOfCharacter, open }: SizeRules): number {
  if (maxLength !== undefined) return 2 + maxLength * bytesOfCharacter;
  return format === undefined ? open : BYTES_OF_SCALAR;
}

function sizeOfObject(
  { properties, additionalProperties }: Sized,
  rules: SizeRules,
  around: readonly object[],
): number {
  const isFree = !properties || (additionalProperties !== undefined && additionalProperties !== false);
  const sizes = Object.entries(properties ?? {}).map(
    ([name, field]) =>
      name.length +
      4 +
      Math.min(largestWithin(field, rules, around), rules.boundOfField?.(field) ?? Infinity),
  );
  return sizes.reduce((sum, size) => sum + size, isFree ? rules.open : 2);
}
