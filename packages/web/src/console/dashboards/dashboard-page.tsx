import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '../api.ts';
import { useDeploymentId } from '../shell/deployment-room.tsx';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { PublishedDashboard } from './published-dashboard.tsx';

/** The published dashboard of a workbook, as its viewers see it. */
export function DashboardPage() {
  const deploymentId = useDeploymentId();
  const workbookId = Number(useParams({ from: '/shell/deployment/dashboards/$workbookId' }).workbookId);
  const { data: workbook, ...loading } = useQuery({
    queryKey: ['workbook', deploymentId, workbookId],
    queryFn: () => client.call('getWorkbook', { params: { deploymentId, workbookId } }),
  });
  const name = workbook?.name ?? 'Dashboard';
  useEffect(() => void (document.title = `${name} · Oriel`), [name]);
  if (!workbook)
    return loading.isError ? (
      <ErrorState
        title="This dashboard cannot be shown"
        error={loading.error}
        isRetrying={loading.isFetching}
        onRetry={() => void loading.refetch()}
      />
    ) : (
      <LoadingState />
    );
  if (!workbook.publishedDashboard)
    return (
      <MessageState title={workbook.name} text="This workbook has no published dashboard yet.">
        <Button component={Link} to="/workspace" variant="light" mt="xs">
          Back to the workspace
        </Button>
      </MessageState>
    );
  return <PublishedDashboard workbook={workbook} dashboard={workbook.publishedDashboard} />;
}
