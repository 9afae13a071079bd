import type { Dashboard } from '@oriel/contract';
import { sql, type Insertable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { dashboardQuery, toDashboard } from '../item-details.ts';

export interface DashboardStore {
  /**
   * Finds or makes the dashboard of a workbook. Its row is held until the transaction ends: a second publisher waits
   * behind it.
   */
  hold(dashboard: {
    deploymentId: number;
    workbookId: number;
    publicId: string;
    /** Undefined leaves it, for a new one off. */
    allowEmbed: boolean | undefined;
    userId: number;
  }): Promise<number>;
  /** Gives the version the next number. */
  insertVersion(version: Omit<Insertable<Tables['dashboardVersions']>, 'versionNumber'>): Promise<Dashboard>;
}

export function createDashboardStore(db: Db): DashboardStore {
  return {
    async hold({ deploymentId, workbookId, publicId, allowEmbed, userId }) {
      const { id } = await db
        .insertInto('dashboards')
        .values({
          deploymentId,
          workbookId,
          publicId,
          allowEmbed: allowEmbed ?? false,
          createdBy: userId,
        })
        // Updating takes the row's lock.
        .onConflict((conflict) =>
          conflict.column('workbookId').doUpdateSet({
            status: 'published',
            ...(allowEmbed !== undefined && { allowEmbed }),
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async insertVersion(version) {
      const { dashboardId: id } = version;
      await db
        .insertInto('dashboardVersions')
        .values({
          ...version,
          versionNumber: sql`(select coalesce(max(version_number), 0) + 1 from dashboard_versions where dashboard_id = ${id})`,
        })
        .execute();
      return toDashboard(await dashboardQuery(db).where('dashboards.id', '=', id).executeTakeFirstOrThrow());
    },
  };
}
