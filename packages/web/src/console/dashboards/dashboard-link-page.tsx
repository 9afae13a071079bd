import { ApiError } from '@oriel/client';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { readDashboardLink } from '../../dashboard/store/dashboard-links.ts';
import { client } from '../api/api.ts';
import { useDeploymentId } from '../api/deployment-id.ts';
import { parseSearch } from '../elements/search-text.ts';
import { ErrorState, LoadingState } from '../elements/states.tsx';

/** The address that the model gives a link to a dashboard; it leads on to the page of the dashboard. */
export function DashboardLinkPage() {
  const deploymentId = useDeploymentId();
  const { name } = useParams({ from: '/shell/deployment/dashboard/$name' });
  const { searchStr } = useLocation();
  const found = useLinkedDashboard(deploymentId, name);
  const link = readDashboardLink(`/dashboard/${encodeURIComponent(name)}${searchStr}`);
  if (found.data)
    return (
      <Navigate
        to="/dashboards/$workbookId"
        params={{ workbookId: String(found.data.workbookId) }}
        search={parseSearch(link?.filterUrlParameter ?? '')}
        replace
      />
    );
  if (found.isPending) return <LoadingState />;
  return (
    <ErrorState
      title={t('dashboard.unloaded')}
      missing={t('dashboard.missing')}
      error={found.error}
      isRetrying={found.isFetching}
      onRetry={() => void found.refetch()}
    />
  );
}

function useLinkedDashboard(deploymentId: number, name: string) {
  return useQuery({
    queryKey: ['linked-dashboard', deploymentId, name],
    async queryFn() {
      const query = { names: [name] };
      const { items } = await client.call('findLinkedDashboards', { params: { deploymentId }, query });
      if (!items[0]) throw new ApiError({ status: 404, code: 'dashboard_not_found' });
      return items[0];
    },
  });
}
