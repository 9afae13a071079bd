import { sql, type RawBuilder } from 'kysely';
import { selectSubjectsSeeing } from '../../access/item-level.ts';
import type { EmbedPrincipal } from '../../access/principal.ts';
import {
  accessorOfCreator,
  accessorOfViewers,
  type Accessor,
  type GrantSubjectType,
} from '../../access/subjects.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database, Db } from '../../db/database.ts';
import type { NameValue } from '../../db/statements/define-statement.ts';
import { defineLookup, type ColumnTypes } from '../../db/statements/define-lookup.ts';
import { limits, type Dashboard, type LinkedDashboard } from '@oriel/contract';
import { toSlug } from '../../workspace/workbooks/slug-policy.ts';
import type { Principal } from '../../access/principal.ts';
import {
  contentColumns,
  publishedDashboardHeads,
  publishedDashboards,
  type DashboardContent,
  type DashboardHead,
} from '../../workspace/items/published-dashboards.ts';

/** A dashboard without its content, as a viewer of an embed session sees it. */
export interface ShownHead extends DashboardHead {
  /** Changes with whatever is stored of the version. */
  contentVersion: string;
}

/** Who looks at which dashboard; of viewers without anything of their own all of an embed tenant are the same. */
interface ViewerValues {
  tenantId: number;
  deploymentId: number;
  embedTenantId: number;
  publicId: string;
}
type CreatorValues = ViewerValues & { embedUserId: number; tenantGroupIds: readonly number[] };

const viewerTypes: ColumnTypes<ViewerValues> = {
  tenantId: 'integer',
  deploymentId: 'integer',
  embedTenantId: 'integer',
  publicId: 'text',
};
const creatorTypes: ColumnTypes<CreatorValues> = {
  ...viewerTypes,
  embedUserId: 'integer',
  tenantGroupIds: 'integer[]',
};

type FoundHead = ShownHead & { audiences: GrantSubjectType[] };

/** The dashboard's head for one kind of viewers. */
function selectHead(
  db: Db,
  value: NameValue<ViewerValues>,
  viewer: { accessor: Accessor; allowsExport: boolean; embedUserId: RawBuilder<number> | null },
): RawBuilder<FoundHead> {
  const item = { type: 'WORKBOOK', id: sql<number>`dashboards.workbook_id` };
  const { accessor, allowsExport, embedUserId } = viewer;
  const seeing = selectSubjectsSeeing(accessor, value('deploymentId'), item);
  return sql`${publishedDashboardHeads(db, { kind: 'embed', allowsExport, embedUserId })
    .innerJoin('deployments', 'deployments.id', 'dashboards.deploymentId')
    .where('deployments.tenantId', '=', value('tenantId'))
    .where('dashboards.publicId', '=', value('publicId'))
    .where('dashboards.status', '=', sql.lit('published'))
    .select([
      // The transaction that has written the row.
      sql<string>`dashboard_versions.xmin::text`.as('contentVersion'),
      sql<GrantSubjectType[]>`array(${seeing})`.as('audiences'),
    ])}`;
}

const createHeadForViewers = (allowsExport: boolean) =>
  defineLookup<ViewerValues, FoundHead>(viewerTypes, (value, db) =>
    selectHead(db, value, {
      accessor: accessorOfViewers(value('embedTenantId')),
      allowsExport,
      embedUserId: null,
    }),
  );

/** What viewers have made themselves is looked for in creator mode alone. */
const createHeadForCreators = (allowsExport: boolean) =>
  defineLookup<CreatorValues, FoundHead>(creatorTypes, (value, db) => {
    const creator = {
      embedTenantId: value('embedTenantId'),
      embedUserId: value('embedUserId'),
      tenantGroupIds: value('tenantGroupIds'),
    };
    return selectHead(db, value, {
      accessor: accessorOfCreator(creator),
      allowsExport,
      embedUserId: creator.embedUserId,
    });
  });

const headFor = {
  viewer: createHeadForViewers(true),
  viewerWithoutExport: createHeadForViewers(false),
  creator: createHeadForCreators(true),
  creatorWithoutExport: createHeadForCreators(false),
};

function createHeadLookups(database: Pick<Database, 'db' | 'pool'>) {
  return {
    viewer: headFor.viewer(database),
    viewerWithoutExport: headFor.viewerWithoutExport(database),
    creator: headFor.creator(database),
    creatorWithoutExport: headFor.creatorWithoutExport(database),
  };
}

/** What the statements are sent by. */
interface EmbedDashboardNeeds {
  readonly db: Database['db'];
  readonly findHead: ReturnType<typeof createHeadLookups>;
}

/** Makes the store of published dashboards. */
export function createEmbedDashboardStore(database: Pick<Database, 'db' | 'pool'>) {
  const { db } = database;
  const findHead = createHeadLookups(database);
  return bindFirst(
    { db, findHead },
    { findPublished, findPlace, findForViewer, findNamed, findContent, findSharedWith, setAllowEmbed },
  );
}

