import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** A user as far as a sign-in looks at them. */
export interface SignOnUser {
  readonly id: number;
  readonly email: string;
  readonly isDeactivated: boolean;
}

/** The SQL of who of a provider is which user. */
export function createIdentityStore(db: Db) {
  const users = (tenantId: number) =>
    db
      .selectFrom('users')
      .select(['users.id', 'users.email', 'users.isDeactivated'])
      .where('users.tenantId', '=', tenantId);
  return {
    findBySubject: (tenantId: number, providerId: number, subject: string): Promise<SignOnUser | undefined> =>
      users(tenantId)
        .innerJoin('userIdentities', 'userIdentities.userId', 'users.id')
        .where('userIdentities.providerId', '=', providerId)
        .where('userIdentities.subject', '=', subject)
        .executeTakeFirst(),
    /** In any case of letters. */
    findByEmail: (tenantId: number, email: string): Promise<SignOnUser | undefined> =>
      users(tenantId)
        .where(sql<boolean>`lower(users.email) = ${email.toLowerCase()}`)
        .executeTakeFirst(),
    /** Undefined also where several have it. */
    async findByExternalId(tenantId: number, externalId: string): Promise<SignOnUser | undefined> {
      const rows = await users(tenantId).where('externalId', '=', externalId).limit(2).execute();
      return rows.length === 1 ? rows[0] : undefined;
    },
    async hasIdentity(providerId: number, userId: number): Promise<boolean> {
      const row = await db
        .selectFrom('userIdentities')
        .select('subject')
        .where('providerId', '=', providerId)
        .where('userId', '=', userId)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Links a subject with a user, or notes that it was used. */
    async noteUse(providerId: number, subject: string, userId: number): Promise<void> {
      await db
        .insertInto('userIdentities')
        .values({ providerId, subject, userId })
        .onConflict((conflict) =>
          conflict.columns(['providerId', 'subject']).doUpdateSet({ lastUsedAt: sql`now()` }),
        )
        .execute();
    },
  };
}
