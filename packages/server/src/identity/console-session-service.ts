import { limits, refuse, type CurrentUser } from '@oriel/contract';
import type { ConsoleSessionStore, UserProfile } from './console-session-store.ts';
import { hashSecret, makeSecret, verifyPassword } from './secrets.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export interface SignIn {
  tenantId: number;
  email: string;
  password: string;
  clientAddress: string;
}

export interface ConsoleSessionService {
  /**
   * Starts a session; `token` goes into the cookie and is stored nowhere.
   *
   * @throws `sign_in_failed`, the same for an unknown address and a wrong password; `too_many_requests`
   */
  signIn(input: SignIn): Promise<{ token: string; user: CurrentUser }>;
  signOut(token: string): Promise<void>;
  getUser(tenantId: number, userId: number): Promise<CurrentUser>;
}

export function createConsoleSessionService(
  store: ConsoleSessionStore,
  throttle: SignInThrottle,
): ConsoleSessionService {
  const getUser = async (tenantId: number, userId: number) =>
    toCurrentUser(await store.getProfile(tenantId, userId));
  return {
    getUser,
    async signIn({ tenantId, email, password, clientAddress }) {
      const key = `${tenantId} ${clientAddress} ${email.trim().toLowerCase()}`;
      const retryAfterSeconds = throttle.waitSeconds(key);
      if (retryAfterSeconds > 0) throw refuse('too_many_requests', { retryAfterSeconds });
      const user = await store.findUserByEmail(tenantId, email);
      const isRight = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !isRight || user.isDeactivated) {
        throttle.recordFailure(key);
        throw refuse('sign_in_failed');
      }
      throttle.recordSuccess(key);
      const token = makeSecret();
      const expiresAt = new Date(Date.now() + limits.CONSOLE_SESSION_TTL_SECONDS * 1000);
      await store.insert({ hash: hashSecret(token), userId: user.id, expiresAt });
      return { token, user: await getUser(tenantId, user.id) };
    },
    signOut: (token) => store.remove(hashSecret(token)),
  };
}

function toCurrentUser(profile: UserProfile): CurrentUser {
  return {
    id: profile.id,
    email: profile.email,
    firstName: profile.firstName,
    role: profile.role,
    isAdmin: profile.role === 'Admin',
    tenantName: profile.tenantName,
  };
}
