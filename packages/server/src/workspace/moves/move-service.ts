import {
  refuse,
  type BulkMoveWorkspaceObjectsResponse,
  type Refusal,
  type UndoWorkspaceChangeResponse,
  type Workbook,
  type WorkspaceBulkFailure,
  type WorkspaceItemRefInput,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { currentOutcomes } from '../../db/item-outcomes.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import { createItemStore } from '../items/item-store.ts';
import { toFailure } from '../items/item-refusal.ts';
import { readAsChanged, type ChangedItem } from '../rehearsal.ts';
import { newUndoId } from '../batches/undo-id.ts';
import { notFound } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { conflictingFolders, unseenFolders, refusalOfMove, type MoveDetails } from './move-policy.ts';
import { createMoveStore, type MoveResult } from './move-store.ts';
import type { MoveRequest } from './move-request.ts';
import { createMovedReader, type MovedRef } from './moved-items.ts';

/** Nothing that refusals would say beyond the request. */
const noDetails: MoveDetails = { navigationFolders: new Set(), folderNames: new Map() };

/** Moves items of the workspace. */
export type MoveService = ReturnType<typeof createMoveService>;

/**
 * Makes the service that moves items of the workspace. An item's access, the destination's, and the move itself are one
 * statement, which is its own transaction, so that nothing can change in between. What is read afterwards is for the words of
 * the answer, and no failure of it denies a move.
 */
export function createMoveService(database: Database) {
  const store = createMoveStore(database);
  const itemStore = createItemStore(database.db);
  return bindFirst({ database, store, itemStore }, { move, moveMany, moveBack });
}

/** What the service works with. */
interface MoveNeeds {
  readonly database: Database;
  readonly store: ReturnType<typeof createMoveStore>;
  readonly itemStore: ReturnType<typeof createItemStore>;
}

async function readDetails(
  { itemStore, store }: Pick<MoveNeeds, 'itemStore' | 'store'>,
  request: MoveRequest,
  results: readonly MoveResult[],
): Promise<MoveDetails> {
  const [navigationFolders, folderNames] = await Promise.all([
    itemStore.findNavigationFolders(request, unseenFolders(request, results)),
    store.findFolderNames(request.deploymentId, conflictingFolders(results)),
  ]);
  return { navigationFolders, folderNames };
}

/** What each item was refused with; undefined for one that was moved. */
async function findRefusals(
  needs: MoveNeeds,
  request: MoveRequest,
  results: readonly MoveResult[],
  log: FastifyBaseLogger,
): Promise<(MoveResult & { refusal: Refusal | undefined })[]> {
  const details = await readDetails(needs, request, results).catch((error: unknown) => {
    log.error({ err: error }, 'Refusals of moves lack their details');
    return noDetails;
  });
  return results.map((result) => ({ ...result, refusal: refusalOfMove(request, result, details) }));
}

/** Moves distinct items to one folder. Every item is either moved or failed. */
async function moveTo(
  needs: MoveNeeds,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
  log: FastifyBaseLogger,
): Promise<{ moved: MovedRef[]; failed: WorkspaceBulkFailure[] }> {
  const results = await findRefusals(needs, request, await needs.store.moveInOrder(request, items), log);
  for (const { item, refusal } of results)
    if (refusal && refusal.status >= 500) log.error({ err: refusal, item }, 'The move of an item failed');
  return {
    moved: results.filter(({ refusal }) => !refusal),
    failed: results.flatMap(({ item, refusal }) => (refusal ? toFailure(item, refusal) : [])),
  };
}

/** Says what would become of distinct items. */
async function tryToMove(
  needs: MoveNeeds,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
  log: FastifyBaseLogger,
): Promise<Batched<BulkMoveWorkspaceObjectsResponse>> {
  const { results, changed, accessChanges } = await needs.store.rehearse(request, items);
  const refusals = await findRefusals(needs, request, results, log);
  const failed = refusals.flatMap(({ item, refusal }) => (refusal ? toFailure(item, refusal) : []));
  return answerItems<BulkMoveWorkspaceObjectsResponse, ChangedItem>({
    fields: ['moved'],
    refs: changed,
    bytesOf: ({ contentBytes }) => contentBytes,
    read: (items) => readAsChanged(needs.database.db, request, items),
    rest: { failed, accessChanges: [...accessChanges] },
  });
}

/** @throws 404 for what is not there, 403 for what the caller may not do, 400 for what cannot be, 500 for a failure */
async function move(
  needs: MoveNeeds,
  request: MoveRequest,
  item: WorkspaceItemRefInput,
  log: FastifyBaseLogger,
): Promise<Workbook> {
  const { read, ...result } = await needs.store.moveOne(request, item);
  const [refused] = await findRefusals(needs, request, [result], log);
  if (refused?.refusal) throw refused.refusal;
  const [moved] = await createMovedReader(needs.database, request, log).readFrom(result, read);
  if (!moved) throw notFound(item.type, item.id);
  return moved;
}

/**
 * Each item by the rules of a single move; one that is named twice counts once, where it is named first. What fails for
 * one item is its failure alone, and in the log where the refusal does not say it. Every item is either moved or failed. A dry run
 * changes nothing, and answers what would become of them.
 */
async function moveMany(
  needs: MoveNeeds,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
  log: FastifyBaseLogger,
  { isDryRun }: { isDryRun: boolean },
): Promise<Batched<BulkMoveWorkspaceObjectsResponse>> {
  const distinct = [...new Map(items.map((item) => [keyOf(item), item])).values()];
  if (isDryRun) return tryToMove(needs, request, distinct, log);
  const undoId = newUndoId();
  const { moved, failed } = await moveTo(needs, { ...request, undoId }, distinct, log);
  return answerItems<BulkMoveWorkspaceObjectsResponse, MovedRef>({
    fields: ['moved'],
    refs: moved,
    bytesOf: bytesOfMoved,
    read: (refs) => createMovedReader(needs.database, request, log).read(refs),
    rest: { failed, ...(moved.length > 0 && { undoId }) },
  });
}

/**
 * Takes a bulk move back: each item that is still where it was moved to goes where it was, by the rules of a single move. One
 * that was moved again is refused; one that is where it was, because it was not moved or is back, is left out.
 */
async function moveBack(
  needs: MoveNeeds,
  scope: WorkspaceScope,
  move: { folderId: number | null; items: readonly LocatedItem[] },
  log: FastifyBaseLogger,
): Promise<Batched<UndoWorkspaceChangeResponse>> {
  const locations = await needs.store.findLocations(scope, move.items);
  // What the same request, sent before, has done with an item it says again.
  const known = currentOutcomes()?.known;
  const isAt = (item: LocatedItem, folderId: number | null) => locations.get(keyOf(item)) === folderId;
  const isStill = (item: LocatedItem) => known?.has(keyOf(item)) === true || isAt(item, move.folderId);
  // The last first, as they went on top of each other.
  const away = move.items
    .filter((item) => known?.has(keyOf(item)) === true || !isAt(item, item.from))
    .toReversed();
  const groups = Map.groupBy(away.filter(isStill), ({ from }) => from);
  const restored: (MovedRef & { readonly folderId: number | null })[] = [];
  const failed = away
    .filter((item) => !isStill(item))
    .map((item) =>
      toFailure(item, locations.has(keyOf(item)) ? refuse('moved_since') : notFound(item.type, item.id)),
    );
  for (const [folderId, items] of groups) {
    const refs = items.map(({ type, id }) => ({ type, id }));
    const done = await moveTo(needs, { ...scope, folderId }, refs, log);
    restored.push(...done.moved.map((ref) => ({ ...ref, folderId })));
    failed.push(...done.failed);
  }
  return answerItems<UndoWorkspaceChangeResponse, (typeof restored)[number]>({
    fields: ['restored'],
    refs: restored,
    bytesOf: bytesOfMoved,
    async read(refs) {
      const byFolder = [...Map.groupBy(refs, ({ folderId }) => folderId)];
      const reading = byFolder.map(([folderId, each]) =>
        createMovedReader(needs.database, { ...scope, folderId }, log).read(each),
      );
      return (await Promise.all(reading)).flat();
    },
    rest: { failed },
  });
}

/** An item that was to be moved, and the folder that it was in; null is the root. */
type LocatedItem = WorkspaceItemRefInput & { readonly from: number | null };

function bytesOfMoved({ moved }: MovedRef): number {
  return moved?.contentBytes ?? 0;
}

function keyOf({ type, id }: WorkspaceItemRefInput): string {
  return `${type} ${id}`;
}
