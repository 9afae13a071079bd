import type { IdentityProviderTest } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The result of a test, to be kept. */
type TestResult = Pick<IdentityProviderTest, 'isSuccessful' | 'error' | 'claims' | 'plan'>;

/** Makes the store of the last test of each provider. */
export function createProviderTestStore(db: Db) {
  return {
    async find(providerId: number): Promise<IdentityProviderTest | undefined> {
      return db
        .selectFrom('identityProviderTests')
        .select(['isSuccessful', 'error', 'claims', 'plan', 'userId as testedBy', 'testedAt'])
        .where('providerId', '=', providerId)
        .executeTakeFirst();
    },
    async put(providerId: number, userId: number, { claims, plan, ...result }: TestResult): Promise<void> {
      const values = {
        ...result,
        userId,
        claims: claims && JSON.stringify(claims),
        plan: plan && JSON.stringify(plan),
        testedAt: sql<string>`now()`,
      };
      await db
        .insertInto('identityProviderTests')
        .values({ providerId, ...values })
        .onConflict((conflict) => conflict.column('providerId').doUpdateSet(values))
        .execute();
    },
    /** Notes that the settings of a provider, as they were then, have worked. */
    async noteSuccess(providerId: number, updatedAt: string): Promise<void> {
      await db
        .updateTable('identityProviders')
        .set({ testedAt: sql`now()` })
        .where('id', '=', providerId)
        .where('updatedAt', '=', updatedAt)
        .execute();
    },
  };
}
