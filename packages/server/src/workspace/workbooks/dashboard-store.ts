import type { Dashboard, DashboardConfig } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { publishedDashboards } from '../published-dashboards.ts';
import type { NewSnapshot } from './report-snapshots.ts';

/** A version of a dashboard before it has a number. */
export interface NewVersion {
  dashboardId: number;
  title: string | null;
  description: string | null;
  config: DashboardConfig;
  snapshots: readonly NewSnapshot[];
  createdBy: number;
}

/** Dashboards and their versions as rows. Whoever calls has checked who may do what. */
export type DashboardStore = ReturnType<typeof createDashboardStore>;

export function createDashboardStore(db: Db) {
  return {
    /**
     * Finds or makes the dashboard of a workbook. Its row is held until the transaction ends: a second publisher waits
     * behind it.
     *
     * @param dashboard.allowEmbed undefined leaves it as it is, for a new dashboard off
     */
    async hold({
      allowEmbed,
      ...dashboard
    }: {
      deploymentId: number;
      workbookId: number;
      publicId: string;
      createdBy: number;
      allowEmbed: boolean | undefined;
    }): Promise<number> {
      const embedding = allowEmbed === undefined ? {} : { allowEmbed };
      const { id } = await db
        .insertInto('dashboards')
        .values({ ...dashboard, ...embedding })
        // Updating takes the row's lock.
        .onConflict((conflict) =>
          conflict.column('workbookId').doUpdateSet({ status: 'published', ...embedding }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Gives a version the next number and each of its snapshots an id, and answers as its author sees the dashboard. */
    async insertVersion(
      author: UserPrincipal,
      { config, snapshots, ...version }: NewVersion,
    ): Promise<Dashboard> {
      const { dashboardId } = version;
      await db
        .insertInto('dashboardVersions')
        .values({
          ...version,
          config: JSON.stringify(config),
          reportSnapshots: sql`number_report_snapshots(${JSON.stringify(snapshots)}::jsonb)`,
          versionNumber: sql`(select coalesce(max(version_number), 0) + 1 from dashboard_versions where dashboard_id = ${dashboardId})`,
        })
        .execute();
      return publishedDashboards(db, author)
        .where('dashboards.id', '=', dashboardId)
        .executeTakeFirstOrThrow();
    },
  };
}
