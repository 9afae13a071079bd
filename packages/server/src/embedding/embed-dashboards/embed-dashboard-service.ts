import {
  refuse,
  Refusal,
  type Dashboard,
  type DashboardAudience,
  type LinkedDashboard,
} from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import type { KeptAnswer } from '../../http/answers/kept-answer.ts';
import { userOf, type EmbedPrincipal, type Principal, type UserPrincipal } from '../../access/principal.ts';
import { recordView } from '../../workspace/view-history-store.ts';
import { createWorkspaceAccess } from '../../workspace/workspace-access.ts';
import { checkShownToViewer } from './embed-dashboard-policy.ts';
import { createEmbedDashboardStore, type ShownHead } from './embed-dashboard-store.ts';
import { createShownDashboards } from './shown-dashboards.ts';

/** Shows published dashboards on embedded surfaces. */
export type EmbedDashboardService = ReturnType<typeof createEmbedDashboardService>;

/** Where a dashboard is. */
type DashboardPlace = Pick<Dashboard, 'deploymentId' | 'workbookId' | 'publicId'>;

/** What the parts of the service work with. */
interface EmbedDashboardNeeds extends Pick<Database, 'db' | 'pool'> {
  readonly store: ReturnType<typeof createEmbedDashboardStore>;
  readonly show: ReturnType<typeof createShownDashboards>;
}

/** Makes the service of embedded dashboards. */
export function createEmbedDashboardService(database: Pick<Database, 'db' | 'pool'>) {
  const store = createEmbedDashboardStore(database);
  const show = createShownDashboards();
  return bindFirst(
    { ...database, store, show },
    { getHead, check, find, getFor, findLinked, getAudience, setAllowEmbed },
  );
}

/** A dashboard that a viewer may see, without its content. @throws as `getFor` */
async function getHead(
  { store }: Pick<EmbedDashboardNeeds, 'store'>,
  viewer: EmbedPrincipal,
  publicId: string,
): Promise<ShownHead> {
  const found = await store.findForViewer(viewer, publicId);
  if (found?.head.deploymentId !== viewer.deploymentId) throw refuse('dashboard_not_found', { publicId });
  const { head, audiences } = found;
  checkShownToViewer(head, { creatorMode: viewer.creatorMode, audiences });
  return head;
}

/** That a dashboard of a deployment is still shown to a viewer. @throws as `getFor` */
async function check(
  needs: Pick<EmbedDashboardNeeds, 'db' | 'store'>,
  principal: Principal,
  { deploymentId, publicId }: Pick<DashboardPlace, 'deploymentId' | 'publicId'>,
): Promise<void> {
  if (principal.kind === 'embed') return void (await getHead(needs, principal, publicId));
  const place = principal.kind === 'user' && (await needs.store.findPlace(principal, publicId));
  if (!place || place.deploymentId !== deploymentId) throw refuse('dashboard_not_found', { publicId });
  await checkUser(needs, principal, place);
}

/** The same as `getFor`, and leaves no trace. */
async function find(
  needs: Pick<EmbedDashboardNeeds, 'db' | 'store' | 'show'>,
  viewer: UserPrincipal | EmbedPrincipal,
  publicId: string,
): Promise<Dashboard> {
  return viewer.kind === 'embed'
    ? (await getForViewer(needs, viewer, publicId)).answer
    : findForUser(needs, viewer, publicId);
}

/**
 * Finds a published dashboard for a viewer. For a console user it counts as having opened the workbook; a viewer of
 * an embed session has no history to note it in.
 *
 * @throws `dashboard_not_found` for what is not there or not visible, `embedding_not_allowed`
 */
async function getFor(
  needs: Pick<EmbedDashboardNeeds, 'db' | 'store' | 'show'>,
  principal: Principal,
  publicId: string,
): Promise<Dashboard | KeptAnswer<Dashboard>> {
  if (principal.kind === 'embed') return getForViewer(needs, principal, publicId);
  const user = userOf(principal);
  const dashboard = await findForUser(needs, user, publicId);
  await recordView(needs.db, user, { type: 'WORKBOOK', id: dashboard.workbookId });
  return dashboard;
}

/** The dashboards that links call so, as far as the viewer may see them; a name that is there twice counts once. */
async function findLinked(
  needs: Pick<EmbedDashboardNeeds, 'db' | 'store'>,
  viewer: UserPrincipal | EmbedPrincipal,
  deploymentId: number,
  names: readonly string[],
): Promise<LinkedDashboard[]> {
  const { tenantId } = viewer;
  const named = await needs.store.findNamed({ tenantId, deploymentId }, [...new Set(names)]);
  const seen = await Promise.all(
    named.map((dashboard) =>
      viewer.kind === 'embed'
        ? isGranted(getHead(needs, viewer, dashboard.publicId))
        : isGranted(checkUser(needs, viewer, { ...dashboard, deploymentId })),
    ),
  );
  return named.filter((_dashboard, index) => seen[index]);
}

/** @throws `dashboard_not_found` */
async function getAudience(
  { store }: Pick<EmbedDashboardNeeds, 'store'>,
  { tenantId, deploymentIds }: UserPrincipal,
  publicId: string,
): Promise<DashboardAudience> {
  const audience = await store.findSharedWith(tenantId, { publicId, deploymentIds });
  if (!audience) throw refuse('dashboard_not_found', { publicId });
  return audience;
}

/** @throws `dashboard_not_found` */
async function setAllowEmbed(
  { store }: Pick<EmbedDashboardNeeds, 'store'>,
  { tenantId, deploymentIds }: UserPrincipal,
  publicId: string,
  allowEmbed: boolean,
): Promise<void> {
  if (!(await store.setAllowEmbed(tenantId, { publicId, deploymentIds, allowEmbed })))
    throw refuse('dashboard_not_found', { publicId });
}

async function getForViewer(
  needs: Pick<EmbedDashboardNeeds, 'store' | 'show'>,
  viewer: EmbedPrincipal,
  publicId: string,
): Promise<KeptAnswer<Dashboard>> {
  const head = await getHead(needs, viewer, publicId);
  const dashboard = await needs.show(head, () => needs.store.findContent(viewer.tenantId, head));
  if (!dashboard) throw refuse('dashboard_not_found', { publicId });
  return dashboard;
}

async function checkUser(
  { db }: Pick<EmbedDashboardNeeds, 'db'>,
  actor: UserPrincipal,
  { deploymentId, workbookId, publicId }: DashboardPlace,
): Promise<void> {
  const isInScope = actor.deploymentIds === null || actor.deploymentIds.includes(deploymentId);
  if (!isInScope) throw refuse('dashboard_not_found', { publicId });
  try {
    await createWorkspaceAccess(db, { actor, deploymentId }).get('WORKBOOK', workbookId, accessLevels.read);
  } catch (cause) {
    // The workbook of a dashboard is not what was asked for, so the refusal does not name it.
    if (cause instanceof Refusal) throw refuse('dashboard_not_found', { publicId }, { cause });
    throw cause;
  }
}

async function findForUser(
  needs: Pick<EmbedDashboardNeeds, 'db' | 'store'>,
  actor: UserPrincipal,
  publicId: string,
): Promise<Dashboard> {
  const dashboard = await needs.store.findPublished(actor, publicId);
  if (!dashboard) throw refuse('dashboard_not_found', { publicId });
  await checkUser(needs, actor, dashboard);
  return dashboard;
}

/** Whether something is not refused. @throws what is no refusal */
async function isGranted(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
