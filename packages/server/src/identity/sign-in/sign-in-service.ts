import { refuse, Refusal } from '@oriel/contract';
import { clientNetwork } from '../../http/rate-limit/client-network.ts';
import type { SecurityEvent } from '../../http/caller/security-log.ts';
import type { ConsoleSessionStore, SignInUser } from '../console-session-store.ts';
import { hashSecret } from '../credentials/secrets.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SignInAttemptStore } from './sign-in-attempt-store.ts';
import { bucketsOf, type AttemptBucket } from './sign-in-limits.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { SignInQueue } from './sign-in-queue.ts';

/** An attempt to sign in. */
export interface SignIn {
  readonly tenantId: number;
  readonly email: string;
  readonly password: string;
  readonly clientAddress: string;
  /** The token of the browser's device cookie; undefined for none. */
  readonly deviceToken: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Told what became of it, with the user where there is one. */
  report(event: SecurityEvent, userId: number | undefined): void;
}

/** A user with the right password. */
interface AuthenticatedUser {
  readonly userId: number;
  /** The hash that is stored of it. */
  readonly passwordHash: string;
}

interface SignInServiceOptions {
  readonly store: Pick<ConsoleSessionStore, 'findUserByEmail' | 'renewPasswordHash' | 'requiresProvider'>;
  readonly attempts: SignInAttemptStore;
  readonly queue: SignInQueue;
  readonly hasher: Pick<PasswordHasher, 'check'>;
}

/** Checks the password of a user. */
export type SignInService = ReturnType<typeof createSignInService>;

/**
 * Makes the check of passwords. An attempt is counted before its password is looked at, and the count given back when
 * it was right: of any number of guesses at once, on any number of servers, no more are tried than the limits say.
 */
export function createSignInService({ store, attempts, queue, hasher }: SignInServiceOptions) {
  return bindFirst({ store, attempts, queue, hasher }, { verifyPassword, authenticate });
}

/** Answers with the hash that is stored of a correct password; undefined for a wrong one. */
async function checkPassword(
  { store, hasher }: Pick<SignInServiceOptions, 'store' | 'hasher'>,
  password: string,
  user: SignInUser | undefined,
  readAgain: () => Promise<SignInUser | undefined>,
): Promise<string | undefined> {
  // A password is checked for an unknown user as well, so that the time tells nothing.
  const stored = user && !user.isDeactivated && user.takesPassword ? user.passwordHash : null;
  const { isCorrect, renewed } = await hasher.check(password, stored);
  if (!isCorrect || !user || stored === null) return undefined;
  if (renewed === undefined) return stored;
  if (await store.renewPasswordHash(user.id, stored, renewed)) return renewed;
  // Another sign-in has renewed it meanwhile, or the password has changed.
  return checkPassword({ store, hasher }, password, await readAgain(), readAgain);
}

async function attempt(
  { store, attempts, hasher }: Pick<SignInServiceOptions, 'store' | 'attempts' | 'hasher'>,
  input: SignIn,
  network: string,
): Promise<AuthenticatedUser> {
  const { tenantId, email, password, deviceToken, signal, report } = input;
  const deviceHash = deviceToken === undefined ? undefined : hashSecret(deviceToken);
  const read = () => store.findUserByEmail(tenantId, email, deviceHash);
  const user = await read();
  const knownDevice = user?.isOnKnownDevice ? deviceHash : undefined;
  const buckets = bucketsOf({ tenantId, email, network, knownDevice });
  // A caller that has gone while waiting has tried nothing.
  signal.throwIfAborted();
  const retryAfterSeconds = await attempts.reserve(buckets);
  if (retryAfterSeconds > 0) {
    report('sign_in_throttled', user?.id);
    throw refuse('too_many_requests', { retryAfterSeconds });
  }
  const passwordHash = await orGiveBack(attempts, buckets, () =>
    checkPassword({ store, hasher }, password, user, read),
  );
  if (user && passwordHash !== undefined) {
    await attempts.giveBack(buckets);
    return { userId: user.id, passwordHash };
  }
  report('sign_in_failed', user?.id);
  // The same for every failure, so that it tells nothing of the one user with a password.
  throw refuse((await store.requiresProvider(tenantId)) ? 'password_sign_in_disabled' : 'sign_in_failed');
}

/**
 * Checks the password of a user who is signed in, under the same limits. Answers with the user.
 *
 * @throws `password_wrong`, `too_many_requests`
 */
async function verifyPassword(needs: SignInServiceOptions, input: SignIn): Promise<AuthenticatedUser> {
  try {
    return await authenticate(needs, input);
  } catch (error) {
    if (error instanceof Refusal && ['sign_in_failed', 'password_sign_in_disabled'].includes(error.code))
      throw refuse('password_wrong', undefined, { cause: error });
    throw error;
  }
}

/**
 * Answers with the user.
 *
 * @throws `sign_in_failed`, the same for an unknown address and a wrong password; `too_many_requests`
 */
function authenticate(
  { store, attempts, queue, hasher }: SignInServiceOptions,
  input: SignIn,
): Promise<AuthenticatedUser> {
  const network = clientNetwork(input.clientAddress);
  return queue
    .run(network, () => attempt({ store, attempts, hasher }, input, network))
    .catch((error: unknown) => {
      throw input.signal.aborted ? gone(error) : error;
    });
}

/** What was not found out counts for nothing. */
async function orGiveBack<T>(
  attempts: SignInAttemptStore,
  buckets: readonly AttemptBucket[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await attempts.giveBack(buckets);
    throw error;
  }
}

/** Nobody reads it. */
function gone(cause: unknown): Refusal {
  return refuse('unavailable', { reason: 'The caller has gone' }, { cause });
}
