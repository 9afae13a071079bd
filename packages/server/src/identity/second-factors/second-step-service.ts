import {
  refuse,
  type CurrentUser,
  type PasskeyAssertion,
  type PasskeyOptions,
  type PasskeyPurpose,
  type SecondFactorInput,
  type SecondFactorMethod,
  type SignInChallenge,
} from '@oriel/contract';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { clientNetwork } from '../../http/rate-limit/client-network.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import { completeSignIn, type CompletedSignIn, type SignInBrowser } from '../sign-in/complete-sign-in.ts';
import type { SignInAttemptStore } from '../sign-in/sign-in-attempt-store.ts';
import { factorBucketsOf, passkeyBucketsOf, type AttemptBucket } from '../sign-in/sign-in-limits.ts';
import type { UserService } from '../users/user-service.ts';
import { relyingPartyOf, usingOptions, verifyPasskey } from './passkeys.ts';
import type { SecondFactorCheck } from './second-factor-check.ts';
import {
  createSecondFactorStore,
  type FactorSummary,
  type SecondFactorStore,
} from './second-factor-store.ts';
import {
  createSignInChallengeStore,
  type ChallengeRef,
  type SignInChallengeRow,
} from './sign-in-challenge-store.ts';

/** What the second steps of sign-ins are taken with. */
interface SecondStepOptions {
  readonly db: Db;
  readonly attempts: SignInAttemptStore;
  readonly check: SecondFactorCheck;
  readonly users: Pick<UserService, 'describeCaller'>;
}

/** The browser that goes on with a sign-in. */
export interface ChallengedBrowser extends SignInBrowser {
  readonly tenantId: number;
  /** The value of its challenge cookie; undefined for none. */
  readonly challengeToken: string | undefined;
  /** Where it reaches the server. */
  readonly baseUrl: string;
}

/** A sign-in that has ended well. */
export interface FinishedSignIn extends CompletedSignIn {
  readonly user: CurrentUser;
}

/** Takes the steps of a sign-in after the password, and those of one without. */
export type SecondStepService = ReturnType<typeof createSecondStepService>;

/** What the methods below work with; each names what it needs of it. */
interface SecondStepServiceParts extends SecondStepOptions {
  readonly challenges: ReturnType<typeof createSignInChallengeStore>;
  readonly factors: SecondFactorStore;
}

/** Makes the service of second steps. */
export function createSecondStepService({ db, attempts, check, users }: SecondStepOptions) {
  const challenges = createSignInChallengeStore(db);
  const factors = createSecondFactorStore(db);
  return bindFirst(
    { db, attempts, check, users, challenges, factors },
    { begin, mustEnrol, describe, finishWithFactor, offerPasskey, finishWithPasskey },
  );
}

async function reserve(attempts: SignInAttemptStore, buckets: readonly AttemptBucket[]): Promise<void> {
  const retryAfterSeconds = await attempts.reserve(buckets);
  if (retryAfterSeconds > 0) throw refuse('too_many_requests', { retryAfterSeconds });
}

/** A sign-in with the right password. @throws `sign_in_challenge_unknown` */
async function getChallenge(
  challenges: ReturnType<typeof createSignInChallengeStore>,
  browser: ChallengedBrowser,
) {
  const row = await challenges.find(refOf(browser));
  if (!row || row.userId === null) throw refuse('sign_in_challenge_unknown');
  return { ...row, userId: row.userId };
}

async function finish(
  { db, users }: Pick<SecondStepServiceParts, 'db' | 'users'>,
  browser: ChallengedBrowser,
  { userId, method }: { userId: number; method: 'password' | 'passkey' },
  take: (tx: Db) => Promise<void>,
): Promise<FinishedSignIn> {
  const completed = await db.transaction().execute(async (tx) => {
    if (!(await createSignInChallengeStore(tx).take(refOf(browser))))
      throw refuse('sign_in_challenge_unknown');
    await take(tx);
    return completeSignIn(tx, { ...browser, userId, method });
  });
  return { ...completed, user: await users.describeCaller(browser.tenantId, userId) };
}

/** @throws `sign_in_challenge_unknown` where too many were wrong */
async function countTry(
  challenges: ReturnType<typeof createSignInChallengeStore>,
  browser: ChallengedBrowser,
): Promise<SignInChallengeRow> {
  const counted = await challenges.countTry(refOf(browser));
  if (!counted) throw refuse('sign_in_challenge_unknown');
  return counted;
}

/**
 * Begins the second step of a user with the right password.
 *
 * @returns the value of the challenge cookie; undefined for a user without a second factor
 * @throws `sign_in_failed` where the password has changed meanwhile
 */
async function begin(
  { challenges, factors }: Pick<SecondStepServiceParts, 'challenges' | 'factors'>,
  user: {
    tenantId: number;
    userId: number;
    passwordHash: string;
  },
): Promise<string | undefined> {
  if (methodsOf(await factors.getSummary(user.userId)).length === 0) return undefined;
  const token = makeSecret();
  const ref = { tenantId: user.tenantId, hash: hashSecret(token) };
  if (!(await challenges.insertForUser(ref, user.userId, user.passwordHash))) throw refuse('sign_in_failed');
  return token;
}

