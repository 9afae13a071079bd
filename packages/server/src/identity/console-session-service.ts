import type { CurrentUser } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { ConsoleSessionStore } from './console-session-store.ts';
import type { SecondStepService } from './second-factors/second-step-service.ts';
import { hashSecret } from './credentials/secrets.ts';
import { completeSignIn, type SignInBrowser } from './sign-in/complete-sign-in.ts';
import type { SignIn, SignInService } from './sign-in/sign-in-service.ts';
import type { UserService } from './users/user-service.ts';

/** A session that has begun. */
interface StartedSession {
  /** For the session's cookie; stored nowhere. */
  token: string;
  /** For the cookie of the device, in the place of the one that it had. */
  deviceToken: string;
  user: CurrentUser;
}

/** A sign-in that waits for its second factor. */
interface WaitingSignIn {
  /** For the cookie of the challenge. */
  challengeToken: string;
}

/** What console sessions are made with. */
interface ConsoleSessionOptions {
  readonly db: Db;
  readonly store: ConsoleSessionStore;
  readonly signIns: SignInService;
  readonly users: Pick<UserService, 'describeCaller'>;
  readonly steps: Pick<SecondStepService, 'begin' | 'mustEnrol'>;
}

/** Makes the service of console sessions. */
export function createConsoleSessionService({ db, store, signIns, users, steps }: ConsoleSessionOptions) {
  return {
    /**
     * Starts a session by the password, or the second step of a user with a second factor. Where the account demands
     * one that the user has not, the session is good for setting one up alone. It fails as {@link SignInService} does.
     */
    async signIn(input: SignIn & SignInBrowser): Promise<StartedSession | WaitingSignIn> {
      const { tenantId } = input;
      const found = await signIns.authenticate(input);
      const challengeToken = await steps.begin({ ...found, tenantId });
      if (challengeToken !== undefined) return { challengeToken };
      const isEnrolling = await steps.mustEnrol(tenantId);
      const { token, deviceToken } = await completeSignIn(db, {
        ...input,
        ...found,
        method: 'password',
        isEnrolling,
      });
      const user = await users.describeCaller(tenantId, found.userId);
      return { token, deviceToken, user: { ...user, needsSecondFactor: isEnrolling } };
    },
    /** Answers with the user of the session; undefined for none. */
    signOut: (token: string): Promise<number | undefined> => store.remove(hashSecret(token)),
  };
}
