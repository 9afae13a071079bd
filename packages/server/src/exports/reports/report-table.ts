import type { ReportExportInput } from '@oriel/contract';
import { toMemberSwitchers } from '@oriel/dashboard/apply-fields';
import { hasPython } from '@oriel/dashboard/python-rows';
import type { Engine } from '@oriel/engine';
import { queryCallerOf } from '../../query/query-caller.ts';
import type { RenderingOptions } from '../../rendering/dashboard-rendering.ts';
import type { ViewerQueries } from '../../rendering/viewer-queries.ts';
import type { ExportCall } from './export-call.ts';
import { withEveryRow, type ExportedReport } from './exported-report.ts';
import { filterSheetOf } from './filter-sheet.ts';
import { outputRows } from './output-rows.ts';
import type { ReportRows, TableExports, TableFile } from './table-exports.ts';

/** What the table of a report is made with. */
export interface ReportTableNeeds extends Pick<RenderingOptions, 'readSecurityContext' | 'credentialsOf'> {
  readonly engine: Pick<Engine, 'exportRows' | 'describeRows' | 'writeCsv'>;
  readonly tables: TableExports;
}

/** Writes every row of a report as a table, with a sheet of its filters where it is a workbook. */
export async function writeTable(
  needs: ReportTableNeeds,
  call: ExportCall,
  { report, queries }: { report: ExportedReport; queries: ViewerQueries },
  { format, locale: given, values }: ReportExportInput & { format: 'csv' | 'xlsx' },
): Promise<TableFile> {
  const locale = given ?? 'en';
  return needs.tables.write(report, await rowsOf(needs, call, report, queries), {
    format,
    locale,
    hasPlainNumbers: values === 'plain',
    filters: format === 'xlsx' ? await filterSheetOf(report.query, queries, locale) : undefined,
    signal: call.signal,
  });
}

/** The rows of a report for its viewer: those that its Python leaves, else those of its query. */
async function rowsOf(
  { engine, readSecurityContext, credentialsOf }: Omit<ReportTableNeeds, 'tables'>,
  { viewer, target, signal }: ExportCall,
  report: ExportedReport,
  queries: ViewerQueries,
): Promise<ReportRows> {
  if (hasPython(report.snapshot)) {
    const { query, swapped } = report;
    const asked = { query, ...toMemberSwitchers(swapped) };
    const run = await queries.runPython(report.snapshot, asked, signal);
    return outputRows(run, { tellsWhy: viewer.kind === 'user' });
  }
  const securityContext = await readSecurityContext(viewer);
  const request = { query: withEveryRow(report.query), securityContext, caller: queryCallerOf(viewer) };
  const findCredential = credentialsOf?.(viewer);
  return {
    exportRows: (given) => engine.exportRows(target, request, { signal: given, findCredential }),
    describeRows: (given) => engine.describeRows(target, request, { signal: given, findCredential }),
    writeCsv: (file, given) =>
      engine.writeCsv(target, { ...request, ...file }, { signal: given, findCredential }),
  };
}
