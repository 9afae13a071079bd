import type { PythonAnalysisFilteredRun, ReportPythonResult, ReportSnapshot } from '@oriel/contract';
import { queryOf } from '@oriel/dashboard/chart-query';
import { readPythonRun, type RunPython } from '../../query/python-runs.ts';
import { t } from '../../messages/console-texts.ts';

/** What the Python of a report has left: the run that is kept for all, or one over the viewer's own rows. */
type Left = ReportPythonResult | PythonAnalysisFilteredRun;

interface PreviewPythonOptions {
  snapshots: readonly Pick<ReportSnapshot, 'reportId' | 'jsonQuery'>[];
  /** The run of a report that the author sees; nothing where it was never run. */
  find(reportId: number, signal: AbortSignal): Promise<Left | null | undefined>;
}

/** The status of a query that the preview has no rows for. */
const NOT_RUN = 422;

/**
 * Answers for the Python of reports in a preview, which runs none: with what a run has left, where a run for the app
 * would be given the same rows, else with the reason why not.
 */
export function createPreviewPython({ snapshots, find }: PreviewPythonOptions): RunPython {
  return async ({ id, query, python: { reportId } }, signal) => {
    const refuse = (error: string) => ({ id, status: NOT_RUN, error, python: 'refused' as const });
    const left = await find(reportId, signal);
    if (!left) return refuse(t('appEditor.noPython'));
    if ('isOutdated' in left && left.isOutdated) return refuse(t('appEditor.oldPython'));
    const snapshot = snapshots.find((each) => each.reportId === reportId);
    const own = snapshot && queryOf(snapshot);
    if (!own || isNarrower(query, own, left.inputRowCount)) return refuse(t('appEditor.narrowedPython'));
    return { id, ...readPythonRun(left) };
  };
}

/** Whether a query may have other rows than the report's own, of which there are so many. */
function isNarrower(asked: object, own: object, rowCount: number): boolean {
  const [limit, ownLimit] = [limitOf(asked), limitOf(own)];
  const isCut = limit !== ownLimit && typeof limit === 'number' && limit < rowCount;
  return isCut || textOf(asked) !== textOf(own);
}

const limitOf = (query: object) => ('limit' in query ? query.limit : undefined);
const textOf = (query: object) => JSON.stringify({ ...query, limit: undefined, timezone: undefined });
