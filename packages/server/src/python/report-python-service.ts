import type { PythonAnalysisFilteredRun, ReportPython } from '@oriel/contract';
import { hasPython } from '@oriel/dashboard/python-rows';
import { createHash } from 'node:crypto';
import { accessLevels } from '../access/access-level.ts';
import type { UserPrincipal } from '../access/principal.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { toSnapshot, type NewSnapshot } from '../workspace/workbooks/dashboards/report-snapshots.ts';
import { createWorkspaceAccess } from '../workspace/workspace-access.ts';
import { queryInZone } from './python-input.ts';
import { createPythonResultStore } from './python-result-store.ts';
import type { PythonCall } from './python-call.ts';
import type { ReportOutputs } from './report-outputs.ts';

/** What the parts of the service work with. */
interface ReportPythonNeeds {
  readonly db: Db;
  readonly outputs: ReportOutputs;
  readonly store: ReturnType<typeof createPythonResultStore>;
  readonly runner: ReportOutputs['runner'];
}

/** Runs the Python of reports, and keeps what it leaves to users. */
export function createReportPythonService(db: Db, outputs: ReportOutputs) {
  const store = createPythonResultStore(db);
  const { runner } = outputs;
  return bindFirst({ db, outputs, store, runner }, { get, run });
}

/** @throws `report_not_found`, `forbidden` */
async function get(
  needs: Pick<ReportPythonNeeds, 'db' | 'store' | 'runner'>,
  call: PythonCall & { viewer: UserPrincipal },
  reportId: number,
): Promise<ReportPython> {
  const row = await getReport(needs, call, reportId, accessLevels.read);
  const snapshot = toSnapshot(row);
  if (!hasPython(snapshot)) return { hasCode: false, result: null, canRun: false, whyNot: null };
  const whyNot =
    row.level < accessLevels.edit
      ? 'Running it needs the right to edit the report'
      : await needs.runner.findFault(call.viewer);
  const found = await needs.store.find(reportId);
  return {
    hasCode: true,
    canRun: whyNot === undefined,
    whyNot: whyNot ?? null,
    result: found
      ? {
          at: found.runAt,
          ranBy: found.ranBy,
          stdout: found.stdout,
          stderr: found.stderr,
          inputRowCount: found.inputRowCount,
          isInputCut: found.isInputCut,
          outputData: found.output,
          largeNumberColumns: found.largeNumberColumns,
          isOutdated: found.sourceChecksum !== checksumOf(snapshot),
        }
      : null,
  };
}

/**
 * @throws `report_not_found`, `forbidden` where Python is off or not there, or the report has none;
 * `too_many_requests`
 */
async function run(
  needs: ReportPythonNeeds,
  call: PythonCall,
  reportId: number,
  timezone?: string,
): Promise<PythonAnalysisFilteredRun> {
  const { viewer } = call;
  if (viewer.kind === 'user') return runAndKeep(needs, { ...call, viewer }, reportId, timezone);
  // What a viewer's rows make is nobody else's.
  const snapshot = toSnapshot(await getReport(needs, call, reportId, accessLevels.read));
  return needs.outputs.run(call, snapshot, queryInZone(snapshot, timezone));
}

function getReport(
  { db }: Pick<ReportPythonNeeds, 'db'>,
  { viewer, target }: PythonCall,
  reportId: number,
  least: 1 | 2,
) {
  return createWorkspaceAccess(db, { actor: viewer, deploymentId: target.deploymentId }).get(
    'REPORT',
    reportId,
    least,
  );
}

/** For a user, who may edit the report: the rows are everybody's who reads it. */
async function runAndKeep(
  needs: Pick<ReportPythonNeeds, 'db' | 'store' | 'runner'>,
  call: PythonCall & { viewer: UserPrincipal },
  reportId: number,
  timezone: string | undefined,
): Promise<PythonAnalysisFilteredRun> {
  const snapshot = toSnapshot(await getReport(needs, call, reportId, accessLevels.edit));
  await needs.runner.checkAllowed(call.viewer);
  const answer = await needs.runner.run(call, queryInZone(snapshot, timezone));
  if (answer.executionError == null)
    await needs.store.save(reportId, {
      runAt: answer.at,
      runBy: call.viewer.userId,
      sourceChecksum: checksumOf(snapshot),
      stdout: answer.stdout,
      stderr: answer.stderr,
      inputRowCount: answer.inputRowCount,
      isInputCut: answer.isInputCut,
      // Rows, where it has not failed.
      output: answer.outputData as readonly object[],
      largeNumberColumns: answer.largeNumberColumns ?? [],
    });
  return answer;
}

/** The same as long as the code and all that its rows come from are. */
function checksumOf({ pythonCode, jsonQuery, periodComparisons, fillMissingRows }: NewSnapshot): string {
  const parts = [pythonCode, jsonQuery, periodComparisons ?? null, fillMissingRows ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
