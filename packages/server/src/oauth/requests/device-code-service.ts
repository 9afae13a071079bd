import { Refusal, refuse, type OAuthDeviceCode } from '@oriel/contract';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { SignInAttemptStore } from '../../identity/sign-in/sign-in-attempt-store.ts';
import { deviceCodeBucketsOf } from '../../identity/sign-in/sign-in-limits.ts';
import { summaryOf } from '../clients/built-in-client.ts';
import { createOAuthGrantStore } from '../grants/oauth-grant-store.ts';
import { askedAccessOf, nameDeployments, type RequestParams } from './asked-access.ts';
import { authenticatedAtOf, type PresentUser } from './console-user.ts';
import { clientOf } from './interaction-service.ts';
import { createTicketStore } from './ticket-store.ts';

/** The code of a device, as its user has typed it, at an issuer. */
interface TypedCode {
  readonly userCode: string;
  readonly issuer: string;
  /** Of the client that has sent it, as `clientNetwork` has it. */
  readonly network: string;
}

/** What the methods below work with; each names what it needs of it. */
interface DeviceCodeServiceParts {
  readonly db: Db;
  readonly attempts: SignInAttemptStore;
}

/**
 * Makes the service of devices that wait for their user. Codes that are none are counted beyond what any request is:
 * they are short, since people type them.
 */
export function createDeviceCodeService(db: Db, attempts: SignInAttemptStore) {
  return bindFirst({ db, attempts }, { describe, approve, deny });
}

/** @throws `too_many_requests` for a caller who guesses */
async function counted<T>(
  attempts: SignInAttemptStore,
  actor: PresentUser,
  { network }: TypedCode,
  work: () => Promise<T>,
): Promise<T> {
  const buckets = deviceCodeBucketsOf(actor, network);
  const retryAfterSeconds = await attempts.reserve(buckets);
  if (retryAfterSeconds > 0) throw refuse('too_many_requests', { retryAfterSeconds });
  try {
    const answer = await work();
    await attempts.giveBack(buckets);
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'oauth_device_code_not_found'))
      await attempts.giveBack(buckets);
    throw error;
  }
}

async function get(tx: Db, { tenantId }: PresentUser, { userCode, issuer }: TypedCode, isForUpdate = false) {
  const ticket = await createTicketStore(tx, tenantId).findDeviceCode(plainCodeOf(userCode), isForUpdate);
  const client = ticket && (await clientOf(tx, tenantId, ticket));
  if (!ticket || !client || isAnswered(ticket.payload)) throw refuse('oauth_device_code_not_found');
  // The library has written them.
  const { params, deviceInfo } = ticket.payload as { params: RequestParams; deviceInfo?: DeviceInfo };
  return { ticket, client, asked: askedAccessOf(issuer, params, client), deviceInfo };
}

function answer(
  { db, attempts }: DeviceCodeServiceParts,
  actor: PresentUser,
  typed: TypedCode,
  work: (tx: Db, found: Awaited<ReturnType<typeof get>>) => Promise<void>,
): Promise<void> {
  return counted(attempts, actor, typed, () =>
    db.transaction().execute(async (tx) => work(tx, await get(tx, actor, typed, true))),
  );
}

/** @throws `oauth_device_code_not_found`, `too_many_requests` */
async function describe(
  { db, attempts }: DeviceCodeServiceParts,
  actor: PresentUser,
  typed: TypedCode,
): Promise<OAuthDeviceCode> {
  const { ticket, client, asked, deviceInfo } = await counted(attempts, actor, typed, () =>
    get(db, actor, typed),
  );
  const code = plainCodeOf(typed.userCode);
  return {
    userCode: `${code.slice(0, 4)}-${code.slice(4)}`,
    client: summaryOf(client),
    scopes: asked.scopes,
    deployments: await nameDeployments(db, actor.tenantId, asked.deploymentIds),
    clientAddress: deviceInfo?.ip ?? null,
    userAgent: deviceInfo?.ua ?? null,
    expiresAt: ticket.expiresAt,
  };
}

/** Lets the device have its tokens. @throws `oauth_device_code_not_found`, `too_many_requests` */
function approve(
  { db, attempts }: DeviceCodeServiceParts,
  actor: PresentUser,
  typed: TypedCode,
): Promise<void> {
  return answer({ db, attempts }, actor, typed, async (tx, { ticket, client, asked }) => {
    const { tenantId, userId, consoleSession } = actor;
    const grantId = await createOAuthGrantStore(tx, tenantId).insert({
      ...asked,
      userId,
      clientId: client.clientId,
      isRemembered: false,
    });
    const { scopes, indicators } = asked;
    const [only, ...others] = indicators;
    const fields = {
      accountId: String(userId),
      grantId,
      scope: scopes.join(' '),
      authTime: await authenticatedAtOf(tx, consoleSession.id),
      ...(only !== undefined && { resource: others.length === 0 ? only : indicators }),
    };
    await createTicketStore(tx, tenantId).extend('DeviceCode', ticket.hash, fields, grantId);
  });
}

/** Tells the device so with its next question. @throws `oauth_device_code_not_found`, `too_many_requests` */
function deny({ db, attempts }: DeviceCodeServiceParts, actor: PresentUser, typed: TypedCode): Promise<void> {
  return answer({ db, attempts }, actor, typed, async (tx, { ticket }) => {
    const fields = { error: 'access_denied', errorDescription: 'The user has refused' };
    await createTicketStore(tx, actor.tenantId).extend('DeviceCode', ticket.hash, fields);
  });
}

/** What is known of a device. */
interface DeviceInfo {
  readonly ip?: string;
  readonly ua?: string;
}

/** A code in capitals and without its dash. */
function plainCodeOf(typed: string): string {
  return typed.replaceAll(/[^A-Za-z]/g, '').toUpperCase();
}

function isAnswered(payload: Readonly<Record<string, unknown>>): boolean {
  return payload['accountId'] !== undefined || payload['error'] !== undefined;
}
