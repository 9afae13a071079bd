/** How long an answer may send nothing before the server is asked whether it is there: a slow query may take longer. */
const SILENT_MS = 20_000;

/** How long that question waits. A server that is there answers it whatever its queries do. */
const PROBE_MS = 5_000;

/** Watches over a request of which nobody knows how long it takes. */
export interface ServerWatch {
  /** For the request: it ends with the caller's own signal, and when the server does not answer any more. */
  readonly signal: AbortSignal;
  /** Something has come. */
  heard(): void;
  /** The request is over. */
  end(): void;
}

/**
 * Ends a request of a server that has gone silent: one that accepts connections and never answers, as behind a broken network.
 * `fetch` alone would wait for minutes, and the viewer with it. A server that answers the probe is only slow, and is waited for.
 *
 * The reason of the end is a `TypeError`, as that of a connection that breaks.
 *
 * @param fetch sends the probe; default the browser's, without a credential
 */
export function watchServer(caller: AbortSignal, fetch = globalThis.fetch): ServerWatch {
  const lost = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let heardTimes = 0;
  const wait = () => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void ask(), SILENT_MS);
  };
  const ask = async () => {
    const before = heardTimes;
    const isThere = await probe(fetch);
    if (isOver || before !== heardTimes) return;
    if (isThere) wait();
    else lost.abort(new TypeError('The server does not answer'));
  };
  wait();
  return {
    signal: AbortSignal.any([caller, lost.signal]),
    heard() {
      heardTimes += 1;
      wait();
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

async function probe(fetch: typeof globalThis.fetch): Promise<boolean> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), PROBE_MS);
  try {
    const { status } = await fetch('/readyz', { cache: 'no-store', signal: end.signal });
    // Of a proxy that has nobody behind it.
    return status !== 502 && status !== 504;
  } catch {
    // A connection that breaks breaks the request as well, which says so itself.
    return !end.signal.aborted;
  } finally {
    clearTimeout(timer);
  }
}
