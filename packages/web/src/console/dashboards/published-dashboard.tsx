import { Alert, Badge, Button, useComputedColorScheme } from '@mantine/core';
import type { Dashboard, Workbook } from '@oriel/contract';
import { IconCode, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { DashboardView, type DashboardStore } from '../../dashboard/index.ts';
import { usePermission } from '../api/api.ts';
import { useChatDashboard } from '../chat/chat-desk.ts';
import { serverFetch, useIsServerThere } from '../connection/server-connection.ts';
import { FavoriteStar } from '../favorites/favorite-star.tsx';
import { ItemHeading } from '../elements/item-heading.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { useSurface } from '../surface/surface.ts';
import { useReload } from './dashboard-api.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { EmbedDialog } from './embed-dialog.tsx';
import { hasUnpublishedChanges } from './publish-state.ts';
import styles from './published-dashboard.module.css';
import { useDashboardStore } from './use-dashboard-store.ts';
import { ButtonLink } from '../elements/button-link.tsx';
import { t } from '../../messages/console-texts.ts';
import { pageConfig } from '../../page/page-config.ts';

interface PublishedDashboardProps {
  workbook: Workbook;
  dashboard: Dashboard;
}

/** A dashboard as its viewers see it, below what its author wants to know of it. */
export function PublishedDashboard({ workbook, dashboard }: PublishedDashboardProps) {
  const { shows } = useSurface();
  const [failure, setFailure] = useState<Error | null>(null);
  const store = useShownDashboard(dashboard);
  return (
    <DashboardGround>
      <div className={styles.heading}>
        {shows.dashboardHeader && (
          <ItemHeading
            title={shows.dashboardTitle ? (dashboard.title ?? workbook.name) : undefined}
            hasWayBack={shows.dashboardBackButton}
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
                <DashboardActions {...{ workbook, dashboard, store }} onFailure={setFailure}>
                  {workbook.canEdit && shows.dashboardEditButton && (
                    <ButtonLink
                      to="/workbook/$workbookId"
                      params={{ workbookId: String(workbook.id) }}
                      // The editor of an app is open anyway.
                      search={dashboard.config.kind === 'APP' ? {} : { edit: true }}
                      variant="default"
                      leftSection={<IconPencil size={16} />}
                    >
                      {t('action.edit')}
                    </ButtonLink>
                  )}
                </DashboardActions>
              </>
            }
          />
        )}
        <FailureAlert error={failure} mb="sm" />
      </div>
      <DashboardBody {...{ workbook, dashboard, store }} />
    </DashboardGround>
  );
}

/** The store of the dashboard that a page shows, which its chat knows as well. */
export function useShownDashboard(dashboard: Dashboard): DashboardStore {
  const store = useDashboardStore(dashboard);
  useChatDashboard(store);
  return store;
}

/** The ground that a dashboard and what stands above it lie on. */
export function DashboardGround({ children }: { children: React.ReactNode }) {
  const scheme = useComputedColorScheme('light');
  return (
    <div data-scheme={scheme} className={styles.page}>
      {children}
    </div>
  );
}

interface ShownDashboardProps extends PublishedDashboardProps {
  store: DashboardStore;
}

interface DashboardActionsProps extends ShownDashboardProps {
  onFailure(error: Error): void;
  /** What edits it. */
  children: React.ReactNode;
}

/** What is done with a dashboard beyond looking at it, as far as the user may do it. */
export function DashboardActions({ workbook, dashboard, store, onFailure, children }: DashboardActionsProps) {
  const [showsEmbed, setShowsEmbed] = useState(false);
  const reload = useReload(workbook);
  const mayEmbed = usePermission('All');
  return (
    <>
      {mayEmbed && (
        <Button variant="default" leftSection={<IconCode size={16} />} onClick={() => setShowsEmbed(true)}>
          {t('dashboard.embed')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        onClick={() => {
          store.refresh();
          // It may have been published anew, or be shared no more.
          void reload();
        }}
      >
        {t('action.refresh')}
      </Button>
      {children}
      <DashboardMenu workbook={workbook} dashboard={dashboard} onFailure={onFailure} />
      {showsEmbed && <EmbedDialog dashboard={dashboard} onClose={() => setShowsEmbed(false)} />}
    </>
  );
}

/** The dashboard itself, below a word on who sees it where that is not everyone with access. */
export function DashboardBody({ workbook, dashboard, store }: ShownDashboardProps) {
  const { shows, onDownload } = useSurface();
  const scheme = useComputedColorScheme('light');
  const isServerThere = useIsServerThere();
  return (
    <>
      {dashboard.status !== 'published' && (
        <Alert color="gray" mt="sm" mx="md">
          {t('editing.hidden')}
        </Alert>
      )}
      <DashboardView
        store={store}
        allowExport={shows.export && !dashboard.restrictDataDownload}
        canDraw={pageConfig().draws === true}
        showsExportMenu={shows.exportMenu}
        request={serverFetch}
        onDownload={onDownload}
        showsFailures={workbook.canEdit === true}
        themeKey={scheme}
        // The console says so itself, once for every page.
        hidesOutage={!isServerThere}
      />
    </>
  );
}

/** Which version viewers see, whether there is a later draft, and whether it can be embedded. */
export function PublishState({
  workbook,
  dashboard: { status, versionNumber, allowEmbed },
}: PublishedDashboardProps) {
  const { kind } = useSurface();
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
      {kind === 'console' && (
        <Badge variant="light" color={allowEmbed ? 'green' : 'gray'} size="sm">
          {allowEmbed ? t('dashboard.embeddable') : t('dashboard.notEmbeddable')}
        </Badge>
      )}
    </>
  );
}
