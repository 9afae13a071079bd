import { refuse, type Subscription as SubscriptionDto } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
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

/** Where tokens are looked up. */
interface SubscriptionSources {
  readonly db: Db;
  readonly keyring: Keyring;
}

/**
 * Removes the recipient that a token names, or stops the mail about mentions; one who is none any more is no failure.
 *
 * @throws `unauthenticated`, `credential_expired`, `unavailable`
 */
export async function unsubscribe(
  sources: SubscriptionSources,
  tenantId: number,
  token: string,
): Promise<Subscription | MentionSubscription> {
  const subscription = await readToken(sources, tenantId, token);
  const { db } = sources;
  if ('mentionsOnDashboardId' in subscription) await stopMentionMails(db, tenantId, subscription);
  else await createRecipientStore(db).remove(subscription.notificationId, [subscription]);
  return subscription;
}

/**
 * Takes a stop of the mail about mentions back; where there is none, nothing changes.
 *
 * @throws `forbidden` for the token of a notification, and what {@link unsubscribe} throws
 */
export async function resubscribe(
  sources: SubscriptionSources,
  tenantId: number,
  token: string,
): Promise<MentionSubscription> {
  const subscription = await readToken(sources, tenantId, token);
  if (!('mentionsOnDashboardId' in subscription))
    throw refuse('forbidden', { reason: 'administrators decide who is a recipient of a notification' });
  const { mentionsOnDashboardId, embedUserId } = subscription;
  await sql`
    delete from mention_mail_stops s using embed_users u
    where s.dashboard_id = ${mentionsOnDashboardId} and s.embed_user_id = ${embedUserId}
      and u.id = s.embed_user_id and u.tenant_id = ${tenantId}`.execute(sources.db);
  return subscription;
}

/** Says how it stands with the mail of a token. @throws what {@link unsubscribe} throws */
export async function getSubscription(
  sources: SubscriptionSources,
  tenantId: number,
  token: string,
): Promise<SubscriptionDto> {
  const subscription = await readToken(sources, tenantId, token);
  const canResubscribe = 'mentionsOnDashboardId' in subscription;
  const { rows } = await (
    canResubscribe ? mentionsAreSent(tenantId, subscription) : isRecipient(tenantId, subscription)
  ).execute(sources.db);
  return { isSubscribed: rows.length > 0, canResubscribe };
}

const mentionsAreSent = (
  tenantId: number,
  { mentionsOnDashboardId, embedUserId }: MentionSubscription,
): RawBuilder<unknown> => sql`
  select from dashboards b join deployments d on d.id = b.deployment_id and d.tenant_id = ${tenantId}
  join embed_users u on u.tenant_id = d.tenant_id and u.id = ${embedUserId}
  where b.id = ${mentionsOnDashboardId}
    and not exists (select from mention_mail_stops s where s.dashboard_id = b.id and s.embed_user_id = u.id)`;

const isRecipient = (
  tenantId: number,
  { notificationId, userId, embedUserId }: Subscription,
): RawBuilder<unknown> => sql`
  select from notification_recipients r join notifications n on n.id = r.notification_id
  join deployments d on d.id = n.deployment_id and d.tenant_id = ${tenantId}
  where n.id = ${notificationId} and r.user_id is not distinct from ${userId}::integer
    and r.embed_user_id is not distinct from ${embedUserId}::integer`;

/** @throws `unauthenticated`, `credential_expired`, `unavailable` */
async function readToken(
  { db, keyring }: SubscriptionSources,
  tenantId: number,
  token: string,
): Promise<Subscription | MentionSubscription> {
  const secret = await readEmbedSecret(db, keyring, tenantId);
  const { [CLAIMS_KEY]: claims } = await verifyToken(token, { secret, issuer: ISSUER });
  if (isMentionSubscription(claims) || isSubscription(claims)) return claims;
  throw refuse('unauthenticated');
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
