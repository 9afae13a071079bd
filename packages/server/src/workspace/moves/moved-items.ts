import type {
  Dashboard,
  ResourceOwner,
  Workbook,
  WorkspaceFolderPathEntry,
  WorkspaceItemRefInput,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { fromItems, levelOf } from '../../access/item-level.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf, type Accessor } from '../../access/subjects.ts';
import type { Database } from '../../db/database.ts';
import type { Bindable } from '../../db/parameter.ts';
import { hidden, queryPrepared } from '../../db/statements/prepared.ts';
import { readStoredJson } from '../../db/values/stored-json.ts';
import type { Settled } from '../batches/settled-statement.ts';
import { loadPaths, loadStoredDashboards } from '../items/item-details.ts';
import { rightsAt, toWorkbook, withoutCopies, type WorkspaceRow } from '../items/serialize-items.ts';
import { favoritesOf, markerOf, type Marker } from '../items/favorite-marks.ts';
import { withToldUsers } from '../items/told-users.ts';
import type { MoveRequest } from './move-request.ts';

/** A row with its details; what a kind does not have is absent. */
type MovedRow = Omit<WorkspaceRow['row'], 'meta'> & {
  /** The text of a document; absent of a folder. */
  meta?: string | null;
  folderPath: WorkspaceFolderPathEntry[] | null;
  user: ResourceOwner | null;
  isFavorite: boolean;
  /** Of a workbook. */
  isPublished?: boolean;
};

/** Not the whole rows: a report's query and drawing may be large, and moves do not show them. */
const ownColumns: Record<ResourceType, RawBuilder<unknown>> = {
  FOLDER: sql`f.parent_id`,
  WORKBOOK: sql`w.folder_id, w.meta::text as meta, w.calculated_fields, w.slug,
    exists (select from dashboards d where d.workbook_id = w.id) as is_published`,
  REPORT: sql`r.folder_id, r.meta::text as meta`,
};

/** The folders from the root down to the one in a column; null for none. */
function folderPathOf(column: string): RawBuilder<WorkspaceFolderPathEntry[] | null> {
  return sql`(select json_agg(json_build_object('id', above.id, 'name', above.name) order by step.depth)
    from folders holder cross join lateral unnest(holder.path) with ordinality as step(id, depth)
    join folders above on above.id = step.id where holder.id = ${sql.ref(column)})`;
}

/** The user in a column as an owner is shown; null for nobody and for one who is no longer there. */
function userBy(column: string): RawBuilder<ResourceOwner | null> {
  return sql`(select json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture)
    from users u where u.id = ${sql.ref(column)})`;
}

/** Who has moved, in the workspace of which deployment: values, or parameters for them. */
export interface MovedScope {
  readonly accessor: Accessor;
  readonly author: Marker;
  readonly deploymentId: Bindable<number>;
}

/** Selects items of one kind as moves answer them, in one statement. */
export function selectMoved(
  { accessor, author, deploymentId }: MovedScope,
  type: ResourceType,
  ids: Bindable<readonly number[]>,
): RawBuilder<MovedRow> {
  const { alias } = resourceKinds[type];
  const column = (name: string) => `${alias}.${name}`;
  const shared = ['id', 'deployment_id', 'name', 'created_at', 'updated_at', 'user_id', 'created_by'];
  return sql`select ${sql.join(shared.map((name) => sql.ref(column(name))))}, ${ownColumns[type]},
      ${folderPathOf(column(type === 'FOLDER' ? 'parent_id' : 'folder_id'))} as folder_path,
      ${userBy(column('user_id'))} as "user",
      exists (select from ${favoritesOf(author)} v where v.resource_type = ${sql.lit(type)} and v.resource_id = ${sql.ref(column('id'))}) as is_favorite,
      ${levelOf(accessor, deploymentId, type)} as level
    ${fromItems(deploymentId, type)} and ${sql.ref(column('id'))} = any(${hidden(ids, 'integer[]')}::integer[])`;
}

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
  const { actor, deploymentId } = request;
  const scope = { accessor: accessorOf(actor), author: markerOf(actor), deploymentId };
  const readAll = async (refs: readonly MovedRef[]) => {
    const read = async ([type, ofType]: [ResourceType, MovedRef[]]) => {
      const ids = ofType.map(({ item }) => item.id);
      return toWorkbooks(await queryPrepared(database, selectMoved(scope, type, ids)), type);
    };
    const kinds = [...Map.groupBy(refs, ({ item }) => item.type)];
    return asMoved(refs, (await Promise.all(kinds.map(read))).flat());
  };
  const toWorkbooks = async (rows: readonly MovedRow[], type: ResourceType): Promise<Workbook[]> => {
    const published = rows.filter(({ isPublished }) => isPublished).map(({ id }) => id);
    const dashboardOf = await loadStoredDashboards(database.db, request.actor, published);
    return rows.map((row) => toMoved(withToldUsers(actor, row), type, dashboardOf(row.id)));
  };
  /** Puts the items where the request has put them: another may have moved or deleted them since. */
  const asMoved = async (refs: readonly MovedRef[], read: readonly Workbook[]): Promise<Workbook[]> => {
    const found = new Map(read.map((workbook) => [keyOf(workbook), workbook]));
    const { folderId } = request;
    const isElsewhere = ({ item, moved }: MovedRef) => {
      const now = found.get(keyOf(item));
      if (!moved) return false;
      return now?.folderId !== folderId || (moved.updatedAt !== null && now.updatedAt !== moved.updatedAt);
    };
    const pathOf = refs.some(isElsewhere) ? await loadPaths(database.db, [folderId]) : () => [];
    return refs.flatMap((ref) => {
      const { item, moved } = ref;
      const now = found.get(keyOf(item));
      if (!moved || !isElsewhere(ref)) return now ?? [];
      const shown = now ?? toGone(item, moved, request);
      const { updatedAt } = moved;
      return { ...shown, folderId, folderPath: pathOf(folderId), ...(updatedAt !== null && { updatedAt }) };
    });
  };
  const unreadable = ({ item, moved }: MovedRef, error: unknown) => {
    log.error({ err: error, item }, 'An item that was moved cannot be read');
    return [toUnreadable(item, moved ?? nothingKnown, request)];
  };
  return {
    async read(items) {
      try {
        return await readAll(items);
      } catch {
        // One of them, or the database. Each by itself says which.
        const each = items.map((item) => readAll([item]).catch((error: unknown) => unreadable(item, error)));
        return (await Promise.all(each)).flat();
      }
    },
    async readFrom(item, result) {
      try {
        if (result.status === 'rejected') throw result.reason;
        return await asMoved(
          [item],
          await toWorkbooks(result.value.rows as readonly MovedRow[], item.item.type),
        );
      } catch (error) {
        return unreadable(item, error);
      }
    },
  };
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
  const unread = unreadFields.filter((field) => !(field in moved) || !moved[field as keyof MovedItem]);
  return { ...known, damaged: unread.map((path) => ({ path, message: 'could not be read' })) };
}
