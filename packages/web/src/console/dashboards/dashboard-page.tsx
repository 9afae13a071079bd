import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { client } from '../api.ts';
import { useDeploymentId } from '../shell/deployment-layout.tsx';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { PublishedDashboard } from './published-dashboard.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { t } from '../../messages/console-texts.ts';

/** The published dashboard of a workbook, as its viewers see it. */
export function DashboardPage() {
  const deploymentId = useDeploymentId();
  const workbookId = Number(useParams({ from: '/shell/deployment/dashboards/$workbookId' }).workbookId);
  const { data: workbook, ...loading } = useQuery({
    queryKey: ['workbook', deploymentId, workbookId],
    queryFn: () => client.call('getWorkbook', { params: { deploymentId, workbookId } }),
  });
  useDocumentTitle(workbook?.name ?? t('dashboard.fallbackTitle'));
  if (!workbook)
    return loading.isError ? (
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
        <Button component={Link} to="/workspace" variant="light">
          {t('action.toWorkspace')}
        </Button>
      </MessageState>
    );
  return <PublishedDashboard workbook={workbook} dashboard={workbook.publishedDashboard} />;
}