/** The newest version of a published dashboard of the viewer's account, as the viewer sees it. */
function findPublished(
  { db }: Pick<EmbedDashboardNeeds, 'db'>,
  viewer: Principal,
  publicId: string,
): Promise<Dashboard | undefined> {
  return publishedDashboards(db, viewer)
    .innerJoin('deployments', 'deployments.id', 'dashboards.deploymentId')
    .where('deployments.tenantId', '=', viewer.tenantId)
    .where('dashboards.publicId', '=', publicId)
    .where('dashboards.status', '=', 'published')
    .executeTakeFirst();
}

/** Where the account has a published dashboard. */
function findPlace(
  { db }: Pick<EmbedDashboardNeeds, 'db'>,
  { tenantId }: Pick<Principal, 'tenantId'>,
  publicId: string,
): Promise<Pick<Dashboard, 'deploymentId' | 'workbookId' | 'publicId'> | undefined> {
  return db
    .selectFrom('dashboards')
    .innerJoin('deployments', 'deployments.id', 'dashboards.deploymentId')
    .where('deployments.tenantId', '=', tenantId)
    .where('dashboards.publicId', '=', publicId)
    .where('dashboards.status', '=', 'published')
    .select(['dashboards.deploymentId', 'dashboards.workbookId', 'dashboards.publicId'])
    .executeTakeFirst();
}

/**
 * The newest version for a viewer of an embed session, without the content, and with those through whom it sees the
 * dashboard's workbook: its embed tenant, all embed users, or both.
 */
async function findForViewer(
  { findHead }: Pick<EmbedDashboardNeeds, 'findHead'>,
  viewer: EmbedPrincipal,
  publicId: string,
): Promise<{ head: ShownHead; audiences: GrantSubjectType[] } | undefined> {
  const { tenantId, deploymentId, embedTenantId, embedUserId, tenantGroupIds = [] } = viewer;
  const kind = viewer.creatorMode ? 'creator' : 'viewer';
  const find = findHead[viewer.allowsExport ? kind : (`${kind}WithoutExport` as const)];
  const found = await find({
    tenantId,
    deploymentId,
    embedTenantId,
    embedUserId,
    tenantGroupIds,
    publicId,
  });
  if (!found) return undefined;
  const { audiences, ...head } = found;
  return { head, audiences };
}

/**
 * The published dashboards of a deployment that links call so, in the order of the names. Who may see them is not
 * asked.
 */
async function findNamed(
  { db }: Pick<EmbedDashboardNeeds, 'db'>,
  { tenantId, deploymentId }: { tenantId: number; deploymentId: number },
  names: readonly string[],
): Promise<LinkedDashboard[]> {
  const { rows } = await sql<LinkedDashboard>`
    select n.name, found.public_id, found.workbook_id, found.title
    from unnest(${[...names]}::text[], ${names.map(toSlug)}::text[]) with ordinality as n(name, slug, place)
    cross join lateral (
      select b.public_id, b.workbook_id, coalesce(nullif(v.title, ''), w.name) as title
      from dashboards b
      join deployments d on d.id = b.deployment_id and d.tenant_id = ${tenantId}
      join workbooks w on w.id = b.workbook_id
      left join lateral (
        select title from dashboard_versions where dashboard_id = b.id order by version_number desc limit 1
      ) v on true
      where b.deployment_id = ${deploymentId} and b.status = 'published'
        and (w.slug = n.slug or b.public_id = n.name)
      order by w.slug = n.slug desc nulls last
      limit 1
    ) found
    order by n.place`.execute(db);
  return rows;
}

/** The content of a version of a dashboard of the account; undefined where it is gone. */
function findContent(
  { db }: Pick<EmbedDashboardNeeds, 'db'>,
  tenantId: number,
  { id, versionId }: Pick<Dashboard, 'id' | 'versionId'>,
): Promise<DashboardContent | undefined> {
  return db
    .selectFrom('dashboardVersions')
    .innerJoin('dashboards', 'dashboards.id', 'dashboardVersions.dashboardId')
    .innerJoin('deployments', 'deployments.id', 'dashboards.deploymentId')
    .where('deployments.tenantId', '=', tenantId)
    .where('dashboards.id', '=', id)
    .where('dashboardVersions.id', '=', versionId)
    .select(contentColumns)
    .$castTo<DashboardContent>()
    .executeTakeFirst();
}

/** With whom of the embed users a dashboard's workbook is shared; undefined where there is no such dashboard. */
async function findSharedWith(
  { db }: Pick<EmbedDashboardNeeds, 'db'>,
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
}

/** Whether there was such a dashboard. `deploymentIds` null reaches every deployment of the account. */
async function setAllowEmbed(
  { db }: Pick<EmbedDashboardNeeds, 'db'>,
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
      query.where('dashboards.deploymentId', '=', sql<number>`any(${[...(deploymentIds ?? [])]}::integer[])`),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
