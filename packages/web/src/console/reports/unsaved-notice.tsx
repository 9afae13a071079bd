import { Alert, Button, Group } from '@mantine/core';
import type { Report } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { useIsUnsaved } from '../report-editor/edits/unsaved-reports.ts';

interface UnsavedNoticeProps {
  report: Pick<Report, 'deploymentId' | 'id' | 'workbookId'>;
  onEdit(): void;
}

/** Says that what is shown of a report is not all that was made of it, and leads back to the changes. */
export function UnsavedNotice({ report: { deploymentId, id, workbookId }, onEdit }: UnsavedNoticeProps) {
  const isUnsaved = useIsUnsaved({ deploymentId, reportId: id, workbookId: workbookId ?? undefined });
  if (!isUnsaved) return null;
  return (
    <Alert color="orange" role="status" mt="md" p="xs">
      <Group gap="sm" justify="space-between">
        {t('workbook.unsaved')}
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          {t('action.edit')}
        </Button>
      </Group>
    </Alert>
  );
}
