import {
  brandPath,
  brandSchema,
  entriesOf,
  errors,
  exampleOf,
  limits,
  nameOf,
  namedSchemas,
  operations,
  refusalsOf,
  refusesScoped,
  serverBrands,
  takesIdempotencyKey,
  toJsonSchema,
  type Answer,
  type ObjectSchema,
  type Operation,
  type OperationId,
  type ServerBrand,
  type TSchema,
} from '@oriel/contract';
import { curlExampleOf } from './curl-example.ts';
import { createBrandTranslation } from '../answers/brand-translation.ts';
import { engineRefusalsOf } from './engine-refusals.ts';
import type { OperationTable } from '../handler.ts';
import { problemFormats } from '../problems/problem-formats.ts';
import { leaveOutRefMembers } from './leave-out-ref-members.ts';

/** An OpenAPI 3.1 document as plain data. */
export type OpenApiDocument = Record<string, unknown>;

/**
 * Writes the OpenAPI 3.1 document of the API from the contract.
 *
 * @param serverUrl where clients reach the server; absent: relative to where the document is served
 * @param brand the names that the server uses; default those of the contract
 * @param table the operations; default all of the contract
 */
export function buildOpenApi({
  version,
  serverUrl = '/',
  brand = serverBrands.svc,
  table = operations,
}: {
  version: string;
  serverUrl?: string;
  brand?: ServerBrand;
  table?: OperationTable;
}): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, operation] of entriesOf(table))
    (paths[brandPath(operation.path, brand)] ??= {})[operation.method.toLowerCase()] = describeOperation(
      id,
      operation,
      brand,
    );
  return leaveOutRefMembers({
    openapi: '3.1.0',
    info: {
      title: 'Oriel API',
      version,
      description:
        'Manages analytics workspaces and their embedding. Every path works with and without a trailing slash. Any ' +
        'operation may fail with 500 `internal` or 503 `unavailable`. Before it is known which operation a request is for, it ' +
        'may be refused with 400 `malformed_request`, 403 `https_required`, 404 `not_found`, 405 `method_not_allowed`, 408 ' +
        '`request_timeout` and 431 `headers_too_large`, as a `Problem`. A field of a body, or a query parameter, that is not ' +
        'declared is refused with 400 `validation_failed` and named by its path, in an item of a batch as well: a misspelt ' +
        'filter that is ignored would answer more than was asked for. A request that is refused has done nothing, and of a batch no ' +
        'item. Objects with `additionalProperties: true` keep what callers put there, and it has no effect. SCIM and the query API ' +
        'ignore what they do not know, as their protocols demand. Values of enumerations are taken in the spelling of any ' +
        'brand of the server, and answered in its own.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(table).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...namedSchemas].map(([name, schema]) => [
          name,
          brandSchema(toJsonSchema(schema, componentOf), brand),
        ]),
      ),
      securitySchemes,
    },
  });
}

