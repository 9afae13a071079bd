import type { WorkspaceItemRefInput } from '@oriel/contract';
import { requestsOf, runRequests, type BulkResult, type BulkStep, type SendSteps } from './bulk-run.ts';

/** One thing, the folder that it lies in and the one that it should go to; null is the root. */
export interface Move extends BulkStep {
  from: number | null;
  to: number | null;
}

/** Sends one request of items to one folder. */
export type SendMoves = (
  items: WorkspaceItemRefInput[],
  folderId: number | null,
) => ReturnType<SendSteps<Move>>;

/** Makes moves by as few requests as the limit allows, in the order given for each destination. Never rejects. */
export function runMoves(
  moves: readonly Move[],
  send: SendMoves,
  onProgress?: (answered: number) => void,
): Promise<BulkResult<Move>> {
  const byFolder = Map.groupBy(moves, ({ to }) => to);
  const sendRequest: SendSteps<Move> = (request) =>
    send(
      request.map(({ item: { type, id } }) => ({ type, id })),
      request[0]?.to ?? null,
    );
  return runRequests([...byFolder.values()].flatMap(requestsOf), sendRequest, onProgress);
}

/** The moves that take back what was moved. */
export function movesBack({ done }: BulkResult<Move>): Move[] {
  return done.map(({ item, from, to }) => ({ item, from: to, to: from }));
}
