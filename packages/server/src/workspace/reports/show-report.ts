import type { Report } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { withComputed } from '../../paging/row-list-answer.ts';
import { loadDetails } from '../report-details.ts';
import type { ReportRow, WithAccess } from '../workspace-rows.ts';
import { loadShownFields } from './shown-reports.ts';

/** One report as the API shows it. */
export async function showReport(db: Db, row: WithAccess<ReportRow>): Promise<Report> {
  return withComputed(row, await loadShownFields(db, [row], await loadDetails(db, row)));
}
