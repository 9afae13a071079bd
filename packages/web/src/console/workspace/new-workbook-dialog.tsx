import { useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { NameDialog } from './name-dialog.tsx';
import { useCreateWorkbook } from './api/workspace-api.ts';

interface NewWorkbookDialogProps {
  deploymentId: number;
  folderId: number | null;
  onClose(): void;
}

/** Makes a workbook in the folder that is shown, and opens it. */
export function NewWorkbookDialog({ deploymentId, folderId, onClose }: NewWorkbookDialogProps) {
  const create = useCreateWorkbook(deploymentId);
  const navigate = useNavigate();
  return (
    <NameDialog
      title={t('action.newWorkbook')}
      label={t('workspace.name.label')}
      action={t('action.create')}
      initial=""
      mutation={create}
      inputOf={(name) => ({ name, folderId })}
      onDone={({ id }) => void navigate({ to: '/workbook/$workbookId', params: { workbookId: String(id) } })}
      onClose={onClose}
    />
  );
}
