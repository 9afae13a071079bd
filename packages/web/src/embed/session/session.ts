import type { EmbedSessionSettings, EmbedTheme } from '@oriel/contract';
import type { EmbedErrorCode } from '@oriel/embed';
import type { sessionEnglish } from '../../messages/english/session-english.ts';
import { createAuthorizedFetch } from './authorized-fetch.ts';
import type { KeptToken } from './kept-session.ts';
import { createSessionTimer, lifeOf, type SessionLife } from './session-life.ts';
import { findDifference, readToken, viewerKey, type Token, type TokenClaims } from './token-claims.ts';

/** Why the surface cannot be shown: a key of the texts that the viewer reads. */
export type SessionProblem = Exclude<
  keyof typeof sessionEnglish,
  'signInLink' | 'blocked' | 'again' | 'ownWindow' | 'signInOver' | 'inWindow' | 'notHandedOn'
>;

/** A surface that cannot be shown. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly problem: SessionProblem;
  /** What the host's developer is told. */
  readonly code: EmbedErrorCode;

  constructor(problem: SessionProblem, code: EmbedErrorCode = usualCodes[problem]) {
    super(problem);
    this.problem = problem;
    this.code = code;
  }
}

/** What each problem mostly is to the host's developer. */
const usualCodes: Readonly<Record<SessionProblem, EmbedErrorCode>> = {
  signIn: 'session_required',
  used: 'session_invalid',
  noSession: 'session_required',
  notFound: 'page_not_found',
  refused: 'access_refused',
  down: 'server_unreachable',
};

/**
 * Who looks at a surface, and with which right: the one place of the page that knows the token, which stays in memory.
 */
export interface SurfaceSession {
  readonly mode: 'signed' | 'private';
  /** Of a signed session the viewer's tenant. */
  readonly embedTenant: string | null;
  /** Of a signed session a key that no other viewer has; undefined where the viewer's own sign-in stands for it. */
  readonly viewer: string | undefined;
  /** Of a signed session its deployment. */
  readonly deploymentId: number | null;
  readonly creatorMode: boolean;
  /** Of the newest session. */
  readonly theme: EmbedTheme | null;
  /** What the host set for this session; of the newest one. */
  readonly settings: EmbedSessionSettings;
  /** The viewer's attributes, by name. */
  readonly userAttributes: Record<string, unknown>;
  /** The token of now; undefined where the viewer's own sign-in stands for it. */
  token(): string | undefined;
  /**
   * As `fetch`, for addresses of this server, with the right of now. While the session is over it waits for another
   * one.
   */
  fetch: typeof fetch;
  /**
   * The same, but while the session is over the answer is 401: for a caller that says so, and asks again when it is
   * renewed.
   */
  request: typeof fetch;
  /** An answer has said, in words of its own, that the session is over. */
  expire(): void;
  /** Calls the listener each time that the session goes on with another token. Returns the function that ends it. */
  onRenewed(listener: () => void): () => void;
  /** Calls the listener when the session is over. Returns the function that ends it. */
  onExpired(listener: () => void): () => void;
  /**
   * Calls the listener with the code of each refusal of access that is no end of the session. Returns the function that
   * ends it.
   */
  onRefused(listener: (code: string) => void): () => void;
  /**
   * Calls the listener whenever something is asked for while the session is over. Returns the function that ends it.
   */
  onMissed(listener: () => void): () => void;
}

/** The session, and what only the entry does with it. */
export interface SessionControl {
  readonly session: SurfaceSession;
  /**
   * Goes on with another session of the same viewer.
   *
   * @throws a plain error, for the host, where it cannot be used; the session stays as it is
   */
  renew(sessionId: string): Promise<void>;
  /** The token of now, of a signed session that goes on. */
  current(): KeptToken | undefined;
  /** Goes on with the token of another sign-in of the viewer; of another user the page begins anew. */
  adopt(token: Token): void;
}

/** What a session needs. */
interface SessionOptions {
  /** The key of the security context under which the server says who the viewer is. */
  securityContextKey: string;
  /** The session ends soon. Called once for each token. */
  onExpiring(life: SessionLife): void;
  /** Of a viewer without a session who has signed in by a window. */
  signedIn: Token | undefined;
  /** Of a page that was loaded again. */
  kept: KeptToken | undefined;
}

