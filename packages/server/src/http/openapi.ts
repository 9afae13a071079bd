import { namedSchemas, operations, type Operation } from '@oriel/contract';
import type { TSchema } from 'typebox';

/** An OpenAPI 3.1 document as plain data. */
export type OpenApiDocument = Record<string, unknown>;

/**
 * Writes the OpenAPI 3.1 document of the API from the contract.
 *
 * @param serverUrl where clients reach the server; absent: relative to where the document is served
 */
export function buildOpenApi({
  version,
  serverUrl = '/',
}: {
  version: string;
  serverUrl?: string;
}): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    // The table's entries have schemas of their own types; here they are only carried.
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(
      id,
      operation as unknown as Operation,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Oriel API',
      version,
      description:
        'Manages analytics workspaces and their embedding. Every path works with and without a trailing slash.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...namedSchemas].map(([name, schema]) => [name, toDocument(schema)])),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
        embedToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Embed-Token and the token of an embed session.',
        },
        consoleSession: {
          type: 'apiKey',
          in: 'cookie',
          name: 'oriel_session',
          description: 'The session of the console, for its own pages.',
        },
      },
    },
  };
}

function describe(id: string, operation: Operation): Record<string, unknown> {
  const hasBody = (operation.body as { type?: string }).type !== 'null';
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: security(operation),
    parameters: [...parametersOf(operation.params, 'path'), ...parametersOf(operation.query, 'query')],
    ...(hasBody && {
      requestBody: {
        required: !operation.bodyOptional,
        content: { 'application/json': { schema: reference(operation.body) } },
      },
    }),
    responses: {
      [operation.status]:
        operation.status === 204
          ? { description: 'Done.' }
          : {
              description: 'The answer.',
              content: { 'application/json': { schema: reference(operation.answer) } },
            },
      default: {
        description: 'A refusal.',
        headers: {
          'Retry-After': {
            description: 'Of every 429 and 503: how many seconds to wait before asking again.',
            schema: { type: 'integer' },
          },
          Allow: {
            description: 'Of every 405: the methods that the address takes.',
            schema: { type: 'string' },
          },
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function security({ access }: Operation): object[] {
  const schemes: object[] = [];
  if (access.principals.includes('anonymous')) schemes.push({});
  if (access.principals.includes('user')) schemes.push({ apiKey: [] }, { consoleSession: [] });
  if (access.principals.includes('embed')) schemes.push({ embedToken: [] });
  return schemes;
}

function parametersOf(schema: TSchema, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description } = property as { description?: string };
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: toDocument(property),
    };
  });
}

/** A schema that has a name is referred to; any other is written out. */
function reference(schema: TSchema): unknown {
  const { $id } = schema as { $id?: string };
  return $id === undefined ? toDocument(schema) : { $ref: `#/components/schemas/${$id}` };
}

/** Turns the contract's references (`Folder#`) into the document's, and leaves names to the components' keys. */
function toDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDocument);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '$id');
  return Object.fromEntries(
    entries.map(([key, part]) =>
      key === '$ref' && typeof part === 'string'
        ? [key, `#/components/schemas/${part.replace(/#$/, '')}`]
        : [key, toDocument(part)],
    ),
  );
}
