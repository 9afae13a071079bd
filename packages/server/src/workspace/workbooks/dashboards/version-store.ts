import type { Dashboard, DashboardConfig, DashboardVersion } from '@oriel/contract';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { isStorableId } from '../../../db/values/storable-id.ts';
import type { Tables } from '../../../db/tables.ts';
import { columnOrder, type CursorKey } from '../../../paging/list-order.ts';
import type { PageRange } from '../../../paging/page.ts';
import { publishedDashboards, versionsOfDashboards } from '../../items/published-dashboards.ts';
import type { WorkspaceScope } from '../../workspace-scope.ts';

/** A version as it is stored. */
export type StoredVersion = Selectable<Tables['dashboardVersions']>;

/** The order of the versions of a dashboard. */
export const latestFirst = columnOrder<DashboardVersion>({
  list: 'dashboard versions',
  alias: 'v',
  by: { versionNumber: 'integer' },
  direction: 'desc',
});

interface VersionRef {
  workbookId: number;
  versionNumber: number;
}

/** Makes the store of the versions of dashboards. Callers have checked access to the workbook. */
export function createVersionStore(db: Db) {
  const dashboardsOf = ({ actor, deploymentId }: WorkspaceScope, workbookId: number) =>
    publishedDashboards(db, actor)
      .where('dashboards.deploymentId', '=', deploymentId)
      .where('dashboards.workbookId', '=', workbookId);
  return {
    /** A page of the versions of a workbook's dashboard. */
    async list(
      { deploymentId }: WorkspaceScope,
      workbookId: number,
      { limit, after }: PageRange<CursorKey>,
    ): Promise<DashboardVersion[]> {
      const { rows } = await sql<DashboardVersion>`
        select v.id as version_id, v.version_number, v.title, v.description, v.restored_from, v.created_by, v.created_at,
          v.version_number = (select max(version_number) from dashboard_versions where dashboard_id = v.dashboard_id) as is_current,
          (select json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture)
            from users u where u.id = v.created_by) as "user"
        from dashboard_versions v
        where v.dashboard_id = (select id from dashboards where deployment_id = ${deploymentId} and workbook_id = ${workbookId})
          and ${latestFirst.isBehind(after)} order by ${latestFirst.orderBy} limit ${sql.lit(limit)}`.execute(
        db,
      );
      return rows;
    },
    /** A version as it is stored. */
    async find(
      { deploymentId }: WorkspaceScope,
      { workbookId, versionNumber }: VersionRef,
    ): Promise<StoredVersion | undefined> {
      if (!isStorableId(versionNumber)) return undefined;
      return db
        .selectFrom('dashboardVersions')
        .innerJoin('dashboards', 'dashboards.id', 'dashboardVersions.dashboardId')
        .selectAll('dashboardVersions')
        .where('dashboards.deploymentId', '=', deploymentId)
        .where('dashboards.workbookId', '=', workbookId)
        .where('versionNumber', '=', versionNumber)
        .executeTakeFirst();
    },
    /** The dashboard as a version of it was published. */
    async findDashboard(
      { actor, deploymentId }: WorkspaceScope,
      { workbookId, versionNumber }: VersionRef,
    ): Promise<Dashboard | undefined> {
      if (!isStorableId(versionNumber)) return undefined;
      return versionsOfDashboards(db, actor)
        .where('dashboards.deploymentId', '=', deploymentId)
        .where('dashboards.workbookId', '=', workbookId)
        .where('dashboardVersions.versionNumber', '=', versionNumber)
        .executeTakeFirst();
    },
    /** The dashboard with its newest version, whatever its status. */
    findNewest: (scope: WorkspaceScope, workbookId: number): Promise<Dashboard | undefined> =>
      dashboardsOf(scope, workbookId).executeTakeFirst(),
    /** The same, with its row locked until the transaction ends. */
    async holdNewest(scope: WorkspaceScope, workbookId: number): Promise<Dashboard | undefined> {
      // A statement of its own: one that waits for a lock goes on with the version that it saw before.
      await sql`select from dashboards where deployment_id = ${scope.deploymentId} and workbook_id = ${workbookId} for update`.execute(
        db,
      );
      return this.findNewest(scope, workbookId);
    },
    /** Replaces what a version shows. */
    async setConfig(versionId: number, config: DashboardConfig): Promise<void> {
      await db
        .updateTable('dashboardVersions')
        .set({ config: JSON.stringify(config) })
        .where('id', '=', versionId)
        .execute();
    },
    /** Changes a dashboard beside its versions. */
    async setState(
      dashboardId: number,
      state: Pick<Updateable<Tables['dashboards']>, 'status' | 'useBoardDashboards' | 'restrictDataDownload'>,
    ): Promise<void> {
      await db.updateTable('dashboards').set(state).where('id', '=', dashboardId).execute();
    },
  };
}
