import { Outlet } from '@tanstack/react-router';
import { t } from '../messages/console-texts.ts';
import { useCurrentUser, useDeployments } from './api/api.ts';
import { DeploymentChat } from './chat/deployment-chat.tsx';
import { NoDeployment } from './deployments/no-deployment.tsx';
import { isSignedOut } from './api/error-kind.ts';
import { ErrorState, LoadingState } from './elements/states.tsx';
import { useSurface } from './surface/surface.ts';
import { useDashboardLinks } from './api/use-dashboard-links.ts';
import { DashboardLinksContext } from '../dashboard/store/dashboard-links.ts';

/** Layout of the pages within a deployment; renders them once the deployment is known. */
export function DeploymentLayout() {
  const { query, current } = useDeployments();
  const user = useCurrentUser();
  const { deploymentId } = useSurface();
  const shownId = deploymentId ?? current?.id;
  const links = useDashboardLinks(shownId);
  if (shownId !== undefined)
    return (
      <DashboardLinksContext value={links}>
        <DeploymentChat deploymentId={shownId}>
          <Outlet />
        </DeploymentChat>
      </DashboardLinksContext>
    );
  if (query.isError && !isSignedOut(query.error))
    return (
      <ErrorState
        title={t('deployments.unloaded')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data && user.data) return <NoDeployment />;
  return <LoadingState />;
}
