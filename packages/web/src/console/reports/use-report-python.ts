import type { Report, ReportPython } from '@oriel/contract';
import { hasPython } from '@oriel/dashboard/python-rows';
import type { QueryResult } from '@oriel/dashboard/query-result';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPythonRun } from '../../dashboard/index.ts';
import { client } from '../api/api.ts';
import { useSurface } from '../surface/surface.ts';

/** The rows that the Python of a report has left, or why there are none. */
export type ReportOutput = { readonly again: Again } & (
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly result: QueryResult }
  /** With the last line of what the script has said. */
  | { readonly status: 'failed'; readonly reason: string }
  /** The request has failed, or is refused. */
  | { readonly status: 'error'; readonly error: Error }
);

/** Asks for them once more. */
interface Again {
  readonly isAsking: boolean;
  ask(): void;
}

/**
 * What stands for the rows of a report's query: to users what the last run of its Python has left for all, and in an
 * embed what the viewer's own rows make. Undefined where the rows of the query are shown.
 */
export function useReportOutput(
  deploymentId: number,
  report: Report | undefined,
  kept: ReturnType<typeof useReportPython>,
): ReportOutput | undefined {
  const { kind, timezone } = useSurface();
  const isRun = kind === 'app' && report !== undefined && hasPython(pythonOf(report));
  const run = useQuery({
    queryKey: ['report-output', deploymentId, report?.id, timezone],
    queryFn: ({ signal }) =>
      client.call('runReportPython', {
        params: { deploymentId, reportId: report?.id ?? 0 },
        body: timezone === undefined ? {} : { timezone },
        signal,
      }),
    enabled: isRun,
  });
  const asked = isRun ? run : kept;
  const left = isRun ? run.data : kept.data?.result;
  const answer = useMemo(() => (left ? readPythonRun(left) : undefined), [left]);
  const again: Again = { isAsking: asked.isFetching, ask: () => void asked.refetch() };
  if (asked.isLoading) return { again, status: 'loading' };
  // Where nothing is known of what was kept, the rows of the query are shown.
  if (isRun && run.error) return { again, status: 'error', error: run.error };
  if (!answer) return undefined;
  return 'result' in answer
    ? { again, status: 'ready', result: answer.result }
    : { again, status: 'failed', reason: answer.error };
}

/**
 * What the Python of a report has left for all; nothing is asked of a report without Python, and in an embed nothing at
 * all.
 */
export function useReportPython(deploymentId: number, reportId: number, report: Report | undefined) {
  const { kind } = useSurface();
  return useQuery<ReportPython>({
    queryKey: keyOf(deploymentId, reportId),
    queryFn: () => client.call('getReportPython', { params: { deploymentId, reportId } }),
    enabled: kind === 'console' && report !== undefined && hasPython(pythonOf(report)),
  });
}

/** Runs it; also a run that failed is an answer. */
export function useRunPython(deploymentId: number, reportId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('runReportPython', { params: { deploymentId, reportId }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(deploymentId, reportId) }),
  });
}

const keyOf = (deploymentId: number, reportId: number) => ['report-python', deploymentId, reportId];

/** The Python of a report. Its meta is free. */
function pythonOf({ meta }: Pick<Report, 'meta'>): { pythonCode: string | null } {
  const { pythonCode } = Object(meta) as { pythonCode?: unknown };
  return { pythonCode: typeof pythonCode === 'string' ? pythonCode : null };
}
