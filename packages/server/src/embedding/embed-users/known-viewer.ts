import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { defineLookup } from '../../db/define-lookup.ts';
import { checkNamesUnique } from './embed-user-policy.ts';
import {
  toProvisioned,
  type EmbedUserDescription,
  type ProvisionedUser,
  type ProvisioningScope,
} from './embed-user-service.ts';
import { hasSameAttributes, hasSameGroups, hasSameTexts } from './viewer-comparison.ts';
import { selectViewerState, type ViewerState } from './viewer-state.ts';

interface ViewerTexts {
  email: string | null;
  displayName: string | null;
  picture: string | null;
}

/** A viewer who has been in a deployment before, and its embed tenant. */
interface KnownViewer extends ViewerState {
  embedTenantId: number;
  embedTenantName: string;
  /** What the embed tenant is called in the account, and in the deployment; null where nobody said. */
  tenantDisplayName: string | null;
  tenantNameHere: string | null;
  embedUserId: number;
  textsInAccount: ViewerTexts;
  textsHere: ViewerTexts;
  hadGroups: boolean;
  hadTenantGroups: boolean;
}

interface ViewerName {
  tenantId: number;
  deploymentId: number;
  /** Undefined is the one with the account's own name. */
  embedTenantName: string | undefined;
  /** In lower case. */
  externalId: string;
}

/**
 * Finds the viewer that a session describes, as provisioning it would answer, where all is as the session says: one statement for
 * the sessions of a moment, without a transaction. Undefined where something is to be written, or has to be looked at closer.
 *
 * @throws `duplicate_name`
 */
export type FindProvisioned = (
  scope: ProvisioningScope,
  input: EmbedUserDescription,
) => Promise<ProvisionedUser | undefined>;

/** Makes the look-up of viewers who have been there before. */
export function createFindProvisioned(database: Pick<Database, 'db' | 'pool'>): FindProvisioned {
  const find = knownViewer(database);
  return async (scope, input) => {
    checkNamesUnique(input);
    if (input.userAttributeDefinitions?.length || input.tenantGroupDefinitions?.length) return undefined;
    const { tenantId, deploymentId } = scope;
    const viewer = await find({
      tenantId,
      deploymentId,
      embedTenantName: input.embedTenantName ?? undefined,
      externalId: input.externalId,
    });
    return viewer && isAsDescribed(viewer, scope, input) ? toProvisioned(viewer, viewer) : undefined;
  };
}

function isAsDescribed(
  viewer: KnownViewer,
  { mayChangeAccount }: ProvisioningScope,
  input: EmbedUserDescription,
): boolean {
  const { email, userProfile, embedTenantProfile, groups, tenantGroups } = input;
  const texts = { email, displayName: userProfile?.displayName, picture: userProfile?.picture };
  const tenantNames = [viewer.tenantNameHere, ...(mayChangeAccount ? [viewer.tenantDisplayName] : [])];
  const tenantName = embedTenantProfile?.displayName ?? null;
  return (
    hasSameTexts(viewer.textsHere, texts) &&
    (!mayChangeAccount || hasSameTexts(viewer.textsInAccount, texts)) &&
    (tenantName === null || tenantNames.every((name) => name === tenantName)) &&
    (groups == null || (viewer.hadGroups && hasSameGroups(viewer.groups, groups))) &&
    (tenantGroups == null || (viewer.hadTenantGroups && hasSameGroups(viewer.tenantGroups, tenantGroups))) &&
    hasSameAttributes(viewer, input)
  );
}

const textsOf = (alias: string) =>
  sql`json_build_object('email', ${sql.ref(alias)}.email, 'displayName', ${sql.ref(alias)}.display_name, 'picture', ${sql.ref(alias)}.picture)`;

const knownViewer = defineLookup<ViewerName, KnownViewer>(
  { tenantId: 'integer', deploymentId: 'integer', embedTenantName: 'text', externalId: 'text' },
  (value) => sql`
    select t.id as embed_tenant_id, t.name as embed_tenant_name, t.display_name as tenant_display_name,
      h.display_name as tenant_name_here, u.id as embed_user_id,
      ${textsOf('u')} as texts_in_account, ${textsOf('d')} as texts_here,
      d.has_groups as had_groups, d.has_tenant_groups as had_tenant_groups,
      ${selectViewerState(value, { embedUserId: sql`u.id`, embedTenantId: sql`t.id`, noted: sql`d` })}
    from tenants a
    join embed_tenants t on t.tenant_id = a.id and t.name = coalesce(${value('embedTenantName')}, a.name)
    join embed_users u on u.embed_tenant_id = t.id and u.external_id = ${value('externalId')}
    join embed_user_deployments d on d.embed_user_id = u.id and d.deployment_id = ${value('deploymentId')}
    left join embed_tenant_deployments h on h.embed_tenant_id = t.id and h.deployment_id = d.deployment_id
    where a.id = ${value('tenantId')}`,
);
