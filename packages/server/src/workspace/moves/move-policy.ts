import { limits, refuse, type Refusal, type WorkspaceItemRefInput } from '@oriel/contract';
import { resourceKinds } from '../../access/resource-kinds.ts';
import { refusalOfItem } from '../item-refusal.ts';
import { notFound } from '../workspace-access.ts';
import type { MoveOutcome, MoveResult } from './move-store.ts';
import type { MoveRequest } from './move-request.ts';

/** The folders that were missed, of which it makes a difference whether the caller sees them for navigation. */
export function missedFolders({ folderId }: MoveRequest, results: readonly MoveResult[]): number[] {
  return results.flatMap(({ item, outcome }) => {
    if (outcome === 'destination_not_found') return folderId ?? [];
    return outcome === 'not_found' && item.type === 'FOLDER' ? item.id : [];
  });
}

/** The folders that could not be moved because of their name, which the refusal says. */
export function conflictingFolders(results: readonly MoveResult[]): number[] {
  return results.flatMap(({ item, outcome }) =>
    item.type === 'FOLDER' && (outcome === 'folder_name_taken' || outcome instanceof Error) ? item.id : [],
  );
}

/** What refusals say beyond the request. */
export interface MoveDetails {
  /** The folders that the caller sees for navigation only. */
  readonly navigationFolders: ReadonlySet<number>;
  readonly folderNames: ReadonlyMap<number, string>;
}

/**
 * The refusal of an item's move; undefined for one that was moved. A folder that the caller sees for navigation only is
 * refused as one that it sees. An error of the database that stands for no refusal is `internal`, with the error as its cause.
 */
export function refusalOfMove(
  { folderId }: MoveRequest,
  { item, outcome }: MoveResult,
  details: MoveDetails,
): Refusal | undefined {
  if (outcome instanceof Error) {
    return refusalOfItem(outcome, { name: nameOf(item, details), folderId });
  }
  return outcome === 'moved' ? undefined : refusals[outcome](item, folderId ?? 0, details);
}

type Refuse = (item: WorkspaceItemRefInput, folderId: number, details: MoveDetails) => Refusal;

const refusals: Record<Exclude<MoveOutcome, 'moved'>, Refuse> = {
  not_found: (item, folderId, details) =>
    item.type === 'FOLDER' && details.navigationFolders.has(item.id)
      ? refusals.not_allowed(item, folderId, details)
      : notFound(item.type, item.id),
  not_allowed: ({ type, id }) =>
    refuse('forbidden', { reason: `You may not move the ${resourceKinds[type].name} ${id}` }),
  destination_not_found: (item, folderId, details) =>
    details.navigationFolders.has(folderId)
      ? refusals.destination_not_allowed(item, folderId, details)
      : notFound('FOLDER', folderId),
  destination_not_allowed: (_item, folderId) =>
    refuse('forbidden', { reason: `You may not put anything into the folder ${folderId}` }),
  folder_not_found: ({ type, id }) => notFound(type, id),
  folder_move_into_itself: () => refuse('folder_move_into_itself'),
  folder_too_deep: () => refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH }),
  folder_name_taken: (item, _folderId, details) =>
    refuse('folder_name_taken', { name: nameOf(item, details) }),
};

function nameOf({ id }: WorkspaceItemRefInput, { folderNames }: MoveDetails): string {
  return folderNames.get(id) ?? '';
}
