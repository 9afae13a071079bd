import type { AttributeByClaim, IdentityProviderKind, ProviderClaims } from '@oriel/contract';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { Tables } from '../../db/tables.ts';
import type { StoredSecret } from '../../secrets/stored-secret.ts';

/** An identity provider as it is stored. */
export interface ProviderRow {
  readonly id: number;
  readonly tenantId: number;
  readonly kind: IdentityProviderKind;
  readonly slug: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly isManaged: boolean;
  /** By its kind, without secrets. */
  readonly settings: Record<string, unknown>;
  readonly encryptedSecret: Buffer | null;
  readonly keyId: string | null;
  readonly provisionsUsers: boolean;
  readonly trustsEmails: boolean;
  readonly domains: readonly string[];
  readonly claims: ProviderClaims;
  readonly attributes: readonly AttributeByClaim[];
  readonly testedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The SQL of identity providers. */
export type ProviderStore = ReturnType<typeof createProviderStore>;

/** Makes the store of identity providers. */
export function createProviderStore(db: Db) {
  return {
    /** The oldest first. */
    list: (tenantId: number): Promise<ProviderRow[]> =>
      db.selectFrom('identityProviders').selectAll().where('tenantId', '=', tenantId).orderBy('id').execute(),
    async find(tenantId: number, id: number): Promise<ProviderRow | undefined> {
      if (!isStorableId(id)) return undefined;
      return db
        .selectFrom('identityProviders')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
    },
    findBySlug: (tenantId: number, slug: string): Promise<ProviderRow | undefined> =>
      db
        .selectFrom('identityProviders')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where('slug', '=', slug)
        .executeTakeFirst(),
    insert: (values: Insertable<Tables['identityProviders']>): Promise<ProviderRow> =>
      db.insertInto('identityProviders').values(values).returningAll().executeTakeFirstOrThrow(),
    update: (
      tenantId: number,
      id: number,
      values: Updateable<Tables['identityProviders']>,
    ): Promise<ProviderRow> =>
      db
        .updateTable('identityProviders')
        .set({ ...values, updatedAt: sql`now()` })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    /** Forgets who of the provider is which user, for a subject of another issuer is another person. */
    async forgetPeople(id: number): Promise<void> {
      await db.deleteFrom('userIdentities').where('providerId', '=', id).execute();
    },
    /** Ends the console sessions of people who have signed in by the provider. */
    async endSessions(id: number): Promise<void> {
      await db.deleteFrom('consoleSessions').where('identityProviderId', '=', id).execute();
    },
    async remove(tenantId: number, id: number): Promise<void> {
      await db
        .deleteFrom('identityProviders')
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
  };
}

/** The secret of a provider; undefined for none. */
export function storedSecretOf({ encryptedSecret, keyId }: ProviderRow): StoredSecret | undefined {
  return encryptedSecret === null || keyId === null ? undefined : { encryptedSecret, keyId };
}
