import { limits, refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import { createKnownDeviceStore } from './known-device-store.ts';

/** How a user has proved who they are. */
type SignInMethod = 'password' | 'passkey' | 'oidc' | 'saml';

/** The browser that a user signs in with. */
export interface SignInBrowser {
  readonly clientAddress: string;
  /** The `User-Agent` header; undefined for none. */
  readonly userAgent?: string | undefined;
  /** The value of its device cookie; undefined for none. */
  readonly deviceToken?: string | undefined;
  /** The value of its session cookie: the session that the new one takes the place of. */
  readonly sessionToken?: string | undefined;
}

/** A sign-in that has been verified. */
export interface VerifiedSignIn extends SignInBrowser {
  readonly tenantId: number;
  readonly userId: number;
  readonly method: SignInMethod;
  /** The provider that vouches for the user; undefined for our own methods. */
  readonly identityProviderId?: number | undefined;
  /** What the provider calls the user: `sub`, `NameID`. */
  readonly providerSubject?: string | undefined;
  /** What it calls their session there, for its logout: `sid`, `SessionIndex`. */
  readonly providerSession?: string | undefined;
  /** The stored hash that the password was checked against; where the password has changed since, no session begins. */
  readonly passwordHash?: string | undefined;
  /** Whether the session is good for nothing but setting up a second factor; default false. */
  readonly isEnrolling?: boolean;
}

/** A session that has begun, with the values of the cookies. */
export interface CompletedSignIn {
  readonly sessionId: number;
  /** For the session cookie; stored nowhere. */
  readonly token: string;
  /** For the device cookie, in the place of the one that it had. */
  readonly deviceToken: string;
}

/**
 * Starts the console session of a user whom any method has verified: the one end of every sign-in. The session is
 * always a new one with a secret of its own, whatever cookie the browser came with, so that nobody can fix a session in
 * advance; that of the cookie ends. Sessions of the user that have expired are removed, and the oldest of too many.
 * Times are by the clock of the database.
 *
 * @param db a transaction, or a connection, on which it makes one
 * @throws `sign_in_failed` for a user who is deactivated or of another tenant, has another password by now, or has to
 * sign in by a provider
 */
export function completeSignIn(db: Db, signIn: VerifiedSignIn): Promise<CompletedSignIn> {
  return db.isTransaction ? begin(db, signIn) : db.transaction().execute((tx) => begin(tx, signIn));
}

async function begin(tx: Db, signIn: VerifiedSignIn): Promise<CompletedSignIn> {
  const { tenantId, userId, method, passwordHash, sessionToken } = signIn;
  // It also waits for a change of the password that is under way, which ends the sessions that there are.
  const user = await tx
    .updateTable('users')
    .set({ lastLogin: sql<string>`now()` })
    .where('id', '=', userId)
    .where('tenantId', '=', tenantId)
    .where('isDeactivated', '=', false)
    .$if(passwordHash !== undefined, (query) => query.where('passwordHash', '=', passwordHash ?? null))
    .$if(method === 'password' || method === 'passkey', (query) =>
      query.where(
        sql<boolean>`not exists (
          select from authentication_settings a
          where a.tenant_id = users.tenant_id and a.requires_provider and a.break_glass_user_id <> users.id)`,
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!user) throw refuse('sign_in_failed');
  await tx
    .deleteFrom('consoleSessions')
    .where((eb) =>
      eb.or([
        eb.and([eb('userId', '=', userId), eb('expiresAt', '<', sql<string>`now()`)]),
        eb('hash', '=', hashSecret(sessionToken ?? '')),
      ]),
    )
    .execute();
  const [token, deviceToken] = [makeSecret(), makeSecret()];
  const { id: sessionId } = await tx
    .insertInto('consoleSessions')
    .values({ hash: hashSecret(token), ...valuesOf(signIn) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`delete from console_sessions where user_id = ${userId} and id in (
    select id from console_sessions where user_id = ${userId}
    order by last_used_at desc, id desc offset ${limits.MAX_USER_SESSIONS})`.execute(tx);
  const previous = signIn.deviceToken === undefined ? undefined : hashSecret(signIn.deviceToken);
  await createKnownDeviceStore(tx).remember(userId, hashSecret(deviceToken), previous);
  return { sessionId, token, deviceToken };
}

function valuesOf(signIn: VerifiedSignIn) {
  const { userId, method, identityProviderId, providerSubject, providerSession } = signIn;
  return {
    userId,
    method,
    identityProviderId: identityProviderId ?? null,
    providerSubject: providerSubject ?? null,
    providerSession: providerSession ?? null,
    clientAddress: signIn.clientAddress,
    isEnrolling: signIn.isEnrolling ?? false,
    userAgent: signIn.userAgent?.slice(0, limits.MAX_USER_AGENT_LENGTH) ?? null,
    expiresAt: sql<string>`now() + make_interval(secs => ${limits.CONSOLE_SESSION_TTL_SECONDS})`,
  };
}
