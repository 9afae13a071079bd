import type { ChatFrame, ChatThreadKind } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { ownerColumns, type ThreadOwner } from './thread-owner.ts';

/** A thread with its owner. */
export interface ThreadRow {
  id: string;
  deploymentId: number;
  agentId: number;
  agentTitle: string;
  userId: number | null;
  embedUserId: number | null;
  ownerName: string;
  kind: ChatThreadKind;
  title: string;
  branch: string | null;
  isShared: boolean;
  isStreaming: boolean;
  change: number;
  createdAt: string;
  updatedAt: string;
}

/** Which threads are listed. */
export type ThreadScope =
  | { readonly kind: 'own'; readonly owner: ThreadOwner }
  | {
      readonly kind: 'shared';
      readonly userId: number;
      readonly groupIds: readonly number[];
      /** Ids of threads that roles show. */
      readonly shown: readonly string[];
    }
  | { readonly kind: 'all' }
  | { readonly kind: 'none' };

/** What is listed. */
interface ListedThreads {
  readonly scope: ThreadScope;
  readonly kind: ChatThreadKind;
  /** A part of the title, or an id. */
  readonly search: string | undefined;
}

/** A thread that is begun. */
export interface NewThread {
  readonly deploymentId: number;
  readonly agentId: number;
  readonly kind: ChatThreadKind;
  readonly title: string;
  readonly branch: string | null;
  readonly owner: ThreadOwner;
}

/** Where a frame stands in its thread, and its bytes as JSON. */
export interface FrameSize {
  readonly sort: number;
  readonly bytes: number;
}

/** Who reads a thread beside its owner. */
interface ThreadReaders {
  readonly isShared: boolean;
  readonly userIds: readonly number[];
  readonly groupIds: readonly number[];
}

/** Those that changed last come first. */
export const lastChangedFirst = columnOrder<ThreadRow>({
  list: 'chat threads',
  alias: 't',
  by: { change: 'bigint' },
  direction: 'desc',
});

/** After so long without a beat the server of a turn is taken for dead. */
export const BEAT_LIMIT_SECONDS = 20;

/** Whether a turn runs, by the clock of the database. An expression over `chat_threads t`. */
export const isTurnRunning = sql<boolean>`(t.turn_message_id is not null
  and t.turn_beat_at > now() - make_interval(secs => ${sql.lit(BEAT_LIMIT_SECONDS)}))`;

const selected = sql`t.id, t.deployment_id, t.agent_id, coalesce(a.title, a.name) as agent_title, t.user_id, t.embed_user_id,
  coalesce(u.email, e.email, e.external_id) as owner_name, t.kind, t.title, t.branch, t.is_shared,
  ${isTurnRunning} as is_streaming, t.change, t.created_at, t.updated_at`;
const joined = sql`chat_threads t join agents a on a.id = t.agent_id left join users u on u.id = t.user_id left join embed_users e on e.id = t.embed_user_id`;

/** The SQL of threads. */
export type ThreadStore = ReturnType<typeof createThreadStore>;

/** Makes the store of threads. */
export function createThreadStore(db: Db) {
  return bindFirst(db, {
    find,
    list,
    insert,
    rename,
    becomeChat,
    remove,
    listFrames,
    listFrameSizes,
    readFrames,
    getReaders,
    replaceReaders,
    findForeignReaders,
    isReader,
  });
}

