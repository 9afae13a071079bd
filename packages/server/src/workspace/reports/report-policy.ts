import { refuse, type OperationTypes } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import { isLegacyPublicId } from '../public-id.ts';
import type { ReportRow, WithAccess } from '../workspace-rows.ts';

type ReportUpdate = OperationTypes['updateReport']['body'];

/**
 * Checks that a report stays where it is or that the caller may move it. Another folder or workbook brings the rights of
 * its owner, so only who manages a report takes it there.
 *
 * @throws `forbidden`
 */
export function checkMayMove(report: WithAccess<ReportRow>, { folderId, workbookId }: ReportUpdate): void {
  const stays =
    (folderId === undefined || folderId === report.folderId) &&
    (workbookId === undefined || workbookId === report.workbookId);
  if (!stays && report.level < accessLevels.manage)
    throw refuse('forbidden', { reason: `You may not move the report ${report.id}` });
}

/**
 * Checks that a report keeps the publicId that it has; others have stored it.
 *
 * @throws `public_id_fixed`, `public_id_reserved`
 */
export function checkPublicIdStays(report: ReportRow, { publicId }: ReportUpdate): void {
  if (publicId == null || publicId === report.publicId) return;
  checkPublicIdIsFree(publicId);
  if (report.publicId !== null) throw refuse('public_id_fixed', { publicId: report.publicId });
}

/**
 * Checks that a publicId is none of those that stand for reports without one.
 *
 * @throws `public_id_reserved`
 */
export function checkPublicIdIsFree(publicId: string | null | undefined): void {
  if (publicId != null && isLegacyPublicId(publicId)) throw refuse('public_id_reserved', { publicId });
}
