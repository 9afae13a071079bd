import type {
  AppConfigResponse,
  Dashboard,
  EmbedSessionSettings,
  EmbedTheme,
  ServerBrand,
} from '@oriel/contract';
import type { sessionEnglish } from '../messages/session-english.ts';

/** Why the dashboard cannot be shown: a key of the texts that the viewer reads. */
export type SessionProblem = keyof typeof sessionEnglish;

/** A dashboard that cannot be shown. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly problem: SessionProblem;

  constructor(problem: SessionProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface OpenedSession {
  dashboard: Dashboard;
  token: { embedTenant: string | null; header: string };
  theme: EmbedTheme | null;
  /** What the host set for this session. */
  settings: EmbedSessionSettings;
  /** The account's settings; undefined where they could not be loaded, and the product's defaults hold. */
  account: AppConfigResponse | undefined;
  /** The viewer's attributes, by name. */
  userAttributes: Record<string, unknown>;
}

/**
 * Exchanges the session for a token, which stays in memory, and asks for the dashboard with it.
 *
 * @throws {@link SessionError} when the session or the dashboard is not to be had
 */
export async function openSession(
  sessionId: string | null,
  publicId: string,
  { securityContextKey }: Pick<ServerBrand, 'securityContextKey'>,
): Promise<OpenedSession> {
  if (sessionId === null || sessionId === '') throw new SessionError('missing');
  const exchange = await fetch('/api/v1/embed/session/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  if (exchange.status === 401) throw new SessionError('used');
  if (!exchange.ok) throw new SessionError('down');
  const { token } = (await exchange.json()) as { token: string };
  const header = `Embed-Token ${token}`;
  const headers = { authorization: header };
  const [answer, account] = await Promise.all([
    fetch(`/api/v1/embed/dashboard/${encodeURIComponent(publicId)}`, { headers }),
    loadAccount(headers),
  ]);
  if (answer.status === 403) throw new SessionError('refused');
  if (answer.status === 404) throw new SessionError('notFound');
  if (!answer.ok) throw new SessionError('down');
  const claims = readClaims(token);
  return {
    dashboard: (await answer.json()) as Dashboard,
    token: { embedTenant: claims.embedTenantName ?? null, header },
    theme: claims.embedTheme ?? null,
    settings: claims.settings ?? {},
    account,
    userAttributes: claims.securityContext?.[securityContextKey]?.userAttributes ?? {},
  };
}

/** Defaults are no reason to keep a viewer from the dashboard. */
async function loadAccount(headers: Record<string, string>): Promise<AppConfigResponse | undefined> {
  const answer = await fetch('/api/v1/app-config', { headers }).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as AppConfigResponse) : undefined;
}

interface Claims {
  embedTenantName?: string;
  embedTheme?: EmbedTheme | null;
  settings?: EmbedSessionSettings | null;
  securityContext?: Record<string, { userAttributes?: Record<string, unknown> } | undefined>;
}

/** What the token says of itself. Only the server can check it: the look of the page rests on it here, and where filters start. */
function readClaims(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const { oriel = {} } = JSON.parse(new TextDecoder().decode(bytes)) as { oriel?: Claims };
  return oriel;
}
