import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { DashboardStatus, Workbook } from '@oriel/contract';
import { isUnbound } from '@oriel/dashboard/control-states';
import { widgetsOf } from '@oriel/dashboard/widgets';
import { t } from '../../messages/console-texts.ts';
import { ConflictAlert } from '../editing/conflict-alert.tsx';
import { usePublish, useReload, useStatus } from './dashboard-api.ts';
import { Dialog } from '../elements/dialog.tsx';

interface PublishDialogProps {
  workbook: Workbook;
  onClose(): void;
}

/** Asks before the draft is shown to viewers. */
export function PublishDialog({ workbook, onClose }: PublishDialogProps) {
  const publish = usePublish(workbook);
  const reload = useReload(workbook);
  const lacksMember = widgetsOf(workbook.dashboardDraft ?? {}).some(isUnbound);
  return (
    <Question
      title={t('editing.publishTitle')}
      text={t('editing.publishText')}
      action={t('editing.publish')}
      isPending={publish.isPending}
      onConfirm={() => publish.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {lacksMember && (
        <Alert color="orange" role="note">
          {t('editing.unboundControls')}
        </Alert>
      )}
      <ConflictAlert error={publish.error} onReload={() => void reload().then(() => publish.reset())} />
    </Question>
  );
}

const names = { published: 'show', draft: 'unpublish', archived: 'archive' } as const;

/** Asks before a dashboard is shown to its viewers again, or taken from them. */
export function StatusDialog({
  workbook,
  status,
  onClose,
}: PublishDialogProps & { status: DashboardStatus }) {
  const change = useStatus(workbook);
  const name = names[status];
  return (
    <Question
      title={t(`status.${name}Title`)}
      text={t(`status.${name}Text`)}
      action={t(`status.${name}`)}
      isPending={change.isPending}
      onConfirm={() => change.mutate(status, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ConflictAlert error={change.error} onReload={() => change.reset()} />
    </Question>
  );
}

interface QuestionProps {
  title: string;
  text: string;
  action: string;
  isPending: boolean;
  children: React.ReactNode;
  onConfirm(): void;
  onClose(): void;
}

function Question({ title, text, action, isPending, children, onConfirm, onClose }: QuestionProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <Text>{text}</Text>
        {children}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
