import { refuse, type secondFactorOperations } from '@oriel/contract';
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

/** Makes the handlers of second factors. */
export function createSecondFactorRoutes(
  options: SecondFactorRouteOptions,
): Handlers<typeof secondFactorOperations> {
  const { db, steps, factors, passwords, users } = options;
  const finish = async (call: CallContext, work: Promise<FinishedSignIn>) => {
    const finished = await work.catch((error: unknown) => {
      logSecurityEvent(call, 'second_factor_failed');
      throw error;
    });
    setSession(call, finished);
    call.challengeCookie.clear();
    logSecurityEvent(call, 'sign_in_succeeded', { userId: finished.user.id });
    return finished.user;
  };
  /** With its factor the session becomes a whole one, under another secret. */
  const enrolled = async (call: CallContext): Promise<void> => {
    const { tenantId, userId, consoleSession } = userOf(call.principal);
    if (consoleSession?.isEnrolling !== true) return;
    setSession(call, await completeSignIn(db, { ...browserOf(call), tenantId, userId, method: 'password' }));
  };
  const tenantNameOf = async (call: CallContext) => {
    const { tenantId, userId } = userOf(call.principal);
    return (await users.describeCaller(tenantId, userId)).tenantName;
  };
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
    async authenticateAgain(call) {
      const { principal, body, signal } = call;
      await passwords.authenticateAgain(userOf(principal), body.password, {
        ...browserOf(call),
        signal,
        report: (event) => logSecurityEvent(call, event),
      });
    },
    getSecondFactors: ({ principal, query }) => factors.get(userOf(principal), query.userId),
    startTotp: async (call) => factors.startTotp(userOf(call.principal), await tenantNameOf(call)),
    async confirmTotp(call) {
      const confirmed = await factors.confirmTotp(userOf(call.principal), call.body.code);
      logSecurityEvent(call, 'second_factor_added', { kind: 'totp' });
      await enrolled(call);
      return confirmed;
    },
    async removeTotp(call) {
      await factors.removeTotp(userOf(call.principal));
      logSecurityEvent(call, 'second_factor_removed', { kind: 'totp' });
    },
    startPasskey: async (call) =>
      factors.startPasskey(userOf(call.principal), {
        baseUrl: call.baseUrl,
        tenantName: await tenantNameOf(call),
      }),
    async addPasskey(call) {
      const added = await factors.addPasskey(userOf(call.principal), call.body, call.baseUrl);
      logSecurityEvent(call, 'second_factor_added', { kind: 'passkey', passkeyId: added.passkey.id });
      await enrolled(call);
      return added;
    },
    renamePasskey: ({ principal, params, body }) =>
      factors.renamePasskey(userOf(principal), params.passkeyId, body.name),
    async removePasskey(call) {
      const { passkeyId } = call.params;
      await factors.removePasskey(userOf(call.principal), passkeyId);
      logSecurityEvent(call, 'second_factor_removed', { kind: 'passkey', passkeyId });
    },
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

function challengedBrowserOf(call: CallContext): ChallengedBrowser {
  const { principal, baseUrl, challengeCookie } = call;
  return {
    ...browserOf(call),
    tenantId: principal.tenantId,
    baseUrl,
    challengeToken: challengeCookie.value,
  };
}
