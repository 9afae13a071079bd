import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { defineLookup } from '../../db/statements/define-lookup.ts';
import { checkNamesUnique } from './embed-user-policy.ts';
import {
  toProvisioned,
  type EmbedUserDescription,
  type ProvisionedUser,
  type ProvisioningScope,
} from './embed-user-service.ts';
import { isCalled, newViewerOf, type KnownTenant, type NewViewer } from './new-viewer.ts';
import { hasSameAttributes, hasSameGroups, hasSameTexts } from './viewer-comparison.ts';
import { selectViewerState, type ViewerAttribute, type ViewerState } from './viewer-state.ts';

interface ViewerTexts {
  email: string | null;
  displayName: string | null;
  picture: string | null;
}

/** A viewer as far as it is there, and its embed tenant. */
interface FoundViewer extends KnownTenant, ViewerState {
  /** Null for a viewer who is not there. */
  embedUserId: number | null;
  /** Whether it has been in the deployment before. */
  isHere: boolean;
  attributes: ViewerAttribute[];
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

/** What a session needs of its viewer: one who is as the session says, or one who is to be made. */
type ViewerForSession = { readonly known: ProvisionedUser } | { readonly newcomer: NewViewer };

/**
 * Finds the viewer that a session describes, as provisioning it would answer, where all is as the session says, or
 * where nothing but the viewer is to be made: one statement for the sessions of a moment, without a transaction.
 * Undefined where more is to be written, or has to be looked at closer.
 *
 * @throws `duplicate_name`; `attributes_not_found`, `attribute_type_mismatch` for a viewer who is to be made
 */
export type FindViewer = (
  scope: ProvisioningScope,
  input: EmbedUserDescription,
) => Promise<ViewerForSession | undefined>;

/** Makes the look-up of viewers for their sessions. */
export function createFindViewer(database: Pick<Database, 'db' | 'pool'>): FindViewer {
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
    if (!viewer) return undefined;
    const { embedUserId } = viewer;
    if (embedUserId === null) {
      const newcomer = newViewerOf(viewer, scope, input);
      return newcomer && { newcomer };
    }
    if (!viewer.isHere || !isAsDescribed(viewer, scope, input)) return undefined;
    return { known: toProvisioned({ ...viewer, embedUserId }, viewer, input) };
  };
}

function isAsDescribed(
  viewer: FoundViewer,
  { mayChangeAccount }: ProvisioningScope,
  input: EmbedUserDescription,
): boolean {
  const { email, userProfile, groups, tenantGroups } = input;
  const texts = { email, displayName: userProfile?.displayName, picture: userProfile?.picture };
  return (
    hasSameTexts(viewer.textsHere, texts) &&
    (!mayChangeAccount || hasSameTexts(viewer.textsInAccount, texts)) &&
    isCalled(viewer, mayChangeAccount, input) &&
    (groups == null || (viewer.hadGroups && hasSameGroups(viewer.groups, groups))) &&
    (tenantGroups == null || (viewer.hadTenantGroups && hasSameGroups(viewer.tenantGroups, tenantGroups))) &&
    hasSameAttributes(viewer, input)
  );
}

const textsOf = (alias: string) =>
  sql`json_build_object('email', ${sql.ref(alias)}.email, 'displayName', ${sql.ref(alias)}.display_name, 'picture', ${sql.ref(alias)}.picture)`;

const knownViewer = defineLookup<ViewerName, FoundViewer>(
  { tenantId: 'integer', deploymentId: 'integer', embedTenantName: 'text', externalId: 'text' },
  (value) => sql`
    select t.id as embed_tenant_id, t.name as embed_tenant_name, t.display_name as tenant_display_name,
      h.display_name as tenant_name_here, u.id as embed_user_id, d.embed_user_id is not null as is_here,
      ${textsOf('u')} as texts_in_account, ${textsOf('d')} as texts_here,
      d.has_groups as had_groups, d.has_tenant_groups as had_tenant_groups,
      ${selectViewerState(value, { embedUserId: sql`u.id`, embedTenantId: sql`t.id`, noted: sql`d` })}
    from tenants a
    join embed_tenants t on t.tenant_id = a.id and t.name = coalesce(${value('embedTenantName')}, a.name)
    left join embed_users u on u.embed_tenant_id = t.id and u.external_id = ${value('externalId')}
    left join embed_user_deployments d on d.embed_user_id = u.id and d.deployment_id = ${value('deploymentId')}
    left join embed_tenant_deployments h on h.embed_tenant_id = t.id and h.deployment_id = ${value('deploymentId')}
    where a.id = ${value('tenantId')}`,
);
