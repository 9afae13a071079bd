import { sql } from 'kysely';
import { selectSubjectsSeeing } from '../../access/item-level.ts';
import type { EmbedPrincipal } from '../../access/principal.ts';
import { accessorOf, type SubjectType } from '../../access/subjects.ts';
import type { Db } from '../../db/database.ts';
import { limits, type Dashboard } from '@oriel/contract';
import type { Principal } from '../../access/principal.ts';
import { publishedDashboards } from '../../workspace/published-dashboards.ts';

/** The SQL of dashboards as embedded surfaces see them. */
export type EmbedDashboardStore = ReturnType<typeof createEmbedDashboardStore>;

const selectPublished = (db: Db, viewer: Principal, publicId: string) =>
  publishedDashboards(db, viewer)
    .innerJoin('deployments', 'deployments.id', 'dashboards.deploymentId')
    .where('deployments.tenantId', '=', viewer.tenantId)
    .where('dashboards.publicId', '=', publicId)
    .where('dashboards.status', '=', 'published');

/** Makes the store of published dashboards. */
export function createEmbedDashboardStore(db: Db) {
  return {
    /** The newest version of a published dashboard of the viewer's account, as the viewer sees it. */
    findPublished: (viewer: Principal, publicId: string): Promise<Dashboard | undefined> =>
      selectPublished(db, viewer, publicId).executeTakeFirst(),
    /**
     * The same for a viewer of an embed session, with those through whom it sees the dashboard's workbook: its embed tenant,
     * all embed users, or both.
     */
    async findForViewer(
      viewer: EmbedPrincipal,
      publicId: string,
    ): Promise<{ dashboard: Dashboard; audiences: SubjectType[] } | undefined> {
      const item = { type: 'WORKBOOK', id: sql<number>`dashboards.workbook_id` };
      const seeing = selectSubjectsSeeing(accessorOf(viewer), viewer.deploymentId, item);
      const found = await selectPublished(db, viewer, publicId)
        .select(sql<SubjectType[]>`array(${seeing})`.as('audiences'))
        .executeTakeFirst();
      if (!found) return undefined;
      const { audiences, ...dashboard } = found;
      return { dashboard, audiences };
    },
    /** With whom of the embed users a dashboard's workbook is shared; undefined where there is no such dashboard. */
    async findSharedWith(
      tenantId: number,
      { publicId, deploymentIds }: { publicId: string; deploymentIds: readonly number[] | null },
    ): Promise<{ allEmbedUsers: boolean; embedTenants: string[] } | undefined> {
      const { rows } = await sql<{ allEmbedUsers: boolean; embedTenants: string[] }>`
        select
          coalesce(bool_or(g.subject_type = 'ALL_EMBED_USERS'), false) as all_embed_users,
          coalesce((array_agg(distinct t.name order by t.name) filter (where t.name is not null))[:${sql.lit(limits.MAX_AUDIENCE_TENANTS)}], '{}')
            as embed_tenants
        from dashboards b
        join deployments d on d.id = b.deployment_id and d.tenant_id = ${tenantId}
        join workbooks w on w.id = b.workbook_id
        left join folders f on f.id = w.folder_id
        left join grants g on g.deployment_id = d.id and (
          (g.resource_type = 'WORKBOOK' and g.resource_id = w.id)
          or (g.resource_type = 'FOLDER' and g.resource_id = any(f.path))
        )
        left join embed_tenants t on g.subject_type = 'EMBED_TENANT' and t.id = g.subject_id
          and t.tenant_id = d.tenant_id
        where b.public_id = ${publicId} and b.status = 'published'
          and (${deploymentIds === null} or d.id = any(${[...(deploymentIds ?? [])]}::integer[]))
        group by b.public_id`.execute(db);
      return rows[0];
    },
    /** Whether there was such a dashboard. `deploymentIds` null reaches every deployment of the account. */
    async setAllowEmbed(
      tenantId: number,
      {
        publicId,
        deploymentIds,
        allowEmbed,
      }: { publicId: string; deploymentIds: readonly number[] | null; allowEmbed: boolean },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('dashboards')
        .from('deployments')
        .set({ allowEmbed })
        .whereRef('deployments.id', '=', 'dashboards.deploymentId')
        .where('deployments.tenantId', '=', tenantId)
        .where('dashboards.publicId', '=', publicId)
        .$if(deploymentIds !== null, (query) =>
          query.where(
            'dashboards.deploymentId',
            '=',
            sql<number>`any(${[...(deploymentIds ?? [])]}::integer[])`,
          ),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