const componentOf = (name: string) => `#/components/schemas/${name}`;

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: '`Authorization: Bearer` and an API key, which acts for the user who made it.',
  },
  dataToken: {
    type: 'http',
    scheme: 'bearer',
    description: '`Authorization` and a data token, which queries one deployment.',
  },
  embedToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Authorization: Embed-Token` and the token of an embed session.',
  },
  consoleSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-oriel_session',
    description:
      'The session of the console, for its own pages; `oriel_session` without HTTPS on the loopback interface.',
  },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Has the request done once, however often it is sent within a day: the same request with the same key gets the same answer, ' +
    'with the header `Idempotent-Replayed`. A key belongs to the credential that sends it. A random UUID is a good key. What was ' +
    'refused was not done, so that it may be sent again with its key. Of an operation on several items each item is done once: sent ' +
    'again after a fault, the request does what is left to do, and answers with what became of all items.',
  schema: { type: 'string', minLength: 1, maxLength: limits.MAX_IDEMPOTENCY_KEY_LENGTH },
};

function describeOperation(id: string, operation: Operation, brand: ServerBrand): Record<string, unknown> {
  const { body } = operation;
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, describeScope(operation)].filter(Boolean).join(' '),
    security: security(operation),
    parameters: [
      ...parametersOf(operation.params, 'path'),
      ...parametersOf(operation.query, 'query'),
      ...parametersOf(operation.headers, 'header'),
      ...(takesIdempotencyKey(operation) ? [idempotencyKey] : []),
    ],
    ...(body && {
      requestBody: {
        description: `At most ${body.maxBytes / 1024 / 1024} MiB.`,
        required: !body.isOptional,
        content: contentOf(body.mediaType, body.schema, brand),
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [status, describeAnswer(answer, brand)]),
      ),
      ...refusals(operation),
    },
    ...(id in operations && {
      // The key of an operation of the contract is its id.
      'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlExampleOf(id as OperationId, brand) }],
    }),
  };
}

/** What a key that is scoped to deployments may do; nothing is said where its scope decides. */
function describeScope(operation: Operation): string | undefined {
  return refusesScoped(operation) ? 'A key that is scoped to deployments is refused.' : operation.withinScope;
}

function describeAnswer({ description, mediaType, schema, headers }: Answer, brand: ServerBrand): object {
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers: mapValues(headers, describeHeader) }),
    ...(mediaType !== undefined && { content: contentOf(mediaType, schema, brand) }),
  };
}

function contentOf(mediaType: string, schema: TSchema, brand: ServerBrand): object {
  const translate = createBrandTranslation(schema, brand, 'toBrand') ?? ((example: unknown) => example);
  return {
    [mediaType]: { schema: brandSchema(reference(schema), brand), example: translate(exampleOf(schema)) },
  };
}

function describeHeader(schema: TSchema): object {
  return { description: (schema as { description?: string }).description, schema: reference(schema) };
}

const retryAfter = {
  description: 'Seconds to wait before asking again.',
  schema: { type: 'integer' },
};

/** The refusals of an operation by status, each with its codes. */
function refusals(operation: Operation): Record<string, object> {
  const { mediaType, statusOf } = problemFormats[operation.problems];
  const name = operation.problems === 'query' ? 'QueryError' : 'Problem';
  const own = refusalsOf(operation).map((code) => ({
    code,
    status: statusOf?.(errors[code]) ?? errors[code].status,
  }));
  const all = [...own, ...engineRefusalsOf(operation)].sort((one, other) => one.status - other.status);
  const byStatus = Map.groupBy(all, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, refused]) => [
      status,
      {
        description: refused.map(({ code }) => `\`${code}\``).join(', '),
        ...((status === 429 || status === 503) && { headers: { 'Retry-After': retryAfter } }),
        content: {
          [mediaType]: {
            schema:
              operation.problems === 'oriel' || operation.problems === 'query'
                ? { $ref: componentOf(name) }
                : {},
            ...(operation.problems === 'oriel' && { example: problemExample(status, refused[0]?.code) }),
          },
        },
      },
    ]),
  );
}

function problemExample(status: number, code: string | undefined): object {
  return {
    status,
    code,
    message: 'What happened, with which value, and what to do.',
    requestId: '6f1e0c1e-3c7a-4b43-9d1e-2b8f6a1c7d10',
  };
}

function security({ access }: Operation): object[] {
  const schemes: object[] = [];
  if (access.principals.includes('anonymous')) schemes.push({});
  if (access.principals.includes('user')) schemes.push({ apiKey: [] }, { consoleSession: [] });
  if (access.principals.includes('embed') || access.principals.includes('creator'))
    schemes.push({ embedToken: [] });
  if (access.principals.includes('data')) schemes.push({ dataToken: [] });
  return schemes;
}

function parametersOf(schema: ObjectSchema, place: 'path' | 'query' | 'header'): object[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, deprecated, ...own } = reference(property) as Record<string, unknown>;
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description !== undefined && { description }),
      ...(deprecated === true && { deprecated }),
      schema: own,
    };
  });
}

/** A schema that has a name is referred to; any other is written out. */
function reference(schema: TSchema): Readonly<Record<string, unknown>> {
  const name = nameOf(schema);
  return name === undefined ? toJsonSchema(schema, componentOf) : { $ref: componentOf(name) };
}

function mapValues<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
