import type {
  OperationTypes,
  Workbook,
  WorkspaceConnectionResponse,
  WorkspaceOrderField,
} from '@oriel/contract';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import { sharedWithViewers } from '../../access/subjects.ts';
import type { Database } from '../../db/database.ts';
import { haveTypes, type ListOrder } from '../../paging/list-order.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import { readPage, type Page } from '../../paging/page.ts';
import { createItemStore } from '../items/item-store.ts';
import { toWorkbooks, withoutCopies, type WorkspaceRow } from '../items/serialize-items.ts';
import { toSharedWorkbooks } from '../items/shared-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { ViewScope, WorkspaceScope } from '../workspace-scope.ts';
import { createTreeStore, type TreePosition } from './tree-store.ts';

type TreeQuery = OperationTypes['workspaceObjects']['query'];
type SharedQuery = OperationTypes['sharedWorkspaceObjects']['query'];

/** A page of a feed. */
type Feed = Batched<WorkspaceConnectionResponse>;

interface TreeService {
  /**
   * A page of what the caller sees in a folder or at the root, every kind in the shape of a workbook.
   *
   * @throws `folder_not_found`, `invalid_cursor`
   */
  list(scope: WorkspaceScope, query: TreeQuery): Promise<Feed>;
  /**
   * The same of what is shared with the viewers of embed sessions, without its owners, drafts and metadata.
   *
   * @param caller a viewer, for what is shared with its tenant as well; or a user
   * @throws as {@link list}
   */
  listShared(caller: UserPrincipal | EmbedPrincipal, deploymentId: number, query: SharedQuery): Promise<Feed>;
}

const allTypes = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;

export function createTreeService(database: Database): TreeService {
  const store = createTreeStore(database);
  const itemStore = createItemStore(database.db);
  const readFeed = async (list: ListName, scope: ViewScope, query: TreeQuery) => {
    const { folderId, types, search, isFavorite, orderByField, orderByDirection, ...request } = query;
    const field = orderByField ?? 'name';
    const isDescending = (orderByDirection ?? (field === 'name' ? 'ASC' : 'DESC')) === 'DESC';
    const level = await createWorkspaceAccess(database.db, scope).getLevel(folderId ?? null);
    const page = await readPage(request, treeOrder(list, field, isDescending), (range) =>
      store.list({
        ...level,
        ...range,
        types: [...new Set(types ?? allTypes)],
        search: search?.trim() || undefined,
        isFavorite: isFavorite ?? false,
        field,
        isDescending,
      }),
    );
    return page;
  };
  /** Shows the items of a page, as far as they are still there. */
  const answerFeed = (
    { rows: refs, pageInfo }: Page<TreePosition>,
    scope: ViewScope,
    show: (rows: readonly WorkspaceRow[]) => Promise<Workbook[]>,
  ) =>
    answerItems<WorkspaceConnectionResponse, TreePosition>({
      fields: ['items'],
      refs,
      bytesOf: ({ contentBytes }) => contentBytes,
      read: async (positions) => show(await itemStore.list(scope, positions)),
      rest: { pageInfo },
    });
  return {
    async list(scope, query) {
      const page = await readFeed('workspace', scope, query);
      return answerFeed(page, scope, async (rows) =>
        (await toWorkbooks(database.db, scope, rows)).map(withoutCopies),
      );
    },
    async listShared(caller, deploymentId, query) {
      const actor = sharedWithViewers(caller.kind === 'embed' ? caller.embedTenantId : null);
      const scope = { actor, deploymentId };
      const page = await readFeed('shared-workspace', scope, query);
      return answerFeed(page, scope, (rows) => toSharedWorkbooks(database.db, caller, rows));
    },
  };
}

/** Lists of the same items for different callers, with cursors of their own. */
type ListName = 'workspace' | 'shared-workspace';

/** Folders are the first section, always by name; their part of a cursor is the same in every order of the second. */
function treeOrder(
  list: ListName,
  field: WorkspaceOrderField,
  isDescending: boolean,
): ListOrder<TreePosition, TreePosition> {
  return {
    name: `${list} ${field} ${isDescending ? 'desc' : 'asc'}`,
    keyOf: ({ section, key, type, id }) => [section, key, type, id],
    toKey(parts) {
      const [section, key, type, id] = parts;
      const isFolder = section === 0;
      const keyType = isFolder || field === 'name' ? 'text' : 'time';
      const known = allTypes.find((each) => each === type);
      const isPosition = haveTypes(parts, ['integer', keyType, 'text', 'integer']) && known !== undefined;
      if (!isPosition || (known === 'FOLDER') !== isFolder) return undefined;
      return { section: isFolder ? 0 : 1, key: String(key), type: known, id: Number(id), contentBytes: 0 };
    },
  };
}
