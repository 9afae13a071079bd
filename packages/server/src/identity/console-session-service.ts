import { limits, type CurrentUser } from '@oriel/contract';
import type { ConsoleSessionStore } from './console-session-store.ts';
import { hashSecret, makeSecret } from './secrets.ts';
import type { KnownDeviceStore } from './sign-in/known-device-store.ts';
import type { SignIn, SignInService } from './sign-in/sign-in-service.ts';
import type { UserService } from './users/user-service.ts';

/** A session that has begun. */
export interface StartedSession {
  /** For the session's cookie; stored nowhere. */
  token: string;
  /** For the cookie of the device, in the place of the one that it had. */
  deviceToken: string;
  user: CurrentUser;
}

/** Signs users in to the console and out of it. */
export type ConsoleSessionService = ReturnType<typeof createConsoleSessionService>;

/** Makes the service of console sessions. */
export function createConsoleSessionService(
  store: ConsoleSessionStore,
  devices: KnownDeviceStore,
  signIns: SignInService,
  users: Pick<UserService, 'describeCaller'>,
) {
  return {
    /** Starts a session by the password. It fails as {@link SignInService} does. */
    async signIn(input: SignIn): Promise<StartedSession> {
      const userId = await signIns.authenticate(input);
      const [token, deviceToken] = [makeSecret(), makeSecret()];
      await store.insert({ hash: hashSecret(token), userId, ttlSeconds: limits.CONSOLE_SESSION_TTL_SECONDS });
      const previous = input.deviceToken === undefined ? undefined : hashSecret(input.deviceToken);
      await devices.remember(userId, hashSecret(deviceToken), previous);
      return { token, deviceToken, user: await users.describeCaller(input.tenantId, userId) };
    },
    /** Answers with the user of the session; undefined for none. */
    signOut: (token: string): Promise<number | undefined> => store.remove(hashSecret(token)),
  };
}
