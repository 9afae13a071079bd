import type { ClientOptions } from '@oriel/client';

type Fetch = NonNullable<ClientOptions['fetch']>;

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;

/** Whether the server answers. Known by the requests of the console themselves; only a failed one leads to probes. */
export interface Connection {
  /** False after a failed request and a failed probe, until a probe or a request succeeds. */
  readonly isThere: boolean;
  /** Calls back after each change of {@link isThere}. */
  subscribe(onChange: () => void): () => void;
  /** `fetch`; its outcomes say whether the server answers. */
  readonly fetch: Fetch;
  /** Asks the server now; also ends a pause between two probes. */
  check(): Promise<boolean>;
  /** Resolves when the server answers. @throws the signal's reason when it is aborted before */
  untilThere(signal?: AbortSignal): Promise<void>;
}

interface ConnectionOptions {
  fetch: Fetch;
  /** Whether the server says that it is ready. Never rejects. */
  probe(): Promise<boolean>;
}

/**
 * Watches whether the server answers. While it does not, it is probed after 1, 2, 4 … seconds, at most 10, until it
 * does.
 */
export function createConnection({ fetch, probe }: ConnectionOptions): Connection {
  const listeners = new Set<() => void>();
  let isThere = true;
  let running: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;

  const setThere = (isNow: boolean) => {
    if (isNow) {
      clearTimeout(timer);
      pauseMs = FIRST_PAUSE_MS;
    }
    if (isThere === isNow) return;
    isThere = isNow;
    for (const listener of listeners) listener();
  };
  // Requests that fail together cause one probe.
  const check = () => (running ??= probeOnce().finally(() => (running = undefined)));
  const probeOnce = async () => {
    clearTimeout(timer);
    const answers = await probe();
    setThere(answers);
    if (!answers) {
      timer = setTimeout(() => void check(), pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
    return answers;
  };
  const subscribe = (onChange: () => void) => {
    listeners.add(onChange);
    return () => void listeners.delete(onChange);
  };
  return {
    get isThere() {
      return isThere;
    },
    subscribe,
    fetch: async (input, init) => {
      try {
        const response = await fetch(input, init);
        if (isFromServer(response)) setThere(true);
        else void check();
        return response;
      } catch (error) {
        if (!init.signal?.aborted) void check();
        throw error;
      }
    },
    check,
    untilThere: (signal) => waitUntil(() => isThere, subscribe, signal),
  };
}

/** A proxy without its server, and a server without its database, answer with these. */
const isFromServer = ({ status }: Response) => ![502, 503, 504].includes(status);

function waitUntil(
  isMet: () => boolean,
  subscribe: Connection['subscribe'],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = () => {
    if (signal?.aborted) reject(signal.reason as Error);
    else if (isMet()) resolve();
  };
  const unsubscribe = subscribe(settle);
  signal?.addEventListener('abort', settle);
  settle();
  return promise.finally(() => {
    unsubscribe();
    signal?.removeEventListener('abort', settle);
  });
}
