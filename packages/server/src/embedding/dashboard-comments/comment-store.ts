import { limits, type EmbedMentionableUserDto, type UnreadEmbedDashboardCommentsDto } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';

/** The comments that one viewer sees: those of the viewers of an embed tenant on one dashboard. */
export interface CommentScope {
  readonly dashboardId: number;
  readonly embedTenantId: number;
  /** By which names of viewers are chosen: sessions set them by deployment. */
  readonly deploymentId: number;
  /** The one who looks. */
  readonly viewerId: number;
}

/** A comment as it is stored, with the people in it. */
export interface CommentRow {
  id: number;
  parentId: number | null;
  userId: number | null;
  author: EmbedMentionableUserDto | null;
  body: string;
  mentions: EmbedMentionableUserDto[];
  isUnread: boolean;
  createdAt: string;
  editedAt: string | null;
  removedAt: string | null;
  resolvedAt: string | null;
  resolvedBy: number | null;
}

/** Where a comment stands: all that decides on what becomes of it. */
export type CommentState = Pick<CommentRow, 'id' | 'parentId' | 'userId' | 'removedAt'>;

/** A thread by its first comment, and how long it is. */
export interface ThreadHead {
  id: number;
  replyCount: number;
}

/** Which threads are listed. */
export type ThreadFilter = 'open' | 'resolved' | 'all';

export const threadsNewestFirst = columnOrder<ThreadHead>({
  list: 'dashboard comments',
  alias: 't',
  by: { id: 'integer' },
  direction: 'desc',
});

const isListed: Readonly<Record<ThreadFilter, RawBuilder<unknown>>> = {
  open: sql`t.resolved_at is null`,
  resolved: sql`t.resolved_at is not null`,
  all: sql`true`,
};

/** Makes the store of comments. */
export function createCommentStore(db: Db) {
  return bindFirst(db, {
    listHeads,
    listComments,
    countUnread,
    markSeen,
    find,
    lock,
    countReplies,
    insert,
    edit,
    remove,
    setResolved,
  });
}

async function listHeads(
  db: Db,
  scope: CommentScope,
  filter: ThreadFilter,
  { limit, after }: PageRange<CursorKey>,
): Promise<ThreadHead[]> {
  const { rows } = await sql<ThreadHead>`
    select t.id, (select count(*) from dashboard_comments r where r.parent_id = t.id) as reply_count
    from dashboard_comments t
    where ${isIn(scope, 't')} and t.parent_id is null and ${isListed[filter]} and ${threadsNewestFirst.isBehind(after)}
    order by ${threadsNewestFirst.orderBy} limit ${limit}`.execute(db);
  return rows;
}

/** All comments of some threads, the oldest first. */
async function listComments(
  db: Db,
  scope: CommentScope,
  threadIds: readonly number[],
): Promise<CommentRow[]> {
  const ids = sql`${[...threadIds]}::integer[]`;
  const { rows } = await sql<CommentRow>`
    select c.id, c.parent_id, c.embed_user_id as user_id, c.body, c.created_at, c.edited_at, c.removed_at, c.resolved_at,
      c.resolved_by, (select ${personOf(scope)} from embed_users u where u.id = c.embed_user_id) as author,
      coalesce((
        select jsonb_agg(${personOf(scope)} order by lower(coalesce(u.email, u.external_id)), u.id) from embed_users u
        where u.id = any(c.mentions) and u.embed_tenant_id = c.embed_tenant_id
      ), '[]') as mentions,
      c.removed_at is null and c.embed_user_id is distinct from ${scope.viewerId} and c.id > coalesce(s.last_seen_id, 0) as is_unread
    from dashboard_comments c left join dashboard_comment_seen s
      on s.thread_id = coalesce(c.parent_id, c.id) and s.embed_user_id = ${scope.viewerId}
    where ${isIn(scope, 'c')} and (c.id = any(${ids}) or c.parent_id = any(${ids}))
    order by c.id`.execute(db);
  return rows;
}

/** Of others in the newest open threads. */
async function countUnread(db: Db, scope: CommentScope): Promise<UnreadEmbedDashboardCommentsDto> {
  const { viewerId } = scope;
  const { rows } = await sql<UnreadEmbedDashboardCommentsDto>`
    select count(*) as count, count(*) filter (where ${viewerId}::integer = any(c.mentions)) as mention_count
    from (
      select t.id, t.embed_user_id, t.mentions, t.removed_at, coalesce(s.last_seen_id, 0) as last_seen_id
      from dashboard_comments t
      left join dashboard_comment_seen s on s.thread_id = t.id and s.embed_user_id = ${viewerId}
      where ${isIn(scope, 't')} and t.parent_id is null and t.resolved_at is null
      order by t.id desc limit ${limits.MAX_COUNTED_THREADS}
    ) t cross join lateral (
      select t.id, t.embed_user_id, t.mentions, t.removed_at
      union all
      select r.id, r.embed_user_id, r.mentions, r.removed_at from dashboard_comments r where r.parent_id = t.id
    ) c
    where c.id > t.last_seen_id and c.removed_at is null and c.embed_user_id is distinct from ${viewerId}`.execute(
    db,
  );
  return rows[0] ?? { count: 0, mentionCount: 0 };
}

