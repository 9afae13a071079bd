import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { routes, type OperationId } from './routes.ts';

/**
 * Who may call an operation at all. Finer rules, such as edit access to one folder, are the service's and stand in
 * the operation's description.
 */
export interface Access {
  /** `user` is a person in the console or a program with an API key; `embed` is an embed session's token. */
  readonly principals: readonly ('anonymous' | 'user' | 'embed')[];
  /** The least that a user must be. */
  readonly role: 'Viewer' | 'Explorer' | 'Admin';
}

export const anyone: Access = { principals: ['anonymous', 'user', 'embed'], role: 'Viewer' };
export const signedIn: Access = { principals: ['user'], role: 'Viewer' };
export const signedInOrEmbed: Access = { principals: ['user', 'embed'], role: 'Viewer' };
export const author: Access = { principals: ['user'], role: 'Explorer' };
export const adminOnly: Access = { principals: ['user'], role: 'Admin' };

/** An operation of the API: where it lives, who may call it, what it takes and what it answers. */
export interface Operation<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Whether the request may come without a body; the service then sees an empty object. */
  readonly bodyOptional: boolean;
  /** Status of the answer that is not a refusal. */
  readonly status: 200 | 201 | 204;
  readonly answer: A;
}

export const Nothing = Type.Unsafe<void>({ type: 'null' });

const noProperties = {};

/** Path or query parameters. A parameter that is not declared is refused. */
export function parameters<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

const NoParameters = parameters(noProperties);

/** Joins a route with what the operation takes and answers. What is left out is empty. */
export function operation<
  P extends TSchema = typeof NoParameters,
  Q extends TSchema = typeof NoParameters,
  B extends TSchema = typeof Nothing,
  A extends TSchema = typeof Nothing,
>(
  id: OperationId,
  parts: {
    summary: string;
    description: string;
    access: Access;
    params?: P;
    query?: Q;
    body?: B;
    bodyOptional?: boolean;
    status?: 200 | 201 | 204;
    answer?: A;
  },
): Operation<P, Q, B, A> {
  return {
    ...routes[id],
    summary: parts.summary,
    description: parts.description,
    access: parts.access,
    // Where a part is left out its type parameter has the default, which these values are.
    params: parts.params ?? (NoParameters as TSchema as P),
    query: parts.query ?? (NoParameters as TSchema as Q),
    body: parts.body ?? (Nothing as TSchema as B),
    bodyOptional: parts.bodyOptional ?? false,
    status: parts.status ?? (parts.answer === undefined ? 204 : 200),
    answer: parts.answer ?? (Nothing as TSchema as A),
  };
}

/** What a handler of an operation is given, and what it answers with. */
export interface OperationTypesOf<O> {
  params: O extends Operation<infer P, infer _Q, infer _B, infer _A> ? Static<P> : never;
  query: O extends Operation<infer _P, infer Q, infer _B, infer _A> ? Static<Q> : never;
  body: O extends Operation<infer _P, infer _Q, infer B, infer _A> ? Static<B> : never;
  answer: O extends Operation<infer _P, infer _Q, infer _B, infer A> ? Static<A> : never;
}
