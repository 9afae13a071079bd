import type { Refusal, Workbook, WorkspaceBulkFailure, WorkspaceItemRefInput } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { createItemStore } from '../item-store.ts';
import { toWorkbooks } from '../serialize-items.ts';
import { notFound } from '../workspace-access.ts';
import { conflictingFolders, missedFolders, refusalOfMove } from './move-policy.ts';
import { createMoveStore, type MoveRequest } from './move-store.ts';

/**
 * Makes the service that moves items of the workspace. An item's access, the destination's, and the move itself are one
 * statement, which is its own transaction, so that nothing can change in between.
 */
export function createMoveService(database: Database) {
  const store = createMoveStore(database);
  const itemStore = createItemStore(database.db);

  /** What each item was refused with; undefined for one that was moved. */
  async function tryToMove(
    request: MoveRequest,
    items: readonly WorkspaceItemRefInput[],
  ): Promise<{ item: WorkspaceItemRefInput; refusal: Refusal | undefined }[]> {
    const results = await store.moveInOrder(request, items);
    const [navigationFolders, folderNames] = await Promise.all([
      itemStore.findNavigationFolders(request, missedFolders(request, results)),
      store.findFolderNames(request.deploymentId, conflictingFolders(results)),
    ]);
    return results.map((result) => ({
      item: result.item,
      refusal: refusalOfMove(request, result, { navigationFolders, folderNames }),
    }));
  }

  return {
    /** @throws 404 for what the caller cannot see, 403 for what it may not do, 400 for what cannot be, 500 for a failure */
    async move(request: MoveRequest, item: WorkspaceItemRefInput): Promise<Workbook> {
      const [result] = await tryToMove(request, [item]);
      if (result?.refusal) throw result.refusal;
      const [moved] = await toWorkbooks(
        database.db,
        request,
        await itemStore.list(request.deploymentId, [item]),
      );
      if (!moved) throw notFound(item.type, item.id);
      return moved;
    },
    /**
     * Each item by the rules of a single move; one that is named twice counts once, where it is named first. What fails for
     * one item is its failure alone, and in the log where the refusal does not say it.
     */
    async moveMany(
      request: MoveRequest,
      items: readonly WorkspaceItemRefInput[],
      log: FastifyBaseLogger,
    ): Promise<{ moved: Workbook[]; failed: WorkspaceBulkFailure[] }> {
      const distinct = [...new Map(items.map((item) => [`${item.type} ${item.id}`, item])).values()];
      const results = await tryToMove(request, distinct);
      for (const { item, refusal } of results)
        if (refusal && refusal.status >= 500) log.error({ err: refusal, item }, 'The move of an item failed');
      const done = results.flatMap(({ item, refusal }) => (refusal ? [] : item));
      const failed = results.flatMap(({ item, refusal }) =>
        refusal ? { ...item, error: { status: refusal.status, message: refusal.message } } : [],
      );
      const moved = await toWorkbooks(database.db, request, await itemStore.list(request.deploymentId, done));
      return { moved, failed };
    },
  };
}
