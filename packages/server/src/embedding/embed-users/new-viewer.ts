import { limits } from '@oriel/contract';
import type { AttributeValue } from '../../db/values/column-types.ts';
import { matchAttributes } from './embed-user-policy.ts';
import type { EmbedUserDescription, ProvisionedUser, ProvisioningScope } from './embed-user-service.ts';
import { toProvisioned } from './embed-user-service.ts';
import type { ViewerAttribute } from './viewer-state.ts';

/** An embed tenant that is there, with the attributes that viewers of it have. */
export interface KnownTenant {
  embedTenantId: number;
  embedTenantName: string;
  /** What it is called in the account, and in the deployment; null where nobody said. */
  tenantDisplayName: string | null;
  tenantNameHere: string | null;
  attributes: ViewerAttribute[];
}

/** A viewer of a known embed tenant who is not there yet, and is made with the session. */
export interface NewViewer {
  embedTenantId: number;
  /** In lower case. */
  externalId: string;
  isEphemeral: boolean;
  email: string | null;
  displayName: string | null;
  picture: string | null;
  /** Whether the session sets groups; it sets none, then. */
  setsGroups: boolean;
  setsTenantGroups: boolean;
  /** By the ids of their attributes; null clears. */
  values: { id: number; value: AttributeValue | null }[];
  /** As it will be, but for its id, which is the largest of all. */
  provisioned: ProvisionedUser;
}

/**
 * The viewer that a session makes; undefined where more is to be written than the viewer and its values.
 *
 * @throws `attributes_not_found`, `attribute_type_mismatch`
 */
export function newViewerOf(
  tenant: KnownTenant,
  { mayChangeAccount }: ProvisioningScope,
  input: EmbedUserDescription,
): NewViewer | undefined {
  const { groups, tenantGroups, userProfile, creatorMode } = input;
  if (groups?.length || tenantGroups?.length || !isCalled(tenant, mayChangeAccount, input)) return undefined;
  const inCreatorMode = creatorMode ?? false;
  const inScope = tenant.attributes.filter(({ isOfTenant }) => isOfTenant === inCreatorMode);
  const known = new Map(inScope.map((attribute) => [attribute.name, attribute]));
  const matched = matchAttributes(input.userAttributes ?? [], known, { isOfTenant: inCreatorMode });
  const values = matched.map(({ attribute, value }) => ({ id: attribute.id, value }));
  const given = new Map(values.map(({ id, value }) => [id, value]));
  const attributes = tenant.attributes.map((each) => ({ ...each, value: given.get(each.id) ?? each.value }));
  return {
    embedTenantId: tenant.embedTenantId,
    externalId: input.externalId,
    isEphemeral: input.isEphemeral ?? false,
    email: input.email ?? null,
    displayName: userProfile?.displayName ?? null,
    picture: userProfile?.picture ?? null,
    setsGroups: groups != null,
    setsTenantGroups: tenantGroups != null,
    values,
    provisioned: toProvisioned(
      { ...tenant, embedUserId: limits.MAX_ID },
      { groups: [], tenantGroups: [], attributes },
      input,
    ),
  };
}

/** Whether an embed tenant is called as a session says already. */
export function isCalled(
  { tenantDisplayName, tenantNameHere }: KnownTenant,
  mayChangeAccount: boolean,
  { embedTenantProfile }: EmbedUserDescription,
): boolean {
  const name = embedTenantProfile?.displayName ?? null;
  return (
    name === null ||
    [tenantNameHere, ...(mayChangeAccount ? [tenantDisplayName] : [])].every((each) => each === name)
  );
}
