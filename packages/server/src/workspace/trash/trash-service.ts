import {
  limits,
  Refusal,
  refuse,
  type OperationTypes,
  type UndoWorkspaceChangeResponse,
  type Workbook,
  type WorkspaceBulkFailure,
  type WorkspaceItemRefInput,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { currentOutcomes, nameOfItem, runItem } from '../../db/item-outcomes.ts';
import { hasOuterTransaction } from '../../db/request-context.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import { readPage } from '../../paging/page.ts';
import type { createMoveService } from '../moves/move-service.ts';
import { createMovedReader } from '../moves/moved-items.ts';
import { resourceKinds } from '../../access/resource-kinds.ts';
import { mapConstraintErrors, type ConflictContext } from '../items/constraint-refusals.ts';
import { findContentBytes } from '../items/content-bytes.ts';
import { refusalOfItem, toFailure } from '../items/item-refusal.ts';
import type { WorkspaceAccess } from '../workspace-access.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { createItemGraphs } from './item-graph.ts';
import { restoreRows } from './restore-rows.ts';
import { restoreTogether, type Restored, type UndoneEntry } from './restore-together.ts';
import { byDeletion, createTrashStore, toTrashedItem, type HeldRow } from './trash-store.ts';

/** Makes the service of the trash, and of what can be undone. */
export function createTrashService(database: Database, moves: Moves) {
  const { db } = database;
  const store = createTrashStore(db);
  const graphs = createItemGraphs(db);
  return bindFirst({ database, moves, db, store, graphs }, { list, restore, purge, undo });
}

/** Takes bulk moves back. */
type Moves = Pick<ReturnType<typeof createMoveService>, 'moveBack'>;

/** What the service works with. */
interface TrashNeeds {
  readonly database: Database;
  readonly db: Database['db'];
  readonly moves: Moves;
  readonly store: ReturnType<typeof createTrashStore>;
  readonly graphs: ReturnType<typeof createItemGraphs>;
}

/** Writes an entry back. Whether the caller may is decided on the item as it is then, by the rules of every item. */
function restoreRow(
  { db, graphs }: Pick<TrashNeeds, 'db' | 'graphs'>,
  scope: WorkspaceScope,
  id: number,
  options: { isDurable: boolean },
): Promise<Restored> {
  return changeWorkspace(db, scope, { lock: 'exclusive' }, async (tx) => {
    // It would hold for all that the request's transaction commits.
    if (!options.isDurable && !hasOuterTransaction())
      await sql`set local synchronous_commit = off`.execute(tx.db);
    const trash = createTrashStore(tx.db);
    const [row] = await trash.hold(scope, [id]);
    if (!row) throw refuse('trashed_item_not_found', { id });
    const item = { type: row.itemType, id: row.itemId };
    const graph = await graphs(item.type);
    await mapConstraintErrors(conflictOf(row), () => restoreRows(tx.db, graph, { ...row, ids: [row.id] }));
    await trash.remove(scope, [id]);
    const restored = await getAsManager(tx.access, item);
    if ('path' in restored && restored.path.length > limits.MAX_FOLDER_DEPTH)
      throw refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH });
    return { entryId: row.id, item, contentBytes: await findContentBytes(tx.db, item) };
  });
}

/** Restores entries one by one, each in its own transaction. */
async function restoreEach(
  needs: TrashNeeds,
  scope: WorkspaceScope,
  entries: readonly UndoneEntry[],
  log: FastifyBaseLogger,
): Promise<{ restored: Restored[]; failed: WorkspaceBulkFailure[] }> {
  const restored: Restored[] = [];
  const failed: WorkspaceBulkFailure[] = [];
  let fault: Refusal | undefined;
  for (const { id, itemType: type, itemId } of entries) {
    const item = { type, id: itemId };
    // What lies in a folder that could not be restored for a fault would come back at the root: it waits for the next try.
    if (fault) {
      failed.push(toFailure(item, fault));
      continue;
    }
    try {
      const work = () => restoreRow(needs, scope, id, { isDurable: false });
      restored.push(await runItem(needs.db, nameOfItem(item), work));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusalOfItem(error as Error);
      if (refusal.status >= 500) {
        log.error({ err: refusal, item }, 'An item was not restored');
        fault = refusal;
      }
      failed.push(toFailure(item, refusal));
    }
  }
  // The disk takes everything before it along.
  await sql`select pg_logical_emit_message(true, 'oriel', '')`.execute(needs.db);
  return { restored, failed };
}

