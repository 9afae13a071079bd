import type { Dashboard, Workbook, WorkspaceItemRefInput } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { accessLevels } from '../../access/access-level.ts';
import type { ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf } from '../../access/subjects.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/statements/prepared.ts';
import { readStoredJson } from '../../db/values/stored-json.ts';
import type { Settled } from '../batches/settled-statement.ts';
import { loadPaths, loadStoredDashboards } from '../items/item-details.ts';
import { rightsAt, toWorkbook, withoutCopies, type WorkspaceRow } from '../items/serialize-items.ts';
import { markerOf } from '../items/favorite-marks.ts';
import { withToldUsers } from '../items/told-users.ts';
import type { MoveRequest } from './move-request.ts';
import { selectMoved, type MovedRow, type MovedScope } from './select-moved.ts';

/** What is known of a moved item as its move has left it, whatever others have done to it since. */
export interface MovedItem {
  readonly name: string;
  /** Null for a time that cannot be read. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly userId: number | null;
  readonly createdBy: number | null;
  /** Of a report that is a tab. */
  readonly workbookId: number | null;
  /** Of the documents that it is shown with. */
  readonly contentBytes: number;
  /** Whether the statement of the move has read all that is shown of it, which stands in the same row. */
  readonly isRead?: boolean | null;
}

/** An item and what its move has made of it; undefined for one that has come back in another way, and is shown as it is. */
export interface MovedRef {
  readonly item: WorkspaceItemRefInput;
  readonly moved?: MovedItem | undefined;
}

/** Reads items that have been moved, in the order given, where and when their moves have put them. */
interface MovedReader {
  read(items: readonly MovedRef[]): Promise<Workbook[]>;
  /** An item as the statement of {@link selectMoved} has read it, or cannot. */
  readFrom(item: MovedRef, result: Settled): Promise<Workbook[]>;
}

/**
 * Makes the reader of what a request has moved. The moves are on disk by then, so no failure to read may deny them: an item
 * that cannot be read is answered by what the request knows of it, with the rest as `damaged`, and the log has the cause.
 */
export function createMovedReader(
  database: Pick<Database, 'db' | 'pool'>,
  request: MoveRequest,
  log: FastifyBaseLogger,
): MovedReader {
  return bindFirst({ database, request, log }, { read, readFrom });
}

/** What the reader works with. */
interface ReaderNeeds {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly request: MoveRequest;
  readonly log: FastifyBaseLogger;
}

async function readAll(needs: ReaderNeeds, refs: readonly MovedRef[]) {
  const readKind = async ([type, ofType]: [ResourceType, MovedRef[]]) => {
    const ids = ofType.map(({ item }) => item.id);
    return toWorkbooks(
      needs,
      await queryPrepared(needs.database, selectMoved(scopeOf(needs.request), type, ids)),
      type,
    );
  };
  const kinds = [...Map.groupBy(refs, ({ item }) => item.type)];
  return asMoved(needs, refs, (await Promise.all(kinds.map(readKind))).flat());
}

async function toWorkbooks(
  { database, request }: Pick<ReaderNeeds, 'database' | 'request'>,
  rows: readonly MovedRow[],
  type: ResourceType,
): Promise<Workbook[]> {
  const published = rows.filter(({ isPublished }) => isPublished).map(({ id }) => id);
  const dashboardOf = await loadStoredDashboards(database.db, request.actor, published);
  return rows.map((row) => toMoved(withToldUsers(request.actor, row), type, dashboardOf(row.id)));
}

/** Puts the items where the request has put them: another may have moved or deleted them since. */
async function asMoved(
  needs: ReaderNeeds,
  refs: readonly MovedRef[],
  found: readonly Workbook[],
): Promise<Workbook[]> {
  const byItem = new Map(found.map((workbook) => [keyOf(workbook), workbook]));
  const { folderId } = needs.request;
  const isElsewhere = ({ item, moved }: MovedRef) => {
    const now = byItem.get(keyOf(item));
    if (!moved) return false;
    return now?.folderId !== folderId || (moved.updatedAt !== null && now.updatedAt !== moved.updatedAt);
  };
  const pathOf = refs.some(isElsewhere) ? await loadPaths(needs.database.db, [folderId]) : () => [];
  return refs.flatMap((ref) => {
    const { item, moved } = ref;
    const now = byItem.get(keyOf(item));
    if (!moved || !isElsewhere(ref)) return now ?? [];
    const shown = now ?? toGone(item, moved, needs.request);
    const { updatedAt } = moved;
    return { ...shown, folderId, folderPath: pathOf(folderId), ...(updatedAt !== null && { updatedAt }) };
  });
}