/** Sets the marks of the threads of some comments; none goes back. */
async function markSeen(db: Db, scope: CommentScope, commentIds: readonly number[]): Promise<void> {
  const ids = sql`${commentIds.filter((id) => isStorableId(id))}::integer[]`;
  // The threads are held while their marks are written, in one order: none of them is deleted meanwhile.
  await sql`
    with threads as (
      select t.id from dashboard_comments t
      where ${isIn(scope, 't')} and t.parent_id is null
        and t.id in (select coalesce(c.parent_id, c.id) from dashboard_comments c where c.id = any(${ids}))
      order by t.id for key share
    )
    insert into dashboard_comment_seen as s (thread_id, embed_user_id, last_seen_id)
    select t.id, ${scope.viewerId}::integer, max(c.id)
    from threads t join dashboard_comments c on c.id = any(${ids}) and (c.id = t.id or c.parent_id = t.id)
    group by t.id order by t.id
    on conflict (thread_id, embed_user_id) do update set last_seen_id = excluded.last_seen_id
      where s.last_seen_id < excluded.last_seen_id`.execute(db);
}

async function find(db: Db, scope: CommentScope, id: number): Promise<CommentState | undefined> {
  if (!isStorableId(id)) return undefined;
  const { rows } = await sql<CommentState>`
    select c.id, c.parent_id, c.embed_user_id as user_id, c.removed_at
    from dashboard_comments c where ${isIn(scope, 'c')} and c.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Until the transaction ends nobody else changes the comment or, of one that has opened a thread, replies to it.
 */
async function lock(db: Db, scope: CommentScope, id: number): Promise<CommentState | undefined> {
  if (!isStorableId(id)) return undefined;
  const { rows } = await sql<CommentState>`
    select c.id, c.parent_id, c.embed_user_id as user_id, c.removed_at
    from dashboard_comments c where ${isIn(scope, 'c')} and c.id = ${id} for update`.execute(db);
  return rows[0];
}

async function countReplies(db: Db, threadId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from dashboard_comments where parent_id = ${threadId}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function insert(
  db: Db,
  { dashboardId, embedTenantId }: CommentScope,
  comment: { parentId: number | null; embedUserId: number; body: string; mentions: number[] },
): Promise<number> {
  const { id } = await db
    .insertInto('dashboardComments')
    .values({ dashboardId, embedTenantId, ...comment })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function edit(
  db: Db,
  scope: CommentScope,
  id: number,
  { body, mentions }: { body: string; mentions: number[] },
): Promise<void> {
  await sql`
    update dashboard_comments c set body = ${body}, mentions = ${mentions}::integer[], edited_at = now()
    where ${isIn(scope, 'c')} and c.id = ${id}`.execute(db);
}

/** Erases what a comment says, and its thread where that was the last of it. */
async function remove(db: Db, scope: CommentScope, { id, parentId }: CommentState): Promise<void> {
  await sql`
    update dashboard_comments c set body = '', mentions = '{}', removed_at = now()
    where ${isIn(scope, 'c')} and c.id = ${id}`.execute(db);
  await sql`
    delete from dashboard_comments c
    where ${isIn(scope, 'c')} and c.id = ${parentId ?? id} and c.removed_at is not null
      and not exists (select from dashboard_comments r where r.parent_id = c.id and r.removed_at is null)`.execute(
    db,
  );
}

/** A thread that is so already keeps who has resolved it, and when. */
async function setResolved(
  db: Db,
  scope: CommentScope,
  id: number,
  { isResolved, embedUserId }: { isResolved: boolean; embedUserId: number },
): Promise<void> {
  await sql`
    update dashboard_comments c set resolved_at = case when ${isResolved} then now() end,
      resolved_by = case when ${isResolved} then ${embedUserId}::integer end
    where ${isIn(scope, 'c')} and c.id = ${id} and (c.resolved_at is not null) <> ${isResolved}`.execute(db);
}

function isIn({ dashboardId, embedTenantId }: CommentScope, alias: string) {
  return sql`${sql.ref(`${alias}.dashboard_id`)} = ${dashboardId} and ${sql.ref(`${alias}.embed_tenant_id`)} = ${embedTenantId}`;
}

function personOf({ deploymentId }: CommentScope) {
  return sql`
  jsonb_build_object('id', u.id, 'username', coalesce(u.email, u.external_id), 'email', u.email, 'firstName',
    coalesce((select d.display_name from embed_user_deployments d
      where d.embed_user_id = u.id and d.deployment_id = ${deploymentId}), u.display_name))`;
}
