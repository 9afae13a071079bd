import { fieldsNamedIn, type CalculatedFields, type Report } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { withComputed } from '../../paging/row-list-answer.ts';
import { loadDetails } from '../items/report-details.ts';
import type { ReportRow, WithAccess } from '../items/workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { loadShownFields } from './shown-reports.ts';

/** One report as the API shows it, with the fields of its workbook that its query names. */
export async function showReport(
  db: Db,
  scope: Pick<WorkspaceScope, 'actor'>,
  row: WithAccess<ReportRow>,
): Promise<Report> {
  const [details, calculatedFields] = await Promise.all([loadDetails(db, row), findFields(db, row)]);
  const report = withComputed(row, await loadShownFields(db, scope, { rows: [row], details }));
  return { ...report, ...(calculatedFields && { calculatedFields }) };
}

async function findFields(
  db: Db,
  { workbookId, deploymentId, jsonQuery }: ReportRow,
): Promise<CalculatedFields | undefined> {
  if (workbookId === null || jsonQuery === null) return undefined;
  const workbook = await db
    .selectFrom('workbooks')
    .select('calculatedFields')
    .where('id', '=', workbookId)
    .where('deploymentId', '=', deploymentId)
    .executeTakeFirst();
  return fieldsNamedIn(jsonQuery, workbook?.calculatedFields ?? {});
}
