import { discardBody } from './discard-body.ts';

/** How long an answer may send nothing before the server is asked whether it is there: a slow query may take longer. */
const SILENT_MS = 20_000;

/** How long that question waits. A server that is there answers it whatever its queries do. */
const PROBE_MS = 5_000;

/** Statuses of answers without a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The server has gone silent. For who does not know it, a connection that broke. */
export class ServerSilent extends TypeError {
  override readonly name = 'ServerSilent';
}

/** Watches over a request of which nobody knows how long it takes. */
interface ServerWatch {
  /** For the request: it ends with the caller's own signal, and when the server does not answer any more. */
  readonly signal: AbortSignal;
  /** Waits for what comes next. */
  listen(): void;
  /** Nothing is waited for: the request is over, or nobody reads on. */
  rest(): void;
}

/**
 * Ends a request of a server that has gone silent: one that accepts connections and never answers, as behind a broken
 * network. `fetch` alone would wait for minutes, and the viewer with it. A server that answers the probe is only slow,
 * and is waited for.
 *
 * The reason of the end is a {@link ServerSilent}.
 *
 * @param fetch sends the probe; default the browser's, without a credential
 */
export function watchServer(caller?: AbortSignal | null, fetch = globalThis.fetch): ServerWatch {
  const lost = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what has come: an answer to the probe that belongs to an earlier one says nothing any more. */
  let turn = 0;
  const rest = () => {
    turn += 1;
    clearTimeout(timer);
  };
  const listen = () => {
    rest();
    timer = setTimeout(() => void ask(), SILENT_MS);
  };
  const ask = async () => {
    const asked = turn;
    const isThere = await probe(fetch);
    if (asked !== turn) return;
    if (isThere) listen();
    else lost.abort(new ServerSilent('The server does not answer'));
  };
  listen();
  return { signal: caller ? AbortSignal.any([caller, lost.signal]) : lost.signal, listen, rest };
}

/**
 * Makes requests that end with a {@link ServerSilent} when the server goes silent, before an answer or within one.
 *
 * @param fetch sends them
 * @param probe as that of {@link watchServer}
 */
export function watchedFetch(fetch: typeof globalThis.fetch, probe?: typeof globalThis.fetch): typeof fetch {
  return async (input, init) => {
    const watch = watchServer(init?.signal, probe);
    let answer: Response;
    try {
      answer = await fetch(input, { ...init, signal: watch.signal });
    } finally {
      watch.rest();
    }
    const { body, status, statusText, headers } = answer;
    // Browsers give answers that have no body by their status one all the same, which a new answer refuses.
    const hasBody = body && !WITHOUT_BODY.has(status);
    return hasBody ? new Response(watchedBody(body, watch), { status, statusText, headers }) : answer;
  };
}

/** The body, watched while something is read of it. */
function watchedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  watch: ServerWatch,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        watch.listen();
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // Not every browser ends a body with the reason of its signal.
          watch.signal.throwIfAborted();
          throw error;
        } finally {
          watch.rest();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function probe(fetch: typeof globalThis.fetch): Promise<boolean> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), PROBE_MS);
  try {
    const answer = await fetch('/readyz', { cache: 'no-store', signal: end.signal });
    discardBody(answer);
    // Of a proxy that has nobody behind it.
    return answer.status !== 502 && answer.status !== 504;
  } catch {
    // A connection that breaks breaks the request as well, which says so itself.
    return !end.signal.aborted;
  } finally {
    clearTimeout(timer);
  }
}
