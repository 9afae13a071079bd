import { validate } from '@scalar/openapi-parser';
import assert from 'node:assert/strict';
import { buildOpenApi } from '../../http/openapi/openapi.ts';

/** A schema of the document, as far as checks look at it. */
interface Described {
  description?: string;
  $ref?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  additionalProperties?: Described | boolean;
}

/** An operation of the document, as far as checks look at it. */
interface DocumentedOperation {
  operationId: string;
  description?: string;
  parameters: { name: string; in: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: Described }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Described }> }>;
}

/** An OpenAPI document as clients read it. */
interface ReadOpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Described> };
}

/** Builds a document and reads it back from its text. */
export function readOpenApi(options: Parameters<typeof buildOpenApi>[0]): ReadOpenApi {
  return JSON.parse(JSON.stringify(buildOpenApi(options))) as ReadOpenApi;
}

/**
 * Checks that a document is one of OpenAPI 3.1, refers to nothing that it does not hold, declares the parameters of its
 * paths, and describes every schema, field, parameter and operation.
 */
export async function checkOpenApi(document: ReadOpenApi): Promise<void> {
  const { valid, errors } = await validate(structuredClone(document) as unknown as Record<string, unknown>);
  assert.ok(valid, JSON.stringify(errors));
  for (const reference of references(document)) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1];
    assert.ok(name !== undefined && name in document.components.schemas, reference);
  }
  checkPathParameters(document);
  assert.deepEqual(undescribedParts(document), []);
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [String(part)] : references(part)));
}

function checkPathParameters({ paths }: ReadOpenApi): void {
  for (const [path, item] of Object.entries(paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(item)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(declared.sort(), [...inPath].sort(), path);
    }
  }
}

function undescribedParts({ paths, components }: ReadOpenApi): string[] {
  const ofSchemas = Object.entries(components.schemas).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [name]),
    ...undescribed(schema, name),
  ]);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return [...ofSchemas, ...operations.flatMap(undescribedIn)];
}

function undescribedIn(operation: DocumentedOperation): string[] {
  const { operationId, description, parameters, requestBody, responses } = operation;
  const bodies = [...(requestBody ? [requestBody] : []), ...Object.values(responses)];
  return [
    ...(description ? [] : [operationId]),
    ...parameters.filter((each) => !each.description).map(({ name }) => `${operationId} ${name}`),
    ...bodies.flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema }) => undescribed(schema, operationId)),
    ),
  ];
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
