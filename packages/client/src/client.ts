import type { OperationTypes } from '@oriel/contract';
import { routes, type OperationId } from '@oriel/contract/routes';
import { ApiError, readApiError } from './api-error.ts';
import { withHeaders, type CallerOptions } from './fetch-with-headers.ts';
import { withRetry, type Fetch } from './fetch-with-retry.ts';
import { listItems, type ItemOf, type ListOperationId, type ListPage } from './list-items.ts';
import { operationUrl } from './operation-url.ts';

export interface ClientOptions extends CallerOptions {
  /** Where the server is, without a slash at the end; empty for the page's own origin. */
  baseUrl: string;
  /** Default: the platform's own. */
  fetch?: Fetch;
  /**
   * Whether a browser sends its cookies: `omit` for a page that has nothing but a token. Default: what `fetch` does by itself,
   * which is to send them to the page's own origin.
   */
  credentials?: RequestCredentials;
  /**
   * Whether requests that may be repeated are sent again after a broken connection and where a busy server says when;
   * default true. False for a caller with retries of its own, so that the two do not multiply.
   */
  retry?: boolean;
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
    /**
     * Has a `POST` done once, however often it is sent, so that it is sent again as a `GET` is. The same key with another request is
     * refused (`idempotency_key_reused`).
     */
    idempotencyKey?: string;
    /** Ends the request, and the pauses before it is sent again. */
    signal?: AbortSignal;
  };

/** What a call of the query API takes. */
export interface QueryInput {
  /** The address of the deployment, as `getDeployment` gives it. */
  deploymentUrl: string;
  /** Sent as JSON; absent for `meta`. */
  body?: object;
  signal?: AbortSignal;
}

export interface Client {
  /**
   * Calls an operation of the API.
   *
   * @throws {@link ApiError} for a refusal; what `fetch` throws when the server cannot be reached
   */
  call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<OperationTypes[Id]['answer']>;
  /**
   * Gives every item of a list, page after page; `query.first` is the size of a page, default 50. A page is asked for
   * when the items before it are used up, so leaving the loop early asks for no more.
   *
   * @throws as {@link Client.call}; an error for a list in an order without cursors (`sortBy: 'lastViewedAt'`)
   */
  items<Id extends ListOperationId>(
    id: Id,
    input: CallInput<Id>,
  ): AsyncGenerator<ItemOf<Id>, void, undefined>;
  /**
   * Calls an address below a deployment's query API and answers with its JSON. A query that takes long is asked for again
   * until its rows are there.
   *
   * @throws as {@link Client.call}
   */
  query(path: 'load' | 'sql' | 'dry-run' | 'meta', input: QueryInput): Promise<unknown>;
}

/** A call's input without the types of its operation. */
interface UntypedInput {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface SentRequest {
  method: string;
  url: string;
  body: unknown;
  idempotencyKey?: string | undefined;
  signal: AbortSignal | undefined;
  /** Whether sending it twice does what sending it once does. */
  isRepeatable: boolean;
}

const REPEATABLE_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** Makes a client of the API. Types come from the contract; only addresses and methods are part of the program. */
export function createClient({
  baseUrl,
  fetch = (input, init) => globalThis.fetch(input, init),
  retry = true,
  credentials,
  ...caller
}: ClientOptions): Client {
  const once = withHeaders(fetch, caller);
  const repeated = retry ? withHeaders(withRetry(fetch), caller) : once;
  const request = async ({
    method,
    url,
    body,
    idempotencyKey,
    signal,
    isRepeatable,
  }: SentRequest): Promise<unknown> => {
    const response = await (isRepeatable ? repeated : once)(url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(credentials && { credentials }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw await readApiError(response);
    return response.status === 204 ? undefined : readJson(response);
  };
  const send = (
    id: OperationId,
    { body, idempotencyKey, signal, ...address }: UntypedInput,
  ): Promise<unknown> => {
    const { method } = routes[id];
    const url = `${baseUrl}${operationUrl(id, address)}`;
    const isRepeatable = REPEATABLE_METHODS.has(method) || idempotencyKey !== undefined;
    return request({ method, url, body, idempotencyKey, signal, isRepeatable });
  };
  return {
    // The server answers by the operation's own schema, here and below.
    call: async (id, input) => (await send(id, input)) as never,
    items: (id, input) =>
      listItems(async (after) => {
        const query = after === undefined ? input.query : { ...input.query, after };
        return (await send(id, { ...input, query })) as ListPage<never>;
      }),
    async query(path, { deploymentUrl, body, signal }) {
      const method = body === undefined ? 'GET' : 'POST';
      const url = `${deploymentUrl}/cubejs-api/v1/${path}`;
      for (;;) {
        const answer = await request({ method, url, body, signal, isRepeatable: true });
        if (!isContinueWait(answer)) return answer;
      }
    },
  };
}

/** A `/load` that is not ready after some seconds says so; asking again waits for the same execution. */
function isContinueWait(answer: unknown): boolean {
  return (answer as { error?: unknown } | null)?.error === 'Continue wait';
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `The answer of ${new URL(response.url).origin} is not JSON; is it the address of an Oriel server?`;
    throw new ApiError({ status: response.status, message });
  }
}