/**
 * Exchanges the session for a token. Without a session the viewer is a user of the account, whom the cookie of the
 * console names: it comes along where the host page is of the same site.
 *
 * @throws {@link SessionError} when the session is not to be had
 */
export async function openSession(
  sessionId: string | null,
  options: SessionOptions,
): Promise<SessionControl> {
  if (options.kept) return createSession(readToken(options.kept.token), false, options);
  const isPrivate = sessionId === null || sessionId === '';
  return createSession(isPrivate ? options.signedIn : await exchange(sessionId), isPrivate, options);
}

/** @throws {@link SessionError} */
async function exchange(sessionId: string): Promise<Token> {
  const answer = await fetch('/api/v1/embed/session/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  if (answer.status === 401) throw new SessionError('used');
  if (!answer.ok) throw new SessionError('down');
  return readToken(((await answer.json()) as { token: string }).token);
}

/** A session with the token that it begins with; without one the viewer's own sign-in stands for it. */
function createSession(
  first: Token | undefined,
  isPrivate: boolean,
  options: SessionOptions,
): SessionControl {
  const renewals = createListeners();
  const ends = createListeners();
  const refusals = createListeners<[code: string]>();
  const misses = createListeners();
  let token = first;
  let sinceMs = options.kept?.sinceMs ?? Date.now();
  let isOver = false;
  let renewal = 0;
  const claims = (): TokenClaims => token?.claims ?? {};
  const expire = () => {
    if (isOver) return;
    isOver = true;
    ends.call();
  };
  const timer = createSessionTimer({
    now: () => Date.now(),
    setTimer: (callback, delayMs) => window.setTimeout(callback, delayMs),
    onWarning: (life) => !isOver && options.onExpiring(life),
    onEnd: expire,
  });
  const { fetch, request } = createAuthorizedFetch({
    token: () => token?.text,
    isOver: () => isOver,
    expire,
    onRefused: refusals.call,
    onMissed: misses.call,
    onRenewed: renewals.add,
  });
  const goOn = (next: Token) => {
    token = next;
    sinceMs = Date.now();
    isOver = false;
    // A sign-in ends when it ends, and is not warned of.
    timer.start(isPrivate ? undefined : lifeOf(next, sinceMs));
    renewals.call();
  };
  timer.start(first && !isPrivate ? lifeOf(first, sinceMs) : undefined);
  for (const event of ['visibilitychange', 'pageshow', 'focus', 'online'])
    (event === 'visibilitychange' ? document : window).addEventListener(event, timer.check);
  return {
    session: {
      mode: isPrivate ? 'private' : 'signed',
      embedTenant: claims().embedTenantName ?? null,
      viewer: isPrivate ? undefined : viewerKey(claims()),
      deploymentId: claims().deploymentId ?? null,
      creatorMode: claims().creatorMode ?? false,
      get theme() {
        return claims().embedTheme ?? null;
      },
      get settings() {
        return claims().settings ?? {};
      },
      get userAttributes() {
        return claims().securityContext?.[options.securityContextKey]?.userAttributes ?? {};
      },
      token: () => token?.text,
      fetch,
      request,
      expire,
      onRenewed: renewals.add,
      onExpired: ends.add,
      onRefused: refusals.add,
      onMissed: misses.add,
    },
    async renew(sessionId) {
      if (isPrivate || token === undefined)
        throw new Error('the viewer has signed in themselves, and needs no session');
      renewal += 1;
      const own = renewal;
      const next = await exchange(sessionId).catch((error: unknown) => {
        const isUsed = error instanceof SessionError && error.problem === 'used';
        throw new Error(isUsed ? 'the session is unknown, used or expired' : 'the server cannot be reached');
      });
      // The host has sent another one in between: the newest holds.
      if (own !== renewal) return;
      const other = findDifference(next.claims, token.claims);
      if (other) throw new Error(`the session is of another viewer: its ${other} is not the same`);
      goOn(next);
    },
    current: () => (token && !isPrivate && !isOver ? { token: token.text, sinceMs } : undefined),
    adopt(next) {
      if (token && token.sub !== next.sub) window.location.reload();
      else goOn(next);
    },
  };
}

function createListeners<Told extends readonly unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    add(listener: (...told: Told) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call(...told: Told) {
      for (const listener of listeners) listener(...told);
    },
  };
}
