import { ActionIcon, Alert, Menu } from '@mantine/core';
import type { Report } from '@oriel/contract';
import { IconCopy, IconCursorText, IconDots, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api.ts';
import { sentenceOf } from '../error-text.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { useSurface } from '../surface.ts';
import { NameDialog } from '../workspace/name-dialog.tsx';
import { useDelete } from '../workspace/workspace-api.ts';

interface ReportTabMenuProps {
  report: Report;
  onCreated(report: Report): void;
  onDeleted(): void;
}

/** What an editor does with a tab as a whole. */
export function ReportTabMenu({ report, onCreated, onDeleted }: ReportTabMenuProps) {
  const { deploymentId, id, version } = report;
  const name = report.title ?? report.name;
  const { kind } = useSurface();
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('editing.more')}
            loading={duplicate.isPending}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCursorText size={16} />} onClick={() => setOpened('rename')}>
            {t('action.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            onClick={() => duplicate.mutate(undefined, { onSuccess: onCreated })}
          >
            {t('editing.duplicate')}
          </Menu.Item>
          {report.canManage === true && (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setOpened('delete')}>
              {t('action.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
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
          text={t(`workspace.${kind === 'app' ? 'removeForGood' : 'remove'}.REPORT`)}
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

/** The same query, drawn the same way, as another tab of the workbook. */
function copyOf({ name, title, description, jsonQuery, sqlQuery, pivotItems, meta, workbookId }: Report) {
  return { name, title, description, jsonQuery, sqlQuery, pivotItems, meta, workbookId };
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
