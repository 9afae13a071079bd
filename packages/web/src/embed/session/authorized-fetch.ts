import { discardBody } from '../../query/discard-body.ts';

/** What the requests of a session go by. */
interface AuthorizedFetchOptions {
  /** The token of now; undefined where the viewer's own sign-in stands for it. */
  token(): string | undefined;
  /** Whether the session is over, and nothing can be asked. */
  isOver(): boolean;
  /** An answer has said that the session is over. */
  expire(): void;
  /** An answer has refused what was asked for, with a code of the error catalogue. */
  onRefused(code: string): void;
  /** Something was asked for that the session, which is over, does not give. */
  onMissed(): void;
  /** Calls the listener when the session goes on. Returns the function that ends it. */
  onRenewed(listener: () => void): () => void;
}

/**
 * Makes the requests of a session: `request` answers 401 while it is over, `fetch` waits until it goes on and asks
 * again, so that nothing is lost. A body has to be one that can be sent twice, which a stream is not.
 */
export function createAuthorizedFetch({
  token,
  isOver,
  expire,
  onRefused,
  onMissed,
  onRenewed,
}: AuthorizedFetchOptions): {
  fetch: typeof fetch;
  request: typeof fetch;
} {
  const ask = async (...[input, init]: Parameters<typeof fetch>): Promise<Asked> => {
    const used = token();
    if (isOver()) {
      onMissed();
      return { answer: Response.json({ code: 'credential_expired' }, { status: 401 }), isOver: true };
    }
    const headers = new Headers(init?.headers);
    if (used !== undefined) headers.set('authorization', `Embed-Token ${used}`);
    const answer = await fetch(input, { ...init, headers });
    const code = await refusalIn(answer);
    if (!saysOver(answer, code)) {
      if (code !== undefined) onRefused(code);
      return { answer, isOver: false };
    }
    // Another token has come while this one was refused.
    if (token() !== used) {
      discardBody(answer);
      return ask(input, init);
    }
    expire();
    onMissed();
    return { answer, isOver: true };
  };
  return {
    request: async (input, init) => (await ask(input, init)).answer,
    async fetch(input, init) {
      for (;;) {
        const asked = await ask(input, init);
        if (!asked.isOver) return asked.answer;
        discardBody(asked.answer);
        if (isOver()) await renewed(onRenewed, init?.signal ?? undefined);
      }
    },
  };
}

interface Asked {
  answer: Response;
  /** Whether it says that the session is over. */
  isOver: boolean;
}

/** The code with which access is refused; undefined for every other answer. */
async function refusalIn(answer: Response): Promise<string | undefined> {
  if (answer.status !== 403 && answer.status !== 404) return undefined;
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return code;
}

/** The query API answers 403, in the words of its protocol, to whom it does not know. */
const saysOver = ({ status }: Response, code: string | undefined): boolean =>
  status === 401 || (status === 403 && (code === 'unauthenticated' || code === 'credential_expired'));

/** @throws what the signal says, when it comes first */
function renewed(onRenewed: AuthorizedFetchOptions['onRenewed'], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const give = () => {
      end();
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'));
    };
    const end = onRenewed(() => {
      end();
      signal?.removeEventListener('abort', give);
      resolve();
    });
    signal?.addEventListener('abort', give);
  });
}
