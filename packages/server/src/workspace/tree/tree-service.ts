import { limits, refuse, type OperationTypes, type PageInfo, type Workbook } from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import { toPage } from '../../http/cursor.ts';
import { createItemStore } from '../item-store.ts';
import { readCursor } from '../list-cursor.ts';
import { toWorkbooks } from '../serialize-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { createTreeStore, type TreePlace } from './tree-store.ts';

type TreeQuery = OperationTypes['workspaceObjects']['query'];

export interface TreeService {
  /**
   * A page of what the caller sees in a folder or at the root, every kind in the shape of a workbook.
   *
   * @throws `folder_not_found`, `invalid_cursor`
   */
  list(scope: WorkspaceScope, query: TreeQuery): Promise<{ items: Workbook[]; pageInfo: PageInfo }>;
}

const allTypes = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;

export function createTreeService(database: Database): TreeService {
  const store = createTreeStore(database);
  const itemStore = createItemStore(database.db);
  return {
    async list(scope, query) {
      const { first = limits.DEFAULT_PAGE_SIZE, after } = query;
      const access = createWorkspaceAccess(database.db, scope);
      const field = query.orderByField ?? 'name';
      const places = await store.list({
        ...(await access.getLevel(query.folderId ?? null)),
        types: [...new Set(query.types ?? allTypes)],
        search: query.search?.trim() || undefined,
        field,
        isDescending: (query.orderByDirection ?? (field === 'name' ? 'ASC' : 'DESC')) === 'DESC',
        after: after === undefined ? undefined : placeOf(after, field === 'name'),
        limit: first + 1,
      });
      const page = toPage(places, { first, ...(after !== undefined && { after }) }, cursorOf);
      const items = await toWorkbooks(database.db, await itemStore.list(scope.deploymentId, page.rows));
      return { items, pageInfo: page.pageInfo };
    },
  };
}

function cursorOf({ section, key, type, id }: TreePlace) {
  return [section, key, type, id];
}

/** @throws `invalid_cursor` */
function placeOf(cursor: string, isByName: boolean): TreePlace {
  const [section] = readCursor(cursor, ['id', 'text', 'text', 'id']);
  const isFolder = section === 0;
  const [, key, type, id] = readCursor(cursor, ['id', isFolder || isByName ? 'text' : 'time', 'text', 'id']);
  const known = allTypes.find((each) => each === type);
  if (known === undefined || (known === 'FOLDER') !== isFolder) throw refuse('invalid_cursor', { cursor });
  return { section: isFolder ? 0 : 1, key: String(key), type: known, id: Number(id) };
}
