import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react';
import type { Client } from '../client.ts';
import { createApiQueries, type ApiQueries } from './api-queries.ts';

const Queries = createContext<ApiQueries | undefined>(undefined);

export interface PlatformClientProviderProps {
  /** One client for as long as the page lives: another one makes new options, and the cache stays. */
  client: Client;
  children?: ReactNode;
}

/** Gives the hooks below it the client that they call; stands inside a `QueryClientProvider`. */
export function PlatformClientProvider({ client, children }: PlatformClientProviderProps) {
  const queries = useMemo(() => createApiQueries(client), [client]);
  return createElement(Queries.Provider, { value: queries }, children);
}

/**
 * The options of TanStack Query for the client of the provider, for what the hooks do not cover: prefetching, several
 * queries at once.
 *
 * @throws an error outside of a {@link PlatformClientProvider}
 */
export function usePlatformQueries(): ApiQueries {
  const queries = useContext(Queries);
  if (queries === undefined) throw new Error('There is no PlatformClientProvider around this component');
  return queries;
}
