import { BulkNotice } from './bulk-notice.tsx';
import { stepsLeft } from '../selection/bulk-run.ts';
import type { MoveFlow } from './use-move-flow.ts';
import { t } from '../../../messages/console-texts.ts';

/** What the last move, or the undo of it, is doing or has done. */
export function MoveNotice({ flow }: { flow: MoveFlow }) {
  return (
    <BulkNotice
      flow={flow}
      progressText={(isUndo, counts) =>
        isUndo ? t('workspace.move.movingBack', counts) : t('workspace.move.moving', counts)
      }
      doneText={(isUndo, count) => {
        if (isUndo) return t('workspace.move.movedBack', { count });
        return count === 0 && flow.shown && stepsLeft(flow.shown.result).length === 0
          ? t('workspace.move.nothing')
          : t('workspace.move.moved', { count });
      }}
    />
  );
}
