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
  insertVersion(
    version: Omit<Insertable<Tables['dashboard_versions']>, 'version_number'>,
  ): Promise<Dashboard>;
}

export function createDashboardStore(db: Db): DashboardStore {
  return {
    async hold({ deploymentId, workbookId, publicId, allowEmbed, userId }) {
      const { id } = await db
        .insertInto('dashboards')
        .values({
          deployment_id: deploymentId,
          workbook_id: workbookId,
          public_id: publicId,
          allow_embed: allowEmbed ?? false,
          created_by: userId,
        })
        // Updating takes the row's lock.
        .onConflict((conflict) =>
          conflict.column('workbook_id').doUpdateSet({
            status: 'published',
            ...(allowEmbed !== undefined && { allow_embed: allowEmbed }),
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async insertVersion(version) {
      const { dashboard_id: id } = version;
      await db
        .insertInto('dashboard_versions')
        .values({
          ...version,
          version_number: sql`(select coalesce(max(version_number), 0) + 1 from dashboard_versions where dashboard_id = ${id})`,
        })
        .execute();
      return toDashboard(await dashboardQuery(db).where('dashboards.id', '=', id).executeTakeFirstOrThrow());
    },
  };
}