/** Undefined where the statements of the moves have not read all of them. */
async function readHere(needs: ReaderNeeds, refs: readonly MovedRef[]): Promise<Workbook[] | undefined> {
  if (!refs.every(({ moved }) => moved?.isRead && moved.createdAt !== null && moved.updatedAt !== null))
    return undefined;
  const toShown = ([type, ofType]: [ResourceType, MovedRef[]]) =>
    // What has been read is in the row.
    toWorkbooks(
      needs,
      ofType.map(({ moved }) => moved as MovedItem & MovedRow),
      type,
    );
  const kinds = [...Map.groupBy(refs, ({ item }) => item.type)];
  const found = (await Promise.all(kinds.map(toShown))).flat();
  if (kinds.length === 1) return found;
  const byItem = new Map(found.map((workbook) => [keyOf(workbook), workbook]));
  return refs.flatMap(({ item }) => byItem.get(keyOf(item)) ?? []);
}

function unreadable(
  { log, request }: Pick<ReaderNeeds, 'log' | 'request'>,
  { item, moved }: MovedRef,
  error: unknown,
) {
  log.error({ err: error, item }, 'An item that was moved cannot be read');
  return [toUnreadable(item, moved ?? nothingKnown, request)];
}

async function read(needs: ReaderNeeds, items: readonly MovedRef[]): Promise<Workbook[]> {
  try {
    return (await readHere(needs, items).catch(() => undefined)) ?? (await readAll(needs, items));
  } catch {
    // One of them, or the database. Each by itself says which.
    const each = items.map((item) =>
      readAll(needs, [item]).catch((error: unknown) => unreadable(needs, item, error)),
    );
    return (await Promise.all(each)).flat();
  }
}

async function readFrom(needs: ReaderNeeds, item: MovedRef, result: Settled): Promise<Workbook[]> {
  try {
    if (result.status === 'rejected') throw result.reason;
    return await asMoved(
      needs,
      [item],
      await toWorkbooks(needs, result.value.rows as readonly MovedRow[], item.item.type),
    );
  } catch (error) {
    return unreadable(needs, item, error);
  }
}

/** What the statements that read need to know. */
function scopeOf({ actor, deploymentId }: MoveRequest): MovedScope {
  return { accessor: accessorOf(actor), author: markerOf(actor), deploymentId };
}

function keyOf({ type, id }: { type?: string | null | undefined; id: number }): string {
  return `${type} ${id}`;
}

function toMoved(
  { folderPath, user, isFavorite, meta, ...columns }: MovedRow,
  type: ResourceType,
  publishedDashboard: Dashboard | null,
): Workbook {
  const row = { ...columns, ...(meta != null && { meta: readStoredJson(meta) }) };
  // The row is one of the type's table, which the compiler cannot follow into the union.
  const item = { type, row } as WorkspaceRow;
  return withoutCopies(
    toWorkbook(item, {
      folderPath: folderPath ?? [],
      user: columns.userId === null ? null : user,
      isFavorite,
      publishedDashboard,
    }),
  );
}

/** An item that has been deleted since it was moved. */
function toGone(
  item: WorkspaceItemRefInput,
  moved: MovedItem,
  { actor, deploymentId, folderId }: MoveRequest,
): Workbook {
  const { name, createdAt, updatedAt, userId, createdBy } = withToldUsers(actor, moved);
  return {
    ...item,
    deploymentId,
    folderId,
    name,
    meta: {},
    calculatedFields: {},
    createdAt: createdAt ?? UNKNOWN_TIME,
    updatedAt: updatedAt ?? UNKNOWN_TIME,
    userId,
    ...(createdBy !== null && { createdBy }),
    ...rightsAt(accessLevels.none),
  };
}

const UNKNOWN_TIME = new Date(0).toISOString();
/** Fields that are unknown where an item cannot be read. */
const unreadFields = ['name', 'meta', 'calculatedFields', 'createdAt', 'updatedAt'] as const;
const nothingKnown: MovedItem = {
  name: '',
  createdAt: null,
  updatedAt: null,
  userId: null,
  createdBy: null,
  workbookId: null,
  contentBytes: 0,
};

function toUnreadable(item: WorkspaceItemRefInput, moved: MovedItem, request: MoveRequest): Workbook {
  const { canEdit: _edit, canManage: _manage, ...known } = toGone(item, moved, request);
  // Documents that the statement of the move has read stand in its row, and are not answered here.
  const unread = unreadFields.filter((field) => isDocument(field) || !moved[field]);
  return { ...known, damaged: unread.map((path) => ({ path, message: 'could not be read' })) };
}

type UnreadField = (typeof unreadFields)[number];

function isDocument(field: UnreadField): field is 'meta' | 'calculatedFields' {
  return field === 'meta' || field === 'calculatedFields';
}
