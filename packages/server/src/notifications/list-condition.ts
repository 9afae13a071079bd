import { sql, type RawBuilder } from 'kysely';
import { toStorableId } from '../db/values/storable-id.ts';
import type { NotificationFilter } from './list-filter.ts';

/** The condition of the notifications `n` that a filter lets through. */
export function conditionOf(filter: Omit<NotificationFilter, 'dashboardPublicId'>): RawBuilder<boolean> {
  const { dashboardId, recipientUserId, recipientEmail } = filter;
  const { recipientEmbedTenantName, recipientExternalId } = filter;
  const conditions = [
    ...(dashboardId == null ? [] : [sql<boolean>`n.dashboard_id = ${toStorableId(dashboardId)}`]),
    ...(recipientUserId == null ? [] : [goesTo(sql`r.user_id = ${toStorableId(recipientUserId)}`)]),
    ...(recipientEmail == null
      ? []
      : [goesTo(sql`r.user_id in (select id from users where lower(email) = lower(${recipientEmail}))`)]),
    ...(recipientEmbedTenantName == null || recipientExternalId == null
      ? []
      : [
          goesTo(sql`r.embed_user_id in (
            select e.id from embed_users e join embed_tenants t on t.id = e.embed_tenant_id
            where t.name = lower(trim(${recipientEmbedTenantName})) and e.external_id = lower(trim(${recipientExternalId})))`),
        ]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Recipients of a notification of this account are of this account. */
function goesTo(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from notification_recipients r where r.notification_id = n.id and ${condition})`;
}
