import type { OperationTypes, Report } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { addressOf } from '../placements/placement-address.ts';
import {
  createPlacementStore,
  type PlacementRow,
  type PlacementStore,
} from '../placements/placement-store.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { ReportRow, WithAccess } from '../items/workspace-rows.ts';
import type { UserScope } from '../workspace-scope.ts';
import { connectedPlacement, droppedPlacements, refreshedPlacements } from './report-placements.ts';
import { createReportStore, type ReportStore } from './report-store.ts';
import { showReport } from './show-report.ts';

/** A report that is held, with where it stands, and what changes both. */
interface HeldReport {
  report: WithAccess<ReportRow>;
  placements: readonly PlacementRow[];
  userId: number;
  reports: ReportStore;
  store: PlacementStore;
}

/** Makes the service of the places where spreadsheets show reports. Reading a report is enough for all of it. */
export function createPlacementService(db: Db) {
  /** One change of a report's placements at a time. @returns the report, as `work` has changed it where it has */
  const change = async (
    scope: UserScope,
    id: number,
    work: (held: HeldReport) => Promise<ReportRow | void>,
  ): Promise<Report> => {
    const { actor, deploymentId } = scope;
    const row = await changeWorkspace(db, scope, {}, async (tx) => {
      const [reports, store] = [createReportStore(tx.db), createPlacementStore(tx.db)];
      await reports.hold(deploymentId, id);
      const report = await tx.access.get('REPORT', id, accessLevels.read);
      const placements = await store.listByReports([id]);
      const changed = await work({ report, placements, userId: actor.userId, reports, store });
      return { ...report, ...changed };
    });
    return showReport(db, scope, row);
  };
  return {
    /** Notes where a spreadsheet shows a report. @throws `invalid_request` beyond the most placements; 404 and 403 */
    connect: (
      scope: UserScope,
      id: number,
      input: OperationTypes['connectReportToWorkbook']['body'],
    ): Promise<Report> =>
      change(scope, id, ({ store, ...known }) => store.save(connectedPlacement(input, known))),
    /** Forgets the placements that the target names, none where it names none. @throws 404 and 403 */
    disconnect: (
      scope: UserScope,
      id: number,
      target: OperationTypes['disconnectReportFromWorkbook']['body'],
    ): Promise<Report> =>
      change(scope, id, async ({ report, placements, reports, store }) => {
        const dropped = droppedPlacements(target, placements);
        await store.remove(
          id,
          dropped.map((placement) => placement.id),
        );
        if (dropped.some((placement) => isFirst(report, placement)))
          return reports.clearLocation(scope.deploymentId, id);
      }),
    /**
     * Notes that the caller has read the data anew, in all of the placements that the target names.
     * @throws 404 and 403
     */
    refresh: (
      scope: UserScope,
      id: number,
      target: OperationTypes['refreshReport']['body'],
    ): Promise<Report> =>
      change(scope, id, async ({ reports, store, ...known }) => {
        for (const placement of refreshedPlacements(target, known)) await store.save(placement);
        return reports.refresh(scope.deploymentId, id, known.userId);
      }),
  };
}

/** Whether a placement is the one that the report itself names, as older clients read it. */
function isFirst(report: ReportRow, { workbookId, ...placement }: PlacementRow): boolean {
  if (report.externalWorkbookId !== workbookId) return false;
  const [named, held] = [addressOf({ resultLocation: report.resultLocation }), addressOf(placement)];
  return named.sheetName === held.sheetName && named.anchorCell === held.anchorCell;
}