async function find(db: Db, deploymentId: number, id: string): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    select ${selected} from ${joined} where t.deployment_id = ${deploymentId} and t.id = ${id}::uuid`.execute(
    db,
  );
  return rows[0];
}

async function list(
  db: Db,
  deploymentId: number,
  { scope, kind, search }: ListedThreads,
  { limit, after }: PageRange<CursorKey>,
): Promise<ThreadRow[]> {
  const isFound =
    search === undefined
      ? sql`true`
      : sql`(t.id::text = lower(${search}) or position(lower(${search}) in lower(t.title)) > 0)`;
  const { rows } = await sql<ThreadRow>`
    select ${selected} from ${joined}
    where t.deployment_id = ${deploymentId} and t.kind = ${kind} and ${isInScope(scope)} and ${isFound} and ${lastChangedFirst.isBehind(after)}
    order by ${lastChangedFirst.orderBy} limit ${limit}`.execute(db);
  return rows;
}

function insert(db: Db, { owner, ...values }: NewThread) {
  return db
    .insertInto('chatThreads')
    .values({ ...values, ...ownerColumns(owner) })
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function rename(db: Db, deploymentId: number, id: string, title: string): Promise<void> {
  await db
    .updateTable('chatThreads')
    .set({ title })
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .execute();
}

/** Makes a chat of a text that is asked about. */
async function becomeChat(db: Db, id: string): Promise<void> {
  await db
    .updateTable('chatThreads')
    .set({ kind: 'chat' })
    .where('id', '=', id)
    .where('kind', '=', 'summary')
    .execute();
}

async function remove(db: Db, deploymentId: number, id: string): Promise<void> {
  await db.deleteFrom('chatThreads').where('deploymentId', '=', deploymentId).where('id', '=', id).execute();
}

async function listFrames(db: Db, id: string, behind = -1): Promise<ChatFrame[]> {
  const rows = await db
    .selectFrom('chatMessages')
    .select('frame')
    .where('threadId', '=', id)
    .where('sort', '>', behind)
    .orderBy('sort')
    .execute();
  return rows.map(({ frame }) => frame);
}

/** The frames of a thread in order, by how large they are. */
async function listFrameSizes(db: Db, id: string): Promise<FrameSize[]> {
  const { rows } = await sql<FrameSize>`
    select sort, octet_length(frame::text) as bytes from chat_messages where thread_id = ${id}::uuid order by sort`.execute(
    db,
  );
  return rows;
}

/** Those of some places, as they are now. */
async function readFrames(db: Db, id: string, places: readonly number[]): Promise<ChatFrame[]> {
  const { rows } = await sql<{ frame: ChatFrame }>`
    select frame from chat_messages where thread_id = ${id}::uuid and sort = any(${[...places]}::integer[]) order by sort`.execute(
    db,
  );
  return rows.map(({ frame }) => frame);
}

async function getReaders(db: Db, id: string): Promise<ThreadReaders> {
  const { rows } = await sql<ThreadReaders>`
    select t.is_shared,
      array(select user_id from chat_thread_readers where thread_id = t.id and user_id is not null order by 1) as user_ids,
      array(select group_id from chat_thread_readers where thread_id = t.id and group_id is not null order by 1) as group_ids
    from chat_threads t where t.id = ${id}::uuid`.execute(db);
  return rows[0] ?? { isShared: false, userIds: [], groupIds: [] };
}

/** Within a transaction. */
async function replaceReaders(
  db: Db,
  id: string,
  { isShared, userIds, groupIds }: ThreadReaders,
): Promise<void> {
  await db.updateTable('chatThreads').set({ isShared }).where('id', '=', id).execute();
  await db.deleteFrom('chatThreadReaders').where('threadId', '=', id).execute();
  const readers = [
    ...userIds.map((userId) => ({ threadId: id, userId, groupId: null })),
    ...groupIds.map((groupId) => ({ threadId: id, userId: null, groupId })),
  ];
  if (readers.length > 0) await db.insertInto('chatThreadReaders').values(readers).execute();
}

/** The ids that are of no user and no group of the account. */
async function findForeignReaders(
  db: Db,
  tenantId: number,
  { userIds, groupIds }: Pick<ThreadReaders, 'userIds' | 'groupIds'>,
): Promise<{ users: number[]; groups: number[] }> {
  const { rows } = await sql<{ users: number[]; groups: number[] }>`
    select
      array(select id from unnest(${[...userIds]}::bigint[]) as given(id)
        where not exists (select from users u where u.tenant_id = ${tenantId} and u.id = given.id)) as users,
      array(select id from unnest(${[...groupIds]}::bigint[]) as given(id)
        where not exists (select from groups g where g.tenant_id = ${tenantId} and g.id = given.id)) as groups`.execute(
    db,
  );
  return rows[0] ?? { users: [], groups: [] };
}

async function isReader(db: Db, id: string, userId: number, groupIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from chat_thread_readers r where r.thread_id = ${id}::uuid
      and (r.user_id = ${userId} or r.group_id = any(${[...groupIds]}::integer[]))) as found`.execute(db);
  return rows[0]?.found ?? false;
}

function isInScope(scope: ThreadScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'own':
      return isOfOwner(scope.owner);
    case 'shared':
      return sql`t.user_id is distinct from ${scope.userId} and (t.is_shared or t.id = any(${[...scope.shown]}::uuid[]) or exists (
        select from chat_thread_readers r where r.thread_id = t.id
          and (r.user_id = ${scope.userId} or r.group_id = any(${[...scope.groupIds]}::integer[]))))`;
    case 'all':
      return sql`true`;
    case 'none':
      return sql`false`;
  }
}

/** Whether a thread is of an owner. An expression over `chat_threads t`. */
export function isOfOwner(owner: ThreadOwner): RawBuilder<unknown> {
  return 'userId' in owner ? sql`t.user_id = ${owner.userId}` : sql`t.embed_user_id = ${owner.embedUserId}`;
}
