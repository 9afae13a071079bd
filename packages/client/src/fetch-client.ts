import type { OperationTypes } from '@oriel/contract';
import type { OperationId } from '@oriel/contract/routes';
import { readApiError, type ApiError } from './api-error.ts';
import { operationUrl } from './operation-url.ts';
import { readJson, type Sender } from './send-request.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The operations of a method by their paths, as the OpenAPI document has them. */
type Paths<M extends Method> = {
  [Id in OperationId as OperationTypes[Id]['route'] extends `${M} ${infer Path}` ? Path : never]: Id;
};

/** A group of parameters: left out where it may be empty. */
type Group<Name extends string, T> = keyof T extends never
  ? { [N in Name]?: undefined }
  : Record<string, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

type ParametersOf<Id extends OperationId> = Group<'path', OperationTypes[Id]['params']> &
  Group<'query', OperationTypes[Id]['query']> & { header?: Readonly<Record<string, string>> };

type BodyOf<Id extends OperationId> = OperationTypes[Id]['body'] extends void
  ? { body?: undefined }
  : Group<'body', OperationTypes[Id]['body']>;

/** What a request by its path takes. */
export type FetchInput<Id extends OperationId> = Group<'params', ParametersOf<Id>> &
  BodyOf<Id> & { signal?: AbortSignal };

/** What a request by its path comes to: what was asked for, or why it was refused. */
export type FetchResult<T> =
  | { readonly data: T; readonly error?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly error: ApiError; readonly response: Response };

type Rest<Id extends OperationId> =
  Record<string, never> extends FetchInput<Id> ? [input?: FetchInput<Id>] : [input: FetchInput<Id>];

/** The operation at a path. */
type OperationAt<M extends Method, Path extends keyof Paths<M>> = Extract<Paths<M>[Path], OperationId>;

type Send<M extends Method> = <Path extends keyof Paths<M> & string>(
  path: Path,
  ...input: Rest<OperationAt<M, Path>>
) => Promise<FetchResult<OperationTypes[OperationAt<M, Path>]['answer']>>;

/**
 * The API by method and path, for programs that are written by the OpenAPI document:
 * `GET(path, { params: { path, query, header }, body })` answers with `data` or with `error`, and with the `response`
 * for its headers, such as the entity tag. It sends as `call` of the client does, and throws only where the server
 * cannot be reached.
 */
export type FetchClient = { readonly [M in Method]: Send<M> };

interface UntypedInput {
  params?: { path?: object; query?: object; header?: Readonly<Record<string, string>> };
  body?: unknown;
  signal?: AbortSignal;
}

/** Makes the client by paths over what sends requests; `baseUrl` is where the server is. */
export function createFetchClient(baseUrl: string, send: Sender): FetchClient {
  const by =
    (method: Method) =>
    async (path: string, { params, body, signal }: UntypedInput = {}): Promise<FetchResult<never>> => {
      const address = operationUrl(path, { params: params?.path, query: params?.query });
      const headers = params?.header;
      const idempotencyKey = Object.entries(headers ?? {}).find(
        ([name]) => name.toLowerCase() === 'idempotency-key',
      )?.[1];
      const response = await send({
        method,
        url: `${baseUrl}${address}`,
        body,
        headers,
        idempotencyKey,
        signal,
      });
      if (!response.ok) return { error: await readApiError(response), response };
      // The server answers by the operation's own schema.
      return { data: (await readJson(response)) as never, response };
    };
  return { GET: by('GET'), POST: by('POST'), PUT: by('PUT'), PATCH: by('PATCH'), DELETE: by('DELETE') };
}
