import { createDashboardLinks, type DashboardLinks } from '../../dashboard/store/dashboard-links.ts';
import { pageConfig } from '../../page/page-config.ts';
import type { EmbeddedSurface } from './surface.ts';

/**
 * Links of the model to dashboards, on a surface that shows none but its own: the host opens them, or the viewer who
 * has signed in by their address. Undefined where they cannot be followed: a session is for one dashboard, and on paper
 * nobody is there to open another.
 */
export function createSurfaceLinks(
  { session, emit }: Pick<EmbeddedSurface, 'session' | 'emit'>,
  deploymentId: number,
): DashboardLinks | undefined {
  const isFramed = window.parent !== window;
  if (pageConfig().drawnAs !== undefined || (!isFramed && session.mode !== 'private')) return undefined;
  return createDashboardLinks({
    request: session.fetch,
    deploymentId,
    targetOf({ publicId, title, filterUrlParameter }, target) {
      if (!isFramed)
        return { href: `/embed/dashboard/${encodeURIComponent(publicId)}?${filterUrlParameter}` };
      const filters = filterUrlParameter === '' ? {} : { filterUrlParameter };
      return { open: () => emit('dashboard-link', { publicId, title, target, ...filters }) };
    },
  });
}
