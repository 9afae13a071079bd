import { refuse, type OperationTypes } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { createItemStore } from '../items/item-store.ts';
import { isLegacyPublicId } from '../items/public-id.ts';
import type { ReportRow, WithAccess } from '../items/workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

type ReportUpdate = OperationTypes['updateReport']['body'];

/** Where a report lies: in a workbook, or else in a folder; in neither it lies at the root. */
type ReportPlace = Pick<ReportRow, 'folderId' | 'workbookId'>;

/**
 * Where a report lies after a change. A tab lies where its workbook lies: to name that folder says nothing new, and any
 * other is refused, since the report would not be found there. So is every folder where the caller does not see the
 * workbook: nobody is told where that lies.
 *
 * @param report the report as it is, of a new one undefined
 * @param findFolder as {@link folderOfWorkbook}
 * @throws `report_in_workbook`
 */
export async function placeOf(
  report: Pick<ReportRow, 'id' | keyof ReportPlace> | undefined,
  input: Pick<ReportUpdate, keyof ReportPlace>,
  findFolder: ReturnType<typeof folderOfWorkbook>,
): Promise<ReportPlace> {
  const workbookId = input.workbookId === undefined ? (report?.workbookId ?? null) : input.workbookId;
  if (workbookId === null) {
    const stays = report?.workbookId == null ? (report?.folderId ?? null) : null;
    return { workbookId, folderId: input.folderId === undefined ? stays : input.folderId };
  }
  if (input.folderId != null && input.folderId !== (await findFolder(workbookId)))
    throw refuse('report_in_workbook', { id: report?.id ?? 0, workbookId });
  return { workbookId, folderId: null };
}

/** Finds the folder that a workbook lies in, null for the root; undefined for one that the caller does not see. */
export function folderOfWorkbook(
  db: Db,
  scope: WorkspaceScope,
): (workbookId: number) => Promise<number | null | undefined> {
  return async (workbookId) => {
    const workbook = await createItemStore(db).find(scope, 'WORKBOOK', workbookId);
    return workbook && workbook.level > accessLevels.none ? workbook.folderId : undefined;
  };
}

/** Whether a report lies at a place. */
export function isPlacedAt(report: ReportPlace, { folderId, workbookId }: ReportPlace): boolean {
  return folderId === report.folderId && workbookId === report.workbookId;
}

/**
 * Checks that a report stays where it is or that the caller may move it. Another folder or workbook brings the rights
 * of its owner, so only who manages a report takes it there.
 *
 * @throws `forbidden`
 */
export function checkMayMove(report: WithAccess<ReportRow>, place: ReportPlace): void {
  if (!isPlacedAt(report, place) && report.level < accessLevels.manage)
    throw refuse('forbidden', { reason: `You may not move the report ${report.id}` });
}

/**
 * Checks that a report keeps the publicId that was chosen for it; others have stored it. One that was made may be
 * replaced once.
 *
 * @throws `public_id_fixed`, `public_id_reserved`
 */
export function checkPublicIdStays(report: ReportRow, { publicId }: ReportUpdate): void {
  if (publicId == null || publicId === report.publicId) return;
  checkPublicIdIsFree(publicId);
  if (report.publicId !== null && report.isPublicIdChosen)
    throw refuse('public_id_fixed', { publicId: report.publicId });
}

/**
 * Checks that a publicId is none of those that stand for reports without one.
 *
 * @throws `public_id_reserved`
 */
export function checkPublicIdIsFree(publicId: string | null | undefined): void {
  if (publicId != null && isLegacyPublicId(publicId)) throw refuse('public_id_reserved', { publicId });
}
