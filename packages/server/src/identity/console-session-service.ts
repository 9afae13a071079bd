import { limits, refuse, type CurrentUser } from '@oriel/contract';
import { permissionsOf } from '../access/roles.ts';
import type { UserPrincipal } from '../access/principal.ts';
import { builtInRoles, type Rights } from '../access/roles.ts';
import type { ConsoleSessionStore } from './console-session-store.ts';
import { hashSecret, makeSecret, verifyPassword } from './secrets.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** An attempt to sign in. */
export interface SignIn {
  tenantId: number;
  email: string;
  password: string;
  /** Counts failures together with the e-mail address. */
  clientAddress: string;
}

/** Signs users in to the console and out of it. */
export type ConsoleSessionService = ReturnType<typeof createConsoleSessionService>;

/** Makes the service of console sessions. */
export function createConsoleSessionService(store: ConsoleSessionStore, throttle: SignInThrottle) {
  const getUser = async (tenantId: number, userId: number, rights?: Rights): Promise<CurrentUser> => {
    const profile = await store.getProfile(tenantId, userId);
    const permissions = permissionsOf(rights ?? builtInRoles[profile.role]);
    return { ...profile, isAdmin: permissions.includes('All'), permissions };
  };
  return {
    /** A user with what the rights of the credential permit. */
    getUser: ({ tenantId, userId, rights }: UserPrincipal): Promise<CurrentUser> =>
      getUser(tenantId, userId, rights),
    /**
     * Starts a session; `token` goes into the cookie and is stored nowhere.
     *
     * @throws `sign_in_failed`, the same for an unknown address and a wrong password; `too_many_requests`
     */
    async signIn({
      tenantId,
      email,
      password,
      clientAddress,
    }: SignIn): Promise<{ token: string; user: CurrentUser }> {
      const key = `${tenantId} ${clientAddress} ${email.trim().toLowerCase()}`;
      const retryAfterSeconds = throttle.waitSeconds(key);
      if (retryAfterSeconds > 0) throw refuse('too_many_requests', { retryAfterSeconds });
      const user = await store.findUserByEmail(tenantId, email);
      const isCorrect = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !isCorrect || user.isDeactivated) {
        throttle.recordFailure(key);
        throw refuse('sign_in_failed');
      }
      throttle.recordSuccess(key);
      const token = makeSecret();
      const expiresAt = new Date(Date.now() + limits.CONSOLE_SESSION_TTL_SECONDS * 1000);
      await store.insert({ hash: hashSecret(token), userId: user.id, expiresAt });
      return { token, user: await getUser(tenantId, user.id) };
    },
    signOut: (token: string): Promise<void> => store.remove(hashSecret(token)),
  };
}
