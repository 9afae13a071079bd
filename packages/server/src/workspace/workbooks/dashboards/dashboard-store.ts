import type { Dashboard, DashboardConfig } from '@oriel/contract';
import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { ReportTab } from '../../workspace-tables.ts';
import type { Tables } from '../../../db/tables.ts';
import type { EmbedPrincipal, UserPrincipal } from '../../../access/principal.ts';
import { publishedDashboards } from '../../items/published-dashboards.ts';
import type { NewSnapshot } from './report-snapshots.ts';

/** A version of a dashboard before it has a number. */
type NewVersion = Pick<
  Insertable<Tables['dashboardVersions']>,
  'dashboardId' | 'title' | 'description' | 'restoredFrom'
> & {
  config: DashboardConfig;
  /** All reports of the workbook. */
  tabs: readonly ReportTab[];
  snapshots: readonly NewSnapshot[];
};

type NewDashboard = Pick<
  Insertable<Tables['dashboards']>,
  'deploymentId' | 'workbookId' | 'publicId' | 'createdBy'
>;

/** Makes the store of dashboards and their versions. Callers have checked access. */
export function createDashboardStore(db: Db) {
  return {
    /**
     * Finds or makes the dashboard of a workbook. Its row is held until the transaction ends: a second publisher waits
     * behind it.
     *
     * @param allowEmbed null and undefined leave it as it is, for a new dashboard off
     */
    async hold(dashboard: NewDashboard, allowEmbed: boolean | null | undefined): Promise<number> {
      const embedding = allowEmbed == null ? {} : { allowEmbed };
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

    /** Gives a dashboard the settings of another. */
    async copySettings(from: number, to: number): Promise<void> {
      await db
        .updateTable('dashboards')
        .from('dashboards as source')
        .set((eb) => ({
          restrictDataDownload: eb.ref('source.restrictDataDownload'),
          useBoardDashboards: eb.ref('source.useBoardDashboards'),
        }))
        .where('source.id', '=', from)
        .where('dashboards.id', '=', to)
        .execute();
    },

    /** Gives a version the next number and each of its snapshots an id, and answers as its author sees the dashboard. */
    async insertVersion(
      author: UserPrincipal | EmbedPrincipal,
      { config, snapshots, tabs, ...version }: NewVersion,
    ): Promise<Dashboard> {
      const { dashboardId } = version;
      await db
        .insertInto('dashboardVersions')
        .values({
          ...version,
          createdBy: author.kind === 'user' ? author.userId : null,
          config: JSON.stringify(config),
          tabs: JSON.stringify(tabs),
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
