import { namedSchemas, nameOf, toJsonSchema } from '@oriel/contract';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { TSchema } from 'typebox';

const externalSchemas = Object.fromEntries(
  [...namedSchemas].map(([name, schema]) => [name, toJsonSchema(schema)]),
);

/**
 * Makes the function that writes an answer by its schema, so that a field which is not declared never leaves the
 * server. It is compiled when it is first needed: compiling all of them would take most of the start.
 */
export function createSerializer(schema: TSchema): (answer: unknown) => string {
  let stringify: ((answer: unknown) => string) | undefined;
  return (answer) => {
    // The library's own type of a schema is narrower than JSON Schema.
    stringify ??= fastJsonStringify(publish(schema) as Schema, {
      schema: externalSchemas as unknown as Record<string, Schema>,
      ajv: { strictTypes: false },
    });
    return stringify(answer);
  };
}

function publish(schema: TSchema): object {
  const name = nameOf(schema);
  return name === undefined ? toJsonSchema(schema) : { $ref: `${name}#` };
}
