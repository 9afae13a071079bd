import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/statements/prepared.ts';
import type { AttemptBucket } from './sign-in-limits.ts';

/** The SQL of the attempts to sign in that all servers count together. */
export type SignInAttemptStore = ReturnType<typeof createSignInAttemptStore>;

/**
 * Makes the store of attempts. Buckets fill by the clock of the database; where that was set back, they stand for a
 * moment.
 */
export function createSignInAttemptStore(database: Pick<Database, 'db' | 'pool'>) {
  const keysOf = (buckets: readonly AttemptBucket[]) => sql`${buckets.map(({ key }) => key)}::text[]`;
  const burstsOf = (buckets: readonly AttemptBucket[]) =>
    sql`${buckets.map(({ burst }) => burst)}::double precision[]`;
  return {
    /**
     * Takes an attempt out of every bucket before it is made, or out of none: of any number at once no more get through
     * than the buckets hold.
     *
     * @returns 0 where it may be made, else the seconds until the next may
     */
    async reserve(buckets: readonly AttemptBucket[]): Promise<number> {
      const rates = buckets.map(({ secondsForOne }) => 1 / secondsForOne);
      const [row] = await queryPrepared(
        database,
        sql<{ wait: number }>`
          select reserve_sign_in(${keysOf(buckets)}, ${burstsOf(buckets)}, ${rates}::double precision[]) as wait`,
      );
      if (!row) throw new Error('A select without a table gave no row');
      return Math.ceil(row.wait);
    },
    /** Gives an attempt back that did not fail. */
    async giveBack(buckets: readonly AttemptBucket[]): Promise<void> {
      await queryPrepared(
        database,
        sql<{ done: unknown }>`select give_back_sign_in(${keysOf(buckets)}, ${burstsOf(buckets)}) as done`,
      );
    },
  };
}
