import {
  limits,
  refuse,
  type AddedPasskey,
  type AddPasskeyInput,
  type ConfirmedTotp,
  type Passkey,
  type PasskeyOptions,
  type RecoveryCodes,
  type SecondFactors,
  type TotpSecret,
} from '@oriel/contract';
import { checkRole } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { holdKey } from '../../secrets/key-lock.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { hideSecret } from '../../secrets/stored-secret.ts';
import { totpContext } from '../../secrets/totp-secrets.ts';
import { changeAccount } from '../account-change.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { createCurrentSessionStore, type CurrentSession } from '../sessions/current-session-store.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { makingOptions, relyingPartyOf, verifyNewPasskey } from './passkeys.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { takeCode } from './second-factor-check.ts';
import { createSecondFactorStore, type SecondFactorStore } from './second-factor-store.ts';
import { makeTotp } from './totp.ts';

/** Sets up and removes second factors. */
export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** What the methods below work with; each names what it needs of it. */
interface SecondFactorServiceParts {
  readonly db: Db;
  readonly keyring: Keyring;
}

/** Makes the service of second factors. */
export function createSecondFactorService({ db, keyring }: { db: Db; keyring: Keyring }) {
  return bindFirst(
    { db, keyring },
    {
      get,
      startTotp,
      confirmTotp,
      removeTotp,
      startPasskey,
      addPasskey,
      renamePasskey,
      removePasskey,
      renewCodes,
      reset,
    },
  );
}

/** Works on the factors of the caller, one change of theirs after the other. */
function change<T>(
  db: Db,
  actor: UserPrincipal,
  { asksForRecent }: { asksForRecent: boolean },
  work: (tx: Db, factors: SecondFactorStore, session: CurrentSession) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const session = await createCurrentSessionStore(tx).get(actor);
    if (asksForRecent && !session.isRecent) throw refuse('recent_authentication_required');
    const factors = createSecondFactorStore(tx);
    await factors.lock(actor.userId);
    return work(tx, factors, session);
  });
}

/** Codes with the first factor. */
async function firstCodes(factors: SecondFactorStore, userId: number): Promise<string[] | null> {
  const { recoveryCodes } = await factors.getSummary(userId);
  return recoveryCodes > 0 ? null : putCodes(factors, userId);
}

function remove(
  db: Db,
  actor: UserPrincipal,
  work: (factors: SecondFactorStore) => Promise<void>,
): Promise<void> {
  return change(db, actor, { asksForRecent: true }, async (_tx, factors) => {
    await work(factors);
    const { totpConfirmedAt, passkeys } = await factors.getSummary(actor.userId);
    if (totpConfirmedAt !== null || passkeys > 0) return;
    if (await factors.isDemanded(actor.tenantId)) throw refuse('second_factor_demanded');
    await factors.removeAll(actor.userId);
  });
}

/** @throws `admin_only`, `forbidden`, `user_not_found` */
async function get(
  { db }: { db: Db },
  actor: UserPrincipal,
  userId: number = actor.userId,
): Promise<SecondFactors> {
  if (userId !== actor.userId) {
    checkRole(unscopedUserOf(actor), 'Admin');
    if (!(await createSessionStore(db).hasUser(actor.tenantId, userId)))
      throw refuse('user_not_found', { id: userId });
  }
  const factors = createSecondFactorStore(db);
  const { totpConfirmedAt, recoveryCodes } = await factors.getSummary(userId);
  return {
    isRequired: await factors.isDemanded(actor.tenantId),
    totp: totpConfirmedAt === null ? null : { confirmedAt: totpConfirmedAt },
    passkeys: await factors.listPasskeys(userId),
    recoveryCodes,
  };
}

/** @throws `recent_authentication_required`, `totp_already_set_up` */
function startTotp(
  { db, keyring }: SecondFactorServiceParts,
  actor: UserPrincipal,
  issuer: string,
): Promise<TotpSecret> {
  return change(db, actor, { asksForRecent: true }, async (tx, factors) => {
    const totp = await makeTotp(issuer, actor.email);
    await holdKey(tx);
    const secret = await hideSecret(keyring, totp.secret, totpContext(actor.userId));
    if (!(await factors.putTotp(actor.userId, secret))) throw refuse('totp_already_set_up');
    return totp;
  });
}

