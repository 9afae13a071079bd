import { deepestFirst, type Deletion } from '../selection/bulk-delete.ts';
import { useBulkFlow, type BulkFlow } from './use-bulk-flow.ts';
import { runDeletesIn, type Item } from '../api/workspace-api.ts';

/** Deletions of a selection from their start to their undo. */
export interface DeleteFlow extends BulkFlow<Deletion> {
  remove(items: readonly Item[]): void;
}

/** @param onStart called when new deletions begin; their retry and their undo are no new ones */
export function useDeleteFlow(deploymentId: number, onStart: () => void): DeleteFlow {
  const flow = useBulkFlow<Deletion>(deploymentId, {
    runSteps: runDeletesIn(deploymentId),
    stepsBack: ({ done }) => done,
    onStart,
  });
  return { ...flow, remove: (items) => flow.begin(deepestFirst(items).map((item) => ({ item }))) };
}
