import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { discardBody } from '../../query/discard-body.ts';
import { createConnection } from './connection.ts';

const PROBE_TIMEOUT_MS = 5000;

let send: typeof fetch = (input, init) => globalThis.fetch(input, init);

/** Sends every request from now on in another way than with the cookie, as with the token of an embed session. */
export function sendBy(fetch: typeof globalThis.fetch): void {
  send = fetch;
}

/** As `fetch`, in the way that requests are sent. */
export const serverFetch: typeof fetch = (input, init) => send(input, init);

/** The console's connection to the server that it came from. */
export const connection = createConnection({
  fetch: serverFetch,
  probe: async () => {
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const answer = await globalThis.fetch('/readyz', { cache: 'no-store', signal });
      discardBody(answer);
      return answer.ok;
    } catch {
      // No answer is the answer.
      return false;
    }
  },
});

/**
 * Lets queries pause while the server does not answer, and go on when it does. The browser's own notion of being online
 * is about its network, not about this server.
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
