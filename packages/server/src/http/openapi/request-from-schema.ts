import {
  exampleOf,
  pathParameters,
  type MediaType,
  type Operation,
  type PathParameterName,
  type TSchema,
} from '@oriel/contract';

/** What path parameters stand for: ids and names of records, or what is shown in their place. */
export type PathValues = Readonly<Record<PathParameterName, unknown>>;

/** A request as `inject` takes it. */
export interface OperationRequest {
  readonly method: Operation['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | FormData;
}

/** How much of what may be left out a request has: nothing, what names a record, or everything. */
type RequestVariant = 'required' | 'naming' | 'complete';

export interface RequestOptions {
  /** Default `naming`. */
  readonly variant?: RequestVariant;
  /** Fields that may be left out by the schema and are sent all the same. */
  readonly fields?: readonly string[];
  /** Fields that are left out whatever the variant says. */
  readonly without?: readonly string[];
  /** Values of fields of the body or the query, instead of those made from the schema. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Fields of bodies and queries that name a record by another name than paths do. */
const aliases: Readonly<Record<string, PathParameterName>> = {
  parentId: 'folderId',
  deploymentIds: 'deploymentId',
  userIds: 'userId',
  publicDashboardId: 'publicId',
  dashboardPublicId: 'publicId',
};

/** The path parameter that a field of a body or a query names a record like; undefined for one that names none. */
export function recordNameOf(field: string, schema: TSchema): PathParameterName | undefined {
  // The `publicId` of a body is that of a report, chosen by the caller.
  const name = aliases[field] ?? (field !== 'publicId' && field in pathParameters ? field : undefined);
  if (name === undefined) return undefined;
  const parameter = name as PathParameterName;
  const isText = scalarTypeOf(pathParameters[parameter]) === 'string';
  return (scalarTypeOf(schema) === 'string') === isText ? parameter : undefined;
}

interface Shape {
  type?: string;
  anyOf?: readonly TSchema[];
  allOf?: readonly TSchema[];
  items?: TSchema;
}

function scalarTypeOf(schema: TSchema): string | undefined {
  const { type, anyOf, allOf, items } = schema as Shape;
  const inner = anyOf?.[0] ?? allOf?.[0] ?? items;
  return inner ? scalarTypeOf(inner) : type;
}

/** The path parameters of the records that the path, the query and the body of an operation can name. */
export function recordsNamedBy({ params, query, body }: Operation): Set<PathParameterName> {
  const names = new Set(Object.keys(params.properties) as PathParameterName[]);
  const note = (field: string, schema: TSchema) => {
    const name = recordNameOf(field, schema);
    if (name !== undefined) names.add(name);
    return true;
  };
  const noting = { hasField: note, valueFor: (field: string, schema: TSchema) => void note(field, schema) };
  exampleOf(query, noting);
  if (body) exampleOf(body.schema, noting);
  return names;
}

/**
 * A request for an operation that is valid by its schemas, with records put in by the names of parameters and fields.
 */
export function requestFromSchema(
  { method, path, query, body }: Operation,
  records: PathValues,
  options: RequestOptions = {},
): OperationRequest {
  const { variant = 'naming', fields = [], without = [], values = {} } = options;
  const example = {
    hasField: (field: string, schema: TSchema) =>
      !without.includes(field) &&
      (variant === 'complete' ||
        fields.includes(field) ||
        field in values ||
        (variant === 'naming' && recordNameOf(field, schema) !== undefined)),
    valueFor: (field: string, schema: TSchema) => values[field] ?? recordValue(field, schema, records),
  };
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: PathParameterName) => String(records[name]));
  const search = searchOf(exampleOf(query, example) as Record<string, unknown>);
  const sent = body && encodeBody(body.mediaType, exampleOf(body.schema, example));
  return { method, url: url + search, headers: {}, ...sent };
}

/** A body as its media type has it, with the header that says so. */
export function encodeBody(
  mediaType: MediaType,
  content: unknown,
): Pick<OperationRequest, 'headers' | 'payload'> {
  switch (mediaType) {
    case 'multipart/form-data':
      return { headers: {}, payload: toFormData(content) };
    case 'application/x-www-form-urlencoded':
      return { headers: { 'content-type': mediaType }, payload: searchOf(fieldsOf(content)).slice(1) };
    default:
      return { headers: { 'content-type': mediaType }, payload: JSON.stringify(content) };
  }
}

/** The fields of a body; none of one that is no object. */
function fieldsOf(content: unknown): Record<string, unknown> {
  return typeof content === 'object' ? { ...content } : {};
}

function toFormData(content: unknown): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(content)))
    if (typeof value === 'object') data.append(name, new File(['content'], 'file.txt'));
    else data.append(name, String(value));
  return data;
}

function recordValue(field: string, schema: TSchema, records: PathValues): unknown {
  const name = recordNameOf(field, schema);
  if (name === undefined) return undefined;
  return isList(schema) ? [records[name]] : records[name];
}

function isList(schema: TSchema): boolean {
  const { type, anyOf, allOf } = schema as Shape;
  const inner = anyOf?.[0] ?? allOf?.[0];
  return inner ? isList(inner) : type === 'array';
}

/** Query parameters as an address has them; a list is a parameter that is repeated. */
function searchOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
