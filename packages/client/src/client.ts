import type { ChatFrame, OperationTypes } from '@oriel/contract';
import { routes, type OperationId } from '@oriel/contract/routes';
import { readApiError } from './api-error.ts';
import { createFetchClient, type FetchClient } from './fetch-client.ts';
import { listItems, type ItemOf, type ListOperationId, type ListPage } from './list-items.ts';
import { operationUrl, type AddressInput } from './operation-url.ts';
import { readLines } from './read-lines.ts';
import { createSender, readJson, type SenderOptions, type SentRequest } from './send-request.ts';

export interface ClientOptions extends SenderOptions {
  /** Where the server is, without a slash at the end; empty for the page's own origin. */
  baseUrl: string;
}

type Nonempty<T, K extends string> = keyof T extends never
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/**
 * What a call of an operation takes: path parameters, query parameters and a body, each where the operation has one.
 */
export type CallInput<Id extends OperationId> = Nonempty<OperationTypes[Id]['params'], 'params'> &
  Nonempty<OperationTypes[Id]['query'], 'query'> &
  (OperationTypes[Id]['body'] extends void ? { body?: undefined } : { body?: OperationTypes[Id]['body'] }) & {
    /**
     * Has a `POST` done once, however often it is sent, so that it is sent again as a `GET` is. The same key with
     * another request is refused (`idempotency_key_reused`).
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

/** The operations that answer JSON lines. */
export type LineOperationId = 'streamAgentChat' | 'streamDeploymentChat';

export interface Client {
  /**
   * Calls an operation of the API.
   *
   * @throws {@link ApiError} for a refusal; what `fetch` throws when the server cannot be reached
   */
  call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<OperationTypes[Id]['answer']>;
  /**
   * Calls an operation that answers JSON lines, and gives each line as soon as it is there. Leaving the loop early ends
   * the request.
   *
   * @throws as {@link Client.call}, before the first line; what `fetch` throws when the connection breaks
   */
  lines<Id extends LineOperationId>(id: Id, input: CallInput<Id>): AsyncGenerator<ChatFrame, void, undefined>;
  /**
   * Gets every item of a list, page after page; `query.first` is the size of a page, default 50. A page is asked for
   * when the items before it are used up, so leaving the loop early asks for no more.
   *
   * @throws as {@link Client.call}; an error for a list in an order without cursors (`sortBy: 'lastViewedAt'`)
   */
  items<Id extends ListOperationId>(
    id: Id,
    input: CallInput<Id>,
  ): AsyncGenerator<ItemOf<Id>, void, undefined>;
  /**
   * Calls an address below a deployment's query API and answers with its JSON. A query that takes long is asked for
   * again until its rows are there.
   *
   * @throws as {@link Client.call}
   */
  query(path: 'load' | 'sql' | 'dry-run' | 'meta', input: QueryInput): Promise<unknown>;
  /** The same API by method and path, with the answer's headers. */
  readonly fetchClient: FetchClient;
}

/** A call's input without the types of its operation. */
interface UntypedInput extends AddressInput {
  body?: unknown;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Makes a client of the API. Types come from the contract; only addresses and methods are part of the program. */
export function createClient({ baseUrl, ...options }: ClientOptions): Client {
  const sender = createSender(options);
  const answer = async (sent: SentRequest): Promise<Response> => {
    const response = await sender(sent);
    if (!response.ok) throw await readApiError(response);
    return response;
  };
  const request = async (sent: SentRequest): Promise<unknown> => readJson(await answer(sent));
  const toRequest = (id: OperationId, { params, query, ...input }: UntypedInput): SentRequest => {
    const { method, path } = routes[id];
    return { ...input, method, url: `${baseUrl}${operationUrl(path, { params, query })}` };
  };
  const send = (id: OperationId, input: UntypedInput): Promise<unknown> => request(toRequest(id, input));
  return {
    // The server answers by the operation's own schema, here and below.
    call: async (id, input) => (await send(id, input)) as never,
    async *lines(id, input) {
      yield* readLines<ChatFrame>(await answer(toRequest(id, input)));
    },
    items: (id, input) =>
      listItems(async (after) => {
        const query = after === undefined ? input.query : { ...input.query, after };
        return (await send(id, { ...input, query })) as ListPage<never>;
      }),
    async query(path, { deploymentUrl, body, signal }) {
      const method = body === undefined ? 'GET' : 'POST';
      const url = `${deploymentUrl}/cubejs-api/v1/${path}`;
      for (;;) {
        const result = await request({ method, url, body, signal, isRepeatable: true });
        if (!isContinueWait(result)) return result;
      }
    },
    fetchClient: createFetchClient(baseUrl, sender),
  };
}

/** A `/load` that is not ready after some seconds says so; asking again waits for the same execution. */
function isContinueWait(answer: unknown): boolean {
  return (answer as { error?: unknown } | null)?.error === 'Continue wait';
}
