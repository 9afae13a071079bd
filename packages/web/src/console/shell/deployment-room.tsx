import { Outlet } from '@tanstack/react-router';
import { isSignedOut, useDeployments } from '../api.ts';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';

/** Around the rooms that show something of a deployment: they open once it is known which. */
export function DeploymentRoom() {
  const { query, current } = useDeployments();
  if (current) return <Outlet />;
  if (query.isError && !isSignedOut(query.error))
    return (
      <ErrorState
        title="Your deployments could not be loaded"
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data)
    return (
      <MessageState title="No deployment is open to you" text="Ask an administrator for access to one." />
    );
  return <LoadingState />;
}

/** The id of the deployment that the console works in; for rooms inside a {@link DeploymentRoom} alone. */
export function useDeploymentId(): number {
  const { current } = useDeployments();
  if (!current) throw new Error('No deployment is known here');
  return current.id;
}
