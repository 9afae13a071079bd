import type { ServerBrand } from '@oriel/contract';
import type { OpenApiDocument } from '../http/openapi/openapi.ts';

/** A schema of the document, as far as its pages show it. */
export interface ShownSchema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  deprecated?: boolean;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  required?: readonly string[];
  properties?: Readonly<Record<string, ShownSchema>>;
  additionalProperties?: ShownSchema | boolean;
  items?: ShownSchema;
  anyOf?: readonly ShownSchema[];
  allOf?: readonly ShownSchema[];
  if?: ShownSchema;
  then?: ShownSchema;
}

/** What a body or an answer consists of, by its media type. */
type ShownContent = Readonly<Record<string, { schema: ShownSchema; example?: unknown }>>;

export interface ShownParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  deprecated?: boolean;
  schema: ShownSchema;
}

export interface ShownResponse {
  description: string;
  headers?: Readonly<Record<string, { description?: string; schema: ShownSchema }>>;
  content?: ShownContent;
}

/** An operation as its section shows it. */
export interface ShownOperation {
  method: string;
  path: string;
  operationId: string;
  tags: readonly [string];
  summary: string;
  description: string;
  security: readonly Readonly<Record<string, unknown>>[];
  parameters: readonly ShownParameter[];
  requestBody?: { description: string; required: boolean; content: ShownContent };
  responses: Readonly<Record<string, ShownResponse>>;
  'x-codeSamples': readonly { source: string }[];
}

/** The operations of one group, and the address of their page. */
export interface ShownTag {
  name: string;
  slug: string;
  operations: readonly ShownOperation[];
}

/** The document in the order of its pages. */
export interface ReferenceDocument {
  version: string;
  description: string;
  tags: readonly ShownTag[];
  schemas: Readonly<Record<string, ShownSchema>>;
  securitySchemes: Readonly<Record<string, { description: string }>>;
  /** In the names of which the document is written. */
  brand: ServerBrand;
}

/** Reads the OpenAPI document of a brand for its pages. */
export function readReference(document: OpenApiDocument, brand: ServerBrand): ReferenceDocument {
  // It was written by `buildOpenApi`, which says these fields of everything.
  const { info, tags, paths, components } = document as unknown as {
    info: { version: string; description: string };
    tags: readonly { name: string }[];
    paths: Readonly<Record<string, Readonly<Record<string, Omit<ShownOperation, 'method' | 'path'>>>>>;
    components: Pick<ReferenceDocument, 'schemas' | 'securitySchemes'>;
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const byTag = Map.groupBy(operations, ({ tags: [tag] }) => tag);
  return {
    brand,
    ...components,
    ...info,
    tags: tags.map(({ name }) => ({ name, slug: slugOf(name), operations: byTag.get(name) ?? [] })),
  };
}

/** A name as a part of an address. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Where the page of a group is. */
export const tagAddress = ({ slug }: ShownTag) => `/docs/api/${slug}`;

/** Where the section of an operation is. */
export function operationAddress(tag: ShownTag, { operationId }: ShownOperation): string {
  return `${tagAddress(tag)}#${operationId}`;
}

/** The name that a reference leads to; undefined for a schema that is written out. */
export function referenceOf({ $ref, anyOf, allOf }: ShownSchema): string | undefined {
  const inner = $ref ?? soleReference(anyOf) ?? soleReference(allOf);
  return inner?.split('/').at(-1);
}

/** Of a reference or null, and of a reference with a description beside it. */
function soleReference(schemas: readonly ShownSchema[] = []): string | undefined {
  const [first, ...others] = schemas.filter(({ type }) => type !== 'null');
  return others.length === 0 ? first?.$ref : undefined;
}
