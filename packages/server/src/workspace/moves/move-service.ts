import type { Refusal, Workbook, WorkspaceBulkFailure, WorkspaceItemRefInput } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { createItemStore } from '../item-store.ts';
import { notFound } from '../workspace-access.ts';
import { conflictingFolders, missedFolders, refusalOfMove, type MoveDetails } from './move-policy.ts';
import { createMoveStore, type MoveRequest, type MoveResult } from './move-store.ts';
import { createMovedReader } from './moved-items.ts';

/** Nothing that refusals would say beyond the request. */
const noDetails: MoveDetails = { navigationFolders: new Set(), folderNames: new Map() };

/**
 * Makes the service that moves items of the workspace. An item's access, the destination's, and the move itself are one
 * statement, which is its own transaction, so that nothing can change in between. What is read afterwards is for the words of
 * the answer, and no failure of it denies a move.
 */
export function createMoveService(database: Database) {
  const store = createMoveStore(database);
  const itemStore = createItemStore(database.db);

  async function readDetails(request: MoveRequest, results: readonly MoveResult[]): Promise<MoveDetails> {
    const [navigationFolders, folderNames] = await Promise.all([
      itemStore.findNavigationFolders(request, missedFolders(request, results)),
      store.findFolderNames(request.deploymentId, conflictingFolders(results)),
    ]);
    return { navigationFolders, folderNames };
  }

  /** What each item was refused with; undefined for one that was moved. */
  async function findRefusals(
    request: MoveRequest,
    results: readonly MoveResult[],
    log: FastifyBaseLogger,
  ): Promise<{ item: WorkspaceItemRefInput; refusal: Refusal | undefined }[]> {
    const details = await readDetails(request, results).catch((error: unknown) => {
      log.error({ err: error }, 'Refusals of moves lack their details');
      return noDetails;
    });
    return results.map((result) => ({ item: result.item, refusal: refusalOfMove(request, result, details) }));
  }

  return {
    /** @throws 404 for what the caller cannot see, 403 for what it may not do, 400 for what cannot be, 500 for a failure */
    async move(request: MoveRequest, item: WorkspaceItemRefInput, log: FastifyBaseLogger): Promise<Workbook> {
      const { read, ...result } = await store.moveOne(request, item);
      const [refused] = await findRefusals(request, [result], log);
      if (refused?.refusal) throw refused.refusal;
      const [moved] = await createMovedReader(database, request, log).readFrom(item, read);
      if (!moved) throw notFound(item.type, item.id);
      return moved;
    },
    /**
     * Each item by the rules of a single move; one that is named twice counts once, where it is named first. What fails for
     * one item is its failure alone, and in the log where the refusal does not say it. Every item is either moved or failed.
     */
    async moveMany(
      request: MoveRequest,
      items: readonly WorkspaceItemRefInput[],
      log: FastifyBaseLogger,
    ): Promise<{ moved: Workbook[]; failed: WorkspaceBulkFailure[] }> {
      const distinct = [...new Map(items.map((item) => [keyOf(item), item])).values()];
      const results = await findRefusals(request, await store.moveInOrder(request, distinct), log);
      for (const { item, refusal } of results)
        if (refusal && refusal.status >= 500) log.error({ err: refusal, item }, 'The move of an item failed');
      const done = results.flatMap(({ item, refusal }) => (refusal ? [] : item));
      const moved = await createMovedReader(database, request, log).read(done);
      const found = new Set(moved.map(keyOf));
      const failed = results.flatMap(({ item, refusal }) => {
        // Removed by another user since it was moved, it is no longer there.
        const why = refusal ?? (found.has(keyOf(item)) ? undefined : notFound(item.type, item.id));
        return why ? { ...item, error: { status: why.status, message: why.message } } : [];
      });
      return { moved, failed };
    },
  };
}

function keyOf({ type, id }: WorkspaceItemRefInput): string {
  return `${type} ${id}`;
}
