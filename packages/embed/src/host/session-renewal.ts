import type { EmbedEvent } from '../protocol/events.ts';

/** Asks the host's back end for a session of the same viewer. Rejects when there is none to be had now. */
export type FetchSession = (options: { signal: AbortSignal }) => Promise<string>;

/** What a renewal goes by. */
interface SessionRenewalOptions {
  fetchSession: FetchSession;
  /** Hands a session to the surface. Rejects when it is not taken. */
  setSession(sessionId: string, signal: AbortSignal): Promise<void>;
  /** Hears of each try that failed. */
  onProblem(problem: string): void;
  /** Waits before another try. Default: the timers of the page. */
  wait?(delayMs: number, signal: AbortSignal): Promise<void>;
}

/** Goes on with another session when one ends. */
interface SessionRenewal {
  /** Looks at an event for the end of the session. */
  hear(event: EmbedEvent): void;
  /** The page is seen again: what was given up is tried once more. */
  see(): void;
  /** Ends it; what is under way is dropped. */
  close(): void;
}

/** Before each further try; after the last one it is given up until the surface asks or the page is seen again. */
const DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000] as const;

/** Makes the renewal of a connection's sessions: at most one try at a time. */
export function createSessionRenewal(options: SessionRenewalOptions): SessionRenewal {
  const { fetchSession, setSession, onProblem, wait = waitForTimer } = options;
  const end = new AbortController();
  const { signal } = end;
  /** The surface has asked, and has no other session yet. */
  let isDue = false;
  let isUnderWay = false;

  async function tryOnce(): Promise<boolean> {
    try {
      const sessionId = await fetchSession({ signal });
      if (!signal.aborted) await setSession(sessionId, signal);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) onProblem(`The session was not renewed: ${reason}`);
      return false;
    }
  }

  async function renew(): Promise<void> {
    if (isUnderWay || signal.aborted) return;
    isUnderWay = true;
    isDue = true;
    for (const delayMs of [...DELAYS_MS, undefined]) {
      if (signal.aborted) break;
      if (await tryOnce()) {
        isDue = false;
        break;
      }
      if (delayMs !== undefined) await wait(delayMs, signal);
    }
    isUnderWay = false;
  }

  return {
    hear({ type }) {
      if (type === 'session-expiring' || type === 'session-expired') void renew();
    },
    see() {
      if (isDue) void renew();
    },
    close: () => end.abort(),
  };
}

function waitForTimer(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
