import { refuse, type Dashboard } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import type { EmbedPrincipal, Principal, UserPrincipal } from '../http/principal.ts';
import { dashboardQuery, toDashboard } from '../workspace/item-details.ts';
import { recordView } from '../workspace/view-history-store.ts';
import { createWorkspaceAccess } from '../workspace/workspace-access.ts';

/**
 * Finds a published dashboard for a viewer. An embed session sees what is shared with its tenant or with all embed users;
 * what is shared with its tenant only shows where signed embedding is allowed on it. For a console user it counts as
 * having opened the workbook; a viewer of an embed session has no history to note it in.
 *
 * @throws `dashboard_not_found` for what is not there or not visible, `embedding_not_allowed`
 */
export async function getDashboardFor(db: Db, principal: Principal, publicId: string): Promise<Dashboard> {
  const row = await dashboardQuery(db)
    .innerJoin('deployments', 'deployments.id', 'dashboards.deploymentId')
    .where('deployments.tenantId', '=', principal.tenantId)
    .where('dashboards.publicId', '=', publicId)
    .executeTakeFirst();
  if (!row || row.status !== 'published') throw refuse('dashboard_not_found', { publicId });
  const dashboard = toDashboard(row);
  if (principal.kind === 'embed') await checkEmbedAccess(db, principal, dashboard);
  else if (principal.kind === 'user') {
    await checkUserAccess(db, principal, dashboard);
    await recordView(db, principal.userId, { type: 'WORKBOOK', id: dashboard.workbookId });
  } else throw refuse('unauthenticated');
  return dashboard;
}

async function checkEmbedAccess(
  db: Db,
  principal: EmbedPrincipal,
  { deploymentId, workbookId, allowEmbed, publicId }: Dashboard,
): Promise<void> {
  if (principal.deploymentId !== deploymentId) throw refuse('dashboard_not_found', { publicId });
  const { rows } = await sql<{ subjectType: string }>`
    select g.subject_type from grants g
    left join workbooks w on w.id = ${workbookId} left join folders f on f.id = w.folder_id
    where g.deployment_id = ${deploymentId}
      and ((g.resource_type = 'WORKBOOK' and g.resource_id = ${workbookId}) or (g.resource_type = 'FOLDER' and g.resource_id = any(f.path)))
      and ((g.subject_type = 'EMBED_TENANT' and g.subject_id = ${principal.embedTenantId}) or g.subject_type = 'ALL_EMBED_USERS')`.execute(
    db,
  );
  if (rows.length === 0) throw refuse('dashboard_not_found', { publicId });
  const isForEverybody = rows.some((row) => row.subjectType === 'ALL_EMBED_USERS');
  if (!allowEmbed && !principal.creatorMode && !isForEverybody) throw refuse('embedding_not_allowed');
}

async function checkUserAccess(
  db: Db,
  principal: UserPrincipal,
  { deploymentId, workbookId, publicId }: Dashboard,
): Promise<void> {
  const isInScope = principal.deploymentIds === null || principal.deploymentIds.includes(deploymentId);
  if (!isInScope) throw refuse('dashboard_not_found', { publicId });
  try {
    await createWorkspaceAccess(db, { actor: principal, deploymentId }).getWorkbook(
      workbookId,
      accessLevels.read,
    );
  } catch (cause) {
    throw refuse('dashboard_not_found', { publicId }, { cause });
  }
}

/** @throws `dashboard_not_found` */
export async function setAllowEmbed(
  db: Db,
  actor: UserPrincipal,
  publicId: string,
  allowEmbed: boolean,
): Promise<void> {
  const inScope =
    actor.deploymentIds === null
      ? sql<boolean>`true`
      : sql<boolean>`dashboards.deployment_id = any(${[...actor.deploymentIds]}::integer[])`;
  const { numUpdatedRows } = await db
    .updateTable('dashboards')
    .from('deployments')
    .set({ allowEmbed })
    .whereRef('deployments.id', '=', 'dashboards.deploymentId')
    .where('deployments.tenantId', '=', actor.tenantId)
    .where('dashboards.publicId', '=', publicId)
    .where(inScope)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('dashboard_not_found', { publicId });
}
