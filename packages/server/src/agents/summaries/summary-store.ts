import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { ownerColumns, type ThreadOwner } from '../threads/thread-owner.ts';

/** A widget of a published dashboard, as one person has it. */
export interface SummaryPlace {
  readonly deploymentId: number;
  readonly publicId: string;
  readonly widgetId: string;
  readonly owner: ThreadOwner;
}

/** A text that was written, or is being written, in a thread. */
export interface SummaryRow {
  readonly threadId: string;
  readonly checksum: string;
  readonly createdAt: string;
}

/** The SQL of the texts of AI widgets. */
export type SummaryStore = ReturnType<typeof createSummaryStore>;

/** Makes the store. */
export function createSummaryStore(db: Db) {
  const columnsOf = ({ owner, ...place }: SummaryPlace) => ({ ...place, ...ownerColumns(owner) });
  return {
    /** That of a checksum, else the newest of another one. */
    async find(place: SummaryPlace, checksum: string): Promise<SummaryRow | undefined> {
      const { deploymentId, publicId, widgetId, userId, embedUserId } = columnsOf(place);
      return db
        .selectFrom('aiSummaries')
        .select(['threadId', 'checksum', 'createdAt'])
        .where('deploymentId', '=', deploymentId)
        .where('publicId', '=', publicId)
        .where('widgetId', '=', widgetId)
        .where(
          sql<boolean>`(user_id, embed_user_id) is not distinct from (${userId}::integer, ${embedUserId}::integer)`,
        )
        .orderBy(sql`checksum = ${checksum}`, 'desc')
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
    /**
     * Notes in which thread the text of a checksum is written. Where another request was earlier its thread stays, unless this one
     * `replaces` it.
     *
     * @returns the thread that is noted now
     */
    async note(
      place: SummaryPlace,
      { checksum, threadId, replaces }: { checksum: string; threadId: string; replaces: boolean },
    ): Promise<SummaryRow> {
      const { deploymentId, publicId, widgetId, userId, embedUserId } = columnsOf(place);
      const { rows } = await sql<SummaryRow>`
        insert into ai_summaries as s (deployment_id, public_id, widget_id, user_id, embed_user_id, checksum, thread_id)
        values (${deploymentId}, ${publicId}, ${widgetId}, ${userId}, ${embedUserId}, ${checksum}, ${threadId}::uuid)
        on conflict (deployment_id, public_id, widget_id, user_id, embed_user_id, checksum) do update set
          thread_id = case when ${replaces}::boolean then excluded.thread_id else s.thread_id end,
          created_at = case when ${replaces}::boolean then now() else s.created_at end
        returning thread_id, checksum, created_at`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('A summary that was noted is not there');
      return row;
    },
  };
}
