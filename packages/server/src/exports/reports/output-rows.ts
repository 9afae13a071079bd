import { refuse, type PythonAnalysisFilteredRun } from '@oriel/contract';
import { pythonRows } from '@oriel/dashboard/python-rows';
import type { ExportHead } from '@oriel/dashboard/file-columns';
import type { Cell } from '@oriel/dashboard/query-result';
import type { EncodedAnswer } from '@oriel/engine';
import type { ReportRows } from './table-exports.ts';

/**
 * What the Python of a report has left, as rows of a query are read for a file.
 *
 * @param tellsWhy whether a failure is told in the words of the script, which are for users
 * @throws `export_failed` where it has failed
 */
export function outputRows(run: PythonAnalysisFilteredRun, { tellsWhy }: { tellsWhy: boolean }): ReportRows {
  const { executionError } = run;
  if (executionError != null)
    throw refuse('export_failed', {
      reason: tellsWhy
        ? `the Python of the report has failed: ${executionError}`
        : 'the Python of the report has failed',
    });
  const { rows, columns, firstRows } = pythonRows(run);
  const keys = Object.keys(columns);
  const head: ExportHead = {
    keys,
    columns,
    annotation: { dimensions: {}, timeDimensions: {}, measures: {} },
  };
  const lineOf = (row: Record<string, Cell>) =>
    JSON.stringify(keys.map((key) => (Object.hasOwn(row, key) ? (row[key] ?? null) : null)));
  return {
    ...(firstRows !== undefined && { firstRows }),
    describeRows: async () => answerOf(head),
    // All of them are here; a database has nothing to write.
    writeCsv: async () => answerOf(null),
    exportRows: async () => ({
      ...answerOf(head),
      body: [Buffer.from([JSON.stringify(head), ...rows.map(lineOf), ''].join('\n'))],
    }),
  };
}

const answerOf = (value: unknown): EncodedAnswer => ({
  status: 200,
  body: [Buffer.from(JSON.stringify(value))],
  cache: 'none',
});
