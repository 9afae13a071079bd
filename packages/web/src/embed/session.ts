import type {
  AppConfigResponse,
  Dashboard,
  EmbedSessionSettings,
  EmbedTheme,
  ServerBrand,
} from '@oriel/contract';
import type { sessionEnglish } from '../messages/session-english.ts';

/** Why the dashboard cannot be shown: a key of the texts that the viewer reads. */
export type SessionProblem = Exclude<keyof typeof sessionEnglish, 'signInLink' | 'again' | 'ownWindow'>;

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
  /** Of a signed session the viewer's tenant and token; a private one rests on the viewer's own sign-in. */
  embedTenant: string | null;
  mode: 'signed' | 'private';
  headers: Record<string, string>;
  theme: EmbedTheme | null;
  /** What the host set for this session. */
  settings: EmbedSessionSettings;
  /** The account's settings; undefined where they could not be loaded, and the product's defaults hold. */
  account: AppConfigResponse | undefined;
  /** The viewer's attributes, by name. */
  userAttributes: Record<string, unknown>;
}

/**
 * Exchanges the session for a token, which stays in memory, and asks for the dashboard with it. Without a session the viewer is a user of
 * the account, whom the cookie of the console names: it comes along where the host page is of the same site.
 *
 * @throws {@link SessionError} when the session or the dashboard is not to be had
 */
export async function openSession(
  sessionId: string | null,
  publicId: string,
  { securityContextKey }: Pick<ServerBrand, 'securityContextKey'>,
): Promise<OpenedSession> {
  if (sessionId === null || sessionId === '') return openPrivately(publicId);
  const exchange = await fetch('/api/v1/embed/session/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  if (exchange.status === 401) throw new SessionError('used');
  if (!exchange.ok) throw new SessionError('down');
  const { token } = (await exchange.json()) as { token: string };
  const headers = { authorization: `Embed-Token ${token}` };
  const [dashboard, account] = await Promise.all([loadDashboard(publicId, headers), loadAccount(headers)]);
  const claims = readClaims(token);
  return {
    dashboard,
    embedTenant: claims.embedTenantName ?? null,
    mode: 'signed',
    headers,
    theme: claims.embedTheme ?? null,
    settings: claims.settings ?? {},
    account,
    userAttributes: claims.securityContext?.[securityContextKey]?.userAttributes ?? {},
  };
}

/** As the signed-in user: with their rights alone, and the account's settings. */
async function openPrivately(publicId: string): Promise<OpenedSession> {
  const [dashboard, account] = await Promise.all([loadDashboard(publicId, {}), loadAccount({})]);
  return {
    dashboard,
    embedTenant: null,
    mode: 'private',
    headers: {},
    theme: null,
    settings: {},
    account,
    userAttributes: {},
  };
}

/** @throws {@link SessionError} */
async function loadDashboard(publicId: string, headers: Record<string, string>): Promise<Dashboard> {
  const answer = await fetch(`/api/v1/embed/dashboard/${encodeURIComponent(publicId)}`, { headers });
  if (answer.status === 401) throw new SessionError('authorization' in headers ? 'used' : 'signIn');
  if (answer.status === 403) throw new SessionError('refused');
  if (answer.status === 404) throw new SessionError('notFound');
  if (!answer.ok) throw new SessionError('down');
  return (await answer.json()) as Dashboard;
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
