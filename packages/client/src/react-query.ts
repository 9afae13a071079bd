/** The API for React, over TanStack Query: options for every operation, and hooks over them. */
export {
  createApiQueries,
  type ApiQueries,
  type ChangeOperationId,
  type ChangeOptions,
  type Invalidates,
  type PagedOperationId,
  type ReadOperationId,
} from './react-query/api-queries.ts';
export {
  usePlatformLazyQuery,
  usePlatformMutation,
  usePlatformPages,
  usePlatformQuery,
  usePlatformSuspenseQuery,
  type ReadOptions,
} from './react-query/hooks.ts';
export {
  PlatformClientProvider,
  usePlatformQueries,
  type PlatformClientProviderProps,
} from './react-query/provider.ts';
export type { ReadInput } from './react-query/query-keys.ts';
