import type { NotificationRecipient } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import type { RenderingOverrides } from '../../db/values/stored-renderings.ts';

/** A recipient as it is shown, with its row. */
export type RecipientRow = Required<Omit<NotificationRecipient, 'canView'>> & {
  id: number;
  overrides: RenderingOverrides;
};

/** Who a recipient is: one of the two is null. */
export interface RecipientRef {
  readonly userId: number | null;
  readonly embedUserId: number | null;
}

/** The last one added first. */
export const recipientsNewestFirst = columnOrder<RecipientRow>({
  list: 'notification recipients',
  alias: 'r',
  by: { id: 'integer' },
  direction: 'desc',
});

/** Makes the store of recipients of notifications, which callers have found in their deployment. */
export function createRecipientStore(db: Db) {
  const rows = async (where: RawBuilder<unknown>): Promise<RecipientRow[]> =>
    (await select(where).execute(db)).rows;
  return {
    list: (notificationId: number, { limit, after }: PageRange<CursorKey>): Promise<RecipientRow[]> =>
      rows(sql`r.notification_id = ${notificationId} and ${recipientsNewestFirst.isBehind(after)}
        order by ${recipientsNewestFirst.orderBy} limit ${sql.lit(limit)}`),
    /** Those of the people who are recipients. */
    find: (notificationId: number, refs: readonly RecipientRef[]): Promise<RecipientRow[]> =>
      rows(sql`r.notification_id = ${notificationId} and ${isOneOf(refs)} order by r.id`),
    /** Active users of the account by id or, in any case, by address. */
    async findUsers(
      tenantId: number,
      by: { ids: readonly number[]; emails: readonly string[] },
    ): Promise<{ id: number; email: string }[]> {
      return db
        .selectFrom('users')
        .select(['id', 'email'])
        .where('tenantId', '=', tenantId)
        .where('isDeactivated', '=', false)
        .where(
          sql<boolean>`(id = any(${[...by.ids]}::integer[]) or lower(email) = any(${by.emails.map((email) => email.toLowerCase())}::text[]))`,
        )
        .execute();
    },
    async insert(
      notificationId: number,
      recipient: RecipientRef & { overrides: RenderingOverrides },
    ): Promise<void> {
      await db
        .insertInto('notificationRecipients')
        .values({ notificationId, ...recipient, overrides: JSON.stringify(recipient.overrides) })
        .execute();
    },
    async setOverrides(id: number, overrides: RenderingOverrides): Promise<void> {
      await db
        .updateTable('notificationRecipients')
        .set({ overrides: JSON.stringify(overrides) })
        .where('id', '=', id)
        .execute();
    },
    async remove(notificationId: number, refs: readonly RecipientRef[]): Promise<void> {
      await sql`delete from notification_recipients r where r.notification_id = ${notificationId} and ${isOneOf(refs)}`.execute(
        db,
      );
    },
    /** The viewers among these ids who are of an embed tenant of the account. */
    async findViewers(tenantId: number, embedTenantName: string, ids: readonly number[]): Promise<number[]> {
      const found = await db
        .selectFrom('embedUsers as e')
        .innerJoin('embedTenants as t', 't.id', 'e.embedTenantId')
        .select('e.id')
        .where('t.tenantId', '=', tenantId)
        .where('t.name', '=', embedTenantName)
        .where('e.id', '=', sql<number>`any(${[...ids]}::integer[])`)
        .execute();
      return found.map(({ id }) => id);
    },
  };
}

function isOneOf(refs: readonly RecipientRef[]): RawBuilder<boolean> {
  const userIds = refs.flatMap(({ userId }) => userId ?? []);
  const embedUserIds = refs.flatMap(({ embedUserId }) => embedUserId ?? []);
  return sql<boolean>`(r.user_id = any(${userIds}::integer[]) or r.embed_user_id = any(${embedUserIds}::integer[]))`;
}

function select(where: RawBuilder<unknown>) {
  return sql<RecipientRow>`
    select r.id, r.overrides, case when r.user_id is null then 'EMBED_USER' else 'USER' end as type,
      coalesce(u.email, e.email, e.external_id) as email, r.user_id, u.username, r.embed_user_id,
      t.name as embed_tenant_name, e.external_id, null as channel_id, null as channel_name
    from notification_recipients r left join users u on u.id = r.user_id
    left join embed_users e on e.id = r.embed_user_id left join embed_tenants t on t.id = e.embed_tenant_id
    where ${where}`;
}
