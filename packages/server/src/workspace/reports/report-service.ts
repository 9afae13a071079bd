import { refuse, type OperationTypes, type Report } from '@oriel/contract';
import { isDeepStrictEqual } from 'node:util';
import { userIdOf, type Author } from '../../access/principal.ts';
import { accessLevels } from '../../access/access-level.ts';
import type { Database, Db } from '../../db/database.ts';
import type { CallContext } from '../../http/handler.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import { answerRows, withComputed, type RowListAnswer } from '../../paging/row-list-answer.ts';
import { readWhole } from '../items/deferred-rows.ts';
import { giveToMaker, ownerOf } from '../items/item-maker.ts';
import { createItemStore } from '../items/item-store.ts';
import { makePublicId } from '../items/public-id.ts';
import { checkVersion } from '../items/version-check.ts';
import { recordView } from '../view-history-store.ts';
import { createWorkspaceAccess, notFound, type WorkspaceAccess } from '../workspace-access.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { ReportRow, WithAccess } from '../items/workspace-rows.ts';
import { authorScopeOf, scopeOf, type UserScope, type WorkspaceScope } from '../workspace-scope.ts';
import type { AskingReport, CheckReportQuery } from './report-query-check.ts';
import { createReportList } from './report-list-store.ts';
import { createPlacementStore, type PlacementStore } from '../placements/placement-store.ts';
import { placementFrom, saysPlacement } from './report-placements.ts';
import { checkRegionHost, readReportMeta } from './report-meta.ts';
import {
  checkMayMove,
  checkPublicIdIsFree,
  checkPublicIdStays,
  folderOfWorkbook,
  isPlacedAt,
  placeOf,
} from './report-policy.ts';
import { createReportStore } from './report-store.ts';
import { showReport } from './show-report.ts';
import { loadShownFields } from './shown-reports.ts';

/** A workspace, and the branch of the model that its reports are asked of. */
interface ReportScope extends WorkspaceScope {
  readonly branch: string;
}

/** The same of a user. */
export type UserReportScope = ReportScope & UserScope;

/** The scope of a call of an operation that asks the model. */
export function reportScopeOf(call: CallContext): UserReportScope {
  return { ...scopeOf(call), branch: call.deployment.deployBranch };
}

/** The same of an operation that viewers in creator mode call as well. */
export function authorReportScopeOf(call: CallContext): ReportScope {
  return { ...authorScopeOf(call), branch: call.deployment.deployBranch };
}

export interface ReportService {
  list(scope: WorkspaceScope, query: OperationTypes['getReports']['query']): Promise<ReportListAnswer>;
  /**
   * @throws `public_id_taken`, `public_id_reserved`; what {@link CheckReportQuery} throws; 404 and 403 for the folder
   * and the workbook
   */
  create(scope: ReportScope, input: OperationTypes['createReport']['body']): Promise<Report>;
  /** A report, which does not count as having opened it. @throws `report_not_found` */
  show(scope: WorkspaceScope, id: number): Promise<Report>;
  /** The same, and notes that the caller has opened it. */
  get(scope: WorkspaceScope, id: number): Promise<Report>;
  /**
   * @param options `adoptsPublicId`: the placeholder that the report was shown with becomes its own; default false
   * @throws `public_id_fixed`, `public_id_reserved`, `version_conflict`; what {@link CheckReportQuery} throws; 404 and
   * 403, also for the folder and the workbook
   */
  update(
    scope: ReportScope,
    id: number,
    input: OperationTypes['updateReport']['body'],
    options?: { adoptsPublicId?: boolean },
  ): Promise<Report>;
}

type ReportListAnswer = RowListAnswer<Report> | Batched<OperationTypes['getReports']['answer']>;

type SaidPlace = Pick<OperationTypes['createReport']['body'], 'folderId' | 'workbookId'>;

