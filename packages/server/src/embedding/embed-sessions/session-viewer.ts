import { refuse, type GenerateSession } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { isScoped } from '../../access/scope.ts';
import type { Db } from '../../db/database.ts';
import { createEmbedTenantStore } from '../embed-tenants/embed-tenant-store.ts';
import {
  embedUsersWithin,
  type EmbedUserDescription,
  type ProvisionedUser,
  type ProvisioningScope,
} from '../embed-users/embed-user-service.ts';
import { groupNamesOf } from '../embed-users/group-names.ts';
import type { FindViewer } from '../embed-users/known-viewer.ts';
import type { NewViewer } from '../embed-users/new-viewer.ts';
import type { ViewerLimit } from '../embed-users/viewer-limit.ts';
import { createEmbedSessionStore } from './embed-session-store.ts';

/** Whom a session is for. */
export interface SessionViewer {
  embedTenantId: number;
  embedTenantName: string;
  /** 0 for a console user. */
  embedUserId: number;
  holder: string;
  /** Of a console user. */
  userId?: number;
  /** What access policies see of them. */
  user: object;
}

/** The viewer of a session, who is there or is made with the session. */
export interface FoundSessionViewer {
  viewer: SessionViewer;
  newcomer?: NewViewer;
}

/**
 * Finds the viewer of a session where nothing has to be written for it, or nothing but the viewer.
 *
 * @throws `duplicate_name`, `attributes_not_found`, `attribute_type_mismatch`
 */
export async function findSessionViewer(
  find: FindViewer,
  actor: UserPrincipal,
  input: GenerateSession,
): Promise<FoundSessionViewer | undefined> {
  if (input.internalId != null) return undefined;
  const description = describeViewer(input);
  const found = await find(scopeOf(actor, input), description);
  if (!found) return undefined;
  if ('known' in found) return { viewer: toSessionViewer(found.known, description) };
  const { newcomer } = found;
  return { viewer: toSessionViewer(newcomer.provisioned, description), newcomer };
}

/**
 * Creates or updates the viewer of a session, or finds the console user whom it is for, within a transaction.
 *
 * @throws `user_not_found`, and what provisioning a viewer throws
 */
export async function provideSessionViewer(
  tx: Db,
  viewerLimit: ViewerLimit,
  { actor, input }: { actor: UserPrincipal; input: GenerateSession },
): Promise<SessionViewer> {
  if (input.internalId != null)
    return {
      ...(await getTenant(tx, actor, input)),
      ...(await getConsoleUser(tx, actor.tenantId, input.internalId)),
    };
  const description = describeViewer(input);
  const users = embedUsersWithin(tx, viewerLimit);
  return toSessionViewer(await users.provision(scopeOf(actor, input), description), description);
}

function scopeOf(actor: UserPrincipal, { deploymentId }: GenerateSession): ProvisioningScope {
  return { tenantId: actor.tenantId, deploymentId, mayChangeAccount: !isScoped(actor) };
}

function describeViewer(input: GenerateSession): EmbedUserDescription {
  return { ...input, externalId: (input.externalId ?? '').trim().toLowerCase() };
}

function toSessionViewer(
  { embedTenantId, embedTenantName, embedUserId, ...provisioned }: ProvisionedUser,
  { externalId }: EmbedUserDescription,
): SessionViewer {
  return {
    embedTenantId,
    embedTenantName,
    embedUserId,
    holder: `embed-user ${embedUserId}`,
    user: {
      groups: groupNamesOf(embedTenantName, provisioned),
      userAttributes: provisioned.attributes,
      username: externalId,
      embedTenant: embedTenantName,
    },
  };
}

/**
 * The embed tenant that a session names, made where there is none; what the session calls it holds in its deployment.
 */
async function getTenant(
  db: Db,
  actor: UserPrincipal,
  { deploymentId, ...input }: GenerateSession,
): Promise<Pick<SessionViewer, 'embedTenantId' | 'embedTenantName'>> {
  const { tenantId } = actor;
  const tenants = createEmbedTenantStore(db);
  const name = input.embedTenantName ?? (await tenants.getAccountName(tenantId));
  const displayName = input.embedTenantProfile?.displayName ?? null;
  const make = isScoped(actor) ? tenants.ensure : tenants.upsert;
  const embedTenantId = await make(tenantId, { name, displayName });
  if (displayName !== null) await tenants.setNameIn(tenantId, { embedTenantId, deploymentId, displayName });
  return { embedTenantId, embedTenantName: name };
}

/** A session for a console user shows what that user sees. */
async function getConsoleUser(
  db: Db,
  tenantId: number,
  username: string,
): Promise<Omit<SessionViewer, 'embedTenantId' | 'embedTenantName'>> {
  const user = await createEmbedSessionStore(db).findConsoleUser(tenantId, username);
  if (!user) throw refuse('user_not_found', { username });
  return { embedUserId: 0, holder: `user ${user.id}`, userId: user.id, user: user.context };
}
