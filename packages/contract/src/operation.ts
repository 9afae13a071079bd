import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import { recordOfPath, type TaggedRecord } from './entity-tags.ts';
import { bodyBytesOf } from './body-size.ts';
import {
  objectSchema,
  optional,
  text,
  type Fields,
  type ObjectOf,
  type ObjectSchema,
  type Schema,
  type Static,
  type TSchema,
} from './schema.ts';
import { parametersIn, pathParameters, type PathParametersOf } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How refusals of a family of operations are written; `http/problems/problem.ts` in the server encodes each. */
export type ProblemFormat = 'oriel' | 'query' | 'scim' | 'oauth';

/** How far an operation goes in the engine: to the model, to its sources, to the plan of a query, or to its rows. */
export type EngineStage = 'model' | 'sources' | 'plan' | 'rows';

/** What a request carries beside its address. */
export interface Body<S extends TSchema = TSchema> {
  readonly mediaType: MediaType;
  readonly schema: S;
  /** Whether the request may come without a body; the handler then gets an empty object. */
  readonly isOptional: boolean;
  /** Larger bodies are refused with 413. */
  readonly maxBytes: number;
  /** Values in a JSON body, at every depth together; default {@link MAX_BODY_VALUES}. */
  readonly maxValues?: number;
}

export type MediaType =
  | 'application/json'
  | 'application/scim+json'
  | 'application/x-www-form-urlencoded'
  | 'multipart/form-data';

/** One of the answers of an operation that are no refusals. */
export interface Answer<S extends TSchema = TSchema> {
  readonly description: string;
  /** Undefined for an answer without a body. */
  readonly mediaType: string | undefined;
  readonly schema: S;
  /** Headers of the answer by their names in lower case. */
  readonly headers: Readonly<Record<string, TSchema>>;
  /**
   * How the handler gives the body: `value` is checked and written by the schema; `bytes` is written already, at once
   * or chunk by chunk, and only passed on.
   */
  readonly body: 'value' | 'bytes' | 'none';
}

/** An operation of the API: where it lives, who may call it, what it takes and what it answers. */
export interface Operation {
  readonly method: Method;
  /** Path parameters stand in braces. Every path is served with and without a trailing slash. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** What it reads or changes: the deployment of its path, or the account. */
  readonly scope: 'deployment' | 'account';
  /**
   * What keeps a credential that is scoped to deployments within them, of an operation that writes and is about the
   * account. Where nothing does (undefined), such a credential is refused.
   */
  readonly withinScope: string | undefined;
  readonly params: ObjectSchema;
  readonly query: ObjectSchema;
  /**
   * The record that it is about, with the entity tag that its answer carries (`ETag`) and, where it writes, `If-Match`
   * asks for.
   */
  readonly record: TaggedRecord | undefined;
  /** Request headers that the operation reads, by their names in lower case. */
  readonly headers: ObjectSchema;
  readonly body: Body | undefined;
  /** By status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Whether the handler answers with the body alone; else with a {@link Reply}. */
  readonly hasPlainAnswer: boolean;
  /** The codes of its own; what follows from its shape is added by {@link refusalsOf}. */
  readonly refusals: readonly ErrorCode[];
  readonly problems: ProblemFormat;
  /** How far the engine is asked, which adds its codes to the refusals; undefined: not at all. */
  readonly engineStage: EngineStage | undefined;
  /**
   * Whether it changes several items, each in a transaction of its own. With an `Idempotency-Key` what became of each
   * item is stored with its change, and not the answer with all of them.
   */
  readonly isItemwise: boolean;
  /**
   * Whether items that are large together are read and written in batches, so that no such answer is in memory as a
   * whole.
   */
  readonly isBatched: boolean;
  /** Whether query parameters and fields that are not declared are ignored rather than refused; default false. */
  readonly takesUnknownFields: boolean;
}

/** The types of an operation, which its schemas have been read for; there is no such value. */
declare const types: unique symbol;
export interface TypedOperation<T extends OperationTypesShape> extends Operation {
  readonly [types]?: T;
}

interface OperationTypesShape {
  route: string;
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
  answer: unknown;
}

/** What a handler of an operation is given, and what it answers with. */
export type OperationTypesOf<O> = O extends TypedOperation<infer T> ? T : never;

/** An answer that says its status, of an operation that has several, or sets headers. */
export interface Reply<Status extends number = number, Content = unknown> {
  readonly status: Status;
  readonly body?: Content;
  /** By their names in lower case; one that is undefined is not sent. */
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
}

