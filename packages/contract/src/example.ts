import type { TSchema } from 'typebox';

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

/**
 * A value that is valid by its schema, composed of the examples that its fields name: a complete one, with every field that
 * is not deprecated.
 */
export function exampleOf(schema: TSchema): unknown {
  const shape = schema as Shape;
  if (shape.examples?.[0] !== undefined) return shape.examples[0];
  if (shape.enum) return shape.enum[0];
  const choice = shape.anyOf?.[0] ?? shape.allOf?.[0];
  if (choice) return exampleOf(choice);
  switch (shape.type) {
    case 'object':
      return exampleOfObject(shape);
    case 'array':
      return shape.items ? [exampleOf(shape.items)] : [];
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

function exampleOfObject({ properties = {}, required = [] }: Shape): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || !(field as { deprecated?: boolean }).deprecated,
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]));
}
