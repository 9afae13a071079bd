import type { EmbedSessionSettings, EmbedTheme } from '@oriel/contract';

/** What a token says of its session. */
export interface TokenClaims {
  embedTenantName?: string;
  deploymentId?: number;
  creatorMode?: boolean;
  embedTheme?: EmbedTheme | null;
  settings?: EmbedSessionSettings | null;
  securityContext?: Record<string, { userAttributes?: Record<string, unknown> } | undefined>;
}

/** What the token says of itself. Only the server can check it: the look of the page rests on it here, and where filters start. */
export function readClaims(token: string): TokenClaims {
  const payload = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const { oriel = {} } = JSON.parse(new TextDecoder().decode(bytes)) as { oriel?: TokenClaims };
  return oriel;
}
