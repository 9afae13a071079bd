import type { DashboardConfig, ReportSnapshot } from '@oriel/contract';
import { sql } from 'kysely';
import type { AccessLevel } from '../../access/access-level.ts';
import { fromItems, levelOf } from '../../access/item-level.ts';
import { accessorOf } from '../../access/subjects.ts';
import type { Db } from '../../db/database.ts';
import type { DashboardControls } from '@oriel/dashboard/initial-controls';
import type { WorkspaceScope } from '../../workspace/workspace-scope.ts';

/** A report with what it asks. */
export interface ReportContent {
  readonly id: number;
  readonly name: string;
  readonly workbookId: number | null;
  readonly jsonQuery: string | null;
  /** Of its workbook; null of a report in none. */
  readonly calculatedFields: Readonly<Record<string, unknown>> | null;
  /** Whether it asks something that is no JSON query. */
  readonly isOther: boolean;
}

/** What a workbook itself names. */
export interface WorkbookContent {
  readonly id: number;
  readonly name: string;
  readonly calculatedFields: Readonly<Record<string, unknown>>;
  readonly draft: Pick<DashboardConfig, 'widgets'> | null;
}

/** The newest version of a published dashboard. */
export interface DashboardContent {
  readonly id: number;
  readonly title: string;
  readonly workbookId: number;
  readonly config: Pick<DashboardConfig, 'widgets'>;
  readonly reportSnapshots: readonly ReportSnapshot[];
}

/** The controls of a notification. */
interface NotificationContent extends DashboardControls {
  readonly id: number;
  readonly dashboardId: number;
}

/** A row of a page that walks by id, with the level of the caller. */
interface Levelled {
  readonly id: number;
  readonly level: AccessLevel;
}

const PAGE = 500;

/** The SQL that reads the content of a workspace, page after page, as far as a caller sees it. */
export type ContentStore = ReturnType<typeof createContentStore>;

/** Makes the store of content. */
export function createContentStore(db: Db, { actor, deploymentId }: WorkspaceScope) {
  const accessor = accessorOf(actor);
  return {
    /** Pages of reports. */
    reports: () =>
      pagesOf<ReportContent & Levelled>(async (after) => {
        const { rows } = await sql<ReportContent & Levelled>`
          select r.id, r.name, r.workbook_id, r.json_query,
            (select w.calculated_fields from workbooks w where w.id = r.workbook_id) as calculated_fields,
            r.json_query is null and (r.sql_query is not null or r.meta ->> 'kind' = 'python') as is_other,
            ${levelOf(accessor, deploymentId, 'REPORT')} as level
          ${fromItems(deploymentId, 'REPORT')} and r.id > ${after} order by r.id limit ${PAGE}`.execute(db);
        return rows;
      }),
    /** Pages of workbooks. */
    workbooks: () =>
      pagesOf<WorkbookContent & Levelled>(async (after) => {
        const { rows } = await sql<WorkbookContent & Levelled>`
          select w.id, w.name, w.calculated_fields, w.meta -> 'dashboardDraft' as draft,
            ${levelOf(accessor, deploymentId, 'WORKBOOK')} as level
          ${fromItems(deploymentId, 'WORKBOOK')} and w.id > ${after} order by w.id limit ${PAGE}`.execute(db);
        return rows;
      }),
    /** The published dashboards of workbooks, by id. */
    async dashboards(workbookIds: readonly number[]): Promise<DashboardContent[]> {
      const { rows } = await sql<DashboardContent>`
        select d.id, coalesce(v.title, w.name) as title, d.workbook_id, v.config, v.report_snapshots
        from dashboards d
        join workbooks w on w.id = d.workbook_id
        join lateral (
          select * from dashboard_versions v where v.dashboard_id = d.id order by v.version_number desc limit 1
        ) v on true
        where d.deployment_id = ${deploymentId} and d.status = 'published' and d.workbook_id = any(${workbookIds}::integer[])
        order by d.id`.execute(db);
      return rows;
    },
    /** The notifications of dashboards, by id. */
    async notifications(dashboardIds: readonly number[]): Promise<NotificationContent[]> {
      const { rows } = await sql<NotificationContent>`
        select n.id, n.dashboard_id, n.filters, n.time_grains, n.member_switchers
        from notifications n
        where n.deployment_id = ${deploymentId} and n.dashboard_id = any(${dashboardIds}::integer[])
        order by n.id`.execute(db);
      return rows;
    },
  };
}

/** Walks through rows by id, and leaves those out that the caller does not see. */
async function* pagesOf<Row extends Levelled>(
  readPage: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const rows = await readPage(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.filter(({ level }) => level > 0);
    after = last.id;
  }
}
