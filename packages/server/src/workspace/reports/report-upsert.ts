import { isRefusal, refuse, refuseFields, type CreateReportInput, type Report } from '@oriel/contract';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { accessLevels } from '../../access/access-level.ts';
import { checkRole } from '../../access/may.ts';
import type { Db } from '../../db/database.ts';
import { isLegacyPublicId, LEGACY_RANGE } from '../items/public-id.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { rowsOf, type ReportRow, type WithAccess } from '../items/workspace-rows.ts';
import { saysPlacement } from './report-placements.ts';
import { folderOfWorkbook } from './report-policy.ts';
import type { UserReportScope, ReportService } from './report-service.ts';
import { showReport } from './show-report.ts';

/** Creates or changes a report by its public id. */
type UpsertReport = (scope: UserReportScope, publicId: string, input: CreateReportInput) => Promise<Report>;

/** The report that a public id names, and whether it has that id or is only shown with it. */
interface Target {
  id: number;
  deploymentId: number;
  isOwn: boolean;
}

/**
 * Makes the function that creates or changes a report by its public id. Which of the two is decided before it is done;
 * where another request makes it the wrong one, nothing is done.
 *
 * @throws `public_id_taken`, `public_id_reserved`, `ambiguous_legacy_id`, `upsert_branch_changed`, and what creating
 * and changing throw
 */
export function createReportUpsert(db: Db, service: ReportService): UpsertReport {
  return async (scope, publicId, input) => {
    if (input.publicId != null && input.publicId !== publicId)
      throw refuseFields([{ path: 'publicId', message: 'is not the publicId of the address' }]);
    const target = await findTarget(db, scope.deploymentId, publicId);
    return target
      ? change({ db, service, scope, publicId }, target, input)
      : create({ service, scope, publicId }, input);
  };
}

interface Request {
  db: Db;
  service: ReportService;
  scope: UserReportScope;
  publicId: string;
}

async function create(
  { service, scope, publicId }: Omit<Request, 'db'>,
  input: CreateReportInput,
): Promise<Report> {
  checkRole(scope.actor, 'Explorer');
  try {
    return await service.create(scope, { ...input, publicId });
  } catch (error) {
    throw isRefusal(error, 'public_id_taken') ? branchChanged(error) : error;
  }
}

async function change(
  { db, service, scope, publicId }: Request,
  { id, deploymentId, isOwn }: Target,
  request: CreateReportInput,
): Promise<Report> {
  // It is of the creation alone.
  const { source: _source, ...input } = request;
  const report = await findEditable(db, scope, id).catch((error: unknown) => {
    // Who does not see it learns what anybody learns who chooses the id.
    throw isRefusal(error, 'report_not_found') ? refuse('public_id_taken', { publicId }) : error;
  });
  if (deploymentId !== scope.deploymentId) throw refuse('public_id_taken', { publicId });
  if (isOwn && changesNothing(report, await withOwnPlace(db, scope, { report, input })))
    return showReport(db, scope, report);
  try {
    return await service.update(scope, id, { ...input, publicId }, { adoptsPublicId: !isOwn });
  } catch (error) {
    throw isRefusal(error, 'report_not_found') ? branchChanged(error) : error;
  }
}

const branchChanged = (cause: unknown) => refuse('upsert_branch_changed', undefined, { cause });

function findEditable(db: Db, scope: UserReportScope, id: number): Promise<WithAccess<ReportRow>> {
  return createWorkspaceAccess(db, scope).get('REPORT', id, accessLevels.edit);
}

/**
 * Finds the report with a public id in any deployment, else the one in the deployment that is shown with it.
 *
 * @throws `ambiguous_legacy_id` where several are, `public_id_reserved` where none is that could be
 */
async function findTarget(db: Db, deploymentId: number, publicId: string): Promise<Target | undefined> {
  const own = await rowsOf(
    db,
    sql<Target>`select id, deployment_id, true as is_own from reports where public_id = ${publicId}`,
  );
  if (own[0] || !isLegacyPublicId(publicId)) return own[0];
  const shown = await rowsOf(
    db,
    sql<Target>`select id, deployment_id, false as is_own from reports where deployment_id = ${deploymentId} and public_id is null
      and id % ${sql.lit(LEGACY_RANGE)} = ${Number(publicId.slice('legacy'.length))}`,
  );
  if (shown.length > 1) throw refuse('ambiguous_legacy_id', { publicId, count: shown.length });
  if (!shown[0]) throw refuse('public_id_reserved', { publicId });
  return shown[0];
}

/** What is sent, without the folder of a tab where that says nothing new. */
async function withOwnPlace(
  db: Db,
  scope: UserReportScope,
  { report, input }: { report: ReportRow; input: CreateReportInput },
): Promise<CreateReportInput> {
  const { folderId, ...rest } = input;
  if (report.workbookId === null || folderId == null) return input;
  return folderId === (await folderOfWorkbook(db, scope)(report.workbookId)) ? rest : input;
}

/** Whether a report has everything that is sent; where it stands in spreadsheets is not looked at. */
function changesNothing(report: ReportRow, request: CreateReportInput): boolean {
  const { publicId: _publicId, ...input } = request;
  return (
    !saysPlacement(input) &&
    Object.entries(input).every(([field, value]) => {
      // A name of null is none that is sent.
      if (value === undefined || (field === 'name' && value === null)) return true;
      // What is left are columns of the report.
      return isDeepStrictEqual(report[field as keyof ReportRow], value);
    })
  );
}
