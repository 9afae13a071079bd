import { MutationCache, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createRunBatch, type RunBatch } from '../query/load-batch.ts';
import { connection } from './connection/server-connection.ts';
import { errorKind, isSignedOut, isTransient } from './error-kind.ts';
import { resumeBatch } from './resume-batch.ts';

const RETRIES = 2;
const FRESH_MS = 15_000;

/**
 * Makes the cache that all server data of the console lives in.
 *
 * A refusal (4xx) is final: only the client below asks again, after the pause that a 429 or 503 names. A fault of the
 * server (5xx) and a broken connection are tried again after 1 and 2 s; while the server does not answer, queries pause.
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
        retry: (count, error) => count < RETRIES && isTransient(error),
      },
      // What the user has just requested happens now or fails now, not some time later.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Runs queries of a deployment with the console's session. A batch that breaks off goes on when the server answers. */
export function useRunBatch(deploymentId: number): RunBatch {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const runBatch = createRunBatch({ deploymentUrl: `/deployments/${deploymentId}`, headers: {} });
    const isBroken = (error: unknown) => errorKind(error) === 'unreachable';
    const runOn = resumeBatch(runBatch, { attempts: RETRIES + 1, isBroken, connection });
    return async (...batch) => {
      try {
        await runOn(...batch);
      } catch (error) {
        // A dashboard's queries are not in the cache; asking anew who is there leads to the sign-in.
        if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: ['user'] });
        throw error;
      }
    };
  }, [deploymentId, queryClient]);
}
