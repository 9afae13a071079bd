import {
  refuse,
  type Dashboard,
  type DashboardConfig,
  type DashboardWidget,
  type PublishDashboardInput,
  type ReportKind,
  type ReportSnapshot,
} from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { UserPrincipal } from '../http/principal.ts';
import { dashboardQuery, toDashboard } from './item-details.ts';
import { makePublicId } from './public-id.ts';
import { draftOf } from './serialize-items.ts';
import type { ReportRow, WorkbookRow } from './workspace-rows.ts';

/**
 * Makes a new version of a workbook's dashboard, with its reports as they are now. Two publishers at once make two
 * versions, one after the other; the public id stays.
 */
export async function publishDashboard(
  db: Db,
  actor: UserPrincipal,
  workbook: WorkbookRow,
  input: PublishDashboardInput,
): Promise<Dashboard> {
  return db.transaction().execute(async (tx) => {
    const dashboard = await tx
      .insertInto('dashboards')
      .values({
        deployment_id: workbook.deployment_id,
        workbook_id: workbook.id,
        public_id: makePublicId(),
        allow_embed: input.allowEmbed ?? false,
        created_by: actor.userId,
      })
      // Updating takes the row's lock, behind which a second publisher waits before it looks at what there is to publish.
      .onConflict((conflict) =>
        conflict.column('workbook_id').doUpdateSet({
          status: 'published',
          ...(input.allowEmbed != null && { allow_embed: input.allowEmbed }),
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    if (input.dashboardId != null && input.dashboardId !== dashboard.id) {
      throw refuse('invalid_request', {
        reason: `dashboardId ${input.dashboardId} is not the dashboard of this workbook`,
      });
    }
    const config =
      (input.config as DashboardConfig | null | undefined) ?? draftOf(await currentWorkbook(tx, workbook));
    if (!config) throw refuse('no_draft_to_publish');
    const reports = await tx
      .selectFrom('reports')
      .selectAll()
      .where('deployment_id', '=', workbook.deployment_id)
      .where('workbook_id', '=', workbook.id)
      .execute();
    await tx
      .insertInto('dashboard_versions')
      .values({
        dashboard_id: dashboard.id,
        version_number: sql`(select coalesce(max(version_number), 0) + 1 from dashboard_versions where dashboard_id = ${dashboard.id})`,
        title: input.title ?? config.title ?? workbook.name,
        description: input.description ?? config.description ?? null,
        config: JSON.stringify(config),
        report_snapshots: JSON.stringify(snapshotsOf(config, reports)),
        created_by: actor.userId,
      })
      .execute();
    return toDashboard(
      await dashboardQuery(tx).where('dashboards.id', '=', dashboard.id).executeTakeFirstOrThrow(),
    );
  });
}

function currentWorkbook(tx: Db, { id, deployment_id: deploymentId }: WorkbookRow): Promise<WorkbookRow> {
  return (
    tx
      .selectFrom('workbooks')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      // The dashboard's row holds on to it.
      .executeTakeFirstOrThrow()
  );
}

/** A snapshot of each report that some chart shows, once. */
function snapshotsOf(config: DashboardConfig, reports: readonly ReportRow[]): ReportSnapshot[] {
  const byId = new Map(reports.map((report) => [report.id, report]));
  const shown = new Set((config.widgets ?? []).flatMap(reportsIn));
  return [...shown].map((id) => {
    const report = byId.get(id);
    if (!report) throw refuse('report_not_in_workbook', { reportId: id });
    return toSnapshot(report);
  });
}

/** The reports of a widget, also of those in a container. */
function reportsIn({ type, config }: DashboardWidget): number[] {
  if (type === 'CHART' && typeof config?.['reportId'] === 'number') return [config['reportId']];
  const children = type === 'CONTAINER' ? config?.['children'] : undefined;
  // What a container holds was checked no further than being a list.
  return Array.isArray(children) ? (children as DashboardWidget[]).flatMap(reportsIn) : [];
}

function toSnapshot(report: ReportRow): ReportSnapshot {
  const meta = report.meta ?? {};
  return {
    id: report.id,
    reportId: report.id,
    versionNumber: report.version,
    name: report.name,
    title: report.title,
    description: report.description,
    // A report's meta is free; what is not of the right form is drawn as nothing.
    kind: (meta['kind'] as ReportKind | undefined) ?? null,
    spec: (meta['spec'] as Record<string, unknown> | undefined) ?? null,
    preferences: (meta['preferences'] as ReportSnapshot['preferences']) ?? null,
    jsonQuery: report.json_query,
    sqlQuery: report.sql_query,
    meta,
    isSourceReport: false,
  };
}
