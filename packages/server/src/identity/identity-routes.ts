import {
  refuse,
  type apiKeyOperations,
  type consoleSessionOperations,
  type identityOperations,
  type provisioningOperations,
  type passwordOperations,
  type roleOperations,
  type secondFactorOperations,
  type userAttributeOperations,
  type userGroupOperations,
  type userOperations,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import { userOf } from '../access/principal.ts';
import { createApiKeyRoutes } from './api-keys/api-key-routes.ts';
import { createApiKeyService } from './api-keys/api-key-service.ts';
import { createConsoleSessionService } from './console-session-service.ts';
import { createConsoleSessionStore } from './console-session-store.ts';
import { browserOf } from './sign-in/sign-in-browser.ts';
import type { PasswordHasher } from './sign-in/password-hasher.ts';
import { createSignInAttemptStore } from './sign-in/sign-in-attempt-store.ts';
import { createSignInQueue } from './sign-in/sign-in-queue.ts';
import { createSignInService } from './sign-in/sign-in-service.ts';
import { createAttributeRoutes } from './attributes/attribute-routes.ts';
import { createAttributeService } from './attributes/attribute-service.ts';
import { createGroupRoutes } from './groups/group-routes.ts';
import { createGroupService } from './groups/group-service.ts';
import { createProvisioningRoutes } from './role-mapping/provisioning-routes.ts';
import { createProvisioningService } from './role-mapping/provisioning-service.ts';
import { createRoleRoutes } from './roles/role-routes.ts';
import { createRoleService } from './roles/role-service.ts';
import type { RoleRights } from '../access/roles/held-roles.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { MailRoom } from '../mail/mail-room.ts';
import { createPasswordRoutes } from './passwords/password-routes.ts';
import { createPasswordService } from './passwords/password-service.ts';
import { createSecondFactorCheck } from './second-factors/second-factor-check.ts';
import { createSecondFactorRoutes } from './second-factors/second-factor-routes.ts';
import { createSecondFactorService } from './second-factors/second-factor-service.ts';
import { createSecondStepService } from './second-factors/second-step-service.ts';
import { CHALLENGE_TTL_SECONDS } from './second-factors/sign-in-challenge-store.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { setSession } from './sign-in/set-session.ts';
import { createSessionRoutes } from './sessions/session-routes.ts';
import { createSessionService } from './sessions/session-service.ts';
import { createUserRoutes } from './users/user-routes.ts';
import { createUserService, type UserService } from './users/user-service.ts';

/** Passwords that one server derives at a time; the rest of the machine is for queries. */
export const PASSWORD_THREADS = 2;

/** The last who waits is answered after about four seconds. */
const SIGN_INS_AT_ONCE = { slots: PASSWORD_THREADS, maxWaiting: 32, maxPerNetwork: 8 };

/** What the handlers of identity are made of. */
interface IdentityOptions {
  database: Pick<Database, 'db' | 'pool'>;
  hasher: PasswordHasher;
  roleRights: RoleRights;
  /** Undefined without a mail server. */
  mailRoom: MailRoom | undefined;
  mailQueue: MailQueue;
  /** What the keys of authenticators are encrypted with. */
  keyring: Keyring;
  /** Where a browser goes to end its session at the provider that it comes from. */
  signOutAtProvider(session: {
    readonly token: string;
    readonly baseUrl: string;
    readonly log: Pick<FastifyBaseLogger, 'info'>;
  }): Promise<string | undefined>;
}

/** Makes the handlers of signing in, of users with their groups, roles and attributes, and of API keys. */
export function createIdentityRoutes({
  database,
  hasher,
  roleRights,
  mailRoom,
  mailQueue,
  keyring,
  signOutAtProvider,
}: IdentityOptions): Handlers<
  typeof identityOperations &
    typeof passwordOperations &
    typeof consoleSessionOperations &
    typeof secondFactorOperations &
    typeof apiKeyOperations &
    typeof userOperations &
    typeof userGroupOperations &
    typeof roleOperations &
    typeof provisioningOperations &
    typeof userAttributeOperations
> {
  const { db } = database;
  const store = createConsoleSessionStore(db);
  const attempts = createSignInAttemptStore(database);
  const signIns = createSignInService({
    store,
    attempts,
    queue: createSignInQueue(SIGN_INS_AT_ONCE),
    hasher,
  });
  const passwords = createPasswordService({ db, hasher, attempts, signIns, mailRoom, mailQueue });
  const { tellChanged: tellPasswordChanged } = passwords;
  const users = createUserService({ db, hasher, roleRights, mailRoom, tellPasswordChanged });
  const check = createSecondFactorCheck(keyring);
  const steps = createSecondStepService({ db, attempts, check, users });
  const factors = createSecondFactorService({ db, keyring });
  const sessions = createConsoleSessionService({ db, store, signIns, users, steps });
  return {
    ...sessionHandlers({ sessions, users, signOutAtProvider }),
    ...createPasswordRoutes(passwords),
    ...createSessionRoutes(createSessionService(db)),
    ...createSecondFactorRoutes({ db, steps, factors, passwords, users }),
    ...createUserRoutes(users, passwords),
    ...createAttributeRoutes(createAttributeService(db)),
    ...createGroupRoutes(createGroupService(db)),
    ...createRoleRoutes(createRoleService(db)),
    ...createProvisioningRoutes(createProvisioningService(db)),
    ...createApiKeyRoutes(createApiKeyService(db)),
  };
}

/** Signing in and out, and who is signed in. */
function sessionHandlers({
  sessions,
  users,
  signOutAtProvider,
}: Pick<IdentityOptions, 'signOutAtProvider'> & {
  readonly sessions: ReturnType<typeof createConsoleSessionService>;
  readonly users: Pick<UserService, 'describeCaller'>;
}): Handlers<typeof identityOperations> {
  return {
    async signIn(call) {
      const { principal, body, signal } = call;
      const started = await sessions.signIn({
        tenantId: principal.tenantId,
        ...body,
        ...browserOf(call),
        signal,
        report: (event, userId) => logSecurityEvent(call, event, { ...(userId !== undefined && { userId }) }),
      });
      if ('challengeToken' in started) {
        call.challengeCookie.set(started.challengeToken, CHALLENGE_TTL_SECONDS);
        throw refuse('second_factor_required');
      }
      setSession(call, started);
      logSecurityEvent(call, 'sign_in_succeeded', { userId: started.user.id });
      return started.user;
    },
    async signOut(call) {
      const { sessionCookie, baseUrl, log } = call;
      let providerSignOutUrl: string | undefined;
      if (sessionCookie.value !== undefined) {
        providerSignOutUrl = await signOutAtProvider({ token: sessionCookie.value, baseUrl, log });
        const userId = await sessions.signOut(sessionCookie.value);
        if (userId !== undefined) logSecurityEvent(call, 'signed_out', { userId });
      }
      sessionCookie.clear();
      return { providerSignOutUrl: providerSignOutUrl ?? null };
    },
    async getCurrentUser({ principal }) {
      const { tenantId, userId, rights, consoleSession } = userOf(principal);
      const user = await users.describeCaller(tenantId, userId, rights);
      return { ...user, needsSecondFactor: consoleSession?.isEnrolling ?? false };
    },
  };
}