/** @throws `totp_not_started`, `second_factor_wrong` */
function confirmTotp(
  { db, keyring }: SecondFactorServiceParts,
  { userId, ...actor }: UserPrincipal,
  code: string,
): Promise<ConfirmedTotp> {
  return change(db, { ...actor, userId }, { asksForRecent: false }, async (tx, factors) => {
    const totp = await factors.findTotp(userId);
    if (!totp || totp.confirmedAt !== null) throw refuse('totp_not_started');
    const isRight = await takeCode(tx, keyring, { userId, code, nowMs: Date.now(), isConfirmed: false });
    if (!isRight) throw refuse('second_factor_wrong');
    return { recoveryCodes: await firstCodes(factors, userId) };
  });
}

/** @throws `recent_authentication_required`, `second_factor_demanded` */
function removeTotp({ db }: { db: Db }, actor: UserPrincipal): Promise<void> {
  return remove(db, actor, (factors) => factors.removeTotp(actor.userId));
}

/** @throws `recent_authentication_required`, `too_many_passkeys` */
function startPasskey(
  { db }: { db: Db },
  { tenantId, userId, email, ...actor }: UserPrincipal,
  { baseUrl, tenantName }: { baseUrl: string; tenantName: string },
): Promise<PasskeyOptions> {
  return change(
    db,
    { ...actor, tenantId, userId, email },
    { asksForRecent: true },
    async (tx, factors, { id }) => {
      const known = await factors.listCredentials(userId);
      if (known.length >= limits.MAX_USER_PASSKEYS) throw refuse('too_many_passkeys');
      const user = { id: userId, tenantId, email, tenantName };
      const options = await makingOptions(relyingPartyOf(baseUrl), user, known);
      await createCurrentSessionStore(tx).setPasskeyChallenge(id, options.challenge);
      return { publicKey: { ...options } };
    },
  );
}

/** @throws `passkey_refused`, `too_many_passkeys` */
function addPasskey(
  { db }: { db: Db },
  { userId, ...actor }: UserPrincipal,
  input: AddPasskeyInput,
  baseUrl: string,
): Promise<AddedPasskey> {
  return change(db, { ...actor, userId }, { asksForRecent: false }, async (tx, factors, { id }) => {
    const challenge = await createCurrentSessionStore(tx).takePasskeyChallenge(id);
    if (challenge === undefined) throw refuse('passkey_refused');
    if ((await factors.listPasskeys(userId)).length >= limits.MAX_USER_PASSKEYS)
      throw refuse('too_many_passkeys');
    const made = await verifyNewPasskey(relyingPartyOf(baseUrl), challenge, input);
    const passkey = await factors.insertPasskey(userId, input.name, made);
    if (!passkey) throw refuse('passkey_refused');
    return { passkey, recoveryCodes: await firstCodes(factors, userId) };
  });
}

/** @throws `passkey_not_found` */
async function renamePasskey(
  { db }: { db: Db },
  { userId }: UserPrincipal,
  id: number,
  name: string,
): Promise<Passkey> {
  const passkey = await createSecondFactorStore(db).renamePasskey(userId, id, name);
  if (!passkey) throw refuse('passkey_not_found', { id });
  return passkey;
}

/** @throws `passkey_not_found`, `recent_authentication_required`, `second_factor_demanded` */
function removePasskey({ db }: { db: Db }, actor: UserPrincipal, id: number): Promise<void> {
  return remove(db, actor, async (factors) => {
    if (!(await factors.removePasskey(actor.userId, id))) throw refuse('passkey_not_found', { id });
  });
}

/** @throws `recent_authentication_required`, `second_factor_missing` */
function renewCodes({ db }: { db: Db }, actor: UserPrincipal): Promise<RecoveryCodes> {
  return change(db, actor, { asksForRecent: true }, async (_tx, factors) => {
    const { totpConfirmedAt, passkeys } = await factors.getSummary(actor.userId);
    if (totpConfirmedAt === null && passkeys === 0) throw refuse('second_factor_missing');
    return { recoveryCodes: await putCodes(factors, actor.userId) };
  });
}

/** Removes the factors of a user, and ends their sessions. @throws `user_not_found`, `administrator_protected` */
async function reset({ db }: { db: Db }, actor: UserPrincipal, userId: number): Promise<void> {
  await changeAccount(db, actor, { takesAway: false }, async (tx) => {
    if (!(await createSessionStore(tx).hasUser(actor.tenantId, userId)))
      throw refuse('user_not_found', { id: userId });
    const factors = createSecondFactorStore(tx);
    await factors.lock(userId);
    await factors.removeAll(userId);
    await endSessions(tx, userId);
  });
}

async function putCodes(factors: SecondFactorStore, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await factors.replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
  return codes;
}
