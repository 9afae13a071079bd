import {
  entriesOf,
  exampleOf,
  namedSchemas,
  operations,
  refusalsOf,
  toJsonSchema,
  type Operation,
} from '@oriel/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOpenApi } from './openapi.ts';
import { createPartCheck } from './validation.ts';

interface DocumentedOperation {
  operationId: string;
  description?: string;
  parameters: { name: string; in: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: Described }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Described }> }>;
}

const document = JSON.parse(JSON.stringify(buildOpenApi({ version: '1.2.3' }))) as {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Described> };
};

interface Described {
  description?: string;
  $ref?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  additionalProperties?: Described | boolean;
}

/** The paths of the fields below a schema that have no description, those of a list's and a map's entries included. */
function undescribed(schema: Described, path: string): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...undescribed(field, `${path}.${name}`),
  ]);
  const parts = [
    items,
    ...anyOf,
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
  ];
  return [...fields, ...parts.flatMap((part) => (part ? undescribed(part, path) : []))];
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [String(part)] : references(part)));
}

test('describes every operation of the contract once', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual(ids.sort(), Object.keys(operations).sort());
});

test('refers only to schemas that it holds', () => {
  for (const reference of references(document)) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1];
    assert.ok(name !== undefined && name in document.components.schemas, reference);
  }
});

test('declares every parameter of a path', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(item)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(declared.sort(), [...inPath].sort(), path);
    }
  }
});

test('describes every schema, field, parameter and operation', () => {
  const missing = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [name]),
    ...undescribed(schema, name),
  ]);
  for (const item of Object.values(document.paths))
    for (const { operationId, description, parameters, requestBody, responses } of Object.values(item)) {
      if (!description) missing.push(operationId);
      for (const parameter of parameters)
        if (!parameter.description) missing.push(`${operationId} ${parameter.name}`);
      for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
        for (const { schema } of Object.values(content)) missing.push(...undescribed(schema, operationId));
    }
  assert.deepEqual(missing, []);
});

test('every named schema is one by JSON Schema itself', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [name, schema] of namedSchemas) assert.ok(ajv.validateSchema(toJsonSchema(schema)), name);
});

test('shows an example that is valid by its schema of every named schema', () => {
  for (const [name, schema] of namedSchemas)
    assert.doesNotThrow(() => createPartCheck('body', schema)(exampleOf(schema)), name);
});

test('shows an example that is valid by its schema of every body and answer', () => {
  const valid = ({ body, answers }: Operation) => {
    if (body) createPartCheck('body', body.schema)(exampleOf(body.schema));
    for (const answer of Object.values(answers))
      if (answer.mediaType) createPartCheck('body', answer.schema)(exampleOf(answer.schema));
  };
  for (const [id, operation] of entriesOf(operations)) assert.doesNotThrow(() => valid(operation), id);
});

test('lists the refusals of every operation by status, with their codes', () => {
  for (const [id, operation] of entriesOf(operations)) {
    const { responses } = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
    const listed = Object.values(responses ?? {}).flatMap(({ description = '' }) =>
      [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code ?? ''),
    );
    for (const code of refusalsOf(operation)) assert.ok(listed.includes(code), `${id} ${code}`);
  }
});
