import type { Refusal, Workbook, WorkspaceBulkFailure, WorkspaceItemRefInput } from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import { createItemStore } from '../item-store.ts';
import { toWorkbooks } from '../serialize-items.ts';
import { itemNotFound, missedFolders, refusalOfMove } from './move-policy.ts';
import { createMoveStore, type MoveRequest } from './move-store.ts';

export interface MoveService {
  /** @throws 404 for what the actor cannot see, 403 for what it may not do, 400 for what cannot be */
  move(request: MoveRequest, item: WorkspaceItemRefInput): Promise<Workbook>;
  /** Each item by the rules of a single move; one that is named twice counts once, at its first place. */
  moveMany(
    request: MoveRequest,
    items: readonly WorkspaceItemRefInput[],
  ): Promise<{ moved: Workbook[]; failed: WorkspaceBulkFailure[] }>;
}

/**
 * Moves things of the workspace. An item's access, the destination's, and the move itself are one statement, which is its
 * own transaction, so that nothing can change in between.
 */
export function createMoveService(database: Database): MoveService {
  const store = createMoveStore(database);
  const itemStore = createItemStore(database.db);

  /** What each item was refused with; undefined for one that was moved. */
  async function tryToMove(
    request: MoveRequest,
    items: readonly WorkspaceItemRefInput[],
  ): Promise<{ item: WorkspaceItemRefInput; refusal: Refusal | undefined }[]> {
    const results = await store.moveInOrder(request, items);
    const navigation = await itemStore.findNavigationFolders(request, missedFolders(request, results));
    return results.map((result) => ({
      item: result.item,
      refusal: refusalOfMove(request, result, navigation),
    }));
  }

  return {
    async move(request, item) {
      const [result] = await tryToMove(request, [item]);
      if (result?.refusal) throw result.refusal;
      const [moved] = await toWorkbooks(
        database.db,
        request,
        await itemStore.list(request.deploymentId, [item]),
      );
      if (!moved) throw itemNotFound(item);
      return moved;
    },
    async moveMany(request, items) {
      const distinct = [...new Map(items.map((item) => [`${item.type} ${item.id}`, item])).values()];
      const results = await tryToMove(request, distinct);
      const done = results.flatMap(({ item, refusal }) => (refusal ? [] : item));
      const failed = results.flatMap(({ item, refusal }) =>
        refusal ? { ...item, error: { status: refusal.status, message: refusal.message } } : [],
      );
      const moved = await toWorkbooks(database.db, request, await itemStore.list(request.deploymentId, done));
      return { moved, failed };
    },
  };
}
