import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { ShareDialog } from '../sharing/share-dialog.tsx';
import type { CreatedKind } from './create-buttons.tsx';
import { DeleteManyDialog } from './bulk/delete-many-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { NewWorkbookDialog } from './new-workbook-dialog.tsx';
import { useCreateFolder, useDelete, useRename, type Deleted, type Item } from './api/workspace-api.ts';
import { t } from '../../messages/console-texts.ts';

/** The dialog that is open, if any. */
export type WorkspaceDialog = 'move' | 'rename' | 'delete' | 'share' | CreatedKind | undefined;

interface WorkspaceDialogsProps {
  deploymentId: number;
  folderId: number | null;
  dialog: WorkspaceDialog;
  /** What the dialog is about. */
  selected: readonly Item[];
  /** How many more are selected, which the user may neither move nor delete. */
  kept: number;
  /** Whether a change of a selection is on its way: one at a time. */
  isBusy: boolean;
  onMove(folderId: number | null): void;
  /** Deletes several things. */
  onDelete(): void;
  /** One thing was deleted. */
  onDeleted(deleted: Deleted): void;
  onClose(): void;
}

/** The open dialog, about the folder that is shown or the things that are selected. */
export function WorkspaceDialogs(props: WorkspaceDialogsProps) {
  const { deploymentId, folderId, dialog, selected, kept, isBusy, onMove, onDelete, onDeleted, onClose } =
    props;
  const create = useCreateFolder(deploymentId);
  const rename = useRename(deploymentId);
  const remove = useDelete(deploymentId);
  const [first] = selected;
  if (dialog === 'workbook')
    return <NewWorkbookDialog deploymentId={deploymentId} folderId={folderId} onClose={onClose} />;
  if (dialog === 'folder')
    return (
      <NameDialog
        title={t('action.newFolder')}
        label={t('workspace.name.label')}
        action={t('action.create')}
        initial=""
        mutation={create}
        inputOf={(name) => ({ name, parentId: folderId })}
        onClose={onClose}
      />
    );
  if (!first) return null;
  if (dialog === 'move')
    return (
      <MoveDialog
        deploymentId={deploymentId}
        items={selected}
        isMoving={isBusy}
        onMove={onMove}
        onClose={onClose}
      />
    );
  if (dialog === 'rename')
    return (
      <NameDialog
        title={t('workspace.name.rename', { name: first.name })}
        label={t('workspace.name.newLabel')}
        action={t('action.rename')}
        initial={first.name}
        mutation={rename}
        inputOf={(name) => ({ item: first, name })}
        onClose={onClose}
      />
    );
  if (dialog === 'share') return <ShareDialog item={{ ...first, deploymentId }} onClose={onClose} />;
  if (dialog === 'delete' && selected.length > 1)
    return (
      <DeleteManyDialog
        deploymentId={deploymentId}
        items={selected}
        kept={kept}
        isBusy={isBusy}
        onDelete={onDelete}
        onClose={onClose}
      />
    );
  return dialog === 'delete' ? (
    <ConfirmDialog
      title={t('workspace.remove.title', { name: first.name })}
      text={t(`workspace.remove.${first.type}`)}
      action={t('action.delete')}
      refusal={t('action.keep')}
      mutation={remove}
      input={first}
      onDone={onDeleted}
      onClose={onClose}
    />
  ) : null;
}
