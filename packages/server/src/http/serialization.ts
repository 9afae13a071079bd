import { namedSchemas, nameOf, toJsonSchema } from '@oriel/contract';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { createAnswerCheck, type OnDamage } from './answer-check.ts';

const externalSchemas = Object.fromEntries(
  [...namedSchemas].map(([name, schema]) => [name, withoutConditions(toJsonSchema(schema))]),
);

/**
 * Makes the function that writes an answer by its schema, so that a field which is not declared never leaves the
 * server. It is compiled when it is first needed: compiling all of them would take most of the start. What does not meet the
 * schema is taken out before ({@link createAnswerCheck}).
 */
export function createSerializer(schema: TSchema): (answer: unknown, onDamage: OnDamage) => string {
  const check = createAnswerCheck(schema);
  let stringify: ((answer: unknown) => string) | undefined;
  return (answer, onDamage) => {
    // The library's own type of a schema is narrower than JSON Schema.
    stringify ??= fastJsonStringify(publish(schema) as Schema, {
      schema: externalSchemas as unknown as Record<string, Schema>,
      ajv: { strictTypes: false },
    });
    return stringify(check(answer, onDamage));
  };
}

function publish(schema: TSchema): unknown {
  const name = nameOf(schema);
  return name === undefined ? withoutConditions(toJsonSchema(schema)) : { $ref: `${name}#` };
}

/** Conditions only narrow properties that stand beside them; the writer would check them a second time. */
function withoutConditions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutConditions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).filter(([key]) => key !== 'allOf' || !('properties' in schema));
  return Object.fromEntries(parts.map(([key, part]) => [key, withoutConditions(part)]));
}
