import type { Report } from '@oriel/contract';
import { useReportRows, useReportSource } from '../data-model/use-report-rows.ts';
import { queryTextOf } from './use-report.ts';
import { useReportOutput, useReportPython, useRunPython } from './use-report-python.ts';

/**
 * The rows of a report for its viewer, be they those of its query or what its Python makes of them, and what they are
 * asked again with; nothing is asked while the report is undefined.
 */
export function useReportAnswer(deploymentId: number, reportId: number, report: Report | undefined) {
  const query = report && queryTextOf(report);
  const kept = useReportPython(deploymentId, reportId, report);
  const runPython = useRunPython(deploymentId, reportId);
  const output = useReportOutput(deploymentId, report, kept);
  const rows = useReportRows(deploymentId, output ? undefined : query);
  const source = useReportSource(deploymentId, query);
  const again = output?.again ?? { isAsking: rows.isFetching, ask: () => void rows.refetch() };
  return { query, python: kept.data, runPython, output, rows, source, again };
}

export type ReportAnswer = ReturnType<typeof useReportAnswer>;