/** Bytes that a handler has written itself: at once, or chunk by chunk at the pace of the reader. */
export type Bytes = string | Uint8Array | AsyncIterable<string | Uint8Array>;

type ContentOf<A> = A extends { body: 'bytes' } ? Bytes : A extends Answer<infer S> ? Static<S> : never;

type RepliesOf<Answers> = {
  [Status in keyof Answers & number]: Reply<Status, ContentOf<Answers[Status]>>;
}[keyof Answers & number];

type BodyTypeOf<B> = B extends Body<infer S> ? Static<S> : B extends TSchema ? Static<B> : void;

interface Parts {
  /** A few words, as in a list of operations. */
  summary: string;
  /** Its rules: what it does, what it needs, its defaults. */
  description: string;
  access: Access;
  /** Default `deployment` where the path names one, else `account`. */
  scope?: Operation['scope'];
  /** As in {@link Operation}; a sentence for callers as well. */
  withinScope?: string;
  query?: Fields;
  headers?: Fields;
  /** A schema stands for a JSON body that has to be there. */
  body?: TSchema | Body;
  /** Default the record that the path ends with; null for none. */
  record?: TaggedRecord | null;
  /** 200 with this JSON, or with `status`. Without it and without `answers`, 204. */
  answer?: TSchema;
  status?: 200 | 201 | 202;
  /** Instead of `answer` where there are several, or other media or headers. */
  answers?: Readonly<Record<number, Answer>>;
  /** Codes of its own, beside those of `refusalsOf`. */
  refusals?: readonly ErrorCode[];
  problems?: ProblemFormat;
  engineStage?: EngineStage;
  /** Default false. */
  isItemwise?: boolean;
  /** Default false. */
  isBatched?: boolean;
  takesUnknownFields?: boolean;
}

interface TypesOf<R extends string, P extends Parts> {
  /** Method and path. */
  route: R;
  params: PathParametersOf<R>;
  query: P['query'] extends Fields ? ObjectOf<P['query']> : Record<never, never>;
  headers: P['headers'] extends Fields ? ObjectOf<P['headers']> : Record<never, never>;
  body: BodyTypeOf<P['body']>;
  answer: P['answers'] extends object
    ? RepliesOf<P['answers']>
    : P['answer'] extends TSchema
      ? Static<P['answer']>
      : void;
}

/**
 * Makes the function that declares the operations of one group of the reference.
 *
 * Its first argument is method and path, as in `GET /api/v1/deployments/{deploymentId}`.
 *
 * @param tag name of the group
 */
export function operationsTagged(tag: string) {
  return <const R extends `${Method} /${string}`, const P extends Parts>(
    route: R,
    parts: P,
  ): TypedOperation<TypesOf<R, P>> => declare(tag, route, parts);
}

function declare(tag: string, route: string, parts: Parts): Operation {
  const [method, path] = route.split(' ') as [Method, string];
  const record = parts.record === undefined ? recordOfPath(method, path) : (parts.record ?? undefined);
  const tags = entityTagsOf(method, record);
  return {
    method,
    path,
    tag,
    summary: parts.summary,
    description: parts.description,
    access: parts.access,
    scope: parts.scope ?? (path.includes('{deploymentId}') ? 'deployment' : 'account'),
    withinScope: parts.withinScope,
    params: closed(Object.fromEntries(parametersIn(path).map((name) => [name, pathParameters[name]]))),
    query: parts.takesUnknownFields ? objectSchema(parts.query ?? {}) : closed(parts.query ?? {}),
    record,
    headers: objectSchema({ ...tags.headers, ...parts.headers }),
    body: bodyOf(parts.body),
    answers: parts.answers ?? answersOf(parts, tags.answerHeaders),
    hasPlainAnswer: parts.answers === undefined,
    refusals: parts.refusals ?? [],
    engineStage: parts.engineStage,
    problems: parts.problems ?? 'oriel',
    isItemwise: parts.isItemwise ?? false,
    isBatched: parts.isBatched ?? false,
    takesUnknownFields: parts.takesUnknownFields ?? false,
  };
}

/**
 * Whether an operation refuses credentials that are scoped to deployments: where it writes, is about the account, and
 * does not say what keeps them within their scope. What nobody in particular may call looks at no credential.
 */
export function refusesScoped({ method, scope, withinScope, access }: Operation): boolean {
  const writesToAccount = method !== 'GET' && scope === 'account';
  return writesToAccount && withinScope === undefined && !access.principals.includes('anonymous');
}

/** Whether an operation only reads, as queries do although they are posted. */
export function isReading({ method, problems }: Pick<Operation, 'method' | 'problems'>): boolean {
  return method === 'GET' || problems === 'query';
}

