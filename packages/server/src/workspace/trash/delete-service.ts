import {
  refuse,
  type BulkDeleteWorkspaceObjectsPayload,
  type Refusal,
  type WorkspaceItemRefInput,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { accessLevels } from '../../access/access-level.ts';
import { conditionOf } from '../../access/principal.ts';
import { resourceKinds } from '../../access/resource-kinds.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { refusalOfItem, toFailure } from '../items/item-refusal.ts';
import { createItemStore } from '../items/item-store.ts';
import { newUndoId } from '../batches/undo-id.ts';
import { notFound } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { DeleteOutcome, DeleteRequest } from './delete-row.ts';
import { createDeleteStore, deleteWithin, type DeleteResult } from './delete-store.ts';

/**
 * Makes the service that deletes items. An item's access, what the trash keeps of it, and the deletion itself are one statement,
 * which is its own transaction, so that nothing can change in between.
 */
export function createDeleteService(database: Database) {
  const store = createDeleteStore(database);
  const itemStore = createItemStore(database.db);
  return bindFirst({ database, store, itemStore }, { remove, removeMany });
}

/** What the service works with. */
interface DeleteNeeds {
  readonly database: Database;
  readonly store: ReturnType<typeof createDeleteStore>;
  readonly itemStore: ReturnType<typeof createItemStore>;
}

/** What each item was refused with; undefined for one that was deleted. */
async function findRefusals(
  { itemStore }: Pick<DeleteNeeds, 'itemStore'>,
  scope: WorkspaceScope,
  results: readonly DeleteResult[],
  log: FastifyBaseLogger,
): Promise<{ item: WorkspaceItemRefInput; refusal: Refusal | undefined }[]> {
  const missed = results.flatMap(({ item, outcome }) =>
    item.type === 'FOLDER' && outcome === 'not_found' ? item.id : [],
  );
  const navigation = await itemStore.findNavigationFolders(scope, missed).catch((error: unknown) => {
    log.error({ err: error }, 'Refusals of deletes lack their details');
    return new Set<number>();
  });
  return results.map((result) => ({
    item: result.item,
    refusal: refusalOfDelete(result, navigation.has(result.item.id)),
  }));
}

/** Deletes the item that `If-Match` asks for: it is compared before, while nothing else changes in the workspace. */
function deleteExpected(
  { database }: Pick<DeleteNeeds, 'database'>,
  request: DeleteRequest,
  item: WorkspaceItemRefInput,
): Promise<DeleteResult> {
  return changeWorkspace(database.db, request, { lock: 'exclusive' }, async ({ db, access }) => {
    await access.get(item.type, item.id, accessLevels.manage);
    return deleteWithin(db, request, item);
  });
}

/**
 * @throws `folder_has_subfolders`, `precondition_failed`; 404 for what the caller cannot see, 403 for what it may not delete,
 * 500 for a failure
 */
async function remove(
  needs: DeleteNeeds,
  scope: WorkspaceScope,
  item: WorkspaceItemRefInput,
  log: FastifyBaseLogger,
): Promise<void> {
  const request = { ...scope, undoId: randomUUID() };
  const result =
    conditionOf(scope.actor)?.expected === undefined
      ? await needs.store.deleteOne(request, item)
      : await deleteExpected(needs, request, item);
  const [refused] = await findRefusals(needs, scope, [result], log);
  if (refused?.refusal) throw refused.refusal;
}

/**
 * Each item by the rules of a single delete; one that is named twice counts once, where it is named first. What fails for
 * one item is its failure alone, and in the log where the refusal does not say it. Every item is either deleted or failed. A dry run
 * changes nothing, and answers what would become of them.
 */
async function removeMany(
  needs: DeleteNeeds,
  scope: WorkspaceScope,
  items: readonly WorkspaceItemRefInput[],
  log: FastifyBaseLogger,
  { isDryRun }: { isDryRun: boolean },
): Promise<BulkDeleteWorkspaceObjectsPayload> {
  const undoId = newUndoId();
  const distinct = [...new Map(items.map((item) => [`${item.type} ${item.id}`, item])).values()];
  const rehearsed = isDryRun ? await needs.store.rehearse({ ...scope, undoId }, distinct) : undefined;
  const answered = rehearsed?.results ?? (await needs.store.deleteInOrder({ ...scope, undoId }, distinct));
  const results = await findRefusals(needs, scope, answered, log);
  for (const { item, refusal } of results)
    if (refusal && refusal.status >= 500) log.error({ err: refusal, item }, 'An item was not deleted');
  const deleted = results.flatMap(({ item, refusal }) => (refusal ? [] : item));
  const failed = results.flatMap(({ item, refusal }) => (refusal ? toFailure(item, refusal) : []));
  if (rehearsed) return { deleted, failed, accessChanges: [...rehearsed.accessChanges] };
  return { deleted, failed, ...(deleted.length > 0 && { undoId }) };
}

function refusalOfDelete(
  { item, outcome, subfolders }: DeleteResult,
  isNavigation: boolean,
): Refusal | undefined {
  if (outcome instanceof Error) return refusalOfItem(outcome);
  if (outcome === 'deleted') return undefined;
  const isSeen: DeleteOutcome = isNavigation ? 'not_allowed' : outcome;
  return refusals[outcome === 'not_found' ? isSeen : outcome](item, subfolders);
}

const refusals: Record<
  DeleteOutcome,
  (item: WorkspaceItemRefInput, subfolders: number) => Refusal | undefined
> = {
  deleted: () => undefined,
  not_found: ({ type, id }) => notFound(type, id),
  not_allowed: ({ type, id }) =>
    refuse('forbidden', { reason: `You may not delete the ${resourceKinds[type].name} ${id}` }),
  folder_has_subfolders: (_item, count) => refuse('folder_has_subfolders', { count }),
};
