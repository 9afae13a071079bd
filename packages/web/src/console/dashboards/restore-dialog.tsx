import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { DashboardVersion, Workbook } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ConflictAlert } from '../editing/conflict-alert.tsx';
import { useReload, useRestore } from './dashboard-api.ts';
import { Dialog } from '../elements/dialog.tsx';
import { useTabs } from './use-tabs.ts';

interface RestoreDialogProps {
  workbook: Workbook;
  version: Pick<DashboardVersion, 'versionNumber' | 'createdAt'>;
  onRestored(): void;
  onClose(): void;
}

/** Asks before a version is restored, and says what is lost: reports that came later stay unless that is chosen. */
export function RestoreDialog({ workbook, version, onRestored, onClose }: RestoreDialogProps) {
  const { versionNumber, createdAt } = version;
  const [isDeleting, setDeleting] = useState(false);
  const { data: reports = [] } = useTabs(workbook.deploymentId, workbook.id);
  const later = reports.filter((report) => Date.parse(report.createdAt) > Date.parse(createdAt));
  const restore = useRestore(workbook);
  const reload = useReload(workbook);
  return (
    <Dialog onClose={onClose} title={t('versions.restoreTitle', { version: versionNumber })}>
      <Stack>
        <Text>{t('versions.restoreText')}</Text>
        <Checkbox
          label={t('versions.deleteOthers')}
          description={
            later.length > 0 &&
            t('versions.addedLater', { names: listed(later.map(({ title, name }) => title ?? name)) })
          }
          checked={isDeleting}
          onChange={(event) => setDeleting(event.currentTarget.checked)}
        />
        <ConflictAlert error={restore.error} onReload={() => void reload().then(() => restore.reset())} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            color={isDeleting ? 'red' : undefined}
            loading={restore.isPending}
            onClick={() =>
              restore.mutate({ versionNumber, keepOtherReports: !isDeleting }, { onSuccess: onRestored })
            }
          >
            {t('versions.restore')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Names in a sentence, as many as are read. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8);
  return `${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
}
