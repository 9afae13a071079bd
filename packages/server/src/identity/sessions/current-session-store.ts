import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';

/** How long an authentication counts as a recent one, in seconds. */
const RECENT_SECONDS = 10 * 60;
const PASSKEY_CHALLENGE_SECONDS = 10 * 60;

/** The session of a request, as far as changes of its user's credentials ask. */
export interface CurrentSession {
  readonly id: number;
  readonly isRecent: boolean;
}

/** Makes the store of the session of a request, with what is kept in it for its user alone. */
export function createCurrentSessionStore(db: Db) {
  return {
    /** @throws `console_session_required`, `unauthenticated` for a session that has ended meanwhile */
    async get({ userId, consoleSession }: UserPrincipal): Promise<CurrentSession> {
      if (!consoleSession) throw refuse('console_session_required');
      const row = await db
        .selectFrom('consoleSessions')
        .select('id')
        .select(
          sql<boolean>`authenticated_at > now() - make_interval(secs => ${RECENT_SECONDS})`.as('isRecent'),
        )
        .where('id', '=', consoleSession.id)
        .where('userId', '=', userId)
        .executeTakeFirst();
      if (!row) throw refuse('unauthenticated');
      return row;
    },
    /** Makes the authentication of a session a recent one. */
    async renew(id: number): Promise<void> {
      await db
        .updateTable('consoleSessions')
        .set({ authenticatedAt: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
    },
    /** What the next new passkey has to answer to. */
    async setPasskeyChallenge(id: number, passkeyChallenge: string): Promise<void> {
      const passkeyChallengeExpiresAt = sql<string>`now() + make_interval(secs => ${PASSKEY_CHALLENGE_SECONDS})`;
      await db
        .updateTable('consoleSessions')
        .set({ passkeyChallenge, passkeyChallengeExpiresAt })
        .where('id', '=', id)
        .execute();
    },
    /** The same, once; undefined where none was asked for, or long ago. */
    async takePasskeyChallenge(id: number): Promise<string | undefined> {
      const { rows } = await sql<{ challenge: string | null }>`
        update console_sessions s set passkey_challenge = null, passkey_challenge_expires_at = null
        from (select id, passkey_challenge from console_sessions where id = ${id} for update) old
        where s.id = old.id and s.passkey_challenge_expires_at > now()
        returning old.passkey_challenge as challenge`.execute(db);
      return rows[0]?.challenge ?? undefined;
    },
  };
}
