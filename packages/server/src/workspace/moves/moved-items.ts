import type {
  Dashboard,
  ResourceOwner,
  Workbook,
  WorkspaceFolderPathEntry,
  WorkspaceItemRefInput,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { fromItems, levelOf } from '../../access/item-level.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf, type Accessor } from '../../access/subjects.ts';
import type { Database } from '../../db/database.ts';
import type { Bindable } from '../../db/parameter.ts';
import { hidden, queryPrepared } from '../../db/prepared.ts';
import type { Settled } from '../settled-statement.ts';
import { loadDashboards } from '../item-details.ts';
import { toWorkbook, type WorkspaceRow } from '../serialize-items.ts';
import { favoritesOf, markerOf, type Marker } from '../favorite-marks.ts';
import type { MoveRequest } from './move-request.ts';

/** A row with its details; what a kind does not have is absent. */
type MovedRow = WorkspaceRow['row'] & {
  folderPath: WorkspaceFolderPathEntry[] | null;
  user: ResourceOwner | null;
  isFavorite: boolean;
  /** Of a workbook. */
  isPublished?: boolean;
};

/** Not the whole rows: a report's query and drawing may be large, and moves do not show them. */
const ownColumns: Record<ResourceType, RawBuilder<unknown>> = {
  FOLDER: sql`f.parent_id`,
  WORKBOOK: sql`w.folder_id, w.meta, w.calculated_fields, w.slug,
    exists (select from dashboards d where d.workbook_id = w.id) as is_published`,
  REPORT: sql`r.folder_id, r.meta`,
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

/** Reads items that have been moved, in the order given; what has been removed since is left out. */
export interface MovedReader {
  read(items: readonly WorkspaceItemRefInput[]): Promise<Workbook[]>;
  /** An item as the statement of {@link selectMoved} has read it, or cannot. */
  readFrom(item: WorkspaceItemRefInput, result: Settled): Promise<Workbook[]>;
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
  const readAll = async (items: readonly WorkspaceItemRefInput[]) => {
    const read = async ([type, refs]: [ResourceType, WorkspaceItemRefInput[]]) => {
      const ids = refs.map(({ id }) => id);
      return toWorkbooks(await queryPrepared(database, selectMoved(scope, type, ids)), type);
    };
    const kinds = [...Map.groupBy(items, ({ type }) => type)];
    const found = new Map((await Promise.all(kinds.map(read))).flat().map((moved) => [keyOf(moved), moved]));
    return items.flatMap((item) => found.get(keyOf(item)) ?? []);
  };
  const toWorkbooks = async (rows: readonly MovedRow[], type: ResourceType): Promise<Workbook[]> => {
    const published = rows.filter(({ isPublished }) => isPublished).map(({ id }) => id);
    const dashboardOf = await loadDashboards(database.db, request.actor, published);
    return rows.map((row) => toMoved(row, type, dashboardOf(row.id)));
  };
  const unreadable = (item: WorkspaceItemRefInput, error: unknown) => {
    log.error({ err: error, item }, 'An item that was moved cannot be read');
    return [toUnreadable(item, request)];
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
        return await toWorkbooks(result.value.rows as readonly MovedRow[], item.type);
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
  { folderPath, user, isFavorite, ...row }: MovedRow,
  type: ResourceType,
  publishedDashboard: Dashboard | null,
): Workbook {
  // The row is one of the type's table, which the compiler cannot follow into the union.
  const item = { type, row } as WorkspaceRow;
  return toWorkbook(item, { folderPath: folderPath ?? [], user, isFavorite, publishedDashboard });
}

const UNKNOWN_TIME = new Date(0).toISOString();
const unreadFields = ['name', 'meta', 'calculatedFields', 'createdAt', 'updatedAt'];

function toUnreadable(item: WorkspaceItemRefInput, { deploymentId, folderId }: MoveRequest): Workbook {
  return {
    ...item,
    deploymentId,
    folderId,
    name: '',
    meta: {},
    calculatedFields: {},
    createdAt: UNKNOWN_TIME,
    updatedAt: UNKNOWN_TIME,
    damaged: unreadFields.map((path) => ({ path, message: 'could not be read' })),
  };
}
