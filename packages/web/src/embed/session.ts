import type { EmbedSessionSettings, EmbedTheme, ServerBrand } from '@oriel/contract';
import type { sessionEnglish } from '../messages/session-english.ts';
import { readClaims, type TokenClaims } from './token-claims.ts';

/** Why the surface cannot be shown: a key of the texts that the viewer reads. */
export type SessionProblem = Exclude<keyof typeof sessionEnglish, 'signInLink' | 'again' | 'ownWindow'>;

/** A surface that cannot be shown. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly problem: SessionProblem;

  constructor(problem: SessionProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Who looks at a surface, and with which right: the one place of the page that knows the token, which stays in memory. */
export interface SurfaceSession {
  readonly mode: 'signed' | 'private';
  /** Of a signed session the viewer's tenant. */
  readonly embedTenant: string | null;
  /** Of a signed session its deployment. */
  readonly deploymentId: number | null;
  readonly creatorMode: boolean;
  readonly theme: EmbedTheme | null;
  /** What the host set for this session. */
  readonly settings: EmbedSessionSettings;
  /** The viewer's attributes, by name. */
  readonly userAttributes: Record<string, unknown>;
  /** The token of now; undefined where the viewer's own sign-in stands for it. */
  token(): string | undefined;
  /** As `fetch`, for addresses of this server, with the right of now. */
  fetch: typeof fetch;
  /** The same; an answer 401 comes back at once. */
  request: typeof fetch;
  /** Calls the listener each time that another token has come. Returns the function that ends it. */
  onRenewed(listener: () => void): () => void;
  /** Calls the listener when the session has ended and no token has come yet. Returns the function that ends it. */
  onExpired(listener: () => void): () => void;
}

/**
 * Exchanges the session for a token. Without a session the viewer is a user of the account, whom the cookie of the console
 * names: it comes along where the host page is of the same site.
 *
 * @throws {@link SessionError} when the session is not to be had
 */
export async function openSession(
  sessionId: string | null,
  { securityContextKey }: Pick<ServerBrand, 'securityContextKey'>,
): Promise<SurfaceSession> {
  if (sessionId === null || sessionId === '') return sessionOf(undefined, {}, securityContextKey);
  const token = await exchange(sessionId);
  return sessionOf(token, readClaims(token), securityContextKey);
}

/** @throws {@link SessionError} */
async function exchange(sessionId: string): Promise<string> {
  const answer = await fetch('/api/v1/embed/session/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  if (answer.status === 401) throw new SessionError('used');
  if (!answer.ok) throw new SessionError('down');
  return ((await answer.json()) as { token: string }).token;
}

function sessionOf(
  token: string | undefined,
  claims: TokenClaims,
  securityContextKey: string,
): SurfaceSession {
  const request: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (token !== undefined) headers.set('authorization', `Embed-Token ${token}`);
    return fetch(input, { ...init, headers });
  };
  return {
    mode: token === undefined ? 'private' : 'signed',
    embedTenant: claims.embedTenantName ?? null,
    deploymentId: claims.deploymentId ?? null,
    creatorMode: claims.creatorMode ?? false,
    theme: claims.embedTheme ?? null,
    settings: claims.settings ?? {},
    userAttributes: claims.securityContext?.[securityContextKey]?.userAttributes ?? {},
    token: () => token,
    fetch: request,
    request,
    onRenewed: () => () => undefined,
    onExpired: () => () => undefined,
  };
}
