import { MutationCache, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createRunBatch, type RunBatch } from '../../query/load-batch.ts';
import { connection, serverFetch } from '../connection/server-connection.ts';
import { errorKind, isSignedOut, isWithdrawn, retryDelayMs } from './error-kind.ts';

const RETRIES = 2;
const FRESH_MS = 15_000;

/**
 * Makes the cache that all server data of the console lives in.
 *
 * It alone decides on retries; the client sends everything once. A query is sent up to three times, see
 * {@link retryDelayMs}; while the server does not answer, queries pause. A mutation is sent once.
 *
 * @param onSignedOut called whenever a query or a mutation finds that the session has ended
 */
export function createConsoleQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        onError(error);
        // What was read before is not shown on: the right to it ends with the answer that says so.
        if (isWithdrawn(error) && query.state.data !== undefined) query.setState({ data: undefined });
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES && retryDelayMs(error, failures) !== undefined,
        retryDelay: (failures, error) => retryDelayMs(error, failures) ?? 0,
      },
      // What the user has just requested happens now or fails now, not some time later.
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Runs queries of a deployment with the console's session. A batch that breaks off fails once it is known whether the
 * server answers, so that pages know what to wait for; asking again is up to the caller.
 */
export function useRunBatch(deploymentId: number): RunBatch {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const runBatch = createRunBatch({ deploymentUrl: `/deployments/${deploymentId}`, fetch: serverFetch });
    return async (...batch) => {
      try {
        await runBatch(...batch);
      } catch (error) {
        if (errorKind(error) === 'unreachable') await connection.check();
        // A dashboard's queries are not in the cache; asking anew who is there leads to the sign-in.
        if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: ['user'] });
        throw error;
      }
    };
  }, [deploymentId, queryClient]);
}
