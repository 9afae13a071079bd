import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isSignedOut } from '../../api/error-kind.ts';
import {
  afterRetry,
  stepsLeft,
  type BulkResult,
  type BulkRun,
  type RunSteps,
} from '../selection/bulk-run.ts';
import { useRefresh } from '../api/workspace-api.ts';

interface Run<Step> extends BulkRun<Step> {
  /** The result that this run is the second try of. */
  earlier?: BulkResult<Step>;
}

/**
 * A change of a selection from its start to its undo: what is on its way, what became of the last run, what can follow.
 */
export interface BulkFlow<Step> {
  running: { isUndo: boolean; answered: number; total: number } | undefined;
  shown: { isUndo: boolean; result: BulkResult<Step> } | undefined;
  begin(steps: readonly Step[]): void;
  /** Takes back what was done. */
  undo(): void;
  /** Tries again what was refused or got no answer. */
  retry(): void;
  dismiss(): void;
}

interface BulkFlowOptions<Step> {
  runSteps: RunSteps<Step>;
  /** The steps that take back what a run did. */
  stepsBack(result: BulkResult<Step>): readonly Step[];
  /** Called when a new change begins; its retry and its undo are no new ones. */
  onStart(): void;
}

export function useBulkFlow<Step>(
  deploymentId: number,
  { runSteps, stepsBack, onStart }: BulkFlowOptions<Step>,
): BulkFlow<Step> {
  const [shown, setShown] = useState<BulkFlow<Step>['shown']>();
  const [answered, setAnswered] = useState(0);
  const refresh = useRefresh(deploymentId);
  const mutation = useMutation({
    mutationFn: async (what: BulkRun<Step>) => {
      const result = await runSteps(what, setAnswered);
      // A session that has ended is not an outcome of the change: it leads to the sign-in.
      if (isSignedOut(result.stoppedBy)) throw result.stoppedBy;
      return result;
    },
    // Not waited for: the outcome is shown while the lists are fetched anew.
    onSettled: () => void refresh(),
  });
  const [running, setRunning] = useState<Run<Step>>();
  const run = ({ earlier, ...next }: Run<Step>) => {
    setShown(undefined);
    setAnswered(0);
    setRunning(next);
    mutation.mutate(next, {
      onSuccess: (result) => {
        const isTakenBack = next.isUndo && stepsLeft(result).length === 0;
        const whole = earlier ? afterRetry(earlier, result) : result;
        setShown(isTakenBack ? undefined : { isUndo: next.isUndo, result: whole });
      },
      onSettled: () => setRunning(undefined),
    });
  };
  return {
    running: running && { isUndo: running.isUndo, answered, total: running.steps.length },
    shown,
    begin: (steps) => {
      onStart();
      run({ steps, isUndo: false });
    },
    undo: () => shown && run({ steps: stepsBack(shown.result), isUndo: true }),
    retry: () =>
      shown && run({ steps: stepsLeft(shown.result), isUndo: shown.isUndo, earlier: shown.result }),
    dismiss: () => setShown(undefined),
  };
}
