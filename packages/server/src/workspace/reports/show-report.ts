import type { Report } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { withDetails } from '../report-details.ts';
import { serializeOne, toReports } from '../serialize-items.ts';
import type { ReportRow, WithAccess } from '../workspace-rows.ts';

/** One report as the API shows it. */
export async function showReport(db: Db, row: WithAccess<ReportRow>): Promise<Report> {
  return serializeOne(await withDetails(db, row), (rows) => toReports(db, rows));
}
