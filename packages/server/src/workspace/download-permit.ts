import { refuse } from '@oriel/contract';
import type { Principal } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import { publishedDashboards } from './published-dashboards.ts';

/**
 * Says that a caller may download the rows of a published dashboard, as of now. Whatever writes rows into a file takes one, and
 * {@link DownloadPermit.of} alone makes them: no export can forget to ask.
 */
export class DownloadPermit {
  readonly viewer: Principal;
  /** Private, so that no object of the same form is a permit. */
  readonly #dashboardId: number;

  private constructor(viewer: Principal, dashboardId: number) {
    this.viewer = viewer;
    this.#dashboardId = dashboardId;
  }

  get dashboardId(): number {
    return this.#dashboardId;
  }

  /**
   * Asks for a permit. Whether the viewer sees the dashboard at all is asked before, as everywhere.
   *
   * @throws `dashboard_not_found`; `forbidden` where the dashboard, the account, the session or the viewer's roles forbid downloads
   */
  static async of(db: Db, viewer: Principal, publicId: string): Promise<DownloadPermit> {
    const dashboard = await publishedDashboards(db, viewer)
      .innerJoin('deployments', 'deployments.id', 'dashboards.deploymentId')
      .where('deployments.tenantId', '=', viewer.tenantId)
      .where('dashboards.publicId', '=', publicId)
      .where('dashboards.status', '=', 'published')
      .executeTakeFirst();
    if (!dashboard) throw refuse('dashboard_not_found', { publicId });
    if (dashboard.restrictDataDownload)
      throw refuse('forbidden', { reason: 'The rows of this dashboard may not be downloaded' });
    return new DownloadPermit(viewer, dashboard.id);
  }
}
