import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createIntegrationStore } from './integration-store.ts';
import type { ProviderClient, UserTokens } from './provider.ts';
import { ProviderFault } from './provider-fault.ts';
import { createUserTokenStore, type UserTokenRow } from './user-token-store.ts';

/** What refreshes tokens. */
interface TokenRefreshOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly client: ProviderClient;
}

/** Refreshes the tokens of connections. */
export type TokenRefresh = ReturnType<typeof createTokenRefresh>;

/** Tokens that end within this time are refreshed in the background. */
const DUE_SECONDS = 300;
const DUE_AT_ONCE = 100;
const WORKERS = 4;

/** Makes what refreshes tokens: of all servers, one at a time refreshes a connection. */
export function createTokenRefresh({ db, keyring, client }: TokenRefreshOptions) {
  const store = createUserTokenStore(db, keyring);
  const integrations = createIntegrationStore(db, keyring);
  const ask = async (row: UserTokenRow): Promise<UserTokens> => {
    const provider = await integrations.open(row.integrationId);
    const { refreshToken = '' } = await store.open(row);
    const tokens = await client.refresh(provider, refreshToken);
    // A provider that does not rotate gives none.
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
  };
  const keep = (row: UserTokenRow, claimId: string, tokens: UserTokens): Promise<boolean> =>
    db.transaction().execute((tx) => createUserTokenStore(tx, keyring).refreshed(row, claimId, tokens));

  /** Refreshes a connection. False where another process does so, or has just done so; what fails is noted there. */
  const refresh = async (row: UserTokenRow): Promise<boolean> => {
    const claimId = randomUUID();
    const claimed = await store.claim(row, claimId);
    if (!claimed) return false;
    try {
      const tokens = await ask(claimed);
      if (await keep(claimed, claimId, tokens)) return true;
      // Its user has disconnected meanwhile, and would have had these revoked as well.
      await client.revoke(await integrations.open(row.integrationId), tokens);
    } catch (error) {
      const fault =
        error instanceof ProviderFault
          ? error
          : new ProviderFault('The tokens cannot be read or kept', false);
      await store.refreshFailed(claimed, claimId, fault);
      if (!(error instanceof ProviderFault)) throw error;
    }
    return true;
  };

  return {
    refresh,
    /** Refreshes what ends soon. @returns how many were tried */
    async refreshDue(signal: AbortSignal): Promise<number> {
      const due = await store.listDue(DUE_SECONDS, DUE_AT_ONCE);
      const left = [...due];
      const work = async () => {
        for (let row = left.pop(); row && !signal.aborted; row = left.pop()) await refresh(row);
      };
      await Promise.all(Array.from({ length: WORKERS }, work));
      return due.length;
    },
  };
}
