import type { NotificationRun } from '@oriel/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';

/** A run with what has become of its deliveries. */
export type RunRow = Required<NotificationRun>;

/** A delivery as it is stored. */
type DeliveryRow = Selectable<Tables['notificationDeliveries']>;

/** The newest first. */
export const runsNewestFirst = columnOrder<RunRow>({
  list: 'notification runs',
  alias: 'r',
  by: { id: 'integer' },
  direction: 'desc',
});

/** As they are sent. */
export const deliveriesInOrder = columnOrder<DeliveryRow>({
  list: 'notification deliveries',
  alias: 'notificationDeliveries',
  by: { id: 'integer' },
});

/** Makes the store of runs. */
export function createRunStore(db: Db) {
  const rows = async (where: RawBuilder<unknown>): Promise<RunRow[]> =>
    (await select(where).execute(db)).rows;
  return {
    list: (notificationId: number, { limit, after }: PageRange<CursorKey>): Promise<RunRow[]> =>
      rows(sql`r.notification_id = ${notificationId} and ${runsNewestFirst.isBehind(after)}
        order by ${runsNewestFirst.orderBy} limit ${sql.lit(limit)}`),
    async find(notificationId: number, id: number): Promise<RunRow | undefined> {
      const [row] = await rows(sql`r.notification_id = ${notificationId} and r.id = ${toStorableId(id)}`);
      return row;
    },
    /** Whether it is there; {@link find} counts its deliveries. */
    async has(notificationId: number, id: number): Promise<boolean> {
      const row = await db
        .selectFrom('notificationRuns')
        .select('id')
        .where('notificationId', '=', notificationId)
        .where('id', '=', toStorableId(id))
        .executeTakeFirst();
      return row !== undefined;
    },
    /** The newest run of each notification that has one. */
    async findLatest(notificationIds: readonly number[]): Promise<Map<number, RunRow>> {
      const found = await rows(
        sql`r.id in (
          select max(id) from notification_runs where notification_id = any(${[...notificationIds]}::integer[])
          group by notification_id)`,
      );
      return new Map(found.map((row) => [row.notificationId, row]));
    },
    listDeliveries: (runId: number, { limit, after }: PageRange<CursorKey>): Promise<DeliveryRow[]> =>
      db
        .selectFrom('notificationDeliveries')
        .selectAll()
        .where('runId', '=', runId)
        .where(deliveriesInOrder.isBehind(after))
        .orderBy(deliveriesInOrder.orderBy)
        .limit(limit)
        .execute(),
  };
}

function select(where: RawBuilder<unknown>) {
  return sql<RunRow>`
    select r.id, r.notification_id, r.cause, r.status, r.error, r.scheduled_for, r.started_at, r.finished_at,
      counts.recipient_count, counts.sent_count, counts.failed_count
    from notification_runs r cross join lateral (
      select count(*)::integer as recipient_count, count(*) filter (where d.status = 'sent')::integer as sent_count,
        count(*) filter (where d.status in ('failed', 'not_delivered'))::integer as failed_count
      from notification_deliveries d where d.run_id = r.id
    ) counts
    where ${where}`;
}
