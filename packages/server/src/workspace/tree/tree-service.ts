import { type OperationTypes, type PageInfo, type Workbook, type WorkspaceOrderField } from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import { haveTypes, type ListOrder } from '../../paging/list-order.ts';
import { readPage } from '../../paging/page.ts';
import { createItemStore } from '../item-store.ts';
import { toWorkbooks } from '../serialize-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { createTreeStore, type TreePosition } from './tree-store.ts';

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
    async list(scope, { folderId, types, search, orderByField, orderByDirection, ...request }) {
      const access = createWorkspaceAccess(database.db, scope);
      const field = orderByField ?? 'name';
      const isDescending = (orderByDirection ?? (field === 'name' ? 'ASC' : 'DESC')) === 'DESC';
      const order = treeOrder(field, isDescending);
      const level = await access.getLevel(folderId ?? null);
      const page = await readPage(request, order, (range) =>
        store.list({
          ...level,
          ...range,
          types: [...new Set(types ?? allTypes)],
          search: search?.trim() || undefined,
          field,
          isDescending,
        }),
      );
      const items = await toWorkbooks(database.db, scope, await itemStore.list(scope, page.rows));
      return { items, pageInfo: page.pageInfo };
    },
  };
}

/** Folders are the first section, always by name; their part of a cursor is the same in every order of the second. */
function treeOrder(field: WorkspaceOrderField, isDescending: boolean): ListOrder<TreePosition, TreePosition> {
  return {
    name: `workspace ${field} ${isDescending ? 'desc' : 'asc'}`,
    keyOf: ({ section, key, type, id }) => [section, key, type, id],
    toKey(parts) {
      const [section, key, type, id] = parts;
      const isFolder = section === 0;
      const keyType = isFolder || field === 'name' ? 'text' : 'time';
      const known = allTypes.find((each) => each === type);
      const isPosition = haveTypes(parts, ['integer', keyType, 'text', 'integer']) && known !== undefined;
      if (!isPosition || (known === 'FOLDER') !== isFolder) return undefined;
      return { section: isFolder ? 0 : 1, key: String(key), type: known, id: Number(id) };
    },
  };
}
