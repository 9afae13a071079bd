import { limits, refuse, type Refusal, type WorkspaceItemRefInput } from '@oriel/contract';
import { resourceKinds } from '../../access/resource-kinds.ts';
import { refusalOfItem } from '../items/item-refusal.ts';
import { notFound } from '../workspace-access.ts';
import type { MoveOutcome } from './move-statement.ts';
import type { MoveResult } from './move-store.ts';
import type { MoveRequest } from './move-request.ts';

/** The folders that were not seen, of which it makes a difference to viewers whether they see them for navigation. */
export function unseenFolders({ folderId, actor }: MoveRequest, results: readonly MoveResult[]): number[] {
  if (actor.kind === 'user') return [];
  return results.flatMap(({ item, outcome }) => {
    if (outcome === 'destination_not_seen') return folderId ?? [];
    return outcome === 'not_seen' && item.type === 'FOLDER' ? item.id : [];
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
  { folderId, actor }: MoveRequest,
  { item, outcome, moved }: MoveResult,
  details: MoveDetails,
): Refusal | undefined {
  const workbookId = moved?.workbookId ?? 0;
  if (outcome instanceof Error)
    return refusalOfItem(outcome, { id: item.id, name: nameOf(item, details), folderId, workbookId });
  if (outcome === 'moved') return undefined;
  const known = { folderId: folderId ?? 0, workbookId, isUser: actor.kind === 'user', ...details };
  return refusals[outcome](item, known);
}

/** What a refusal may say. */
interface Known extends MoveDetails {
  readonly folderId: number;
  /** Of a report that is a tab. */
  readonly workbookId: number;
  /** Whether a user of the account asks, who is told what there is in the deployment; viewers of others' products are not. */
  readonly isUser: boolean;
}

type Refuse = (item: WorkspaceItemRefInput, known: Known) => Refusal;

const refusals: Record<Exclude<MoveOutcome, 'moved'>, Refuse> = {
  not_found: ({ type, id }) => notFound(type, id),
  not_seen: (item, known) =>
    known.isUser || (item.type === 'FOLDER' && known.navigationFolders.has(item.id))
      ? refusals.not_allowed(item, known)
      : notFound(item.type, item.id),
  not_allowed: ({ type, id }) =>
    refuse('forbidden', { reason: `You may not move the ${resourceKinds[type].name} ${id}` }),
  report_in_workbook: ({ id }, { workbookId }) => refuse('report_in_workbook', { id, workbookId }),
  destination_not_found: (_item, { folderId }) => notFound('FOLDER', folderId),
  destination_not_seen: (item, known) =>
    known.isUser || known.navigationFolders.has(known.folderId)
      ? refusals.destination_not_allowed(item, known)
      : notFound('FOLDER', known.folderId),
  destination_not_allowed: (_item, { folderId }) =>
    refuse('forbidden', { reason: `You may not put anything into the folder ${folderId}` }),
  folder_not_found: ({ type, id }) => notFound(type, id),
  folder_move_into_itself: () => refuse('folder_move_into_itself'),
  folder_too_deep: () => refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH }),
  folder_name_taken: (item, known) => refuse('folder_name_taken', { name: nameOf(item, known) }),
};

function nameOf({ id }: WorkspaceItemRefInput, { folderNames }: MoveDetails): string {
  return folderNames.get(id) ?? '';
}
