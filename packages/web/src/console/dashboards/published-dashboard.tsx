import { Alert, Badge, Button, useComputedColorScheme } from '@mantine/core';
import type { Dashboard, Workbook } from '@oriel/contract';
import { IconCode, IconRefresh } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { createDashboardStore, DashboardView } from '../../dashboard/index.ts';
import { loadMemberTypes } from '../../query/load-member-types.ts';
import { usePermission } from '../api.ts';
import { useIsServerThere } from '../connection/server-connection.ts';
import { FavoriteStar } from '../favorites/favorite-star.tsx';
import { ItemHeading } from '../item-heading.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { useRunBatch } from '../session.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { EmbedDialog } from './embed-dialog.tsx';
import { hasUnpublishedChanges } from './publish-state.ts';
import styles from './published-dashboard.module.css';
import { t } from '../../messages/console-texts.ts';
import { pageConfig } from '../../page-config.ts';

interface PublishedDashboardProps {
  workbook: Workbook;
  dashboard: Dashboard;
}

/** A dashboard as its viewers see it, below what its author wants to know of it. */
export function PublishedDashboard({ workbook, dashboard }: PublishedDashboardProps) {
  const scheme = useComputedColorScheme('light');
  const [showsEmbed, setShowsEmbed] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const runBatch = useRunBatch(dashboard.deploymentId);
  const store = useMemo(
    () =>
      createDashboardStore({
        dashboard,
        runBatch,
        loadMemberTypes: () => loadMemberTypes({ deploymentUrl: `/deployments/${dashboard.deploymentId}` }),
      }),
    [dashboard, runBatch],
  );
  useEffect(() => store.start(), [store]);
  const mayEmbed = usePermission('All');
  const isServerThere = useIsServerThere();
  useEffect(() => {
    if (isServerThere) store.reconnect();
  }, [isServerThere, store]);
  return (
    <div data-scheme={scheme} className={styles.page}>
      <div className={styles.heading}>
        <ItemHeading
          title={dashboard.title ?? workbook.name}
          folderPath={workbook.folderPath ?? []}
          updatedAt={workbook.updatedAt}
          owner={workbook.user}
          badges={
            <>
              <FavoriteStar item={workbook} />
              <PublishState workbook={workbook} dashboard={dashboard} />
            </>
          }
          actions={
            <>
              <ShareButton
                item={{
                  deploymentId: dashboard.deploymentId,
                  type: 'WORKBOOK',
                  id: workbook.id,
                  name: workbook.name,
                }}
                mayShare={workbook.canManage === true}
              />
              {mayEmbed && (
                <Button
                  variant="default"
                  leftSection={<IconCode size={16} />}
                  onClick={() => setShowsEmbed(true)}
                >
                  {t('dashboard.embed')}
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} />}
                onClick={() => store.refresh()}
              >
                {t('action.refresh')}
              </Button>
              <DashboardMenu workbook={workbook} dashboard={dashboard} onFailure={setFailure} />
            </>
          }
        />
        <FailureAlert error={failure} mb="sm" />
        {dashboard.status !== 'published' && (
          <Alert color="gray" mt="sm">
            {t('editing.hidden')}
          </Alert>
        )}
      </div>
      <DashboardView
        store={store}
        allowExport={!dashboard.restrictDataDownload}
        canDraw={pageConfig().draws === true}
        showsExportMenu
        themeKey={scheme}
        // The console says so itself, once for every page.
        hidesOutage={!isServerThere}
      />
      {showsEmbed && <EmbedDialog dashboard={dashboard} onClose={() => setShowsEmbed(false)} />}
    </div>
  );
}

function PublishState({
  workbook,
  dashboard: { status, versionNumber, allowEmbed },
}: PublishedDashboardProps) {
  return (
    <>
      <Badge variant="light" size="sm" color={status === 'published' ? undefined : 'gray'}>
        {t(`dashboard.${status}`, { version: versionNumber })}
      </Badge>
      {hasUnpublishedChanges(workbook) && (
        <Badge variant="light" color="orange" size="sm">
          {t('dashboard.changed')}
        </Badge>
      )}
      <Badge variant="light" color={allowEmbed ? 'green' : 'gray'} size="sm">
        {allowEmbed ? t('dashboard.embeddable') : t('dashboard.notEmbeddable')}
      </Badge>
    </>
  );
}
