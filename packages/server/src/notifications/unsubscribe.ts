import { refuse, type Subscription as SubscriptionDto } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import {
  readUnsubscribeToken,
  type MentionSubscription,
  type Subscription,
  type SubscriptionSources,
} from '../mail-subscriptions/unsubscribe-token.ts';
import { createRecipientStore } from './recipients/recipient-store.ts';

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
  const subscription = await readUnsubscribeToken(sources, tenantId, token);
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
  const subscription = await readUnsubscribeToken(sources, tenantId, token);
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
  const subscription = await readUnsubscribeToken(sources, tenantId, token);
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
