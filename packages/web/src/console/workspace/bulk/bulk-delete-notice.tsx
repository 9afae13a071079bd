import { BulkNotice } from './bulk-notice.tsx';
import type { DeleteFlow } from './use-delete-flow.ts';
import { t } from '../../../messages/console-texts.ts';

/** What the last deletion of several things, or the undo of it, is doing or has done. */
export function BulkDeleteNotice({ flow }: { flow: DeleteFlow }) {
  return (
    <BulkNotice
      flow={flow}
      progressText={(isUndo, counts) =>
        isUndo ? t('workspace.removeMany.restoring', counts) : t('workspace.removeMany.deleting', counts)
      }
      doneText={(isUndo, count) =>
        isUndo ? t('workspace.removeMany.restored', { count }) : t('workspace.removeMany.deleted', { count })
      }
      missingText={t('workspace.removeMany.missing')}
    />
  );
}
