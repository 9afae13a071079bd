import { Alert } from '@mantine/core';
import type { Report } from '@oriel/contract';
import { IconCopy, IconCursorText, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { sentenceOf } from '../api/error-text.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { MoreMenu } from '../elements/more-menu.tsx';
import { NameDialog } from '../workspace/name-dialog.tsx';
import { useDelete } from '../workspace/api/workspace-api.ts';

interface ReportTabMenuProps {
  report: Report;
  onCreated(report: Report): void;
  onDeleted(): void;
}

/** What an editor does with a tab as a whole. */
export function ReportTabMenu({ report, onCreated, onDeleted }: ReportTabMenuProps) {
  const { deploymentId, id, version } = report;
  const name = report.title ?? report.name;
  const [opened, setOpened] = useState<'rename' | 'delete'>();
  const reload = useReloadTabs(report);
  const rename = useMutation({
    mutationFn: (input: string) =>
      client.call('updateReport', {
        params: { deploymentId, reportId: id },
        body: { name: input, ...(report.title != null && { title: input }), expectedVersion: version },
      }),
    // Also where it was refused: what another editor has saved meanwhile is shown.
    onSettled: reload,
  });
  const duplicate = useMutation({
    mutationFn: () => client.call('createReport', { params: { deploymentId }, body: copyOf(report) }),
    onSuccess: reload,
  });
  const remove = useDelete(deploymentId);
  if (report.canEdit !== true) return null;
  const onClose = () => setOpened(undefined);
  return (
    <>
      <MoreMenu
        isLoading={duplicate.isPending}
        actions={[
          { label: t('action.rename'), icon: IconCursorText, onClick: () => setOpened('rename') },
          {
            label: t('editing.duplicate'),
            icon: IconCopy,
            onClick: () => duplicate.mutate(undefined, { onSuccess: onCreated }),
          },
          ...(report.canManage === true
            ? [{ label: t('action.delete'), icon: IconTrash, onClick: () => setOpened('delete') }]
            : []),
        ]}
      />
      {duplicate.isError && (
        <Alert color="red" role="alert" w="100%">
          {sentenceOf(duplicate.error)}
        </Alert>
      )}
      {opened === 'rename' && (
        <NameDialog
          title={t('workspace.name.rename', { name })}
          label={t('workspace.name.newLabel')}
          action={t('action.rename')}
          initial={name}
          mutation={rename}
          inputOf={(input) => input}
          onClose={onClose}
        />
      )}
      {opened === 'delete' && (
        <ConfirmDialog
          title={t('workspace.remove.title', { name })}
          text={t('workspace.remove.REPORT')}
          action={t('action.delete')}
          refusal={t('action.keep')}
          mutation={remove}
          input={{ type: 'REPORT' as const, id, name }}
          onDone={() => {
            onClose();
            onDeleted();
            void reload();
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** The same query, with the members that it adds and drawn the same way, as another tab of the workbook. */
function copyOf(report: Report) {
  const { name, title, description, jsonQuery, sqlQuery, calculatedFields, pivotItems, meta, workbookId } =
    report;
  return { name, title, description, jsonQuery, sqlQuery, calculatedFields, pivotItems, meta, workbookId };
}

function useReloadTabs({ deploymentId, id, workbookId }: Report) {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['workbook', deploymentId, workbookId] }),
      queries.invalidateQueries({ queryKey: ['report', deploymentId, id] }),
      queries.invalidateQueries({ queryKey: ['workspace', deploymentId] }),
    ]);
  };
}
