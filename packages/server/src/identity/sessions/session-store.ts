import type { ConsoleSession } from '@oriel/contract';
import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';

/** A session as it is stored. */
type SessionRow = Omit<ConsoleSession, 'isCurrent'>;

/** Makes the store of sessions. */
export function createSessionStore(db: Db) {
  return {
    /** Those that work, the one used last first. */
    list: (tenantId: number, userId: number): Promise<SessionRow[]> =>
      db
        .selectFrom('consoleSessions as s')
        .innerJoin('users as u', 'u.id', 's.userId')
        .select(['s.id', 's.userId', 's.method', 's.userAgent', 's.clientAddress'])
        .select(['s.createdAt', 's.lastUsedAt', 's.expiresAt'])
        .where('u.tenantId', '=', tenantId)
        .where('s.userId', '=', userId)
        .where('s.expiresAt', '>', sql<string>`now()`)
        .orderBy('s.lastUsedAt', 'desc')
        .orderBy('s.id', 'desc')
        .limit(limits.MAX_USER_SESSIONS)
        .execute(),
    async hasUser(tenantId: number, userId: number): Promise<boolean> {
      if (!isStorableId(userId)) return false;
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('id', '=', userId)
        .executeTakeFirst();
      return row !== undefined;
    },
    /**
     * @param userId null for one of any user of the account
     * @returns the user; undefined where there is no such session
     */
    async remove(tenantId: number, id: number, userId: number | null): Promise<number | undefined> {
      const row = await db
        .deleteFrom('consoleSessions as s')
        .using('users as u')
        .whereRef('u.id', '=', 's.userId')
        .where('u.tenantId', '=', tenantId)
        .where('s.id', '=', id)
        .$if(userId !== null, (query) => query.where('s.userId', '=', userId ?? 0))
        .returning('s.userId')
        .executeTakeFirst();
      return row?.userId;
    },
  };
}
