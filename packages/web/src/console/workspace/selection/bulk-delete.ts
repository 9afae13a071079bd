import type { BulkDeleteWorkspaceObjectsPayload, WorkspaceItemRefInput } from '@oriel/contract';
import { requestsOf, runRequests, type BulkResult, type BulkStep, type SendSteps } from './bulk-run.ts';

/** One thing that is deleted, and by what it comes back once it was. */
export interface Deletion extends BulkStep {
  /** Of the request that deleted it; absent before. */
  undoId?: string;
}

/** Sends one request of items to delete. */
export type SendDeletes = (
  items: WorkspaceItemRefInput[],
) => Promise<Pick<BulkDeleteWorkspaceObjectsPayload, 'failed' | 'undoId'>>;

/** Brings back what one request deleted. */
export type SendUndo = (undoId: string, request: readonly Deletion[]) => ReturnType<SendSteps<Deletion>>;

/** A thing with the folders that it lies in. */
interface Placed {
  folderPath?: readonly unknown[] | null | undefined;
}

/**
 * The things in the order in which they are deleted: what lies deeper first, since a folder that has others in it is
 * refused, and what is left in one when it is deleted moves to the root.
 */
export function deepestFirst<Item extends Placed>(items: readonly Item[]): Item[] {
  const depthOf = ({ folderPath }: Placed) => folderPath?.length ?? 0;
  return items.toSorted((a, b) => depthOf(b) - depthOf(a));
}

/** Deletes things by as few requests as the limit allows, in the order given. Never rejects. */
export async function runDeletes(
  deletions: readonly Deletion[],
  send: SendDeletes,
  onProgress?: (answered: number) => void,
): Promise<BulkResult<Deletion>> {
  const undoIds = new Map<Deletion, string>();
  const sendRequest: SendSteps<Deletion> = async (request) => {
    const { failed, undoId } = await send(request.map(({ item: { type, id } }) => ({ type, id })));
    if (undoId !== undefined) for (const deletion of request) undoIds.set(deletion, undoId);
    return { failed };
  };
  const result = await runRequests(requestsOf(deletions), sendRequest, onProgress);
  return {
    ...result,
    done: result.done.map((deletion) => {
      const undoId = undoIds.get(deletion);
      return undoId === undefined ? deletion : { ...deletion, undoId };
    }),
  };
}

/**
 * Brings things back, those that were deleted last first: a folder is there again before what lay in it. Never rejects.
 */
export function runRestores(
  deletions: readonly Deletion[],
  send: SendUndo,
  onProgress?: (answered: number) => void,
): Promise<BulkResult<Deletion>> {
  const byRequest = Map.groupBy(deletions, ({ undoId }) => undoId);
  const requests = [...byRequest.values()].toReversed();
  return runRequests(requests, (request) => send(request[0]?.undoId ?? '', request), onProgress);
}
