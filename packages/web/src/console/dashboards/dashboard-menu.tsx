import type { Dashboard, Workbook } from '@oriel/contract';
import { IconArchive, IconCopy, IconEye, IconEyeOff, IconHistory, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { usePermission } from '../api/api.ts';
import { MoreMenu, type MoreAction } from '../elements/more-menu.tsx';
import { useSurface } from '../surface/surface.ts';
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
  const onClose = () => setOpened(undefined);
  const onDuplicate = () =>
    duplicate.mutate(undefined, {
      onSuccess: ({ id }) =>
        void navigate({ to: '/dashboards/$workbookId', params: { workbookId: String(id) } }),
      onError: onFailure,
    });
  const isShown = dashboard.status === 'published';
  const open = (next: Opened) => () => setOpened(next);
  const item = (isThere: boolean, action: MoreAction) => (isThere ? [action] : []);
  const actions = [
    ...item(mayEdit && hasUnpublishedChanges(workbook), {
      label: t('editing.publish'),
      icon: IconUpload,
      onClick: open('publish'),
    }),
    ...item(mayEdit && isConsole, {
      label: t('versions.title'),
      icon: IconHistory,
      onClick: open('versions'),
    }),
    ...item(mayCreate && shows.dashboardDuplicateButton, {
      label: t('editing.duplicate'),
      icon: IconCopy,
      onClick: onDuplicate,
    }),
    ...item(mayEdit && isConsole && !isShown, {
      label: t('status.show'),
      icon: IconEye,
      onClick: open('published'),
    }),
    ...item(mayEdit && isConsole && isShown, {
      label: t('status.unpublish'),
      icon: IconEyeOff,
      onClick: open('draft'),
    }),
    ...item(mayEdit && isConsole && dashboard.status !== 'archived', {
      label: t('status.archive'),
      icon: IconArchive,
      onClick: open('archived'),
    }),
  ];
  return (
    <>
      <MoreMenu actions={actions} isLoading={duplicate.isPending} />
      {opened === 'versions' && <VersionsDrawer workbook={workbook} onClose={onClose} />}
      {opened === 'publish' && <PublishDialog workbook={workbook} onClose={onClose} />}
      {(opened === 'published' || opened === 'draft' || opened === 'archived') && (
        <StatusDialog workbook={workbook} status={opened} onClose={onClose} />
      )}
    </>
  );
}
