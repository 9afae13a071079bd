import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createConnection } from './connection.ts';

const PROBE_TIMEOUT_MS = 5000;

/** The console's connection to the server that it came from. */
export const connection = createConnection({
  fetch: (input, init) => globalThis.fetch(input, init),
  probe: async () => {
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      return (await globalThis.fetch('/readyz', { cache: 'no-store', signal })).ok;
    } catch {
      // No answer is the answer.
      return false;
    }
  },
});

/**
 * Lets queries pause while the server does not answer, and go on when it does. The browser's own notion of being online is
 * about its network, not about this server.
 */
export function pauseQueriesWithoutServer(): void {
  onlineManager.setEventListener((setOnline) => {
    const stop = connection.subscribe(() => setOnline(connection.isThere));
    const check = () => void (connection.isThere || connection.check());
    window.addEventListener('online', check);
    return () => {
      stop();
      window.removeEventListener('online', check);
    };
  });
}

/** Whether the server answers. */
export function useIsServerThere(): boolean {
  return useSyncExternalStore(connection.subscribe, () => connection.isThere);
}
