import { limits, Refusal } from '@oriel/contract';
import type { AnonymousPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { runInContext } from '../../db/request-context.ts';
import { auditCallerOf } from '../../http/caller/audit-caller.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { SignOnCookies } from '../../http/caller/session-cookie.ts';
import { completeSignIn, type CompletedSignIn } from '../../identity/sign-in/complete-sign-in.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { ProviderRow } from '../providers/provider-store.ts';
import { createProviderTestStore } from '../providers/provider-test-store.ts';
import { describePlan } from '../provisioning/describe-plan.ts';
import type { ProviderIdentity } from '../provisioning/provider-identity.ts';
import { provision } from '../provisioning/provision.ts';
import { idTokenContext } from '../../secrets/id-token-secrets.ts';
import { holdKey } from '../../secrets/key-lock.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { hideSecret } from '../../secrets/stored-secret.ts';
import { SignOnFailure } from '../sign-on-failure.ts';
import type { SignOnTransaction } from './sign-on-transactions.ts';

/** A request of a browser that signs in by a provider. */
export interface SignOnCall {
  readonly principal: AnonymousPrincipal;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly userAgent: string | undefined;
  readonly cookies: SignOnCookies;
  readonly log: FastifyBaseLogger;
}

/** A person whom a provider has signed in, verified by the rules of its protocol. */
export interface VerifiedPerson {
  readonly method: 'oidc' | 'saml';
  readonly identity: ProviderIdentity;
  /** The session at the provider, for its logout; undefined where it names none. */
  readonly providerSession: string | undefined;
  /** What the provider has issued, where it is to be shown again with the sign-out. */
  readonly idToken?: string | undefined;
}

/** What has come of a transaction. */
interface SignOnResult {
  readonly transaction: SignOnTransaction;
  readonly provider: ProviderRow;
  /** Throws {@link SignOnFailure} where the provider has not signed the person in. */
  verify(): Promise<VerifiedPerson>;
}

/** What a sign-in ends with. */
interface FinishSignOnOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  /** Waited for, so that the next request sees the session. */
  onWritten(): Promise<void>;
}

/** Ends sign-ins by providers of every kind. */
export type FinishSignOn = ReturnType<typeof createFinishSignOn>;

/** Where a test ends in the console. */
const testPath = (providerId: number) => `/settings/authentication?tested=${providerId}`;
/** Where a failed sign-in ends, with the reason for the page to tell. */
export const failurePath = (failure: SignOnFailure) => `/sign-in?problem=${failure.code}`;

/**
 * Makes the end of sign-ins by providers: of a test, what would be done is kept for the administrator; else the person
 * gets their user and a session. Answers with the path to go to.
 */
export function createFinishSignOn(options: FinishSignOnOptions) {
  return async (call: SignOnCall, result: SignOnResult): Promise<string> => {
    const { testerId } = result.transaction;
    if (testerId !== null) return test(options.db, result, testerId);
    try {
      return await signIn(options, call, result);
    } catch (error) {
      const failure = toFailure(error);
      const { code, detail } = failure;
      call.log.info(
        { err: failure, detail, providerId: result.provider.id },
        'A sign-in by a provider has failed',
      );
      logSecurityEvent(call, 'sign_in_failed', { reason: code, providerId: result.provider.id });
      return failurePath(failure);
    }
  };
}

/** Gives the person their user and a session. */
async function signIn(
  { db, keyring, onWritten }: FinishSignOnOptions,
  call: SignOnCall,
  { transaction, provider, verify }: SignOnResult,
): Promise<string> {
  const { principal, requestId, clientAddress, userAgent, cookies } = call;
  const { method, identity, providerSession, idToken } = await verify();
  const caller = auditCallerOf(principal, { operation: 'signOn', requestId, clientAddress });
  const enter = () =>
    db.transaction().execute(async (tx): Promise<CompletedSignIn & { userId: number }> => {
      // First, as a rotation does, which changes providers after it.
      if (idToken !== undefined) await holdKey(tx);
      const { userId } = await provision(tx, provider, identity);
      const session = await completeSignIn(tx, {
        tenantId: provider.tenantId,
        userId,
        method,
        identityProviderId: provider.id,
        providerSubject: identity.subject,
        providerSession,
        clientAddress,
        userAgent,
        deviceToken: cookies.device.value,
        sessionToken: cookies.session.value,
      });
      if (idToken !== undefined) await keepIdToken(tx, keyring, { sessionId: session.sessionId, idToken });
      return { ...session, userId };
    });
  const { token, deviceToken, userId } = await runInContext({ caller: JSON.stringify(caller) }, enter);
  await onWritten();
  cookies.session.set(token, limits.CONSOLE_SESSION_TTL_SECONDS);
  cookies.device.set(deviceToken, limits.KNOWN_DEVICE_TTL_SECONDS);
  logSecurityEvent(call, 'sign_in_succeeded', { userId, providerId: provider.id });
  return transaction.next;
}

/** Keeps what a sign-in would do. */
async function test(db: Db, { verify, provider }: SignOnResult, testerId: number): Promise<string> {
  const tests = createProviderTestStore(db);
  try {
    const { identity } = await verify();
    const plan = await describePlan(db, provider, identity);
    const result = { isSuccessful: true, error: null, claims: { ...identity.attributes }, plan };
    await tests.put(provider.id, testerId, result);
    await tests.noteSuccess(provider.id, provider.updatedAt);
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    const text = error.detail === undefined ? error.message : `${error.message}: ${error.detail}`;
    await tests.put(provider.id, testerId, { isSuccessful: false, error: text, claims: null, plan: null });
  }
  return testPath(provider.id);
}

async function keepIdToken(
  tx: Db,
  keyring: Keyring,
  { sessionId, idToken }: { sessionId: number; idToken: string },
): Promise<void> {
  const secret = await hideSecret(keyring, idToken, idTokenContext(sessionId));
  await tx
    .insertInto('providerIdTokens')
    .values({ sessionId, ...secret })
    .execute();
}

/** What is wrong with a value that a claim gives an attribute. */
const VALUE_REFUSALS: ReadonlySet<string> = new Set(['attribute_type_mismatch', 'attribute_value_too_large']);

/** @throws what is neither a failure of a sign-in nor a refusal that stands for one */
function toFailure(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  if (error instanceof Refusal && VALUE_REFUSALS.has(error.code))
    return new SignOnFailure('attribute_mismatch', { cause: error });
  if (error instanceof Refusal && error.code === 'sign_in_failed')
    return new SignOnFailure('deactivated', { cause: error });
  throw error;
}
