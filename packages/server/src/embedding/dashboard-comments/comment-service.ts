import {
  limits,
  refuse,
  type EmbedDashboardCommentDto,
  type EmbedDashboardCommentThreadDto,
  type EmbedDashboardCommentThreadsListResponse,
  type EmbedMentionableUsersListResponse,
  type OperationTypes,
  type UnreadEmbedDashboardCommentsDto,
} from '@oriel/contract';
import { resolveLocale } from '@oriel/contract/locale';
import type { EmbedPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { encodeCursor } from '../../paging/cursor.ts';
import { readPage } from '../../paging/page.ts';
import { createEmbedTenantStore } from '../embed-tenants/embed-tenant-store.ts';
import type { EmbedDashboardService } from '../embed-dashboards/embed-dashboard-service.ts';
import { mentionCandidates, mentionedIds } from './comment-mentions.ts';
import { checkAuthor, checkOneCustomer, checkVisible } from './comment-policy.ts';
import {
  createCommentStore,
  threadsNewestFirst,
  type CommentScope,
  type CommentState,
  type ThreadFilter,
  type ThreadHead,
} from './comment-store.ts';
import { toComment, toThreads, type CommentReader } from './comment-threads.ts';
import { createMentionMailStore } from './mention-mail-store.ts';
import { createMentionableStore, mentionableByName } from './mentionable-store.ts';
import { createViewerLanguageStore } from './viewer-language-store.ts';

/** What the parts of the service work with. */
interface CommentNeeds {
  readonly db: Db;
  readonly dashboards: Pick<EmbedDashboardService, 'getHead'>;
}

/** Makes the service of comments on dashboards. */
export function createCommentService(db: Db, dashboards: Pick<EmbedDashboardService, 'getHead'>) {
  return bindFirst(
    { db, dashboards },
    { list, listMentionable, countUnread, markSeen, create, edit, remove, setResolved },
  );
}

/** @throws `dashboard_not_found`, `embedding_not_allowed`, `invalid_cursor`; so do all others but for the cursor */
async function list(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  { includeResolved, resolvedOnly, ...request }: OperationTypes['listDashboardComments']['query'],
): Promise<EmbedDashboardCommentThreadsListResponse> {
  const scope = await scopeFor(needs, viewer, publicId);
  const store = createCommentStore(needs.db);
  const filter: ThreadFilter = resolvedOnly === true ? 'resolved' : includeResolved === true ? 'all' : 'open';
  const page = await readPage(request, threadsNewestFirst, (range) => store.listHeads(scope, filter, range));
  const heads = headsThatFit(page.rows);
  const last = heads.at(-1);
  const ids = heads.map(({ id }) => id);
  const comments = ids.length === 0 ? [] : await store.listComments(scope, ids);
  const isCut = heads.length < page.rows.length;
  return {
    items: toThreads(ids, comments, { viewer, publicId }),
    pageInfo: {
      ...page.pageInfo,
      ...(isCut && last && { hasNextPage: true, endCursor: encodeCursor(last, threadsNewestFirst) }),
    },
  };
}

/** @throws `invalid_cursor` */
async function listMentionable(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  { search = null, ...request }: OperationTypes['listMentionableEmbedUsers']['query'],
): Promise<EmbedMentionableUsersListResponse> {
  const scope = await scopeFor(needs, viewer, publicId);
  const { rows, pageInfo } = await readPage(request, mentionableByName, (range) =>
    createMentionableStore(needs.db).list(scope, search, range),
  );
  return { items: rows, pageInfo };
}

/** A `locale` that texts exist in is noted as the language of the viewer's mail; any other is passed over. */
async function countUnread(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  { locale }: OperationTypes['countUnreadDashboardComments']['query'] = {},
): Promise<UnreadEmbedDashboardCommentsDto> {
  const scope = await scopeFor(needs, viewer, publicId);
  const language = resolveLocale(locale);
  if (language !== undefined) await createViewerLanguageStore(needs.db).set(scope, language);
  return createCommentStore(needs.db).countUnread(scope);
}

/** Of marks that are set at a time the farthest stays. */
async function markSeen(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  commentIds: readonly number[],
): Promise<UnreadEmbedDashboardCommentsDto> {
  const scope = await scopeFor(needs, viewer, publicId);
  const store = createCommentStore(needs.db);
  await store.markSeen(scope, commentIds);
  return store.countUnread(scope);
}

/**
 * @throws `validation_failed`, `comment_not_found` for a parent that is none or deleted, `comment_is_reply`,
 *   `comment_thread_full`
 */
async function create(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  {
    body,
    parentId = null,
    linkUrl,
  }: OperationTypes['createDashboardComment']['body'] & { linkUrl(): Promise<string> },
): Promise<EmbedDashboardCommentDto> {
  const scope = await scopeFor(needs, viewer, publicId);
  const mentions = await findMentioned(needs, scope, body);
  const mailUrl = await findMailUrl(needs, viewer.tenantId, mentions, linkUrl);
  const id = await needs.db.transaction().execute(async (tx) => {
    const store = createCommentStore(tx);
    if (parentId !== null) {
      const parent = await store.lock(scope, parentId);
      if (!parent || parent.removedAt !== null) throw refuse('comment_not_found', { id: parentId });
      if (parent.parentId !== null) throw refuse('comment_is_reply', { id: parentId });
      if ((await store.countReplies(parentId)) >= limits.MAX_THREAD_REPLIES)
        throw refuse('comment_thread_full', { max: limits.MAX_THREAD_REPLIES });
    }
    const made = await store.insert(scope, {
      parentId,
      embedUserId: viewer.embedUserId,
      body,
      mentions,
    });
    if (mailUrl !== undefined) await createMentionMailStore(tx).note(made, mailUrl);
    return made;
  });
  return getComment(needs, scope, { id, parentId }, { viewer, publicId });
}

/** Of two edits at a time the later one stays. @throws `validation_failed`, `comment_not_found`, `forbidden` */
async function edit(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  {
    commentId: id,
    body,
    linkUrl,
  }: { readonly commentId: number; readonly body: string; linkUrl(): Promise<string> },
): Promise<EmbedDashboardCommentDto> {
  const scope = await scopeFor(needs, viewer, publicId);
  const mentions = await findMentioned(needs, scope, body);
  const mailUrl = await findMailUrl(needs, viewer.tenantId, mentions, linkUrl);
  const comment = await needs.db.transaction().execute(async (tx) => {
    const store = createCommentStore(tx);
    const found = await store.lock(scope, id);
    if (!found || found.removedAt !== null) throw refuse('comment_not_found', { id });
    checkAuthor(found, viewer, 'edit it');
    await store.edit(scope, id, { body, mentions });
    if (mailUrl !== undefined) await createMentionMailStore(tx).note(id, mailUrl);
    return found;
  });
  return getComment(needs, scope, comment, { viewer, publicId });
}

/** @throws `comment_not_found`, also for one that is deleted already; `forbidden` */
async function remove(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  id: number,
): Promise<void> {
  const scope = await scopeFor(needs, viewer, publicId);
  await needs.db.transaction().execute(async (tx) => {
    const store = createCommentStore(tx);
    const found = await store.find(scope, id);
    // The thread first, as for a reply: so nobody replies to what is about to go.
    if (found?.parentId != null) await store.lock(scope, found.parentId);
    const comment = await store.lock(scope, id);
    if (!comment || comment.removedAt !== null) throw refuse('comment_not_found', { id });
    checkAuthor(comment, viewer, 'delete it');
    await store.remove(scope, comment);
  });
}

/** @throws `comment_not_found`, `comment_is_reply`, `forbidden` for who has not opened the thread */
async function setResolved(
  needs: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
  { commentId: id, resolved }: { readonly commentId: number; readonly resolved: boolean },
): Promise<EmbedDashboardCommentThreadDto> {
  const scope = await scopeFor(needs, viewer, publicId);
  await needs.db.transaction().execute(async (tx) => {
    const store = createCommentStore(tx);
    const found = await store.lock(scope, id);
    if (!found) throw refuse('comment_not_found', { id });
    if (found.parentId !== null) throw refuse('comment_is_reply', { id });
    checkAuthor(found, viewer, 'resolve its thread or open it again');
    await store.setResolved(scope, id, { isResolved: resolved, embedUserId: viewer.embedUserId });
  });
  const rows = await createCommentStore(needs.db).listComments(scope, [id]);
  const [thread] = toThreads([id], rows, { viewer, publicId });
  if (!thread) throw refuse('comment_not_found', { id });
  return thread;
}

async function scopeFor(
  { db, dashboards }: CommentNeeds,
  viewer: EmbedPrincipal,
  publicId: string,
): Promise<CommentScope> {
  const { id, deploymentId } = await dashboards.getHead(viewer, publicId);
  checkOneCustomer(await createEmbedTenantStore(db).isDefault(viewer.embedTenantId));
  const { embedTenantId, embedUserId: viewerId } = viewer;
  return { dashboardId: id, embedTenantId, deploymentId, viewerId };
}

/** The viewers whom a body mentions. @throws `validation_failed` for a body that nobody can see */
async function findMentioned(
  { db }: Pick<CommentNeeds, 'db'>,
  scope: CommentScope,
  body: string,
): Promise<number[]> {
  checkVisible(body);
  const mentions = mentionCandidates(body);
  return mentionedIds(mentions, await createMentionableStore(db).findByNames(scope, mentions.flat()));
}

/**
 * Where links of the mail about mentions lead; undefined where no mail is sent.
 *
 * @throws as `linkUrl` does
 */
async function findMailUrl(
  { db }: Pick<CommentNeeds, 'db'>,
  tenantId: number,
  mentions: readonly number[],
  linkUrl: () => Promise<string>,
): Promise<string | undefined> {
  const isMailed = mentions.length > 0 && (await createMentionMailStore(db).isWanted(tenantId));
  return isMailed ? linkUrl() : undefined;
}

/** @throws `comment_not_found` where it was deleted in between */
async function getComment(
  { db }: Pick<CommentNeeds, 'db'>,
  scope: CommentScope,
  { id, parentId }: Pick<CommentState, 'id' | 'parentId'>,
  reader: CommentReader,
): Promise<EmbedDashboardCommentDto> {
  const rows = await createCommentStore(db).listComments(scope, [parentId ?? id]);
  const row = rows.find((each) => each.id === id);
  if (!row) throw refuse('comment_not_found', { id });
  return toComment(row, reader);
}

/** The first threads of a page, up to the one with which it has as many comments as a page may have. */
function headsThatFit(heads: readonly ThreadHead[]): ThreadHead[] {
  let comments = 0;
  const end = heads.findIndex(({ replyCount }) => {
    comments += 1 + replyCount;
    return comments >= limits.MAX_COMMENTS_OF_PAGE;
  });
  return end === -1 ? [...heads] : heads.slice(0, end + 1);
}
