import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';

export type PlacementRow = Selectable<Tables['reportPlacements']>;
export type NewPlacement = Insertable<Tables['reportPlacements']>;

/** The placements of reports in spreadsheets. Reports are named by ids that their access was checked for. */
export type PlacementStore = ReturnType<typeof createPlacementStore>;

export function createPlacementStore(db: Db) {
  return {
    /** Of some reports, the oldest first. */
    listByReports(reportIds: readonly number[]): Promise<PlacementRow[]> {
      return db
        .selectFrom('reportPlacements')
        .selectAll()
        .where('reportId', 'in', [...reportIds])
        .orderBy('reportId')
        .orderBy('placedAt')
        .orderBy('id')
        .execute();
    },

    /** Removes some placements of a report. */
    async remove(reportId: number, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('reportPlacements')
        .where('reportId', '=', reportId)
        .where('id', 'in', [...ids])
        .execute();
    },

    /** Adds a placement, or takes the place of the one with its id. */
    async save(placement: NewPlacement): Promise<void> {
      await db
        .insertInto('reportPlacements')
        .values(placement)
        .onConflict((conflict) => conflict.columns(['reportId', 'id']).doUpdateSet(placement))
        .execute();
    },
  };
}
