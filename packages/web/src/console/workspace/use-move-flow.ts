import { useState } from 'react';
import { afterRetry, movesBack, movesLeft, type Move, type MoveResult } from './bulk-move.ts';
import { useRunMoves, type Item } from './workspace-api.ts';

interface Run {
  moves: readonly Move[];
  isUndo: boolean;
  /** The result that this run is the second try of. */
  earlier?: MoveResult;
}

/** Moves from their start to their undo: what is on its way, what became of the last run, what can follow. */
export interface MoveFlow {
  running: { isUndo: boolean; answered: number; total: number } | undefined;
  shown: { isUndo: boolean; result: MoveResult } | undefined;
  moveTo(items: readonly Item[], folderId: number | null): void;
  /** Takes back what was moved. */
  undo(): void;
  /** Tries again what was refused or got no answer. */
  retry(): void;
  dismiss(): void;
}

/** @param onStart called when a new move begins; its retry and its undo are no new moves */
export function useMoveFlow(deploymentId: number, onStart: () => void): MoveFlow {
  const [shown, setShown] = useState<MoveFlow['shown']>();
  const [answered, setAnswered] = useState(0);
  const mutation = useRunMoves(deploymentId, setAnswered);
  const [running, setRunning] = useState<Run>();
  const run = (next: Run) => {
    setShown(undefined);
    setAnswered(0);
    setRunning(next);
    mutation.mutate(next.moves, {
      onSuccess: (result) => {
        const isTakenBack = next.isUndo && movesLeft(result).length === 0;
        const whole = next.earlier ? afterRetry(next.earlier, result) : result;
        setShown(isTakenBack ? undefined : { isUndo: next.isUndo, result: whole });
      },
      onSettled: () => setRunning(undefined),
    });
  };
  return {
    running: running && { isUndo: running.isUndo, answered, total: running.moves.length },
    shown,
    moveTo: (items, folderId) => {
      const moves = items.map((item) => ({ item, from: item.folderId ?? null, to: folderId }));
      onStart();
      run({ moves: moves.filter(({ from, to }) => from !== to), isUndo: false });
    },
    undo: () => shown && run({ moves: movesBack(shown.result), isUndo: true }),
    retry: () =>
      shown && run({ moves: movesLeft(shown.result), isUndo: shown.isUndo, earlier: shown.result }),
    dismiss: () => setShown(undefined),
  };
}
