import { movesBack, type Move } from '../selection/bulk-move.ts';
import { useBulkFlow, type BulkFlow } from './use-bulk-flow.ts';
import { runMovesIn, type Item } from '../api/workspace-api.ts';

/** Moves from their start to their undo. */
export interface MoveFlow extends BulkFlow<Move> {
  moveTo(items: readonly Item[], folderId: number | null): void;
}

/** @param onStart called when a new move begins; its retry and its undo are no new moves */
export function useMoveFlow(deploymentId: number, onStart: () => void): MoveFlow {
  const flow = useBulkFlow<Move>(deploymentId, {
    runSteps: runMovesIn(deploymentId),
    stepsBack: movesBack,
    onStart,
  });
  return {
    ...flow,
    moveTo: (items, folderId) => {
      const moves = items.map((item) => ({ item, from: item.folderId ?? null, to: folderId }));
      flow.begin(moves.filter(({ from, to }) => from !== to));
    },
  };
}
