import { refuse, type ConsoleSessionList, type EndedSessions } from '@oriel/contract';
import { checkRole, may } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Db } from '../../db/database.ts';
import { endSessions } from './end-sessions.ts';
import { createSessionStore } from './session-store.ts';

/** Lists and ends console sessions. */
export type SessionService = ReturnType<typeof createSessionService>;

/** Makes the service of console sessions that there are. */
export function createSessionService(db: Db) {
  const store = createSessionStore(db);
  /** @throws `admin_only`, `user_not_found` */
  const checkUser = async (actor: UserPrincipal, userId: number): Promise<void> => {
    if (userId === actor.userId) return;
    checkRole(actor, 'Admin');
    if (!(await store.hasUser(actor.tenantId, userId))) throw refuse('user_not_found', { id: userId });
  };
  return {
    /** The sessions of a user. @throws `admin_only` for another user, `forbidden`, `user_not_found` */
    async list(actor: UserPrincipal, userId: number = actor.userId): Promise<ConsoleSessionList> {
      await checkUser(unscopedUserOf(actor), userId);
      const rows = await store.list(actor.tenantId, userId);
      return { items: rows.map((row) => ({ ...row, isCurrent: row.id === actor.consoleSession?.id })) };
    },
    /**
     * Ends a session: of the caller, or of anybody by an administrator.
     * @returns its user
     * @throws `session_not_found`
     */
    async end(actor: UserPrincipal, id: number): Promise<number> {
      const userId = await store.remove(actor.tenantId, id, may(actor, 'All') ? null : actor.userId);
      if (userId === undefined) throw refuse('session_not_found', { id });
      return userId;
    },
    /** Ends all sessions of a user but that of the request. @throws `admin_only`, `user_not_found` */
    async endOthers(actor: UserPrincipal, userId: number = actor.userId): Promise<EndedSessions> {
      await checkUser(actor, userId);
      const own = userId === actor.userId ? actor.consoleSession?.id : undefined;
      return { count: await db.transaction().execute((tx) => endSessions(tx, userId, own)) };
    },
  };
}
