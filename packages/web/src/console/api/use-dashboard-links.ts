import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { createDashboardLinks, type DashboardLinks } from '../../dashboard/store/dashboard-links.ts';
import { serverFetch } from '../connection/server-connection.ts';
import { useSurface } from '../surface/surface.ts';

/** Links of the model to dashboards: to their pages, which stay within the frame where there is one. */
export function useDashboardLinks(deploymentId: number | undefined): DashboardLinks | undefined {
  const router = useRouter();
  const { kind } = useSurface();
  return useMemo(
    () =>
      deploymentId === undefined
        ? undefined
        : createDashboardLinks({
            request: serverFetch,
            deploymentId,
            targetOf({ workbookId, filterUrlParameter }, target) {
              const params = { workbookId: String(workbookId) };
              const { href } = router.buildLocation({ to: '/dashboards/$workbookId', params });
              const address = filterUrlParameter === '' ? href : `${href}?${filterUrlParameter}`;
              const open = () => router.history.push(address);
              if (kind === 'app') return { open };
              return target === 'self' ? { href: address, open } : { href: address };
            },
          }),
    [router, kind, deploymentId],
  );
}
