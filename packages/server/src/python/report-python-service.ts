import type { PythonAnalysisFilteredRun, ReportPython } from '@oriel/contract';
import type { RuntimeTarget } from '@oriel/engine';
import { createHash } from 'node:crypto';
import { accessLevels } from '../access/access-level.ts';
import type { UserPrincipal } from '../access/principal.ts';
import { toSnapshot, type NewSnapshot } from '../workspace/workbooks/report-snapshots.ts';
import { createWorkspaceAccess } from '../workspace/workspace-access.ts';
import { readPythonInput } from './python-input.ts';
import { createPythonResultStore } from './python-result-store.ts';
import type { PythonRunner } from './python-runner.ts';
import type { PythonRunOptions } from './python-run-service.ts';

/** A user who asks for the Python of a report. */
export interface ReportPythonCall {
  readonly viewer: UserPrincipal;
  readonly target: RuntimeTarget;
  readonly signal: AbortSignal;
}

/** Runs the Python of reports, and keeps what it leaves. */
export function createReportPythonService({ database: { db } }: PythonRunOptions, runner: PythonRunner) {
  const store = createPythonResultStore(db);
  const getReport = ({ viewer, target }: ReportPythonCall, reportId: number, least: 1 | 2) =>
    createWorkspaceAccess(db, { actor: viewer, deploymentId: target.deploymentId }).get(
      'REPORT',
      reportId,
      least,
    );

  return {
    /** @throws `report_not_found`, `forbidden` */
    async get(call: ReportPythonCall, reportId: number): Promise<ReportPython> {
      const row = await getReport(call, reportId, accessLevels.read);
      const snapshot = toSnapshot(row);
      if (!hasCode(snapshot)) return { hasCode: false, result: null, canRun: false, whyNot: null };
      const whyNot =
        row.level < accessLevels.edit
          ? 'Running it needs the right to edit the report'
          : await runner.findFault(call.viewer);
      const found = await store.find(reportId);
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
              outputData: found.output,
              isOutdated: found.sourceChecksum !== checksumOf(snapshot),
            }
          : null,
      };
    },
    /** @throws `report_not_found`, `forbidden` where Python is off or not there, or the report has none; `too_many_requests` */
    async run(call: ReportPythonCall, reportId: number): Promise<PythonAnalysisFilteredRun> {
      const snapshot = toSnapshot(await getReport(call, reportId, accessLevels.edit));
      await runner.checkAllowed(call.viewer);
      const input = readPythonInput(snapshot, null);
      const answer = await runner.run(call, input);
      if (answer.executionError == null)
        await store.save(reportId, {
          runAt: answer.at,
          runBy: call.viewer.userId,
          sourceChecksum: checksumOf(snapshot),
          stdout: answer.stdout,
          stderr: answer.stderr,
          inputRowCount: answer.inputRowCount,
          // Rows, where it has not failed.
          output: answer.outputData as readonly object[],
        });
      return answer;
    },
  };
}

const hasCode = ({ pythonCode }: NewSnapshot) => pythonCode != null && pythonCode !== '';

/** The same as long as the code and all that its rows come from are. */
function checksumOf({ pythonCode, jsonQuery, periodComparisons, fillMissingRows }: NewSnapshot): string {
  const parts = [pythonCode, jsonQuery, periodComparisons ?? null, fillMissingRows ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
