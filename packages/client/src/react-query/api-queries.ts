import type { OperationTypes } from '@oriel/contract';
import type { OperationId } from '@oriel/contract/routes';
import {
  infiniteQueryOptions,
  matchQuery,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { ApiError } from '../api-error.ts';
import type { CallInput, Client } from '../client.ts';
import type { ListOperationId } from '../list-items.ts';
import { keyPrefix, pagesKey, queryKey, readsDeployment, type ReadInput } from './query-keys.ts';

/** The operations that read. */
export type ReadOperationId = {
  [Id in OperationId]: OperationTypes[Id]['route'] extends `GET ${string}` ? Id : never;
}[OperationId];

/** The operations that change something. */
export type ChangeOperationId = Exclude<OperationId, ReadOperationId>;

/** The lists that are read page by page, by a cursor. */
export type PagedOperationId = {
  [Id in ListOperationId & ReadOperationId]: 'after' extends keyof OperationTypes[Id]['query'] ? Id : never;
}[ListOperationId & ReadOperationId];

/** What is asked again once something has changed: operations by their ids, or nothing at all. */
export type Invalidates = readonly ReadOperationId[] | 'nothing';

export interface ChangeOptions<Id extends ChangeOperationId> {
  /**
   * What the change makes stale. Default: every read of the same deployment and every read of the account; for a change
   * of the account, everything. What is on the page is asked for again, the rest when it is next shown.
   */
  invalidates?: Invalidates;
  /** Called before what is stale is asked for again. The mutation goes on once its promise is fulfilled. */
  onSuccess?: (answer: OperationTypes[Id]['answer'], input: CallInput<Id>) => unknown;
}

/** A page of a list, which says whether there are more. */
interface Paged {
  pageInfo?: { hasNextPage: boolean; endCursor?: string | null } | null;
}

/** The options of TanStack Query for every operation of the API; made by {@link createApiQueries}. */
export type ApiQueries = ReturnType<typeof createApiQueries>;

/**
 * Makes options of TanStack Query for every operation of a client: `read` for `useQuery` and its kin, `pages` for
 * `useInfiniteQuery`, `change` for `useMutation`.
 *
 * Failures are {@link ApiError}s, or what `fetch` throws where the server cannot be reached. The client sends again by
 * itself what may be repeated, so the options say `retry: false`; with `retry: false` of the client, spread them with a
 * `retry` of yours.
 */
export function createApiQueries(client: Client) {
  return {
    /** One read. Leaving the page ends its request. */
    read: <Id extends ReadOperationId>(id: Id, input: ReadInput<Id>) =>
      queryOptions<OperationTypes[Id]['answer'], ApiError>({
        queryKey: queryKey(id, input),
        queryFn: ({ signal }) => client.call(id, withSignal(input, signal)),
        retry: false,
      }),
    /** A list, page by page: `query.first` is the size of a page, and `after` is filled in. */
    pages: <Id extends PagedOperationId>(id: Id, input: ReadInput<Id>) =>
      infiniteQueryOptions({
        queryKey: pagesKey(id, input),
        queryFn: ({ pageParam, signal }): Promise<OperationTypes[Id]['answer']> =>
          client.call(id, withSignal(behind(input, pageParam), signal)),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ pageInfo }: Paged) =>
          pageInfo?.hasNextPage === true ? (pageInfo.endCursor ?? undefined) : undefined,
        retry: false,
      }),
    /** A change; `mutate` takes the input of the operation. */
    change: <Id extends ChangeOperationId>(id: Id, { invalidates, onSuccess }: ChangeOptions<Id> = {}) =>
      mutationOptions<OperationTypes[Id]['answer'], ApiError, CallInput<Id>>({
        mutationKey: [keyPrefix, id],
        mutationFn: (input) => client.call(id, input),
        onSuccess: async (answer, input, _result, context) => {
          await onSuccess?.(answer, input);
          await invalidate(context.client, input, invalidates);
        },
        retry: false,
      }),
  };
}

/**
 * The input of an operation keeps its type where a signal or a cursor is added, which every operation of its kind
 * takes.
 */
const withSignal = <Id extends OperationId>(input: ReadInput<Id>, signal: AbortSignal) =>
  ({ ...input, signal }) as CallInput<Id>;

const behind = <Id extends OperationId>(input: ReadInput<Id>, after: string | undefined) =>
  (after === undefined ? input : { ...input, query: { ...input.query, after } }) as ReadInput<Id>;

/** Marks as stale what a change has touched, and waits for what is shown. */
async function invalidate(
  queryClient: QueryClient,
  { params }: { params?: unknown },
  invalidates: Invalidates | undefined,
): Promise<void> {
  if (invalidates === 'nothing') return;
  const { deploymentId } = (params ?? {}) as { deploymentId?: number };
  await queryClient.invalidateQueries({
    predicate: (query) =>
      matchQuery({ queryKey: [keyPrefix] }, query) &&
      (invalidates === undefined
        ? readsDeployment(query.queryKey, deploymentId)
        : invalidates.some((id) => query.queryKey[1] === id)),
  });
}
