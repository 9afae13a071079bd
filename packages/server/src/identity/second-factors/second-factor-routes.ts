import { refuse, type CurrentUser, type secondFactorOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import type { CallContext, Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { PasswordService } from '../passwords/password-service.ts';
import { completeSignIn } from '../sign-in/complete-sign-in.ts';
import { browserOf } from '../sign-in/sign-in-browser.ts';
import type { Db } from '../../db/database.ts';
import type { UserService } from '../users/user-service.ts';
import { setSession } from '../sign-in/set-session.ts';
import { CHALLENGE_TTL_SECONDS } from './sign-in-challenge-store.ts';
import type { ChallengedBrowser, FinishedSignIn, SecondStepService } from './second-step-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';

/** What the handlers of second factors are made of. */
interface SecondFactorRouteOptions {
  readonly db: Db;
  readonly steps: SecondStepService;
  readonly factors: SecondFactorService;
  readonly passwords: Pick<PasswordService, 'authenticateAgain'>;
  readonly users: Pick<UserService, 'describeCaller'>;
}

/** Some of the handlers. */
type HandlersOf<Id extends keyof typeof secondFactorOperations> = Pick<
  Handlers<typeof secondFactorOperations>,
  Id
>;

/** Makes the handlers of second factors. */
export function createSecondFactorRoutes(
  options: SecondFactorRouteOptions,
): Handlers<typeof secondFactorOperations> {
  const { steps, factors, passwords } = options;
  return {
    ...signInHandlers(steps),
    ...totpHandlers(options),
    ...passkeyHandlers(options),
    async authenticateAgain(call) {
      const { principal, body, signal } = call;
      await passwords.authenticateAgain(userOf(principal), body.password, {
        ...browserOf(call),
        signal,
        report: (event) => logSecurityEvent(call, event),
      });
    },
    getSecondFactors: ({ principal, query }) => factors.get(userOf(principal), query.userId),
    async renewRecoveryCodes(call) {
      const codes = await factors.renewCodes(userOf(call.principal));
      logSecurityEvent(call, 'recovery_codes_renewed');
      return codes;
    },
    async resetSecondFactors(call) {
      const { userId } = call.params;
      await factors.reset(userOf(call.principal), userId);
      logSecurityEvent(call, 'second_factor_removed', { ofUser: userId, kind: 'all' });
    },
  };
}

function signInHandlers(
  steps: SecondStepService,
): HandlersOf<'getSignInChallenge' | 'signInWithSecondFactor' | 'getPasskeyOptions' | 'signInWithPasskey'> {
  return {
    getSignInChallenge: (call) => steps.describe(challengedBrowserOf(call)),
    signInWithSecondFactor(call) {
      const given = [call.body.code, call.body.recoveryCode, call.body.passkey];
      if (given.filter((value) => value !== undefined).length !== 1)
        throw refuse('invalid_request', { reason: 'Give exactly one of code, recoveryCode and passkey' });
      return finish(call, steps.finishWithFactor(challengedBrowserOf(call), call.body));
    },
    async getPasskeyOptions(call) {
      const { publicKey, token } = await steps.offerPasskey(challengedBrowserOf(call), call.body.purpose);
      if (token !== undefined) call.challengeCookie.set(token, CHALLENGE_TTL_SECONDS);
      return { publicKey };
    },
    signInWithPasskey: (call) => finish(call, steps.finishWithPasskey(challengedBrowserOf(call), call.body)),
  };
}

async function finish(call: CallContext, work: Promise<FinishedSignIn>): Promise<CurrentUser> {
  const finished = await work.catch((error: unknown) => {
    logSecurityEvent(call, 'second_factor_failed');
    throw error;
  });
  setSession(call, finished);
  call.challengeCookie.clear();
  logSecurityEvent(call, 'sign_in_succeeded', { userId: finished.user.id });
  return finished.user;
}

/** What factors are set up with. */
type SetUpOptions = Pick<SecondFactorRouteOptions, 'db' | 'factors' | 'users'>;

function totpHandlers({
  db,
  factors,
  users,
}: SetUpOptions): HandlersOf<'startTotp' | 'confirmTotp' | 'removeTotp'> {
  return {
    startTotp: async (call) => factors.startTotp(userOf(call.principal), await tenantNameOf(users, call)),
    async confirmTotp(call) {
      const confirmed = await factors.confirmTotp(userOf(call.principal), call.body.code);
      logSecurityEvent(call, 'second_factor_added', { kind: 'totp' });
      await enrolled(db, call);
      return confirmed;
    },
    async removeTotp(call) {
      await factors.removeTotp(userOf(call.principal));
      logSecurityEvent(call, 'second_factor_removed', { kind: 'totp' });
    },
  };
}

function passkeyHandlers({
  db,
  factors,
  users,
}: SetUpOptions): HandlersOf<'startPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'> {
  return {
    startPasskey: async (call) =>
      factors.startPasskey(userOf(call.principal), {
        baseUrl: call.baseUrl,
        tenantName: await tenantNameOf(users, call),
      }),
    async addPasskey(call) {
      const added = await factors.addPasskey(userOf(call.principal), call.body, call.baseUrl);
      logSecurityEvent(call, 'second_factor_added', { kind: 'passkey', passkeyId: added.passkey.id });
      await enrolled(db, call);
      return added;
    },
    renamePasskey: ({ principal, params, body }) =>
      factors.renamePasskey(userOf(principal), params.passkeyId, body.name),
    async removePasskey(call) {
      const { passkeyId } = call.params;
      await factors.removePasskey(userOf(call.principal), passkeyId);
      logSecurityEvent(call, 'second_factor_removed', { kind: 'passkey', passkeyId });
    },
  };
}

/** With its factor the session becomes a whole one, under another secret. */
async function enrolled(db: Db, call: CallContext): Promise<void> {
  const { tenantId, userId, consoleSession } = userOf(call.principal);
  if (consoleSession?.isEnrolling !== true) return;
  setSession(call, await completeSignIn(db, { ...browserOf(call), tenantId, userId, method: 'password' }));
}

async function tenantNameOf(users: SetUpOptions['users'], call: CallContext): Promise<string> {
  const { tenantId, userId } = userOf(call.principal);
  return (await users.describeCaller(tenantId, userId)).tenantName;
}

function challengedBrowserOf(call: CallContext): ChallengedBrowser {
  const { principal, baseUrl, challengeCookie } = call;
  return {
    ...browserOf(call),
    tenantId: principal.tenantId,
    baseUrl,
    challengeToken: challengeCookie.value,
  };
}
