import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import { may } from '../access/may.ts';
import type { Author, Principal } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import { publishedDashboards } from './items/published-dashboards.ts';

/**
 * Says that a caller may download the rows of a published dashboard, or of the reports of a deployment, as of now.
 * Whatever writes rows into a file takes one, and {@link DownloadPermit.of} alone makes them: no export can forget to
 * ask.
 */
export class DownloadPermit {
  readonly viewer: Principal;
  /** Private, so that no object of the same form is a permit. */
  readonly #dashboardId: number | undefined;

  private constructor(viewer: Principal, dashboardId?: number) {
    this.viewer = viewer;
    this.#dashboardId = dashboardId;
  }

  /** Undefined of a permit for reports. */
  get dashboardId(): number | undefined {
    return this.#dashboardId;
  }

  /**
   * Asks for a permit for the reports of a deployment. Whether the caller sees a report is asked before, as everywhere.
   *
   * @throws `forbidden` where the account, the caller's roles, or the session of an embed forbid downloads
   */
  static async ofReports(db: Db, actor: Author, deploymentId: number): Promise<DownloadPermit> {
    const { rows } = await sql<{ isRestricted: boolean }>`
      select coalesce(app_config -> 'restrictDataDownload' = 'true', false) as is_restricted
      from tenants where id = ${actor.tenantId}`.execute(db);
    // Viewers of an embed have no permission of their own: their session speaks for them.
    const mayDownload =
      actor.kind === 'embed' ? actor.allowsExport : may(actor, 'DownloadData', { deploymentId });
    if (rows[0]?.isRestricted !== false || !mayDownload)
      throw refuse('forbidden', { reason: 'The rows of reports may not be downloaded' });
    return new DownloadPermit(actor);
  }

  /**
   * Asks for a permit. Whether the viewer sees the dashboard at all is asked before, as everywhere.
   *
   * @throws `dashboard_not_found`; `forbidden` where the dashboard, the account, the session or the viewer's roles
   * forbid downloads
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
