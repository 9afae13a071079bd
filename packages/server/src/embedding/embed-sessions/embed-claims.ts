import type { EmbedSessionSettings, EmbedTheme } from '@oriel/contract';

/** What an embed session fixes, and its token says: who looks, at which deployment, with which context. */
export interface EmbedClaims {
  tenantId: number;
  deploymentId: number;
  /** The branch of the data model that the session's queries use; null is the deploy branch. */
  branch: string | null;
  embedTenantId: number;
  embedTenantName: string;
  /** 0 for a session that shows what a console user sees. */
  embedUserId: number;
  creatorMode: boolean;
  securityContext: Record<string, unknown>;
  /** The session's overrides of the account's settings; the surface reads them from the token. */
  settings: EmbedSessionSettings;
  embedTheme: EmbedTheme | null;
}

/** The claims stand under this key of the token; the rest of its payload is the standard's own. */
export const CLAIMS_KEY = 'oriel';
