import { Alert, Button, Text } from '@mantine/core';
import { sentenceOf } from '../../api/error-text.ts';
import { t } from '../../../messages/console-texts.ts';
import styles from './bulk-notice.module.css';
import { useUndoDelete, type Deleted } from '../api/workspace-api.ts';

interface DeletedNoticeProps {
  deploymentId: number;
  deleted: Deleted;
  onClose(): void;
}

/** Says what was deleted last, and offers to bring it back. */
export function DeletedNotice({ deploymentId, deleted, onClose }: DeletedNoticeProps) {
  const undo = useUndoDelete(deploymentId);
  return (
    <Alert
      className={styles.notice}
      color={undo.isError ? 'orange' : 'green'}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={onClose}
      role={undo.isError ? 'alert' : 'status'}
    >
      <Text fw={600}>{t('workspace.remove.done', { name: deleted.name })}</Text>
      {undo.isError && <Text size="sm">{sentenceOf(undo.error)}</Text>}
      {deleted.undoId !== '' && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={undo.isPending}
          onClick={() => undo.mutate(deleted, { onSuccess: onClose })}
        >
          {t('action.undo')}
        </Button>
      )}
    </Alert>
  );
}
