import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { client } from '../api/api.ts';
import { useDeploymentId } from '../api/deployment-id.ts';
import { ErrorState, LoadingState, MessageState } from '../elements/states.tsx';
import { useWorkbook } from './dashboard-api.ts';
import { PublishedDashboard } from './published-dashboard.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useElsewhere } from '../api/use-elsewhere.ts';
import { ButtonLink } from '../elements/button-link.tsx';
import { t } from '../../messages/console-texts.ts';

/** The published dashboard of a workbook, as its viewers see it. */
export function DashboardPage() {
  const deploymentId = useDeploymentId();
  const workbookId = Number(useParams({ from: '/shell/deployment/dashboards/$workbookId' }).workbookId);
  const { data: workbook, ...loading } = useWorkbook(deploymentId, workbookId);
  const isLooking = useElsewhere(loading.error, ['workbook', workbookId], (other) =>
    client.call('getWorkbook', { params: { deploymentId: other, workbookId } }),
  );
  const title = workbook?.publishedDashboard?.title ?? workbook?.name;
  useDocumentTitle(title ?? t('dashboard.fallbackTitle'), !loading.isPending);
  if (!workbook)
    return loading.isError && !isLooking ? (
      <ErrorState
        title={t('dashboard.unloaded')}
        missing={t('dashboard.missing')}
        error={loading.error}
        isRetrying={loading.isFetching}
        onRetry={() => void loading.refetch()}
      />
    ) : (
      <LoadingState />
    );
  if (!workbook.publishedDashboard)
    return (
      <MessageState title={workbook.name} text={t('dashboard.unpublished')}>
        {workbook.canEdit ? (
          <ButtonLink to="/workbook/$workbookId" params={{ workbookId: String(workbook.id) }} variant="light">
            {t('workbook.open')}
          </ButtonLink>
        ) : (
          <Button component={Link} to="/workspace" variant="light">
            {t('action.toWorkspace')}
          </Button>
        )}
      </MessageState>
    );
  return <PublishedDashboard workbook={workbook} dashboard={workbook.publishedDashboard} />;
}
