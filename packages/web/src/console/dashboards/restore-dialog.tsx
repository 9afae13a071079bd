import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ConflictAlert } from '../conflict-alert.tsx';
import { useReload, useRestore } from './dashboard-api.ts';
import { Dialog } from '../dialog.tsx';

interface RestoreDialogProps {
  workbook: Workbook;
  versionNumber: number;
  onRestored(): void;
  onClose(): void;
}

/** Asks before a version is restored, and says what is lost. */
export function RestoreDialog({ workbook, versionNumber, onRestored, onClose }: RestoreDialogProps) {
  const [keepOtherReports, setKeepOtherReports] = useState(false);
  const restore = useRestore(workbook);
  const reload = useReload(workbook);
  return (
    <Dialog onClose={onClose} title={t('versions.restoreTitle', { version: versionNumber })}>
      <Stack>
        <Text>{t('versions.restoreText')}</Text>
        <Checkbox
          label={t('versions.keepOthers')}
          checked={keepOtherReports}
          onChange={(event) => setKeepOtherReports(event.currentTarget.checked)}
        />
        <ConflictAlert error={restore.error} onReload={() => void reload().then(() => restore.reset())} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            loading={restore.isPending}
            onClick={() => restore.mutate({ versionNumber, keepOtherReports }, { onSuccess: onRestored })}
          >
            {t('versions.restore')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
