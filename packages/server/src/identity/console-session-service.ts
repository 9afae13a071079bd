import type { CurrentUser } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { ConsoleSessionStore } from './console-session-store.ts';
import { hashSecret } from './secrets.ts';
import { completeSignIn, type SignInBrowser } from './sign-in/complete-sign-in.ts';
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

/** What console sessions are made with. */
export interface ConsoleSessionOptions {
  readonly db: Db;
  readonly store: ConsoleSessionStore;
  readonly signIns: SignInService;
  readonly users: Pick<UserService, 'describeCaller'>;
}

/** Makes the service of console sessions. */
export function createConsoleSessionService({ db, store, signIns, users }: ConsoleSessionOptions) {
  return {
    /** Starts a session by the password. It fails as {@link SignInService} does. */
    async signIn(input: SignIn & SignInBrowser): Promise<StartedSession> {
      const { tenantId } = input;
      const user = await signIns.authenticate(input);
      const { token, deviceToken } = await completeSignIn(db, { ...input, ...user, method: 'password' });
      return { token, deviceToken, user: await users.describeCaller(tenantId, user.userId) };
    },
    /** Answers with the user of the session; undefined for none. */
    signOut: (token: string): Promise<number | undefined> => store.remove(hashSecret(token)),
  };
}
