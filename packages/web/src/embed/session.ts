import type { Dashboard, EmbedTheme } from '@oriel/contract';
import { dashboardMessages as messages } from '../messages/dashboard-messages.ts';

/** What the viewer is told when the dashboard cannot be shown. */
export class SessionError extends Error {}

export interface OpenedSession {
  dashboard: Dashboard;
  token: { embedTenant: string | null; header: string };
  theme: EmbedTheme | null;
}

/**
 * Exchanges the session for a token, which stays in memory, and asks for the dashboard with it.
 *
 * @throws {@link SessionError} with words for the viewer
 */
export async function openSession(sessionId: string | null, publicId: string): Promise<OpenedSession> {
  if (sessionId === null || sessionId === '') throw new SessionError(messages.noSession);
  const exchange = await fetch('/api/v1/embed/session/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  if (exchange.status === 401) throw new SessionError(messages.sessionUsed);
  if (!exchange.ok) throw new SessionError(messages.down);
  const { token } = (await exchange.json()) as { token: string };
  const header = `Embed-Token ${token}`;
  const answer = await fetch(`/api/v1/embed/dashboard/${encodeURIComponent(publicId)}`, {
    headers: { authorization: header },
  });
  if (answer.status === 403) throw new SessionError(messages.refused);
  if (answer.status === 404) throw new SessionError(messages.notFound);
  if (!answer.ok) throw new SessionError(messages.down);
  const claims = readClaims(token);
  return {
    dashboard: (await answer.json()) as Dashboard,
    token: { embedTenant: claims.embedTenantName ?? null, header },
    theme: claims.embedTheme ?? null,
  };
}

/** What the token says of itself; only the server can check it, and only the look of the page rests on it here. */
function readClaims(token: string): { embedTenantName?: string; embedTheme?: EmbedTheme | null } {
  const payload = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const { oriel = {} } = JSON.parse(new TextDecoder().decode(bytes)) as { oriel?: object };
  return oriel;
}
