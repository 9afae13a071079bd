import {
  refuse,
  type BulkMoveWorkspaceObjectsResponse,
  type Refusal,
  type Workbook,
  type WorkspaceBulkFailure,
  type WorkspaceItemRefInput,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { createItemStore } from '../item-store.ts';
import { toFailure } from '../item-refusal.ts';
import { notFound } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { conflictingFolders, missedFolders, refusalOfMove, type MoveDetails } from './move-policy.ts';
import { createMoveStore, type MoveResult } from './move-store.ts';
import type { MoveRequest } from './move-request.ts';
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

  /** Moves distinct items to one folder. Every item is either moved or failed. */
  async function moveTo(
    request: MoveRequest,
    items: readonly WorkspaceItemRefInput[],
    log: FastifyBaseLogger,
  ): Promise<{ moved: Workbook[]; failed: WorkspaceBulkFailure[] }> {
    const results = await findRefusals(request, await store.moveInOrder(request, items), log);
    for (const { item, refusal } of results)
      if (refusal && refusal.status >= 500) log.error({ err: refusal, item }, 'The move of an item failed');
    const done = results.flatMap(({ item, refusal }) => (refusal ? [] : item));
    const moved = await createMovedReader(database, request, log).read(done);
    const found = new Set(moved.map(keyOf));
    const failed = results.flatMap(({ item, refusal }) => {
      // Removed by another user since it was moved, it is no longer there.
      const why = refusal ?? (found.has(keyOf(item)) ? undefined : notFound(item.type, item.id));
      return why ? toFailure(item, why) : [];
    });
    return { moved, failed };
  }

  /** Says what would become of distinct items. */
  async function tryToMove(
    request: MoveRequest,
    items: readonly WorkspaceItemRefInput[],
    log: FastifyBaseLogger,
  ): Promise<BulkMoveWorkspaceObjectsResponse> {
    const { results, changed, accessChanges } = await store.rehearse(request, items);
    const refusals = await findRefusals(request, results, log);
    const failed = refusals.flatMap(({ item, refusal }) => (refusal ? toFailure(item, refusal) : []));
    return { moved: [...changed], failed, accessChanges: [...accessChanges] };
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
     * one item is its failure alone, and in the log where the refusal does not say it. Every item is either moved or failed. A dry run
     * changes nothing, and answers what would become of them.
     */
    async moveMany(
      request: MoveRequest,
      items: readonly WorkspaceItemRefInput[],
      log: FastifyBaseLogger,
      { isDryRun }: { isDryRun: boolean },
    ): Promise<BulkMoveWorkspaceObjectsResponse> {
      const distinct = [...new Map(items.map((item) => [keyOf(item), item])).values()];
      if (isDryRun) return tryToMove(request, distinct, log);
      const undoId = randomUUID();
      const done = await moveTo({ ...request, undoId }, distinct, log);
      return { ...done, ...(done.moved.length > 0 && { undoId }) };
    },
    /**
     * Takes a bulk move back: each item that is still where it was moved to goes where it was, by the rules of a single move. One
     * that was moved again is refused; one that is where it was, because it was not moved or is back, is left out.
     */
    async moveBack(
      scope: WorkspaceScope,
      move: { folderId: number | null; items: readonly LocatedItem[] },
      log: FastifyBaseLogger,
    ): Promise<{ restored: Workbook[]; failed: WorkspaceBulkFailure[] }> {
      const locations = await store.findLocations(scope, move.items);
      const isStill = (item: LocatedItem, folderId: number | null) => locations.get(keyOf(item)) === folderId;
      // The last first, as they went on top of each other.
      const away = move.items.filter((item) => !isStill(item, item.from)).toReversed();
      const groups = Map.groupBy(
        away.filter((item) => isStill(item, move.folderId)),
        ({ from }) => from,
      );
      const restored: Workbook[] = [];
      const failed = away
        .filter((item) => !isStill(item, move.folderId))
        .map((item) =>
          toFailure(item, locations.has(keyOf(item)) ? refuse('moved_since') : notFound(item.type, item.id)),
        );
      for (const [folderId, items] of groups) {
        const done = await moveTo(
          { ...scope, folderId },
          items.map(({ type, id }) => ({ type, id })),
          log,
        );
        restored.push(...done.moved);
        failed.push(...done.failed);
      }
      return { restored, failed };
    },
  };
}

/** An item that was to be moved, and the folder that it was in; null is the root. */
type LocatedItem = WorkspaceItemRefInput & { readonly from: number | null };

function keyOf({ type, id }: WorkspaceItemRefInput): string {
  return `${type} ${id}`;
}
