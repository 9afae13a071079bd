import { ActionIcon, Menu } from '@mantine/core';
import type { Dashboard, Workbook } from '@oriel/contract';
import {
  IconArchive,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconUpload,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { usePermission } from '../api.ts';
import { useSurface } from '../surface.ts';
import { useDuplicateWorkbook } from './dashboard-api.ts';
import { hasUnpublishedChanges } from './publish-state.ts';
import { PublishDialog, StatusDialog } from './publish-dialogs.tsx';
import { VersionsDrawer } from './versions-drawer.tsx';

interface DashboardMenuProps {
  workbook: Workbook;
  dashboard: Dashboard;
  onFailure(error: Error): void;
}

type Opened = 'versions' | 'publish' | 'published' | 'draft' | 'archived' | undefined;

/** What a user may do with a dashboard beyond looking at it. */
export function DashboardMenu({ workbook, dashboard, onFailure }: DashboardMenuProps) {
  const [opened, setOpened] = useState<Opened>();
  const navigate = useNavigate();
  const duplicate = useDuplicateWorkbook(workbook);
  const mayCreate = usePermission('AIBIExplore');
  const mayEdit = workbook.canEdit === true;
  const { kind, shows } = useSurface();
  const isConsole = kind === 'console';
  const mayDuplicate = mayCreate && shows.dashboardDuplicateButton;
  if (!mayDuplicate && !(mayEdit && (isConsole || hasUnpublishedChanges(workbook)))) return null;
  const onClose = () => setOpened(undefined);
  const onDuplicate = () =>
    duplicate.mutate(undefined, {
      onSuccess: ({ id }) =>
        void navigate({ to: '/dashboards/$workbookId', params: { workbookId: String(id) } }),
      onError: onFailure,
    });
  const isShown = dashboard.status === 'published';
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
          {mayEdit && hasUnpublishedChanges(workbook) && (
            <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => setOpened('publish')}>
              {t('editing.publish')}
            </Menu.Item>
          )}
          {mayEdit && isConsole && (
            <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setOpened('versions')}>
              {t('versions.title')}
            </Menu.Item>
          )}
          {mayDuplicate && (
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={onDuplicate}>
              {t('editing.duplicate')}
            </Menu.Item>
          )}
          {mayEdit && isConsole && !isShown && (
            <Menu.Item leftSection={<IconEye size={16} />} onClick={() => setOpened('published')}>
              {t('status.show')}
            </Menu.Item>
          )}
          {mayEdit && isConsole && isShown && (
            <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => setOpened('draft')}>
              {t('status.unpublish')}
            </Menu.Item>
          )}
          {mayEdit && isConsole && dashboard.status !== 'archived' && (
            <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => setOpened('archived')}>
              {t('status.archive')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'versions' && <VersionsDrawer workbook={workbook} onClose={onClose} />}
      {opened === 'publish' && <PublishDialog workbook={workbook} onClose={onClose} />}
      {(opened === 'published' || opened === 'draft' || opened === 'archived') && (
        <StatusDialog workbook={workbook} status={opened} onClose={onClose} />
      )}
    </>
  );
}
