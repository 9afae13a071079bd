import type { ReportPython } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';

/** What the Python of a report has left; nothing is asked of a report without Python. */
export function useReportPython(deploymentId: number, reportId: number, hasCode: boolean) {
  return useQuery<ReportPython>({
    queryKey: keyOf(deploymentId, reportId),
    queryFn: () => client.call('getReportPython', { params: { deploymentId, reportId } }),
    enabled: hasCode,
  });
}

/** Runs it; also a run that failed is an answer. */
export function useRunPython(deploymentId: number, reportId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('runReportPython', { params: { deploymentId, reportId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(deploymentId, reportId) }),
  });
}

const keyOf = (deploymentId: number, reportId: number) => ['report-python', deploymentId, reportId];

/** Whether a report has Python. Its meta is free. */
export function hasPython(meta: unknown): boolean {
  const { pythonCode } = Object(meta) as { pythonCode?: unknown };
  return typeof pythonCode === 'string' && pythonCode !== '';
}