async function undoDelete(
  needs: TrashNeeds,
  scope: WorkspaceScope,
  entries: readonly UndoneEntry[],
  log: FastifyBaseLogger,
): Promise<Batched<UndoWorkspaceChangeResponse>> {
  // What the same request, sent before, has restored is there.
  const done = [...(currentOutcomes()?.known.values() ?? [])] as Restored[];
  const together = await restoreTogether(needs.db, scope, needs.graphs, entries);
  const { restored, failed } = together
    ? { restored: together, failed: [] }
    : await restoreEach(needs, scope, entries, log);
  const reader = createMovedReader(needs.database, { ...scope, folderId: null }, log);
  return answerItems<UndoWorkspaceChangeResponse, Restored>({
    fields: ['restored'],
    // The last first, whenever each was restored.
    refs: [...done, ...restored].toSorted((one, other) => other.entryId - one.entryId),
    bytesOf: ({ contentBytes }) => contentBytes,
    read: (refs) => reader.read(refs),
    rest: { failed },
  });
}

/** @throws `invalid_cursor` */
async function list(
  { store }: Pick<TrashNeeds, 'store'>,
  scope: WorkspaceScope,
  request: OperationTypes['getTrash']['query'],
) {
  const { rows, pageInfo } = await readPage(request, byDeletion, (range) => store.list(scope, range));
  return { items: rows.map(toTrashedItem), pageInfo };
}

/** @throws `trashed_item_not_found`, `forbidden`, and what the item is in conflict with by now */
async function restore(
  needs: TrashNeeds,
  scope: WorkspaceScope,
  id: number,
  log: FastifyBaseLogger,
): Promise<Workbook> {
  const done = await restoreRow(needs, scope, id, { isDurable: true });
  const [restored] = await createMovedReader(needs.database, { ...scope, folderId: null }, log).read([done]);
  if (!restored) throw refuse('trashed_item_not_found', { id });
  return restored;
}

/** @throws `trashed_item_not_found` */
function purge({ db }: Pick<TrashNeeds, 'db'>, scope: WorkspaceScope, id: number): Promise<void> {
  return changeWorkspace(db, scope, {}, async (tx) => {
    const trash = createTrashStore(tx.db);
    const [held] = await trash.hold(scope, [id]);
    if (!held) throw refuse('trashed_item_not_found', { id });
    await trash.remove(scope, [id]);
  });
}

/** @throws `undo_not_found` */
async function undo(
  needs: TrashNeeds,
  scope: WorkspaceScope,
  undoId: string,
  log: FastifyBaseLogger,
): Promise<Batched<UndoWorkspaceChangeResponse>> {
  const move = await needs.store.findMove(scope, undoId);
  if (move) return needs.moves.moveBack(scope, move, log);
  const entries = await needs.store.listByUndo(scope, undoId);
  if (entries.length === 0 && !currentOutcomes()?.known.size) throw refuse('undo_not_found');
  return undoDelete(needs, scope, entries, log);
}

/** @throws `forbidden` for a caller who does not manage the item, whether it sees it or not: it has seen it in the trash */
async function getAsManager(access: WorkspaceAccess, { type, id }: WorkspaceItemRefInput) {
  try {
    return await access.get(type, id, accessLevels.manage);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = `You may not restore the ${resourceKinds[type].name} ${id} to where it was`;
    throw refuse('forbidden', { reason }, { cause: error });
  }
}

/** What others may have taken in the meantime. */
function conflictOf({ name, folderId, taken }: HeldRow): ConflictContext {
  return { name, folderId, ...taken };
}
