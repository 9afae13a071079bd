import { sql } from 'kysely';
import { userOf, type Principal, type UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { tenantOfHost } from '../../identity/credentials/credential-store.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';

/** Who is signed in to the console in a browser. */
export interface ConsoleUser {
  readonly tenantId: number;
  readonly userId: number;
  readonly email: string;
  readonly sessionId: number;
  /** Seconds since 1970. */
  readonly authenticatedAt: number;
}

/**
 * The user of the session cookie of a browser, of the account of a host; undefined for nobody, and for who has to set
 * up a second factor first.
 */
export async function findConsoleUser(
  db: Db,
  host: string,
  cookie: string,
): Promise<ConsoleUser | undefined> {
  const { rows } = await sql<ConsoleUser>`
    select u.tenant_id, u.id as user_id, u.email, s.id as session_id,
      floor(extract(epoch from s.authenticated_at))::integer as authenticated_at
    from console_sessions s join users u on u.id = s.user_id
    where s.hash = ${hashSecret(cookie)} and s.expires_at > now() and not s.is_enrolling and not u.is_deactivated
      and u.tenant_id = ${tenantOfHost(host)}`.execute(db);
  return rows[0];
}

/** When a console session was begun with a proof, in seconds since 1970. */
export async function authenticatedAtOf(db: Db, sessionId: number): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select floor(extract(epoch from authenticated_at))::integer as at from console_sessions where id = ${sessionId}`.execute(
    db,
  );
  return rows[0]?.at ?? 0;
}

/** A user in their console session, who alone may let clients act for them. */
export type PresentUser = UserPrincipal & Required<Pick<UserPrincipal, 'consoleSession'>>;

/**
 * The user behind a consent, which no program gives in the name of a person.
 *
 * @throws a plain error for a key or a token: the operation's `access` has let them through
 */
export function presentUserOf(principal: Principal): PresentUser {
  const user = userOf(principal);
  const { consoleSession } = user;
  if (!consoleSession) throw new Error('A consent was given without a console session');
  return { ...user, consoleSession };
}
