import {
  limits,
  operations,
  refuse,
  type ChatThread,
  type ChatThreadAccess,
  type ChatThreadAccessResponse,
  type ChatThreadDetails,
  type ChatThreadsListResponse,
  type OperationTypes,
} from '@oriel/contract';
import { may } from '../../access/may.ts';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import { tierPermissions } from '../../access/roles/roles.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import { readPage } from '../../paging/page.ts';
import { keyOf } from '../../workspace/sharing/resolve-access.ts';
import { createSharingStore } from '../../workspace/sharing/sharing-store.ts';
import { shownThreads } from './shown-threads.ts';
import { isOwnedBy, ownerOf } from './thread-owner.ts';
import {
  createThreadStore,
  lastChangedFirst,
  type FrameSize,
  type ThreadRow,
  type ThreadScope,
} from './thread-store.ts';
import { cutText } from '../../cut-text.ts';

type Reader = UserPrincipal | EmbedPrincipal;

/** Lists, shows, renames, shares and deletes threads. */
export type ThreadService = ReturnType<typeof createThreadService>;

/** What the parts of the service work with. */
interface ThreadNeeds {
  readonly db: Db;
  readonly abort: (threadId: string) => Promise<void>;
  readonly store: ReturnType<typeof createThreadStore>;
}

/** Makes the service of threads; `abort` has the turn of one stop. */
export function createThreadService(
  db: Db,
  { abort }: { readonly abort: (threadId: string) => Promise<void> },
) {
  const store = createThreadStore(db);
  return bindFirst({ db, abort, store }, { list, get, rename, remove, getAccess, setAccess });
}

/** @throws `forbidden` for all threads where no role shows them all; `invalid_cursor` */
async function list(
  { store }: Pick<ThreadNeeds, 'store'>,
  actor: Reader,
  deploymentId: number,
  { scope = 'own', kind = 'chat', search, ...request }: OperationTypes['getChatThreads']['query'],
): Promise<ChatThreadsListResponse> {
  const listed = { scope: scopeOf(actor, deploymentId, scope), kind, search };
  const { rows, pageInfo } = await readPage(request, lastChangedFirst, (range) =>
    store.list(deploymentId, listed, range),
  );
  return { items: rows.map((row) => toThread(row, actor)), pageInfo };
}

/** @throws `chat_thread_not_found` */
async function get(
  needs: Pick<ThreadNeeds, 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
): Promise<Batched<ChatThreadDetails>> {
  const thread = await getReadable(needs, actor, deploymentId, id);
  return answerItems<ChatThreadDetails, FrameSize>({
    fields: ['messages'],
    refs: await needs.store.listFrameSizes(id),
    bytesOf: ({ bytes }) => bytes,
    read: (frames) =>
      needs.store.readFrames(
        id,
        frames.map(({ sort }) => sort),
      ),
    rest: toThread(thread, actor),
  });
}

/** @throws `chat_thread_not_found`, `forbidden` */
async function rename(
  needs: Pick<ThreadNeeds, 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
  title: string,
): Promise<ChatThread> {
  const thread = await getOwn(needs, actor, deploymentId, id);
  await needs.store.rename(deploymentId, id, title);
  return toThread({ ...thread, title }, actor);
}

/** Stops its turn first, wherever it runs. @throws `chat_thread_not_found`, `forbidden` */
async function remove(
  needs: Pick<ThreadNeeds, 'abort' | 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
): Promise<void> {
  await getOwn(needs, actor, deploymentId, id);
  await needs.abort(id);
  await needs.store.remove(deploymentId, id);
}

/** @throws `chat_thread_not_found`, `forbidden` */
async function getAccess(
  needs: Pick<ThreadNeeds, 'db' | 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
): Promise<ChatThreadAccessResponse> {
  await getShareable(needs, actor, deploymentId, id);
  return describeAccess(needs, actor.tenantId, id);
}

/** @throws `chat_thread_not_found`, `forbidden`, `user_not_found`, `group_not_found` */
async function setAccess(
  needs: Pick<ThreadNeeds, 'db' | 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
  { organization, userIds, groupIds }: ChatThreadAccess,
): Promise<ChatThreadAccessResponse> {
  await getShareable(needs, actor, deploymentId, id);
  if (!mayFindReaders(actor)) {
    // The answer tells names and addresses, and a refusal which ids there are.
    const readers = await needs.store.getReaders(id);
    if (hasOthers(userIds, readers.userIds) || hasOthers(groupIds, readers.groupIds))
      throw refuse('forbidden', { reason: `Naming users and groups needs the role ${FINDER} or higher` });
  }
  const foreign = await needs.store.findForeignReaders(actor.tenantId, { userIds, groupIds });
  const [user] = foreign.users;
  if (user !== undefined) throw refuse('user_not_found', { id: user });
  const [group] = foreign.groups;
  if (group !== undefined) throw refuse('group_not_found', { id: group });
  await needs.db
    .transaction()
    .execute((tx) => createThreadStore(tx).replaceReaders(id, { isShared: organization, userIds, groupIds }));
  return describeAccess(needs, actor.tenantId, id);
}

