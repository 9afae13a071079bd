import type { OperationTypes } from '@oriel/contract';
import { routes, type OperationId } from '@oriel/contract/routes';
import { readApiError } from './api-error.ts';
import { withRetry, type Fetch } from './fetch-with-retry.ts';

export interface ClientOptions {
  /** Where the server is, without a slash at the end; empty for the page's own origin. */
  baseUrl: string;
  /** An API key. Without one, the browser's cookie speaks. */
  apiKey?: string;
  /** Default: the platform's own. */
  fetch?: Fetch;
}

type Nonempty<T, K extends string> = keyof T extends never
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** What a call of an operation takes: path parameters, query parameters and a body, each where the operation has one. */
export type CallInput<Id extends OperationId> = Nonempty<OperationTypes[Id]['params'], 'params'> &
  Nonempty<OperationTypes[Id]['query'], 'query'> &
  (OperationTypes[Id]['body'] extends void ? { body?: undefined } : { body?: OperationTypes[Id]['body'] }) & {
    signal?: AbortSignal;
  };

export interface Client {
  /**
   * Calls an operation of the API.
   *
   * @throws {@link ApiError} for a refusal; what `fetch` throws when the server cannot be reached
   */
  call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<OperationTypes[Id]['answer']>;
  /** Calls an address below a deployment's query API, such as `load`, and answers with its JSON. */
  query(deploymentUrl: string, path: 'load' | 'sql' | 'dry-run' | 'meta', body?: object): Promise<unknown>;
}

/** Makes a client of the API. Types come from the contract; only addresses and methods are part of the program. */
export function createClient({
  baseUrl,
  apiKey,
  fetch = (input, init) => globalThis.fetch(input, init),
}: ClientOptions): Client {
  const send = withRetry(fetch);
  const headers = { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) };
  const request = async (
    method: string,
    url: string,
    body: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const response = await send(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw await readApiError(response);
    return response.status === 204 ? undefined : response.json();
  };
  return {
    async call(id, { params = {}, query = {}, body, signal }) {
      const { method, path } = routes[id];
      const url = `${baseUrl}${fillPath(path, params)}${toQuery(query)}`;
      // The server answers by the operation's own schema.
      return (await request(method, url, body, signal)) as never;
    },
    query: (deploymentUrl, path, body) =>
      request(body === undefined ? 'GET' : 'POST', `${deploymentUrl}/cubejs-api/v1/${path}`, body),
  };
}

function fillPath(path: string, params: object): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
}

/** A list repeats its parameter; what is absent or null is left out. */
function toQuery(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
