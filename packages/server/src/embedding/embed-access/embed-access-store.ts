import type {
  EmbedAccessResponse,
  EmbedAccessTenantEntry,
  EmbedTenantWorkbooksListQueryAccessSource,
} from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { fromItems } from '../../access/item-level.ts';
import { pathOf } from '../../access/lineage.ts';
import { resourceKinds } from '../../access/resource-kinds.ts';
import type { Db } from '../../db/database.ts';
import type { CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { contentBytesOf } from '../../workspace/items/content-bytes.ts';
import { newestFirst } from '../../workspace/workbooks/workbook-list-store.ts';
import { rowsOf, type WorkbookRow } from '../../workspace/items/workspace-rows.ts';
import type { WorkspaceScope } from '../../workspace/workspace-scope.ts';

/** Which workbooks of an embed tenant are asked for. */
interface EmbedTenantWorkbooks extends WorkspaceScope {
  readonly embedTenantId: number;
  /** Null is every one. */
  readonly accessSource: EmbedTenantWorkbooksListQueryAccessSource | null;
}

/** Makes the store of what viewers see. Callers have checked access. */
export function createEmbedAccessStore(db: Db) {
  return {
    /** What a workbook is shared with by itself. */
    async find(deploymentId: number, workbookId: number): Promise<EmbedAccessResponse> {
      const [row] = await rowsOf(
        db,
        sql<{ allowEmbed: boolean; isForAll: boolean; tenants: EmbedAccessTenantEntry[] }>`
          select
            coalesce((select allow_embed from dashboards where workbook_id = ${workbookId} and status = 'published'), false) as allow_embed,
            coalesce(bool_or(g.subject_type = 'ALL_EMBED_USERS'), false) as is_for_all,
            coalesce(
              jsonb_agg(jsonb_build_object('embedTenantName', t.name, 'groupId', t.id, 'action', 'read') order by t.name)
                filter (where t.id is not null), '[]') as tenants
          from grants g left join embed_tenants t on g.subject_type = 'EMBED_TENANT' and t.id = g.subject_id
          where g.deployment_id = ${deploymentId} and g.resource_type = 'WORKBOOK' and g.resource_id = ${workbookId}`,
      );
      const { allowEmbed = false, isForAll = false, tenants = [] } = row ?? {};
      return {
        allowEmbed,
        allEmbedUsers: { enabled: isForAll, action: isForAll ? 'read' : 'none', groupId: null },
        tenants,
      };
    },
    /** Whether the workbook has a published dashboard, to which it was said. */
    async setAllowEmbed(deploymentId: number, workbookId: number, allowEmbed: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('dashboards')
        .set({ allowEmbed })
        .where('deploymentId', '=', deploymentId)
        .where('workbookId', '=', workbookId)
        .where('status', '=', 'published')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Newest change first. */
    listWorkbooks: (
      { embedTenantId, accessSource, ...scope }: EmbedTenantWorkbooks,
      { limit, after }: PageRange<CursorKey>,
    ): Promise<SeenWorkbook[]> =>
      rowsOf(
        db,
        sql<SeenWorkbook>`select 'WORKBOOK' as type, w.id, w.updated_at, w.folder_id, ${contentBytesOf('w', 'WORKBOOK')} as content_bytes
          ${fromItems(scope.deploymentId, 'WORKBOOK')}
          and ${isSeenBy(embedTenantId, accessSource)} and ${newestFirst.isBehind(after)}
          order by ${newestFirst.orderBy} limit ${limit}`,
      ),
  };
}

/** A workbook of a list, without its documents. */
export interface SeenWorkbook extends Pick<WorkbookRow, 'id' | 'updatedAt' | 'folderId'> {
  readonly type: 'WORKBOOK';
  /** Of the documents that it is shown with. */
  readonly contentBytes: number;
}

/** The condition of the workbooks `w` that viewers of an embed tenant see in a way. */
function isSeenBy(
  embedTenantId: number,
  accessSource: EmbedTenantWorkbooks['accessSource'],
): RawBuilder<boolean> {
  const isGranted = (on: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql`exists (select from grants g where g.deployment_id = w.deployment_id and ${on} and ${to})`;
  const onItself = sql`g.resource_type = 'WORKBOOK' and g.resource_id = w.id`;
  const onFolder = sql`g.resource_type = 'FOLDER' and g.resource_id = any(${pathOf(resourceKinds, 'WORKBOOK')})`;
  const toTenant = sql`g.subject_type = 'EMBED_TENANT' and g.subject_id = ${embedTenantId}`;
  const toAll = sql`g.subject_type = 'ALL_EMBED_USERS'`;
  const ways = {
    tenant: isGranted(onItself, toTenant),
    allEmbedUsers: isGranted(onItself, toAll),
    folder: isGranted(onFolder, sql`((${toTenant}) or ${toAll})`),
  };
  const asked = accessSource === null ? Object.values(ways) : [ways[accessSource]];
  return sql<boolean>`(${sql.join(asked, sql` or `)})`;
}