/** Whether a user without a second factor has to set one up. */
function mustEnrol({ factors }: { factors: SecondFactorStore }, tenantId: number): Promise<boolean> {
  return factors.isDemanded(tenantId);
}

/** @throws `sign_in_challenge_unknown` */
async function describe(
  { challenges, factors }: Pick<SecondStepServiceParts, 'challenges' | 'factors'>,
  browser: ChallengedBrowser,
): Promise<SignInChallenge> {
  const { userId, expiresAt } = await getChallenge(challenges, browser);
  return { methods: methodsOf(await factors.getSummary(userId)), expiresAt };
}

/**
 * Ends a sign-in by its second factor. A try is counted before it is looked at, by the sign-in and by the account,
 * on every server; a right one gives the account's back.
 *
 * @throws `sign_in_challenge_unknown`, `second_factor_wrong`, `too_many_requests`, `sign_in_failed`
 */
async function finishWithFactor(
  {
    db,
    attempts,
    check,
    users,
    challenges,
  }: Pick<SecondStepServiceParts, 'db' | 'attempts' | 'check' | 'users' | 'challenges'>,
  browser: ChallengedBrowser,
  given: SecondFactorInput,
): Promise<FinishedSignIn> {
  const { tenantId, baseUrl } = browser;
  const { userId } = await getChallenge(challenges, browser);
  const buckets = factorBucketsOf(tenantId, userId);
  await reserve(attempts, buckets);
  const { passkeyChallenge } = await countTry(challenges, browser);
  const expected = { tenantId, userId, party: relyingPartyOf(baseUrl), passkeyChallenge };
  const finished = await finish({ db, users }, browser, { userId, method: 'password' }, (tx) =>
    check(tx, expected, given),
  );
  await attempts.giveBack(buckets);
  return finished;
}

/**
 * Options to use a passkey, and the value of the challenge cookie where it is a new one.
 *
 * @throws `sign_in_challenge_unknown` for a second factor without a first, `too_many_requests`
 */
async function offerPasskey(
  { attempts, challenges, factors }: Pick<SecondStepServiceParts, 'attempts' | 'challenges' | 'factors'>,
  browser: ChallengedBrowser,
  purpose: PasskeyPurpose,
): Promise<PasskeyOptions & { token: string | undefined }> {
  const party = relyingPartyOf(browser.baseUrl);
  if (purpose === 'second-factor') {
    const { userId } = await getChallenge(challenges, browser);
    const allowed = await factors.listCredentials(userId);
    const options = await usingOptions(party, { allowed, mustVerifyUser: false });
    await challenges.setPasskeyChallenge(refOf(browser), options.challenge);
    return { publicKey: { ...options }, token: undefined };
  }
  await reserve(attempts, passkeyBucketsOf(clientNetwork(browser.clientAddress)));
  const options = await usingOptions(party, { allowed: [], mustVerifyUser: true });
  const token = makeSecret();
  const ref = { tenantId: browser.tenantId, hash: hashSecret(token) };
  await challenges.insertForPasskey(ref, options.challenge);
  return { publicKey: { ...options }, token };
}

/**
 * Signs in by a passkey alone, which has to have verified its user.
 *
 * @throws `sign_in_challenge_unknown`, `second_factor_wrong`, `sign_in_failed`
 */
async function finishWithPasskey(
  { db, users, challenges, factors }: Pick<SecondStepServiceParts, 'db' | 'users' | 'challenges' | 'factors'>,
  browser: ChallengedBrowser,
  given: PasskeyAssertion,
): Promise<FinishedSignIn> {
  const { tenantId, baseUrl } = browser;
  const { userId: knownUser, passkeyChallenge } = await countTry(challenges, browser);
  if (knownUser !== null || passkeyChallenge === null) throw refuse('sign_in_challenge_unknown');
  const passkey = await factors.findCredential(tenantId, Buffer.from(given.id, 'base64url'));
  if (!passkey) throw refuse('second_factor_wrong');
  const expected = { passkey, challenge: passkeyChallenge, mustVerifyUser: true };
  const counter = await verifyPasskey(relyingPartyOf(baseUrl), expected, given);
  return finish({ db, users }, browser, { userId: passkey.userId, method: 'passkey' }, async (tx) => {
    if (!(await createSecondFactorStore(tx).usePasskey(passkey.id, counter)))
      throw refuse('second_factor_wrong');
  });
}

function refOf({ tenantId, challengeToken }: ChallengedBrowser): ChallengeRef {
  if (challengeToken === undefined) throw refuse('sign_in_challenge_unknown');
  return { tenantId, hash: hashSecret(challengeToken) };
}

/** What a user can give, the strongest first; a recovery code is no factor by itself. */
function methodsOf({ totpConfirmedAt, passkeys, recoveryCodes }: FactorSummary): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totpConfirmedAt !== null ? (['totp'] as const) : []),
  ];
  return methods.length > 0 && recoveryCodes > 0 ? [...methods, 'recovery-code'] : methods;
}