/**
 * Whether an operation takes the header `Idempotency-Key`: every POST but those that change nothing, as queries; those
 * of callers who have not signed in, for a key belongs to its caller; and those that answer with bytes.
 */
export function takesIdempotencyKey({ method, problems, access, answers }: Operation): boolean {
  const isOfSomeone = !access.principals.includes('anonymous');
  const answersValues = Object.values(answers).every(({ body }) => body !== 'bytes');
  return method === 'POST' && problems !== 'query' && isOfSomeone && answersValues;
}

/** A parameter that is not declared is refused. */
function closed(properties: Fields): ObjectSchema {
  return objectSchema(properties, { additionalProperties: false });
}

function bodyOf(body: TSchema | Body | undefined): Body | undefined {
  return body === undefined || 'mediaType' in body ? (body as Body | undefined) : json(body);
}

function answersOf({ answer, status = 200 }: Parts, headers: Headers | undefined): Record<number, Answer> {
  return answer
    ? { [status]: value('The answer.', answer, headers && { headers }) }
    : { 204: nothing('Done.') };
}

const IF_MATCH = text(
  'Entity tags of the record, from `ETag`, or `*` for any that is there. Where it has another by now, because it was changed ' +
    'meanwhile, nothing is done.',
  { example: '"1x4f"' },
);
/** The header of answers about a record with an entity tag. */
export const ETAG = text('The entity tag of the record: it is another one after each change.', {
  example: '"1x4f"',
});

/** The headers of an operation about a record: reading tells its tag, writing compares it. */
function entityTagsOf(method: Method, record: TaggedRecord | undefined) {
  if (record === undefined) return { headers: undefined, answerHeaders: undefined };
  const headers = method === 'GET' ? undefined : { 'if-match': optional(IF_MATCH) };
  return { headers, answerHeaders: { etag: optional(ETAG) } };
}

/** A JSON body, as large as its schema demands: see {@link bodyBytesOf}. */
export function json<S extends TSchema>(schema: S, options: Partial<Omit<Body, 'schema'>> = {}): Body<S> {
  return {
    mediaType: 'application/json',
    schema,
    isOptional: false,
    maxBytes: bodyBytesOf(schema),
    ...options,
  };
}

/** A JSON body that may be left out; the handler then gets an empty object. */
export function optionalJson<S extends TSchema>(
  schema: S,
  options: Partial<Pick<Body, 'maxBytes'>> = {},
): Body<S> {
  return json(schema, { ...options, isOptional: true });
}

/** Fields as an HTML form sends them. */
export function form<S extends ObjectSchema>(schema: S): Body<S> {
  return json(schema, { mediaType: 'application/x-www-form-urlencoded' });
}

/** Fields and files; a file arrives as a {@link Upload}. `maxBytes` bounds the whole body. */
export function multipart<S extends ObjectSchema>(schema: S, { maxBytes }: { maxBytes: number }): Body<S> {
  return json(schema, { mediaType: 'multipart/form-data', maxBytes });
}

/** A file of a multipart body, held in memory. */
export interface Upload {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The schema of a file in a multipart body. */
export function upload(description: string) {
  // JSON Schema has no word for a file in memory.
  return { description, contentMediaType: 'application/octet-stream' } as TSchema as Schema<Upload>;
}

type Headers = Readonly<Record<string, TSchema>>;

/** An answer that is written by its schema. */
export function value<S extends TSchema>(
  description: string,
  schema: S,
  { mediaType = 'application/json', headers = {} }: { mediaType?: string; headers?: Headers } = {},
): Answer<S> & { body: 'value' } {
  return { description, mediaType, schema, headers, body: 'value' };
}

/** An answer of bytes that the handler gives; the schema describes them where they are JSON. */
export function bytes(
  description: string,
  mediaType: string,
  { schema = {}, headers = {} }: { schema?: TSchema; headers?: Headers } = {},
): Answer & { body: 'bytes' } {
  return { description, mediaType, schema, headers, body: 'bytes' };
}

/** JSON values, one on each line as soon as it is there; `schema` is of one line. */
export function jsonLines(description: string, schema: TSchema) {
  return bytes(description, 'application/x-ndjson', { schema });
}

/** Server-sent events; `schema` is of the data of one event. */
export function eventStream(description: string, schema: TSchema) {
  return bytes(description, 'text/event-stream', { schema });
}

/** An answer without a body. */
export function nothing(description: string, headers: Headers = {}): Answer & { body: 'none' } {
  return { description, mediaType: undefined, schema: {}, headers, body: 'none' };
}
