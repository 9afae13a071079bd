import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** How long a sign-in waits for what comes after its first step, in seconds. */
export const CHALLENGE_TTL_SECONDS = 10 * 60;
/** Wrong second factors after which the password is asked for again. */
const MAX_FAILURES = 5;

/** A sign-in that has begun. */
export interface SignInChallengeRow {
  /** Null until a passkey says who it is. */
  readonly userId: number | null;
  readonly passkeyChallenge: string | null;
  readonly expiresAt: string;
}

/** A sign-in by its cookie. */
export interface ChallengeRef {
  readonly tenantId: number;
  /** SHA-256 of the cookie's value. */
  readonly hash: Buffer;
}

/** Makes the store of sign-ins that have begun. */
export function createSignInChallengeStore(db: Db) {
  const isOpen = ({ tenantId, hash }: ChallengeRef) =>
    sql<boolean>`hash = ${hash} and tenant_id = ${tenantId} and expires_at > now()`;
  const columns = ['userId', 'passkeyChallenge', 'expiresAt'] as const;
  return {
    /** Begins after the right password, unless the user has another by now. @returns whether it did */
    async insertForUser(
      { tenantId, hash }: ChallengeRef,
      userId: number,
      passwordHash: string,
    ): Promise<boolean> {
      const { numAffectedRows = 0n } = await sql`
        insert into sign_in_challenges (hash, tenant_id, user_id, expires_at)
        select ${hash}, tenant_id, id, now() + make_interval(secs => ${CHALLENGE_TTL_SECONDS}) from users
        where id = ${userId} and tenant_id = ${tenantId} and password_hash = ${passwordHash} and not is_deactivated
        for key share`.execute(db);
      return numAffectedRows > 0n;
    },
    async insertForPasskey({ tenantId, hash }: ChallengeRef, passkeyChallenge: string): Promise<void> {
      const expiresAt = sql<string>`now() + make_interval(secs => ${CHALLENGE_TTL_SECONDS})`;
      await db
        .insertInto('signInChallenges')
        .values({ hash, tenantId, passkeyChallenge, expiresAt })
        .execute();
    },
    find: (ref: ChallengeRef): Promise<SignInChallengeRow | undefined> =>
      db.selectFrom('signInChallenges').select(columns).where(isOpen(ref)).executeTakeFirst(),
    /** What a passkey has to sign from now on. @returns false where the sign-in is over */
    async setPasskeyChallenge(ref: ChallengeRef, passkeyChallenge: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('signInChallenges')
        .set({ passkeyChallenge })
        .where(isOpen(ref))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Counts a try before it is made, however many there are at once. @returns undefined where there may be no more */
    countTry: (ref: ChallengeRef): Promise<SignInChallengeRow | undefined> =>
      db
        .updateTable('signInChallenges')
        .set({ failures: sql<number>`failures + 1` })
        .where(isOpen(ref))
        .where('failures', '<', MAX_FAILURES)
        .returning(columns)
        .executeTakeFirst(),
    /** Ends a sign-in, once. @returns whether it was there */
    async take(ref: ChallengeRef): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('signInChallenges')
        .where(isOpen(ref))
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
