import type { TSchema } from './schema.ts';

/** The parts of a JSON Schema that an example is made by. */
interface Shape {
  examples?: readonly unknown[];
  enum?: readonly unknown[];
  anyOf?: readonly TSchema[];
  allOf?: readonly TSchema[];
  type?: string;
  format?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  items?: TSchema;
  properties?: Record<string, TSchema>;
  required?: readonly string[];
}

/** What is shown where a schema names no example of its own. */
const TEXT = 'text';

/** Which fields an example has, and with which values. */
export interface ExampleOptions {
  /** Whether a field that may be left out is there; default those that are not deprecated. */
  hasField?(name: string, schema: TSchema): boolean;
  /** The value of a field instead of its example; undefined for the example. */
  valueFor?(name: string, schema: TSchema): unknown;
}

/**
 * A value that is valid by its schema, composed of the examples that its fields name: by default a complete one, with
 * every field that is not deprecated.
 */
export function exampleOf(schema: TSchema, options: ExampleOptions = {}): unknown {
  const shape = schema as Shape;
  if (shape.examples?.[0] !== undefined) return shape.examples[0];
  if (shape.enum) return shape.enum[0];
  // Of several conditions, each holds for some objects only; the properties beside them hold for all.
  const choice = shape.anyOf?.[0] ?? (shape.allOf?.length === 1 ? shape.allOf[0] : undefined);
  if (choice) return exampleOf(choice, options);
  switch (shape.type) {
    case 'object':
      return exampleOfObject(shape, options);
    case 'array':
      return shape.items ? [exampleOf(shape.items, options)] : [];
    case 'string':
      return shape.format === 'uri' ? 'https://example.com' : TEXT.padEnd(shape.minLength ?? 0, TEXT);
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 0, 1);
    case 'boolean':
      return true;
    default:
      return {};
  }
}

function exampleOfObject(
  { properties = {}, required = [] }: Shape,
  options: ExampleOptions,
): Record<string, unknown> {
  const { hasField = isCurrent, valueFor } = options;
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || hasField(name, field),
  );
  return Object.fromEntries(
    shown.map(([name, field]) => [name, valueFor?.(name, field) ?? exampleOf(field, options)]),
  );
}

function isCurrent(_name: string, field: TSchema): boolean {
  return !(field as { deprecated?: boolean }).deprecated;
}
