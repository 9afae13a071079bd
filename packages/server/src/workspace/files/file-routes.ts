import type { DefinitionFile, EditFileInput, fileOperations } from '@oriel/contract';
import type { Handlers } from '../../http/handler.ts';
import type { WorkbookService } from '../workbooks/workbook-service.ts';
import { reportScopeOf, type ReportService } from '../reports/report-service.ts';
import { scopeOf, type WorkspaceScope } from '../workspace-scope.ts';
import { editFile, toFile } from './definition-file.ts';
import { reportChange, reportContent } from './report-file.ts';

/** The handlers of the operations of files: a file is read from a record, and an edited one is a change of it. */
export function createFileRoutes({
  reports,
  workbooks,
}: {
  reports: ReportService;
  workbooks: WorkbookService;
}): Handlers<typeof fileOperations> {
  const editDraft = async (
    scope: WorkspaceScope,
    id: number,
    input: EditFileInput,
  ): Promise<DefinitionFile> => {
    const { dashboardDraft, version } = await workbooks.getDashboard(scope, id);
    const edited = editFile(toFile(dashboardDraft ?? {}), input);
    // The version is that of the file: what is saved meanwhile is not overwritten.
    const saved = await workbooks.saveDraft(scope, id, { dashboardDraft: edited, expectedVersion: version });
    return toFile(saved.dashboardDraft ?? {});
  };
  return {
    getReportFile: async (call) =>
      toFile(reportContent(await reports.show(scopeOf(call), call.params.reportId))),
    editReportFile: async (call) => {
      const { reportId } = call.params;
      const report = await reports.show(scopeOf(call), reportId);
      const edited = reportChange(editFile(toFile(reportContent(report)), call.body));
      const change = { ...edited, expectedVersion: report.version };
      return toFile(reportContent(await reports.update(reportScopeOf(call), reportId, change)));
    },
    getDashboardFile: async (call) => {
      const { dashboardDraft } = await workbooks.getDashboard(scopeOf(call), call.params.workbookId);
      return toFile(dashboardDraft ?? {});
    },
    editDashboardFile: (call) => editDraft(scopeOf(call), call.params.workbookId, call.body),
  };
}
