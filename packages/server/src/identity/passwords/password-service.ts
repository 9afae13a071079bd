import {
  limits,
  refuse,
  type ChangedPassword,
  type PasswordChangeInput,
  type PasswordResetInput,
  isRefusal,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { clientNetwork } from '../../http/rate-limit/client-network.ts';
import { findMailLocale } from '../../mail/find-mail-locale.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import type { MailRoom } from '../../mail/mail-room.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import { createCurrentSessionStore } from '../sessions/current-session-store.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import type { PasswordHasher } from '../sign-in/password-hasher.ts';
import type { SignInAttemptStore } from '../sign-in/sign-in-attempt-store.ts';
import { linkBucketsOf, resetBucketsOf, type AttemptBucket } from '../sign-in/sign-in-limits.ts';
import type { SignIn, SignInService } from '../sign-in/sign-in-service.ts';
import { changedMail, resetMail } from './password-mail.ts';
import { checkNewPassword } from './password-rules.ts';
import { createPasswordStore } from './password-store.ts';

/** What passwords are changed with. */
interface PasswordServiceOptions {
  readonly db: Db;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly attempts: SignInAttemptStore;
  readonly signIns: SignInService;
  /** Undefined without a mail server. */
  readonly mailRoom: Pick<MailRoom, 'send'> | undefined;
  readonly mailQueue: Pick<MailQueue, 'add'>;
}

/** A request for a link. */
interface ResetRequest {
  readonly tenantId: number;
  /** As it was typed. */
  readonly email: string;
  readonly clientAddress: string;
  /** Where its user reaches the server. @throws `unknown_host` */
  linkUrl(): Promise<string>;
  /** Told that no link may be sent to the address of the request, which no setting names. */
  onUnknownAddress(): void;
}

/** A try to use a link. */
interface LinkUse {
  readonly tenantId: number;
  readonly clientAddress: string;
}

/** Sets and changes passwords. */
export type PasswordService = ReturnType<typeof createPasswordService>;

/** What the methods below work with; each names what it needs of it. */
interface PasswordServiceParts extends PasswordServiceOptions {
  readonly store: ReturnType<typeof createPasswordStore>;
}

/** Makes the service of passwords. */
export function createPasswordService(options: PasswordServiceOptions) {
  const { db, hasher, attempts, signIns, mailRoom, mailQueue } = options;
  const store = createPasswordStore(db);
  return bindFirst(
    { db, hasher, attempts, signIns, mailRoom, mailQueue, store },
    { tellChanged, requestReset, countLinkUse, reset, authenticateAgain, change },
  );
}

async function reserve(attempts: SignInAttemptStore, buckets: readonly AttemptBucket[]): Promise<void> {
  const retryAfterSeconds = await attempts.reserve(buckets);
  if (retryAfterSeconds > 0) throw refuse('too_many_requests', { retryAfterSeconds });
}

async function sendReset(
  { db, mailRoom, store }: Pick<PasswordServiceParts, 'db' | 'mailRoom' | 'store'>,
  request: ResetRequest,
): Promise<void> {
  const { tenantId, email, linkUrl } = request;
  const baseUrl = await linkUrl().catch((error: unknown) => {
    if (isRefusal(error, 'unknown_host')) return undefined;
    throw error;
  });
  if (baseUrl === undefined) return request.onUnknownAddress();
  const user = await store.findByEmail(tenantId, email);
  if (!user) return;
  const token = makeSecret();
  await store.insertReset(user.id, hashSecret(token), limits.PASSWORD_RESET_TTL_SECONDS);
  const locale = await findMailLocale(db, tenantId, user.email);
  await mailRoom?.send(resetMail(user.email, locale, { token, baseUrl }));
}

function tellChanged(
  { db, mailRoom, mailQueue }: Pick<PasswordServiceParts, 'db' | 'mailRoom' | 'mailQueue'>,
  tenantId: number,
  email: string,
): void {
  if (mailRoom)
    mailQueue.add(async () => mailRoom.send(changedMail(email, await findMailLocale(db, tenantId, email))));
}

/**
 * Sends a link to set another password. Whether there is such a user is looked up once the caller has the answer,
 * so neither the answer nor its time tells.
 *
 * @throws `too_many_requests`
 */
async function requestReset(
  {
    db,
    attempts,
    mailRoom,
    mailQueue,
    store,
  }: Pick<PasswordServiceParts, 'db' | 'attempts' | 'mailRoom' | 'mailQueue' | 'store'>,
  request: ResetRequest,
): Promise<void> {
  const network = clientNetwork(request.clientAddress);
  await reserve(attempts, resetBucketsOf({ ...request, network }));
  if (mailRoom) mailQueue.add(() => sendReset({ db, mailRoom, store }, request));
}

/**
 * Counts a try to use a link, whatever comes of it: no network tries many tokens, or has passwords derived without
 * end.
 *
 * @throws `too_many_requests`
 */
function countLinkUse(
  { attempts }: { attempts: SignInAttemptStore },
  { clientAddress }: Pick<LinkUse, 'clientAddress'>,
): Promise<void> {
  return reserve(attempts, linkBucketsOf(clientNetwork(clientAddress)));
}

/**
 * Sets a password by a link, once, and ends the sessions of its user. Answers with the user.
 *
 * @throws `password_reset_unknown`, `password_refused`, `too_many_requests`
 */
async function reset(
  {
    db,
    hasher,
    attempts,
    mailRoom,
    mailQueue,
    store,
  }: Pick<PasswordServiceParts, 'db' | 'hasher' | 'attempts' | 'mailRoom' | 'mailQueue' | 'store'>,
  { tenantId, clientAddress }: LinkUse,
  { token, password, revokesKeys = false }: PasswordResetInput,
): Promise<ChangedPassword & { id: number }> {
  await reserve(attempts, linkBucketsOf(clientNetwork(clientAddress)));
  const hash = hashSecret(token);
  // Asked twice, since a password takes long to derive: nobody has it derived for nothing, or uses a link twice.
  const known = await store.findByReset(tenantId, hash, { lock: false });
  if (!known) throw refuse('password_reset_unknown');
  await checkNewPassword(password, known);
  const passwordHash = await hasher.hash(password);
  const { id, email } = await db.transaction().execute(async (tx) => {
    const passwords = createPasswordStore(tx);
    const user = await passwords.findByReset(tenantId, hash, { lock: true });
    if (!user) throw refuse('password_reset_unknown');
    await passwords.setPassword(tenantId, user.id, passwordHash);
    await endSessions(tx, user.id);
    if (revokesKeys) await passwords.revokeKeys(tenantId, user.id);
    return user;
  });
  tellChanged({ db, mailRoom, mailQueue }, tenantId, email);
  return { id, email };
}

/**
 * Makes the authentication of a session a recent one, by the password.
 * @throws `password_wrong`, `too_many_requests`
 */
async function authenticateAgain(
  { db, signIns, store }: Pick<PasswordServiceParts, 'db' | 'signIns' | 'store'>,
  actor: UserPrincipal,
  password: string,
  browser: Pick<SignIn, 'clientAddress' | 'deviceToken' | 'signal' | 'report'>,
): Promise<void> {
  const { tenantId, userId } = actor;
  const { email } = await store.getUser(tenantId, userId);
  await signIns.verifyPassword({ ...browser, tenantId, email, password });
  const sessions = createCurrentSessionStore(db);
  await sessions.renew((await sessions.get(actor)).id);
}

/**
 * Changes the password of a user who is signed in, and ends their other sessions.
 *
 * @throws `password_wrong`, `password_refused`, `too_many_requests`
 */
async function change(
  {
    db,
    hasher,
    signIns,
    mailRoom,
    mailQueue,
    store,
  }: Pick<PasswordServiceParts, 'db' | 'hasher' | 'signIns' | 'mailRoom' | 'mailQueue' | 'store'>,
  { tenantId, userId, consoleSession }: UserPrincipal,
  { currentPassword, newPassword }: PasswordChangeInput,
  browser: Pick<SignIn, 'clientAddress' | 'deviceToken' | 'signal' | 'report'>,
): Promise<void> {
  const user = await store.getUser(tenantId, userId);
  await checkNewPassword(newPassword, user);
  const { passwordHash: from } = await signIns.verifyPassword({
    ...browser,
    tenantId,
    email: user.email,
    password: currentPassword,
  });
  const to = await hasher.hash(newPassword);
  await db.transaction().execute(async (tx) => {
    const isReplaced = await createPasswordStore(tx).replacePassword({ tenantId, userId }, from, to);
    if (!isReplaced) throw refuse('password_wrong');
    await endSessions(tx, userId, consoleSession?.id);
  });
  tellChanged({ db, mailRoom, mailQueue }, tenantId, user.email);
}
