import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { ownerColumns, type ThreadOwner } from '../threads/thread-owner.ts';
import { createThreadStore, isOfOwner, isTurnRunning, type NewThread } from '../threads/thread-store.ts';

/** A widget of a published dashboard, as one person has it. */
export interface SummaryPlace {
  readonly deploymentId: number;
  readonly publicId: string;
  readonly widgetId: string;
  readonly owner: ThreadOwner;
  /**
   * What the policies of the model see of the person, by its digest: texts that were written with other rights are none
   * of theirs.
   */
  readonly rights: string;
}

/** A text that was written, or is being written, in a thread. */
export interface SummaryRow {
  readonly threadId: string;
  readonly checksum: string;
  readonly createdAt: string;
}

/** The thread of a text. */
type NewSummary = Pick<NewThread, 'agentId' | 'title' | 'branch'>;

/** The SQL of the texts of AI widgets. */
export type SummaryStore = ReturnType<typeof createSummaryStore>;

/** Makes the store. */
export function createSummaryStore(db: Db) {
  return bindFirst(db, { find, listVersions, begin });
}

/** That of a checksum, else the newest of another one. */
async function find(db: Db, place: SummaryPlace, checksum: string): Promise<SummaryRow | undefined> {
  const { deploymentId, publicId, widgetId, rights, userId, embedUserId } = columnsOf(place);
  return db
    .selectFrom('aiSummaries')
    .select(['threadId', 'checksum', 'createdAt'])
    .where('deploymentId', '=', deploymentId)
    .where('publicId', '=', publicId)
    .where('widgetId', '=', widgetId)
    .where('rights', '=', rights)
    .where(
      sql<boolean>`(user_id, embed_user_id) is not distinct from (${userId}::integer, ${embedUserId}::integer)`,
    )
    .orderBy(sql`checksum = ${checksum}`, 'desc')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What the texts of a person on a dashboard are, one by one, and when their turns began or ended. */
async function listVersions(
  db: Db,
  { deploymentId, publicId, owner, rights }: Omit<SummaryPlace, 'widgetId'>,
): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', s.widget_id, s.checksum, t.id, t.updated_at) as version
    from ai_summaries s join chat_threads t on t.id = s.thread_id
    where s.deployment_id = ${deploymentId} and s.public_id = ${publicId} and s.rights = ${rights} and ${isOfOwner(owner)}
    order by s.id`.execute(db);
  return rows.map(({ version }) => version);
}

/**
 * Begins the thread in which the text of a checksum is written. Where another request was earlier its thread stays,
 * unless this one `replaces` it; what was replaced goes, unless something was asked about it.
 *
 * @returns the thread that there is now
 */
async function begin(
  db: Db,
  place: SummaryPlace,
  { thread, checksum, replaces }: { thread: NewSummary; checksum: string; replaces: boolean },
): Promise<SummaryRow & { readonly isNew: boolean }> {
  const { deploymentId, publicId, widgetId, rights, userId, embedUserId } = columnsOf(place);
  return db.transaction().execute(async (tx) => {
    const threads = createThreadStore(tx);
    const { id } = await threads.insert({ ...thread, deploymentId, kind: 'summary', owner: place.owner });
    const { rows } = await sql<SummaryRow>`
      insert into ai_summaries as s (deployment_id, public_id, widget_id, user_id, embed_user_id, rights, checksum, thread_id)
      values (${deploymentId}, ${publicId}, ${widgetId}, ${userId}, ${embedUserId}, ${rights}, ${checksum}, ${id}::uuid)
      on conflict (deployment_id, public_id, widget_id, user_id, embed_user_id, rights, checksum) do update set
        thread_id = case when ${replaces}::boolean then excluded.thread_id else s.thread_id end,
        created_at = case when ${replaces}::boolean then now() else s.created_at end
      returning thread_id, checksum, created_at`.execute(tx);
    const [row] = rows;
    if (!row) throw new Error('A summary that was noted is not there');
    await removeReplaced(tx, place);
    return { ...row, isNew: row.threadId === id };
  });
}

function columnsOf({ owner, ...place }: SummaryPlace) {
  return { ...place, ...ownerColumns(owner) };
}

/** Removes the texts of a person that no widget shows any more. One that is being written is left to the next time. */
async function removeReplaced(tx: Db, { deploymentId, owner }: SummaryPlace): Promise<void> {
  await sql`
    delete from chat_threads t
    where t.deployment_id = ${deploymentId} and t.kind = 'summary' and ${isOfOwner(owner)} and not coalesce(${isTurnRunning}, false)
      and not exists (select from ai_summaries s where s.thread_id = t.id)`.execute(tx);
}
