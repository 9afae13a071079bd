import type { TrashedItem } from '@oriel/contract';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { useDeploymentId } from '../api/deployment-id.ts';
import { FolderCrumbs } from '../elements/folder-crumbs.tsx';
import { MessageState } from '../elements/states.tsx';
import { useSurface } from '../surface/surface.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useTrash, useTrashChanges } from './trash-api.ts';
import { TrashTable } from './trash-table.tsx';

/** Deleted items, which can be restored for a day. */
export function TrashPage() {
  const deploymentId = useDeploymentId();
  const trash = useTrash(deploymentId);
  const { restore, purge } = useTrashChanges(deploymentId);
  const [purged, setPurged] = useState<TrashedItem>();
  const { kind } = useSurface();
  useDocumentTitle(t('trash.title'));
  return (
    <div className={styles.page}>
      {kind === 'app' && <FolderCrumbs folders={[]} />}
      <PageHeading title={t('trash.title')} hint={t('trash.hint')} />
      <FailureAlert error={restore.error} mb="md" />
      <PagedList
        list={trash}
        unloaded={t('trash.unloaded')}
        empty={<MessageState icon={IconTrash} title={t('trash.none')} text={t('trash.noneText')} />}
      >
        {(items) => (
          <TrashTable
            items={items}
            restoring={restore.isPending ? restore.variables : undefined}
            onRestore={({ id }) => restore.mutate(id)}
            onPurge={setPurged}
          />
        )}
      </PagedList>
      {purged && (
        <ConfirmDialog
          title={t('trash.purgeTitle', { name: purged.name })}
          text={t('trash.purgeText')}
          action={t('trash.purge')}
          mutation={purge}
          input={purged.id}
          onClose={() => setPurged(undefined)}
        />
      )}
    </div>
  );
}
