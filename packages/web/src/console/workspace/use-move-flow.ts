import { useState } from 'react';
import { useMove, useMoveBack, type Item, type MoveOutcome } from './workspace-api.ts';

interface ShownOutcome {
  result: MoveOutcome;
  items: readonly Item[];
  folderId: number | null;
}

/** A move from its start to its undo: what is on its way, what became of the last one, and how to take it back. */
export function useMoveFlow(deploymentId: number, onMoved: () => void) {
  const [outcome, setOutcome] = useState<ShownOutcome>();
  const move = useMove(deploymentId);
  const moveBack = useMoveBack(deploymentId);
  return {
    outcome,
    isMoving: move.isPending,
    error: move.error,
    moveTo: (items: readonly Item[], folderId: number | null) => {
      if (items.length === 0) return;
      const onSuccess = (result: MoveOutcome) => {
        setOutcome({ result, items, folderId });
        onMoved();
      };
      move.mutate({ items, folderId }, { onSuccess });
    },
    undo: () => {
      if (outcome) moveBack.mutate(outcome.result, { onSuccess: () => setOutcome(undefined) });
    },
    dismiss: () => setOutcome(undefined),
  };
}
