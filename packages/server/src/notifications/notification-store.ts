import { refuse } from '@oriel/contract';
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { toStorableId } from '../db/values/storable-id.ts';
import { columnOrder, type CursorKey } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';
import { conditionOf } from './list-condition.ts';
import type { NotificationFilter } from './list-filter.ts';

/** A notification with what is shown of its dashboard. */
export type NotificationRow = Selectable<Tables['notifications']> & {
  dashboardPublicId: string;
  dashboardTitle: string;
  workbookId: number;
  recipientCount: number;
};

/** The newest first. */
export const notificationsNewestFirst = columnOrder<NotificationRow>({
  list: 'notifications',
  alias: 'n',
  by: { id: 'integer' },
  direction: 'desc',
});

/** The SQL of notifications. */
export type NotificationStore = ReturnType<typeof createNotificationStore>;

/** Makes the store of notifications. */
export function createNotificationStore(db: Db) {
  return bindFirst(db, {
    list,
    find,
    has,
    findDashboardPublicId,
    lock,
    findDashboard,
    insert,
    update,
    remove,
    now,
  });
}

async function list(
  db: Db,
  deploymentId: number,
  { dashboardPublicId, ...filter }: NotificationFilter,
  { limit, after }: PageRange<CursorKey>,
): Promise<NotificationRow[]> {
  const dashboardId =
    dashboardPublicId == null
      ? filter.dashboardId
      : await findDashboardId(db, deploymentId, dashboardPublicId);
  if (dashboardPublicId != null && dashboardId === undefined) return [];
  return rows(
    db,
    sql`n.deployment_id = ${deploymentId} and ${notificationsNewestFirst.isBehind(after)}
    and ${conditionOf({ ...filter, dashboardId })} order by ${notificationsNewestFirst.orderBy} limit ${sql.lit(limit)}`,
  );
}

async function find(db: Db, deploymentId: number, id: number): Promise<NotificationRow | undefined> {
  const [row] = await rows(db, sql`n.deployment_id = ${deploymentId} and n.id = ${toStorableId(id)}`);
  return row;
}

/** Whether it is there; {@link find} counts its recipients. */
async function has(db: Db, deploymentId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', toStorableId(id))
    .executeTakeFirst();
  return row !== undefined;
}

/** The public id of its dashboard; {@link find} counts its recipients. */
async function findDashboardPublicId(db: Db, deploymentId: number, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('notifications as n')
    .innerJoin('dashboards as d', 'd.id', 'n.dashboardId')
    .select('d.publicId')
    .where('n.deploymentId', '=', deploymentId)
    .where('n.id', '=', toStorableId(id))
    .executeTakeFirst();
  return row?.publicId;
}

/** Keeps others from changing a notification until the transaction ends. Whether it is there. */
async function lock(db: Db, deploymentId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', toStorableId(id))
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A published dashboard of a deployment, by one of its ids. */
async function findDashboard(
  db: Db,
  deploymentId: number,
  by: { id: number } | { publicId: string },
): Promise<{ id: number; publicId: string; workbookId: number } | undefined> {
  const isIt =
    'id' in by ? sql<boolean>`id = ${toStorableId(by.id)}` : sql<boolean>`public_id = ${by.publicId}`;
  return db
    .selectFrom('dashboards')
    .select(['id', 'publicId', 'workbookId'])
    .where('deploymentId', '=', deploymentId)
    .where('status', '=', 'published')
    .where(isIt)
    .executeTakeFirst();
}

async function insert(db: Db, values: Insertable<Tables['notifications']>): Promise<number> {
  const { id } = await db
    .insertInto('notifications')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function update(
  db: Db,
  deploymentId: number,
  id: number,
  values: Updateable<Tables['notifications']>,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ ...values, updatedAt: sql`now()` })
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .execute();
}

/** With recipients and runs. Whether it was there. */
async function remove(db: Db, deploymentId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', toStorableId(id))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What time it is for all servers. */
async function now(db: Db): Promise<Date> {
  const { rows: found } = await sql<{ now: string }>`select now() as now`.execute(db);
  return new Date(found[0]?.now ?? Number.NaN);
}

async function rows(db: Db, where: RawBuilder<unknown>): Promise<NotificationRow[]> {
  return (await select(where).execute(db)).rows;
}

/** Asked for by itself: the planner knows how many notifications a dashboard has by its id alone. */
async function findDashboardId(db: Db, deploymentId: number, publicId: string): Promise<number | undefined> {
  const query = db
    .selectFrom('dashboards')
    .select('id')
    .where('deploymentId', '=', deploymentId)
    .where('publicId', '=', publicId);
  return (await query.executeTakeFirst())?.id;
}

/** A notification of a deployment. @throws `notification_not_found` */
export async function getNotification(
  store: Pick<NotificationStore, 'find'>,
  deploymentId: number,
  id: number,
): Promise<NotificationRow> {
  const row = await store.find(deploymentId, id);
  if (!row) throw refuse('notification_not_found', { id });
  return row;
}

/** @throws `notification_not_found` */
export async function checkNotification(
  store: Pick<NotificationStore, 'has'>,
  deploymentId: number,
  id: number,
): Promise<void> {
  if (!(await store.has(deploymentId, id))) throw refuse('notification_not_found', { id });
}

function select(where: RawBuilder<unknown>) {
  return sql<NotificationRow>`
    select n.*, d.public_id as dashboard_public_id, d.workbook_id, coalesce(v.title, w.name) as dashboard_title,
      (select count(*)::integer from notification_recipients r where r.notification_id = n.id) as recipient_count
    from notifications n join dashboards d on d.id = n.dashboard_id join workbooks w on w.id = d.workbook_id
    left join lateral (
      select title from dashboard_versions where dashboard_id = d.id order by version_number desc limit 1
    ) v on true
    where ${where}`;
}