export function createReportService(database: Database, checkQuery: CheckReportQuery): ReportService {
  const { db } = database;
  const needs = { db, checkQuery };
  const list = createReportList(database);
  const one = (scope: WorkspaceScope, row: WithAccess<ReportRow>) => showReport(db, scope, row);
  return {
    async list({ actor, deploymentId }, query) {
      if (actor.kind === 'embed') await checkTabsAreOpen(db, { actor, deploymentId }, query.workbookId);
      const { rows, pageInfo, count, details } = await list({ actor, deploymentId }, query);
      const shown = await loadShownFields(db, { actor }, { rows, details });
      if (!rows.some(({ isDeferred }) => isDeferred)) return answerRows(rows, shown, { pageInfo, count });
      return answerItems<OperationTypes['getReports']['answer'], (typeof rows)[number]>({
        fields: ['items', 'data'],
        refs: rows,
        bytesOf: ({ shownBytes }) => shownBytes,
        read: async (batch) => {
          const whole = await readWhole(db, { actor, deploymentId }, 'REPORT', batch);
          return whole.map((row) => withComputed(row, shown));
        },
        rest: { pageInfo, count },
      });
    },
    create: async (scope, input) => one(scope, await createReport(needs, scope, input)),
    async show(scope, id) {
      return one(scope, await getShown(db, scope, id));
    },
    async get(scope, id) {
      const row = await getShown(db, scope, id);
      const [report] = await Promise.all([
        one(scope, row),
        recordView(db, scope.actor, { type: 'REPORT', id }),
      ]);
      return report;
    },
    update: async (scope, id, input, { adoptsPublicId = false } = {}) =>
      one(scope, await updateReport(needs, scope, id, { input, adoptsPublicId })),
  };
}

/** What the service works with. */
interface ReportNeeds {
  readonly db: Db;
  readonly checkQuery: CheckReportQuery;
}

async function createReport(
  { db, checkQuery }: ReportNeeds,
  scope: ReportScope,
  input: OperationTypes['createReport']['body'],
): Promise<WithAccess<ReportRow>> {
  const { actor, deploymentId } = scope;
  await checkQuery(scope, input);
  readReportMeta(input.meta);
  await checkRegionHost(db, actor.tenantId, input);
  checkPublicIdIsFree(input.publicId);
  const publicId = input.publicId ?? makePublicId();
  const conflict = { ...input, publicId };
  return changeWorkspace(db, scope, { conflict }, async (tx) => {
    await checkWorkbook(tx.access, input);
    const place = await placeOf(undefined, input, folderOfWorkbook(tx.db, scope));
    if (place.folderId !== null) await tx.access.get('FOLDER', place.folderId, accessLevels.edit);
    const report = { deploymentId, ...ownerOf(actor), publicId, input: { ...input, ...place } };
    const made = await createReportStore(tx.db).insert(report);
    // One in a workbook belongs to the maker of the workbook.
    if (made.workbookId === null) await giveToMaker(tx.db, scope, 'REPORT', made);
    await keepPlacement(createPlacementStore(tx.db), input, made, actor);
    return createItemStore(tx.db).withLevelNow(scope, 'REPORT', made);
  });
}

