import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { CLAIMS_KEY, signToken, verifyToken } from '../identity/signed-token.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { readEmbedSecret } from '../secrets/token-secrets.ts';
import { createRecipientStore, type RecipientRef } from './recipients/recipient-store.ts';

/** Which recipient of which notification a token removes. */
export interface Subscription extends RecipientRef {
  readonly notificationId: number;
}

/** Of a viewer who wants no mail about mentions on a dashboard. */
export interface MentionSubscription {
  readonly mentionsOnDashboardId: number;
  readonly embedUserId: number;
}

/** Keeps the tokens apart from all others that are signed with the secret of an account. */
const ISSUER = 'oriel notifications';
/** Mail is read late. */
const DAYS = 400;
const DAY_MS = 86_400_000;

/** Makes the token of a mail that removes its recipient. */
export function makeUnsubscribeToken(
  subscription: Subscription | MentionSubscription,
  secret: string,
): string {
  const claims = claimsOf(subscription);
  return signToken({ [CLAIMS_KEY]: claims }, { secret, issuer: ISSUER }, Date.now() + DAYS * DAY_MS);
}

/** What is signed, of all that the caller may have given. */
function claimsOf(subscription: Subscription | MentionSubscription): Subscription | MentionSubscription {
  if ('mentionsOnDashboardId' in subscription) {
    const { mentionsOnDashboardId, embedUserId } = subscription;
    return { mentionsOnDashboardId, embedUserId };
  }
  const { notificationId, userId, embedUserId } = subscription;
  return { notificationId, userId, embedUserId };
}

/**
 * Removes the recipient that a token names, or stops the mail about mentions; one who is none any more is no failure.
 *
 * @throws `unauthenticated`, `credential_expired`, `unavailable`
 */
export async function unsubscribe(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  tenantId: number,
  token: string,
): Promise<Subscription | MentionSubscription> {
  const secret = await readEmbedSecret(db, keyring, tenantId);
  const { [CLAIMS_KEY]: claims } = await verifyToken(token, { secret, issuer: ISSUER });
  if (isMentionSubscription(claims)) {
    await stopMentionMails(db, tenantId, claims);
    return claims;
  }
  if (!isSubscription(claims)) throw refuse('unauthenticated');
  await createRecipientStore(db).remove(claims.notificationId, [claims]);
  return claims;
}

/** The dashboard or the viewer may be gone by now. */
async function stopMentionMails(
  db: Db,
  tenantId: number,
  { mentionsOnDashboardId, embedUserId }: MentionSubscription,
): Promise<void> {
  await sql`
    insert into mention_mail_stops (dashboard_id, embed_user_id)
    select b.id, u.id from dashboards b, embed_users u
    where b.id = ${mentionsOnDashboardId} and u.id = ${embedUserId} and u.tenant_id = ${tenantId}
    on conflict do nothing`.execute(db);
}

function isMentionSubscription(claims: unknown): claims is MentionSubscription {
  if (typeof claims !== 'object' || claims === null) return false;
  const { mentionsOnDashboardId, embedUserId } = claims as Partial<
    Record<keyof MentionSubscription, unknown>
  >;
  return Number.isInteger(mentionsOnDashboardId) && Number.isInteger(embedUserId);
}

function isSubscription(claims: unknown): claims is Subscription {
  if (typeof claims !== 'object' || claims === null) return false;
  const { notificationId, userId, embedUserId } = claims as Partial<Record<keyof Subscription, unknown>>;
  const isId = (id: unknown) => typeof id === 'number' && Number.isInteger(id);
  return isId(notificationId) && (isId(userId) ? embedUserId === null : userId === null && isId(embedUserId));
}
