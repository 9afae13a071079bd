import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { providerContext } from '../../secrets/provider-secrets.ts';
import { hideSecret } from '../../secrets/stored-secret.ts';
import { DEFAULT_SCOPES, readOidcSettings } from './oidc-settings.ts';
import { providerKinds } from './provider-kinds.ts';
import { createProviderStore } from './provider-store.ts';

/** The provider of the settings of the server. */
export interface ManagedProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** Whether its e-mail addresses count as verified without its saying so. */
  readonly trustsEmails: boolean;
  /** Whether signing out ends the session at the provider, too. */
  readonly endsProviderSession: boolean;
}

/** The slug of the provider of the settings; no other has it. */
export const MANAGED_SLUG = 'server';

/**
 * Brings the provider of the settings into the oldest account, which is the one of hosts that are listed for none.
 * Without the settings, one that was there before is disabled and belongs to the administrators from then on.
 */
export async function ensureManagedProvider(
  db: Db,
  keyring: Keyring,
  settings: ManagedProvider | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Servers that start at once wait for each other.
    await sql`select pg_advisory_xact_lock(7231030)`.execute(tx);
    if (!settings) {
      await tx
        .updateTable('identityProviders')
        .set({ isManaged: false, isEnabled: false, updatedAt: sql`now()` })
        .where('isManaged', '=', true)
        .execute();
      return;
    }
    const { id: tenantId } = await tx
      .selectFrom('tenants')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const store = createProviderStore(tx);
    const { issuer, clientId, clientSecret, trustsEmails, endsProviderSession } = settings;
    const context = providerContext({ tenantId, slug: MANAGED_SLUG });
    const secret =
      clientSecret === undefined
        ? { encryptedSecret: null, keyId: null }
        : await hideSecret(keyring, clientSecret, context);
    const oidc = { issuer, clientId, scopes: DEFAULT_SCOPES, endsProviderSession };
    const values = { settings: JSON.stringify(oidc), trustsEmails, ...secret };
    const known = await store.findBySlug(tenantId, MANAGED_SLUG);
    if (known && readOidcSettings(known).issuer !== issuer) await store.forgetPeople(known.id);
    if (known) await store.update(tenantId, known.id, { ...values, isManaged: true, isEnabled: true });
    else
      await store.insert({
        tenantId,
        kind: 'OIDC',
        slug: MANAGED_SLUG,
        name: new URL(issuer).hostname,
        isManaged: true,
        ...values,
        claims: JSON.stringify(providerKinds.OIDC.defaultClaims),
      });
  });
}
