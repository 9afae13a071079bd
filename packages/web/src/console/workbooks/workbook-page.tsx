import { Button } from '@mantine/core';
import type { Workbook } from '@oriel/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useWorkbook } from '../dashboards/dashboard-api.ts';
import { PublishedDashboard } from '../dashboards/published-dashboard.tsx';
import { FavoriteStar } from '../favorites/favorite-star.tsx';
import { ItemHeading } from '../elements/item-heading.tsx';
import pageStyles from '../look/page.module.css';
import { ShareButton } from '../sharing/share-button.tsx';
import { client } from '../api/api.ts';
import { useDeploymentId } from '../api/deployment-id.ts';
import { ErrorState, LoadingState, MessageState } from '../elements/states.tsx';
import { useSurface } from '../surface/surface.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useElsewhere } from '../api/use-elsewhere.ts';
import { t } from '../../messages/console-texts.ts';
import { useTabs } from '../dashboards/use-tabs.ts';
import { WorkbookTabs } from './workbook-tabs.tsx';

/** A workbook: its dashboard and its reports, a tab each. Who may not edit it sees its published dashboard. */
export function WorkbookPage() {
  const deploymentId = useDeploymentId();
  const workbookId = Number(useParams({ from: '/shell/deployment/workbook/$workbookId' }).workbookId);
  const { data: workbook, ...loading } = useWorkbook(deploymentId, workbookId);
  const isLooking = useElsewhere(loading.error, ['workbook', workbookId], (other) =>
    client.call('getWorkbook', { params: { deploymentId: other, workbookId } }),
  );
  useDocumentTitle(workbook?.name ?? t('workbook.fallbackTitle'), !loading.isPending);
  if (!workbook)
    return loading.isError && !isLooking ? (
      <ErrorState
        title={t('workbook.unloaded')}
        missing={t('workbook.missing')}
        error={loading.error}
        isRetrying={loading.isFetching}
        onRetry={() => void loading.refetch()}
      />
    ) : (
      <LoadingState />
    );
  if (workbook.canEdit) return <OpenWorkbook workbook={workbook} />;
  if (workbook.publishedDashboard)
    return <PublishedDashboard workbook={workbook} dashboard={workbook.publishedDashboard} />;
  return <MessageState title={workbook.name} text={t('dashboard.unpublished')} />;
}

function OpenWorkbook({ workbook }: { workbook: Workbook }) {
  const { deploymentId, id, name } = workbook;
  const { shows } = useSurface();
  const tabs = useTabs(deploymentId, id);
  return (
    <div className={pageStyles.page}>
      <ItemHeading
        title={name}
        folderPath={workbook.folderPath ?? []}
        hasWayBack={shows.workbookBackButton}
        updatedAt={workbook.updatedAt}
        owner={workbook.user}
        badges={<FavoriteStar item={workbook} />}
        actions={
          <>
            {shows.workbookBackButton && (
              <Button
                component={Link}
                to="/workspace"
                variant="default"
                leftSection={<IconArrowLeft size={16} />}
              >
                {t('workbook.back')}
              </Button>
            )}
            <ShareButton
              item={{ deploymentId, type: 'WORKBOOK', id, name }}
              mayShare={workbook.canManage === true}
            />
          </>
        }
      />
      {tabs.data ? (
        <WorkbookTabs workbook={workbook} reports={tabs.data} />
      ) : tabs.isError ? (
        <ErrorState
          title={t('workbook.tabsUnloaded')}
          error={tabs.error}
          isRetrying={tabs.isFetching}
          onRetry={() => void tabs.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}
