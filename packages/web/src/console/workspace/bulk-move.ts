import type { BulkMoveWorkspaceObjectsResponse, WorkspaceItemRefInput } from '@oriel/contract';
import { MAX_BULK_ITEMS } from '@oriel/contract/limits';

/** One thing, the folder that it lies in and the one that it should go to; null is the root. */
export interface Move {
  item: WorkspaceItemRefInput & { name: string };
  from: number | null;
  to: number | null;
}

/** What became of each of a number of moves: every move is in exactly one of the three lists. */
export interface MoveResult {
  moved: readonly Move[];
  /** Refused by the server, with the sentence that it gave as the reason. */
  refused: readonly { move: Move; message: string }[];
  /** Sent in a request that broke, so that its outcome is unknown; or not sent after it. */
  unanswered: readonly Move[];
  /** What the broken request failed with. */
  stoppedBy?: unknown;
}

/** What became of the items of one request. */
export type MoveAnswer = Pick<BulkMoveWorkspaceObjectsResponse, 'moved' | 'failed'>;

/** Sends one request of at most {@link MAX_BULK_ITEMS} items to one folder. */
export type SendMoves = (items: WorkspaceItemRefInput[], folderId: number | null) => Promise<MoveAnswer>;

/**
 * Makes moves by as few requests as the limit allows, one after the other, in the order given for each destination.
 *
 * Never rejects: a request that breaks ends the run, and what the earlier ones did is kept.
 *
 * @param onProgress called after each request with the number of moves that have an answer
 */
export async function runMoves(
  moves: readonly Move[],
  send: SendMoves,
  onProgress: (answered: number) => void = () => {},
): Promise<MoveResult> {
  const requests = requestsOf(moves);
  let result: MoveResult = { moved: [], refused: [], unanswered: [] };
  for (const [index, request] of requests.entries()) {
    try {
      const items = request.map(({ item: { type, id } }) => ({ type, id }));
      const answer = await send(items, request[0]?.to ?? null);
      result = joinResults(result, readAnswer(request, answer));
      onProgress(result.moved.length + result.refused.length);
    } catch (error) {
      return { ...result, unanswered: requests.slice(index).flat(), stoppedBy: error };
    }
  }
  return result;
}

/** The moves that take back what was moved. */
export function movesBack({ moved }: MoveResult): Move[] {
  return moved.map(({ item, from, to }) => ({ item, from: to, to: from }));
}

/** The moves that are still to be made. */
export function movesLeft({ refused, unanswered }: MoveResult): Move[] {
  return [...refused.map(({ move }) => move), ...unanswered];
}

/** The result of a run together with that of an earlier one: the later one has tried the open moves again. */
export function afterRetry(earlier: MoveResult, retry: MoveResult): MoveResult {
  return { ...retry, moved: [...earlier.moved, ...retry.moved] };
}

function requestsOf(moves: readonly Move[]): Move[][] {
  const byFolder = Map.groupBy(moves, ({ to }) => to);
  return [...byFolder.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_BULK_ITEMS) }, (_, index) =>
      group.slice(index * MAX_BULK_ITEMS, (index + 1) * MAX_BULK_ITEMS),
    ),
  );
}

function readAnswer(request: readonly Move[], answer: MoveAnswer): MoveResult {
  const keyOf = ({ type, id }: WorkspaceItemRefInput) => `${type} ${id}`;
  const reasons = new Map(answer.failed.map((failure) => [keyOf(failure), failure.error.message]));
  return {
    moved: request.filter(({ item }) => !reasons.has(keyOf(item))),
    refused: request.flatMap((move) => {
      const message = reasons.get(keyOf(move.item));
      return message === undefined ? [] : [{ move, message }];
    }),
    unanswered: [],
  };
}

function joinResults(a: MoveResult, b: MoveResult): MoveResult {
  return {
    moved: [...a.moved, ...b.moved],
    refused: [...a.refused, ...b.refused],
    unanswered: [...a.unanswered, ...b.unanswered],
  };
}
