import type { Report, ReportPlacement } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { ComputedFields } from '../../paging/row-list-answer.ts';
import { loadPlacements } from '../items/item-details.ts';
import { toPlacement } from '../placements/to-placement.ts';
import { legacyPublicId } from '../items/public-id.ts';
import type { ReportDetails } from '../items/report-details.ts';
import { rolesAt } from '../items/report-roles.ts';
import { rightsAt } from '../items/serialize-items.ts';
import type { ReportRow, WithAccess } from '../items/workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** Stands for a user who is no longer there. */
const nobody = { id: 0, email: '', firstName: null, picture: null };
const nowhere: ReportPlacement[] = [];

/** What of a report decides how it is shown. */
type ShownRow = Pick<
  WithAccess<ReportRow>,
  'id' | 'publicId' | 'folderId' | 'workbookId' | 'userId' | 'createdBy' | 'refreshedBy' | 'level'
> & { readonly currentQueryChecksum: string | null };

/**
 * Loads what else the API shows of reports. The viewers of embed sessions are told of no user of the account.
 *
 * @returns the fields of a report that are not columns of its row as they stand, each by the row
 */
export async function loadShownFields(
  db: Db,
  { actor }: Pick<WorkspaceScope, 'actor'>,
  { rows, details }: { rows: readonly ShownRow[]; details: ReportDetails },
) {
  const { pathOf, ownerOf, refreshedByOf, sharedLevelOf, isPlaced } = details;
  const isTold = actor.kind === 'user';
  const placementsOf = await loadPlacements(
    db,
    rows.filter(isPlaced).map(({ id }) => id),
  );
  return {
    createdBy: ({ createdBy }) => (isTold ? (createdBy ?? undefined) : undefined),
    publicId: ({ id, publicId }) => publicId ?? legacyPublicId(id),
    type: () => 'REPORT' as const,
    folderPath: pathOf,
    externalWorkbookPlacements(row) {
      if (!isPlaced(row)) return nowhere;
      return placementsOf(row.id).map((placement) => toPlacement(placement, row.currentQueryChecksum));
    },
    userId: ({ userId }) => (isTold && userId !== null ? userId : nobody.id),
    user: (row) => (isTold ? (ownerOf(row) ?? nobody) : nobody),
    refreshedBy: ({ refreshedBy }) => (isTold ? refreshedBy : null),
    refreshedByUser: (row) => (isTold ? (refreshedByOf(row) ?? ownerOf(row) ?? nobody) : nobody),
    rolesWithAccess: (row) => rolesAt(sharedLevelOf(row)),
    canEdit: ({ level }) => rightsAt(level).canEdit,
    canManage: ({ level }) => rightsAt(level).canManage,
  } satisfies ComputedFields<Report, ShownRow>;
}
