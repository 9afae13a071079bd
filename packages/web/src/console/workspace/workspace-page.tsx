import { useMemo, useState } from 'react';
import { usePermission } from '../api/api.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { useDeploymentId } from '../api/deployment-id.ts';
import { useSurface } from '../surface/surface.ts';
import { DragToFolder } from './folders/drag-to-folder.tsx';
import { FolderTree } from './folders/folder-tree.tsx';
import { BulkDeleteNotice } from './bulk/bulk-delete-notice.tsx';
import { DeletedNotice } from './bulk/deleted-notice.tsx';
import { MoveNotice } from './bulk/move-notice.tsx';
import { TrashLink } from './folders/trash-link.tsx';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { emptySelection, keyOf } from './selection/selection.ts';
import { useDeleteFlow } from './bulk/use-delete-flow.ts';
import { useMoveFlow } from './bulk/use-move-flow.ts';
import { useSelection } from './selection/use-selection.ts';
import { useWorkspaceLocation } from './use-workspace-location.ts';
import { useAncestors, useDuplicate, useItems, useMayCreateIn, type Deleted } from './api/workspace-api.ts';
import { WorkspaceContents } from './workspace-contents.tsx';
import { WorkspaceDialogs, type WorkspaceDialog } from './workspace-dialogs.tsx';
import { WorkspaceHeading } from './workspace-heading.tsx';
import { WorkspaceToolbar } from './workspace-toolbar.tsx';
import styles from './workspace-page.module.css';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { t } from '../../messages/console-texts.ts';

/** The workspace: the tree of folders, and the list of what lies in one. */
export function WorkspacePage() {
  const deploymentId = useDeploymentId();
  return <Workspace key={deploymentId} deploymentId={deploymentId} />;
}

function Workspace({ deploymentId }: { deploymentId: number }) {
  const { folderId, view, goTo, setView } = useWorkspaceLocation();
  const query = useItems(deploymentId, folderId, view);
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const [selection, setSelection] = useSelection(
    JSON.stringify([folderId, view.search, view.type, view.favorites]),
  );
  const [dialog, setDialog] = useState<WorkspaceDialog>();
  const [deleted, setDeleted] = useState<Deleted>();
  const onStart = () => {
    setDialog(undefined);
    setSelection(emptySelection);
  };
  const moves = useMoveFlow(deploymentId, onStart);
  const deletes = useDeleteFlow(deploymentId, () => {
    onStart();
    setDeleted(undefined);
  });
  const isBusy = moves.running !== undefined || deletes.running !== undefined;
  const onCreate = useMayCreateIn(deploymentId, folderId) ? setDialog : undefined;
  const duplicate = useDuplicate(deploymentId);
  const mayCreate = usePermission('AIBIExplore');
  const { workspaceTitle } = useSurface();
  const { data: ancestors, isPending } = useAncestors(deploymentId, folderId);
  useDocumentTitle(ancestors?.at(-1)?.name ?? workspaceTitle ?? t('workspace.title'), !isPending);
  const selected = items.filter((item) => selection.keys.has(keyOf(item)));
  const movable = selected.filter(({ canManage }) => canManage);
  return (
    <DragToFolder selected={movable} isEnabled={!isBusy} onMove={moves.moveTo}>
      <div className={styles.workspace}>
        <nav className={styles.tree} aria-label={t('workspace.folders')}>
          <FolderTree deploymentId={deploymentId} current={folderId} onChoose={goTo} isDropTarget />
          <TrashLink />
        </nav>
        <section className={styles.main}>
          <WorkspaceHeading
            deploymentId={deploymentId}
            folderId={folderId}
            onChoose={goTo}
            onCreate={onCreate}
          />
          <WorkspaceToolbar view={view} onChange={setView} />
          <MoveNotice flow={moves} />
          <BulkDeleteNotice flow={deletes} />
          {deleted && (
            <DeletedNotice
              key={deleted.undoId}
              deploymentId={deploymentId}
              deleted={deleted}
              onClose={() => setDeleted(undefined)}
            />
          )}
          <SelectionBar
            selected={selected}
            isAllOfPart={query.hasNextPage && selected.length === items.length}
            isDeleteRefused={dialog === 'delete'}
            onAction={setDialog}
            onDuplicate={mayCreate ? (item) => duplicate.mutate(item) : undefined}
            onClear={() => setSelection(emptySelection)}
          />
          <FailureAlert error={duplicate.error} mb="sm" />
          <WorkspaceContents
            deploymentId={deploymentId}
            query={query}
            items={items}
            folderId={folderId}
            view={view}
            selection={selection}
            onSelect={(next) => {
              setSelection(next);
              setDialog(undefined);
            }}
            onDelete={() => setDialog('delete')}
            onView={setView}
            onCreate={onCreate}
          />
        </section>
      </div>
      <WorkspaceDialogs
        deploymentId={deploymentId}
        folderId={folderId}
        dialog={dialog}
        selected={dialog === 'move' || dialog === 'delete' ? movable : selected}
        kept={selected.length - movable.length}
        isBusy={isBusy}
        onMove={(target) => moves.moveTo(movable, target)}
        onDelete={() => deletes.remove(movable)}
        onDeleted={(done) => {
          onStart();
          deletes.dismiss();
          setDeleted(done);
        }}
        onClose={() => setDialog(undefined)}
      />
    </DragToFolder>
  );
}