async function updateReport(
  { db, checkQuery }: ReportNeeds,
  scope: ReportScope,
  id: number,
  { input, adoptsPublicId }: { input: OperationTypes['updateReport']['body']; adoptsPublicId: boolean },
): Promise<WithAccess<ReportRow>> {
  const { actor, deploymentId } = scope;
  const asks = input.jsonQuery !== undefined || input.meta !== undefined;
  // The engine is asked before the transaction: it may take its time, and no connection waits for it.
  const checked = asks
    ? await createWorkspaceAccess(db, scope).get('REPORT', id, accessLevels.edit)
    : undefined;
  if (checked) await checkQuery(scope, changed(checked, input));
  readReportMeta(input.meta);
  if (checked) await checkRegionHost(db, actor.tenantId, { meta: input.meta, stored: checked.meta });
  return changeWorkspace(db, scope, { conflict: input }, async (tx) => {
    const reports = createReportStore(tx.db);
    await reports.hold(deploymentId, id);
    const report = await tx.access.get('REPORT', id, accessLevels.edit);
    checkVersion('report', report, input.expectedVersion);
    if (!adoptsPublicId) checkPublicIdStays(report, input);
    await checkWorkbook(tx.access, input);
    const place = await placeOf(report, input, folderOfWorkbook(tx.db, scope));
    checkMayMove(report, place);
    if (input.folderId !== undefined && place.folderId !== null)
      await tx.access.get('FOLDER', place.folderId, accessLevels.edit);
    if (saysPlaceAlone(input) && isPlacedAt(report, place)) return report;
    if (checked) checkAsksTheSame(checked, report);
    const updated = await reports.update(deploymentId, id, { ...input, ...place });
    await keepPlacement(createPlacementStore(tx.db), input, updated, actor);
    return isPlacedAt(report, place)
      ? { ...updated, level: report.level }
      : createItemStore(tx.db).withLevelNow(scope, 'REPORT', updated);
  });
}

/** @throws `report_not_found`, also for a tab of a workbook that a viewer sees by its published dashboard alone */
async function getShown(db: Db, scope: WorkspaceScope, id: number): Promise<WithAccess<ReportRow>> {
  const row = await createWorkspaceAccess(db, scope).get('REPORT', id, accessLevels.read);
  const isTab = row.workbookId !== null && row.level < accessLevels.edit;
  if (scope.actor.kind === 'embed' && isTab) throw notFound('REPORT', id);
  return row;
}

/** Viewers list the tabs of a workbook that they may edit, and find other reports in the workspace. */
async function checkTabsAreOpen(
  db: Db,
  scope: WorkspaceScope,
  workbookId: number | null | undefined,
): Promise<void> {
  if (workbookId == null)
    throw refuse('forbidden', {
      reason: 'An embed session lists the reports of one workbook: send workbookId',
    });
  await createWorkspaceAccess(db, scope).get('WORKBOOK', workbookId, accessLevels.edit);
}

/**
 * Comes before what else is said of the place, so that no refusal tells where a workbook lies that the caller does not
 * see.
 */
async function checkWorkbook(access: WorkspaceAccess, { workbookId }: SaidPlace): Promise<void> {
  if (workbookId != null) await access.get('WORKBOOK', workbookId, accessLevels.edit);
}

/** Whether a change says where a report lies, and nothing else of it. */
function saysPlaceAlone(input: OperationTypes['updateReport']['body']): boolean {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  return (
    fields.length > 0 &&
    fields.every(([field]) => ['folderId', 'workbookId', 'expectedVersion'].includes(field))
  );
}

/** Keeps where a report stands in a spreadsheet, as a change of it says. */
async function keepPlacement(
  placements: PlacementStore,
  input: OperationTypes['updateReport']['body'],
  report: ReportRow,
  author: Author,
): Promise<void> {
  if (!saysPlacement(input)) return;
  const userId = userIdOf(author);
  if (userId === null) throw refuse('forbidden', { reason: 'Spreadsheets are for users of the account' });
  const held = await placements.listByReports([report.id]);
  const placement = placementFrom(input, { report, placements: held, userId });
  if (placement) await placements.save(placement);
}

/** What a report asks once the fields that were sent are in it. */
function changed(report: ReportRow, { jsonQuery, meta }: AskingReport): AskingReport {
  return {
    jsonQuery: jsonQuery === undefined ? report.jsonQuery : jsonQuery,
    meta: meta === undefined ? report.meta : meta,
  };
}

/** @throws `conflict` where the query has changed since it was checked */
function checkAsksTheSame(checked: ReportRow, now: ReportRow): void {
  if (checked.jsonQuery === now.jsonQuery && isDeepStrictEqual(checked.meta, now.meta)) return;
  throw refuse('conflict', {
    reason: `The query of the report ${now.id} was changed at the same time; send the change again`,
  });
}