async function getReadable(
  needs: Pick<ThreadNeeds, 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
): Promise<ThreadRow> {
  const thread = await needs.store.find(deploymentId, id);
  if (!thread || !(await mayRead(needs, actor, thread))) throw refuse('chat_thread_not_found');
  return thread;
}

async function mayRead(
  { store }: Pick<ThreadNeeds, 'store'>,
  actor: Reader,
  thread: ThreadRow,
): Promise<boolean> {
  if (isOwnedBy(thread, ownerOf(actor))) return true;
  if (actor.kind !== 'user') return false;
  const shown = shownThreads(actor, thread.deploymentId);
  return (
    thread.isShared ||
    shown === null ||
    shown.includes(thread.id) ||
    (await store.isReader(thread.id, actor.userId, actor.groupIds))
  );
}

/** A caller who may read it is told that it is not theirs; others, that there is none. */
async function getOwn(
  needs: Pick<ThreadNeeds, 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
): Promise<ThreadRow> {
  const thread = await getReadable(needs, actor, deploymentId, id);
  if (!isOwnedBy(thread, ownerOf(actor)))
    throw refuse('forbidden', { reason: 'Only the owner of a thread may do this' });
  return thread;
}

/** Who may read it is told by name and address, and so not in embed sessions, whatever they show. */
async function getShareable(
  needs: Pick<ThreadNeeds, 'store'>,
  actor: Reader,
  deploymentId: number,
  id: string,
): Promise<ThreadRow> {
  const thread = await getOwn(needs, actor, deploymentId, id);
  if (!mayShareThreads(actor)) throw refuse('forbidden', { reason: 'Embed sessions do not share threads' });
  return thread;
}

async function describeAccess(
  { db, store }: Pick<ThreadNeeds, 'db' | 'store'>,
  tenantId: number,
  id: string,
): Promise<ChatThreadAccessResponse> {
  const { isShared, userIds, groupIds } = await store.getReaders(id);
  const readers = [
    ...userIds.map((subjectId) => ({ subjectType: 'USER', subjectId }) as const),
    ...groupIds.map((subjectId) => ({ subjectType: 'GROUP', subjectId }) as const),
  ];
  const known = await createSharingStore(db).describeSubjects(tenantId, readers);
  return {
    organization: isShared,
    userIds: [...userIds],
    groupIds: [...groupIds],
    subjects: readers.flatMap((reader) => known.get(keyOf(reader)) ?? []),
  };
}

/** Whether a caller may share the threads that are theirs. */
export function mayShareThreads(actor: Reader): boolean {
  return actor.kind === 'user';
}

/** The least role that is told of users and groups. */
const FINDER = operations.findAccessSubjects.access.role;

/** Whether a caller is told of the users and groups that threads can be shared with. */
export function mayFindReaders(actor: Reader): boolean {
  return mayShareThreads(actor) && may(actor, tierPermissions[FINDER]);
}

const hasOthers = (ids: readonly number[], known: readonly number[]) => ids.some((id) => !known.includes(id));

/** The lists of threads that a caller may ask for. */
export function threadScopesOf(actor: Reader, deploymentId: number): ('own' | 'shared' | 'all')[] {
  if (actor.kind !== 'user') return ['own'];
  return shownThreads(actor, deploymentId) === null ? ['own', 'shared', 'all'] : ['own', 'shared'];
}

/** @throws `forbidden` */
function scopeOf(actor: Reader, deploymentId: number, scope: 'own' | 'shared' | 'all'): ThreadScope {
  if (scope === 'own') return { kind: 'own', owner: ownerOf(actor) };
  const shown = shownThreads(actor, deploymentId);
  if (scope === 'shared') {
    // The list tells the addresses of owners, which are not for pages of other products.
    if (actor.kind !== 'user') return { kind: 'none' };
    const { userId, groupIds } = actor;
    return { kind: 'shared', userId, groupIds, shown: shown ?? [] };
  }
  if (shown !== null) throw refuse('forbidden', { reason: 'This needs the permission ChatHistoryRead' });
  return { kind: 'all' };
}

function toThread(row: ThreadRow, actor: Reader): ChatThread {
  const { id, deploymentId, agentId, agentTitle, kind, title, isStreaming, createdAt, updatedAt } = row;
  return {
    id,
    deploymentId,
    agentId,
    agentTitle,
    kind,
    title,
    owner: {
      type: row.userId === null ? 'EMBED_USER' : 'USER',
      id: row.userId ?? row.embedUserId ?? 0,
      name: row.ownerName,
    },
    isOwn: isOwnedBy(row, ownerOf(actor)),
    isStreaming,
    createdAt,
    updatedAt,
  };
}

/** The title of a thread: the beginning of its first message. */
export function titleOf(input: string): string {
  const line = input.trim().replaceAll(/\s+/g, ' ');
  return cutText(line, limits.MAX_NAME_LENGTH) || 'Chat';
}
