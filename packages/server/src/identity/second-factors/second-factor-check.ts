import { refuse, type SecondFactorInput } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { showSecret } from '../../secrets/stored-secret.ts';
import { totpContext } from '../../secrets/totp-secrets.ts';
import { verifyPasskey, type RelyingParty } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { createSecondFactorStore } from './second-factor-store.ts';
import { findTotpStep } from './totp.ts';

/** A second factor as it is expected. */
interface FactorExpectation {
  readonly tenantId: number;
  readonly userId: number;
  readonly party: RelyingParty;
  /** What a passkey has to have signed; null where none was asked for. */
  readonly passkeyChallenge: string | null;
}

/** Checks second factors and takes them: what is taken is taken once, on every server. */
export type SecondFactorCheck = (
  tx: Db,
  expected: FactorExpectation,
  given: SecondFactorInput,
) => Promise<void>;

/**
 * Makes the check of second factors.
 *
 * @param now milliseconds since 1970; default the clock of the machine
 */
export function createSecondFactorCheck(keyring: Keyring, now: () => number = Date.now): SecondFactorCheck {
  /** @throws `second_factor_wrong`, also for what was taken before */
  return async (tx, expected, { code, recoveryCode, passkey }) => {
    const { userId } = expected;
    const store = createSecondFactorStore(tx);
    if (passkey) return usePasskey(tx, expected, passkey);
    const isTaken =
      code !== undefined
        ? await takeCode(tx, keyring, { userId, code, nowMs: now(), isConfirmed: true })
        : await store.takeRecoveryCode(userId, hashRecoveryCode(recoveryCode ?? ''));
    if (!isTaken) throw refuse('second_factor_wrong');
  };
}

/** Takes a code of the authenticator of a user. @returns whether it was right, and of a later step than any before */
export async function takeCode(
  tx: Db,
  keyring: Keyring,
  { userId, code, nowMs, isConfirmed }: { userId: number; code: string; nowMs: number; isConfirmed: boolean },
): Promise<boolean> {
  const store = createSecondFactorStore(tx);
  const totp = await store.findTotp(userId);
  if (!totp || (totp.confirmedAt !== null) !== isConfirmed) return false;
  const secret = await showSecret(keyring, totp, totpContext(userId));
  const step = await findTotpStep(secret, code, nowMs);
  return step !== undefined && store.takeStep(userId, step, isConfirmed);
}

async function usePasskey(
  tx: Db,
  { tenantId, userId, party, passkeyChallenge }: FactorExpectation,
  given: NonNullable<SecondFactorInput['passkey']>,
): Promise<void> {
  const store = createSecondFactorStore(tx);
  const passkey = await store.findCredential(tenantId, Buffer.from(given.id, 'base64url'));
  if (passkey?.userId !== userId || passkeyChallenge === null) throw refuse('second_factor_wrong');
  const expected = { passkey, challenge: passkeyChallenge, mustVerifyUser: false };
  const counter = await verifyPasskey(party, expected, given);
  if (!(await store.usePasskey(passkey.id, counter))) throw refuse('second_factor_wrong');
}
