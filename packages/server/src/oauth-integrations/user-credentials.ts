import type { UserCredential } from '@oriel/engine';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { readProviderSettings } from './provider-settings.ts';
import type { TokenRefresh } from './token-refresh.ts';
import { createUserTokenStore, type TimedTokenRow } from './user-token-store.ts';

/** A user with credentials; undefined: an embedded viewer or a token of a host, who have none. */
interface CredentialOwner {
  readonly tenantId: number;
  readonly userId: number | undefined;
}

const AGAIN_MS = 100;
/** Longer than a refresh by another process takes. */
const MAX_WAITS = 250;

/** Makes what gives users' credentials. */
export function createUserCredentials({
  db,
  keyring,
  refresh,
}: {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly refresh: TokenRefresh;
}) {
  const store = createUserTokenStore(db, keyring);
  const credentialOf = async (row: TimedTokenRow): Promise<UserCredential> => {
    const { accessToken } = await store.open(row);
    return { status: 'active', accessToken, connectionId: row.connectionId };
  };
  /** A token that holds for a while, if there can be one. */
  const current = async (userId: number, integrationId: number): Promise<UserCredential> => {
    for (let waits = 0; waits <= MAX_WAITS; waits += 1) {
      const row = await store.findTimed(userId, integrationId);
      if (!row) return { status: 'missing' };
      if (row.status !== 'active') return { status: row.status };
      if (!row.isEnding) return credentialOf(row);
      if (!row.hasRefreshToken) return row.isEnded ? { status: 'expired' } : credentialOf(row);
      if (await refresh.refresh(row)) continue;
      if (!row.isEnded) return credentialOf(row);
      // Tried a moment ago, without success: the next try is not now.
      if (row.nextRefreshAt !== null && row.lastError !== null && row.claimId === null)
        return { status: 'expired' };
      await pause(AGAIN_MS);
    }
    return { status: 'expired' };
  };
  return {
    /**
     * The credential of a user for a data source. Tokens are given for the hosts alone that the integration names.
     *
     * @param integration its name, in any case
     */
    async find(
      { tenantId, userId }: CredentialOwner,
      { integration, host }: { integration: string; host: string },
    ): Promise<UserCredential> {
      const found = await db
        .selectFrom('oauthIntegrations')
        .select(['id', 'config'])
        .select(
          sql<string | null>`(select email from users where id = ${userId ?? null}::integer)`.as('email'),
        )
        .where('tenantId', '=', tenantId)
        .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', integration.toLowerCase()))
        .executeTakeFirst();
      if (!found) return { status: 'unknown' };
      if (!readProviderSettings(found.config).dataSourceHosts.includes(host.toLowerCase()))
        return { status: 'refused' };
      if (userId === undefined) return { status: 'missing' };
      const credential = await current(userId, found.id);
      const { email } = found;
      return credential.status === 'active' && email !== null ? { ...credential, email } : credential;
    },
  };
}
