import { limits, refuse, type Refusal, type WorkspaceItemRefInput } from '@oriel/contract';
import { refusalOfConstraint } from '../constraint-refusals.ts';
import type { MoveOutcome, MoveRequest, MoveResult } from './move-store.ts';

/** The folders that were missed, of which it makes a difference whether the caller sees them for navigation. */
export function missedFolders({ folderId }: MoveRequest, results: readonly MoveResult[]): number[] {
  return results.flatMap(({ item, outcome }) => {
    if (outcome === 'destination_not_found') return folderId ?? [];
    return outcome === 'not_found' && item.type === 'FOLDER' ? item.id : [];
  });
}

/**
 * Why an item was not moved; undefined for one that was. A folder that the caller sees only because it leads to something
 * is refused as one that it sees.
 *
 * @throws what the database said, where that is no refusal
 */
export function refusalOfMove(
  request: MoveRequest,
  { item, outcome }: MoveResult,
  foldersOnTheWay: ReadonlySet<number>,
): Refusal | undefined {
  if (outcome instanceof Error) {
    const refusal = refusalOfConstraint(outcome, { name: nameOf(item), folderId: request.folderId });
    if (refusal) return refusal;
    throw outcome;
  }
  return outcome === 'moved' ? undefined : refusals[outcome](item, request.folderId ?? 0, foldersOnTheWay);
}

type Refuse = (
  item: WorkspaceItemRefInput,
  folderId: number,
  foldersOnTheWay: ReadonlySet<number>,
) => Refusal;

const refusals: Record<Exclude<MoveOutcome, 'moved'>, Refuse> = {
  not_found: (item, folderId, onTheWay) =>
    item.type === 'FOLDER' && onTheWay.has(item.id)
      ? refusals.not_allowed(item, folderId, onTheWay)
      : itemNotFound(item),
  not_allowed: (item) => refuse('forbidden', { reason: `You may not move the ${kindOf(item)} ${item.id}` }),
  destination_not_found: (item, folderId, onTheWay) =>
    onTheWay.has(folderId)
      ? refusals.destination_not_allowed(item, folderId, onTheWay)
      : refuse('folder_not_found', { id: folderId }),
  destination_not_allowed: (_item, folderId) =>
    refuse('forbidden', { reason: `You may not put anything into the folder ${folderId}` }),
  folder_not_found: itemNotFound,
  folder_move_into_itself: () => refuse('folder_move_into_itself'),
  folder_too_deep: () => refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH }),
  folder_name_taken: (item) => refuse('folder_name_taken', { name: nameOf(item) }),
};

/** The refusal of an item that is not there, or not there any more. */
export function itemNotFound(item: WorkspaceItemRefInput): Refusal {
  return refuse(`${kindOf(item)}_not_found`, { id: item.id });
}

/** The name of a folder is not read for a move, so its number stands for it. */
function nameOf({ id }: WorkspaceItemRefInput): string {
  return `of folder ${id}`;
}

function kindOf({ type }: WorkspaceItemRefInput): 'folder' | 'workbook' | 'report' {
  return ({ FOLDER: 'folder', WORKBOOK: 'workbook', REPORT: 'report' } as const)[type];
}
