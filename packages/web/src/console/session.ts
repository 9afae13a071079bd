import { MutationCache, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createRunBatch, type RunBatch } from '../query/load-batch.ts';
import { isSignedOut } from './api.ts';

const RETRIES = 2;
const FRESH_MS = 15_000;

/**
 * Makes the cache that all server data of the console lives in.
 *
 * @param onSignedOut called whenever a query or a mutation finds that the session has ended
 */
export function createConsoleQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < RETRIES && !isSignedOut(error),
      },
    },
  });
}

/** Runs queries of a deployment with the console's session. */
export function useRunBatch(deploymentId: number): RunBatch {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const runBatch = createRunBatch({ deploymentUrl: `/deployments/${deploymentId}`, headers: {} });
    return async (...batch) => {
      try {
        await runBatch(...batch);
      } catch (error) {
        // A dashboard's queries are not in the cache; asking anew who is there leads to the sign-in.
        if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: ['user'] });
        throw error;
      }
    };
  }, [deploymentId, queryClient]);
}
