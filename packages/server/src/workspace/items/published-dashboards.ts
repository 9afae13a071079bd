import type { Dashboard } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { readStoredJson } from '../../db/values/stored-json.ts';
import { rightsOf, seesEverything, type EmbedPrincipal, type Principal } from '../../access/principal.ts';
import { deploymentsWith } from '../../access/roles/role-rights.ts';

/** Who looks at a dashboard, as far as it looks different to them. */
type DashboardViewer =
  | Exclude<Principal, EmbedPrincipal>
  | (Pick<EmbedPrincipal, 'kind' | 'allowsExport'> & {
      /** Null for those who own nothing. */
      readonly embedUserId: number | RawBuilder<number> | null;
    });

/** What a version holds; it changes with the version's row alone. */
export type DashboardContent = Pick<
  Dashboard,
  'versionNumber' | 'title' | 'description' | 'config' | 'reportSnapshots' | 'createdBy'
>;

/** A published dashboard without the content of its version. */
export type DashboardHead = Omit<Dashboard, keyof DashboardContent>;

/**
 * The newest version of each dashboard that was published, as the API shows it to a viewer. Conditions are to be added:
 * it is the dashboards of every tenant, and of every status.
 */
export function publishedDashboards(db: Db, viewer: DashboardViewer) {
  return publishedDashboardHeads(db, viewer).select(contentColumns).$castTo<Dashboard>();
}

/** A dashboard with the files of its app as a text beside it; null where there are none, or where one is no text. */
type StoredDashboard = Dashboard & { readonly appFiles: string | null };

/** {@link publishedDashboards} with the files of apps beside it, for {@link toDashboard}. */
export function storedDashboards(db: Db, viewer: DashboardViewer) {
  // Each once for a row: to unpack a document of megabytes takes longer than to look into it.
  const files = sql`select dashboard_versions.config #> '{app,files}' as files offset 0`;
  const stored = sql<{ files: string | null; hasTexts: boolean }>`lateral (
    select files, case jsonb_typeof(files) when 'object'
      then not exists (select from jsonb_each(files) file where jsonb_typeof(file.value) <> 'string')
      else false end as has_texts
    from (${files}) app offset 0)`;
  return publishedDashboardHeads(db, viewer)
    .innerJoin(stored.as('stored'), (join) => join.onTrue())
    .select(contentColumns.filter((column) => column !== 'dashboardVersions.config'))
    .select([
      sql`case when stored.has_texts then dashboard_versions.config #- '{app,files}' else dashboard_versions.config end`.as(
        'config',
      ),
      sql`case when stored.has_texts then stored.files::text end`.as('appFiles'),
    ])
    .$castTo<StoredDashboard>();
}

/** Puts the files of the app back, as they are stored where they are large. */
export function toDashboard({ appFiles, ...dashboard }: StoredDashboard): Dashboard {
  if (appFiles === null) return dashboard;
  const files = readStoredJson<Record<string, string>>(appFiles);
  return { ...dashboard, config: { ...dashboard.config, app: { ...dashboard.config.app, files } } };
}

/** The same with every version that a dashboard has had. */
export function versionsOfDashboards(db: Db, viewer: DashboardViewer) {
  return versionHeads(db, viewer).select(contentColumns).$castTo<Dashboard>();
}

/** Columns of {@link DashboardContent}. */
export const contentColumns = [
  'dashboardVersions.versionNumber',
  'dashboardVersions.title',
  'dashboardVersions.description',
  'dashboardVersions.config',
  'dashboardVersions.reportSnapshots',
  'dashboardVersions.createdBy',
] as const;

/** {@link publishedDashboards} without the content of the version, which is most of it. */
export function publishedDashboardHeads(db: Db, viewer: DashboardViewer) {
  return versionHeads(db, viewer).where(
    sql<boolean>`dashboard_versions.version_number = (select max(v.version_number) from dashboard_versions v where v.dashboard_id = dashboards.id)`,
  );
}

function versionHeads(db: Db, viewer: DashboardViewer) {
  return db
    .selectFrom('dashboards')
    .innerJoin('dashboardVersions', 'dashboardVersions.dashboardId', 'dashboards.id')
    .select([
      'dashboards.id',
      'dashboards.deploymentId',
      'dashboards.workbookId',
      'dashboards.publicId',
      'dashboards.status',
      'dashboards.allowEmbed',
      'dashboards.useBoardDashboards',
      'dashboardVersions.id as versionId',
      isDownloadRestricted(viewer).as('restrictDataDownload'),
      isSharedWith(viewer).as('fromSharedWorkspace'),
    ]);
}

/**
 * Whether a viewer may not download a dashboard's rows: by the lock of the dashboard or of the account, by the session
 * of an embed, or without the permission. An export takes a `DownloadPermit`, which asks the same.
 */
function isDownloadRestricted(viewer: DashboardViewer): RawBuilder<boolean> {
  return sql<boolean>`(not ${mayDownload(viewer)} or dashboards.restrict_data_download or exists (
    select from deployments d join tenants t on t.id = d.tenant_id
    where d.id = dashboards.deployment_id and t.app_config -> 'restrictDataDownload' = 'true'
  ))`;
}

/**
 * Viewers of an embed have no permission of their own: their session speaks for them. Every built-in role permits it.
 */
function mayDownload(viewer: DashboardViewer): RawBuilder<boolean> {
  if (viewer.kind === 'embed') return sql.lit(viewer.allowsExport);
  const deploymentIds = deploymentsWith(rightsOf(viewer), 'DownloadData');
  return deploymentIds === null
    ? sql.lit(true)
    : sql<boolean>`dashboards.deployment_id = any(${[...deploymentIds]}::integer[])`;
}

/** Whether the viewer sees a dashboard by a share: neither as one who sees everything nor as the owner of its place. */
function isSharedWith(viewer: DashboardViewer): RawBuilder<boolean> {
  if (viewer.kind !== 'embed' && viewer.kind !== 'user') return sql.lit(false);
  if (viewer.kind === 'user' && seesEverything(viewer)) return sql.lit(false);
  if (viewer.kind === 'embed' && viewer.embedUserId === null) return sql.lit(true);
  const isOwn = (table: 'w' | 'above') =>
    viewer.kind === 'embed'
      ? sql`${sql.ref(`${table}.embedUserId`)} = ${viewer.embedUserId}`
      : sql`${sql.ref(`${table}.userId`)} = ${viewer.userId}`;
  return sql<boolean>`not exists (
    select from workbooks w left join folders f on f.id = w.folder_id
    where w.id = dashboards.workbook_id and (${isOwn('w')} or exists (
      select from folders above where above.id = any(f.path) and ${isOwn('above')}
    ))
  )`;
}
