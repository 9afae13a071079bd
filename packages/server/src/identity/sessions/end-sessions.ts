import type { Db } from '../../db/database.ts';

/**
 * Ends what signs a user in without a key: console sessions, browsers that are known, sign-ins that are under way, and
 * links that set a password.
 *
 * @param exceptSessionId a session that goes on
 * @returns how many sessions
 */
export async function endSessions(tx: Db, userId: number, exceptSessionId?: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('consoleSessions')
    .where('userId', '=', userId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '<>', exceptSessionId ?? 0))
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('knownDevices').where('userId', '=', userId).execute();
  await tx.deleteFrom('userInvitations').where('userId', '=', userId).execute();
  await tx.deleteFrom('signInChallenges').where('userId', '=', userId).execute();
  await tx.deleteFrom('passwordResets').where('userId', '=', userId).execute();
  return Number(numDeletedRows);
}
