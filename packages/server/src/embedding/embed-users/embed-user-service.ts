import type { GenerateSession } from '@oriel/contract';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { AttributeValue } from '../../db/values/column-types.ts';
import { createEmbedTenantStore } from '../embed-tenants/embed-tenant-store.ts';
import { createTenantGroupStore } from '../embed-tenants/tenant-group-store.ts';
import { createAccountGroupStore } from './account-group-store.ts';
import {
  assertUnique,
  checkSameDefinition,
  checkAllGroupsFound,
  checkSameType,
  checkNamesUnique,
  matchAttributes,
} from './embed-user-policy.ts';
import { createUserAttributeStore, type AttributeScope } from './user-attribute-store.ts';
import { groupNamesOf } from './group-names.ts';
import { endTokensWithGroups } from './lost-groups-store.ts';
import { admitViewer, type AdmittedViewer } from './viewer-admission.ts';
import { hasSameAttributes, hasSameGroups } from './viewer-comparison.ts';
import { readViewerState, type ViewerState } from './viewer-state.ts';
import type { ViewerLimit } from './viewer-limit.ts';
import type { EmbedTenantRef, ViewerRef } from '../embed-tenants/viewer-ref.ts';

/** Where a viewer is provisioned, and with what right. */
export interface ProvisioningScope {
  tenantId: number;
  deploymentId: number;
  /**
   * Whether the credential reaches the whole account; else it uses what an embed tenant has, and changes none of it.
   */
  mayChangeAccount: boolean;
}

/**
 * What a session says about its viewer. An absent part keeps what is stored, a list replaces it, an empty one clears
 * it.
 */
export type EmbedUserDescription = Pick<
  GenerateSession,
  | 'creatorMode'
  | 'email'
  | 'embedTenantName'
  | 'embedTenantProfile'
  | 'groups'
  | 'isEphemeral'
  | 'tenantGroupDefinitions'
  | 'tenantGroups'
  | 'userAttributeDefinitions'
  | 'userAttributes'
  | 'userProfile'
> & { externalId: string };

/** A viewer as it is stored by now. */
export interface ProvisionedUser {
  embedTenantId: number;
  embedTenantName: string;
  embedUserId: number;
  groups: string[];
  tenantGroups: string[];
  attributes: Record<string, AttributeValue>;
}

/** A scope with the embed tenant of the viewer. */
type TenantScope = ProvisioningScope & EmbedTenantRef;

/** What the parts of the service work with. */
interface ProvisioningNeeds {
  readonly db: Db;
  readonly viewerLimit: ViewerLimit;
  readonly tenants: ReturnType<typeof createEmbedTenantStore>;
  readonly attributes: ReturnType<typeof createUserAttributeStore>;
  readonly accountGroups: ReturnType<typeof createAccountGroupStore>;
  readonly tenantGroups: ReturnType<typeof createTenantGroupStore>;
}

/** Makes the service of viewers; `db` is a transaction where a viewer is to be provisioned as a whole or not at all. */
export function embedUsersWithin(db: Db, viewerLimit: ViewerLimit) {
  const tenants = createEmbedTenantStore(db);
  const attributes = createUserAttributeStore(db);
  const accountGroups = createAccountGroupStore(db);
  const tenantGroups = createTenantGroupStore(db);
  return bindFirst({ db, viewerLimit, tenants, attributes, accountGroups, tenantGroups }, { provision });
}

/**
 * Creates or updates the viewer that a session names, in the deployment of the session, and answers with all that
 * holds there. What is so already is not written again, so that the sessions of a host which always says the same
 * cost one statement. Tokens with a group that the viewer has lost by it end.
 *
 * @throws `embed_user_limit`, `duplicate_name`, `groups_not_found`, `attributes_not_found`,
 * `attribute_type_mismatch`, `invalid_request` for an attribute that would change its type; `forbidden` for a
 * definition that would change the account
 */
async function provision(
  needs: ProvisioningNeeds,
  scope: ProvisioningScope,
  input: EmbedUserDescription,
): Promise<ProvisionedUser> {
  const { tenantId, deploymentId, mayChangeAccount } = scope;
  const isEphemeral = input.isEphemeral ?? false;
  const displayName = input.embedTenantProfile?.displayName ?? null;
  checkNamesUnique(input);
  const admitted = await admitViewer(needs.db, {
    tenantId,
    deploymentId,
    mayChangeAccount,
    embedTenantName: input.embedTenantName ?? undefined,
    embedTenantDisplayName: displayName,
    externalId: input.externalId,
    isEphemeral,
    email: input.email ?? undefined,
    displayName: input.userProfile?.displayName ?? undefined,
    picture: input.userProfile?.picture ?? undefined,
    setsGroups: input.groups != null,
    setsTenantGroups: input.tenantGroups != null,
  });
  const { embedTenantId, embedTenantName, embedUserId } = admitted;
  if (admitted.isNew && !isEphemeral) await needs.viewerLimit.check(needs.db, tenantId);
  const tenantScope = { ...scope, embedTenantId };
  await nameTenant(needs, tenantScope, admitted, displayName);
  const hasChanged = await setAll(needs, tenantScope, admitted, input);
  const viewer = { tenantId, embedTenantId, embedUserId, deploymentId };
  const state = hasChanged ? await readViewerState(needs.db, viewer) : admitted;
  const groups = new Set(groupNamesOf(embedTenantName, state));
  const lost = groupNamesOf(embedTenantName, admitted).filter((name) => !groups.has(name));
  await endTokensWithGroups(needs.db, viewer, lost);
  return toProvisioned({ embedTenantId, embedTenantName, embedUserId }, state, input);
}

async function defineAttributes(
  { attributes }: Pick<ProvisioningNeeds, 'attributes'>,
  scope: AttributeScope,
  input: EmbedUserDescription,
  { mayChangeAccount }: TenantScope,
) {
  const definitions = input.userAttributeDefinitions ?? [];
  if (definitions.length === 0) return;
  const names = definitions.map(({ name }) => name);
  assertUnique('user attribute', names);
  const known = await attributes.findByNames(scope, names);
  for (const definition of definitions) {
    const existing = known.get(definition.name);
    if (existing) checkSameType(existing, definition.type);
    if (!mayChangeAccount) checkSameDefinition('user attribute', definition, existing);
    else if (existing) await attributes.updateTexts(scope, definition);
    else await attributes.insert(scope, definition);
  }
}

async function setAttributes(
  { attributes }: Pick<ProvisioningNeeds, 'attributes'>,
  scope: AttributeScope,
  viewer: ViewerRef,
  input: EmbedUserDescription,
) {
  const inputs = input.userAttributes ?? [];
  const names = inputs.map(({ name }) => name);
  const matched = matchAttributes(inputs, await attributes.findByNames(scope, names), {
    isOfTenant: scope.embedTenantId !== null,
  });
  for (const { attribute, value } of matched) await attributes.setValue(viewer, attribute.id, value);
}

async function setGroups(
  { accountGroups }: Pick<ProvisioningNeeds, 'accountGroups'>,
  viewer: ViewerRef,
  { groups }: EmbedUserDescription,
) {
  if (groups == null) return;
  const found = await accountGroups.findByNames(viewer, groups);
  checkAllGroupsFound(groups, found);
  await accountGroups.replaceMemberships(viewer, [...found.values()]);
}

async function defineTenantGroups(
  { tenantGroups }: Pick<ProvisioningNeeds, 'tenantGroups'>,
  scope: TenantScope,
  input: EmbedUserDescription,
) {
  const definitions = input.tenantGroupDefinitions ?? [];
  assertUnique(
    'group',
    definitions.map(({ name }) => name),
  );
  for (const definition of definitions)
    if (scope.mayChangeAccount) await tenantGroups.upsert(scope, definition);
    else checkSameDefinition('group', definition, await tenantGroups.findDescription(scope, definition.name));
}

async function setTenantGroups(
  { tenantGroups }: Pick<ProvisioningNeeds, 'tenantGroups'>,
  viewer: ViewerRef,
  { tenantGroups: names }: EmbedUserDescription,
) {
  if (names == null) return;
  const found = await tenantGroups.findByNames(viewer, names);
  checkAllGroupsFound(names, found);
  await tenantGroups.replaceMemberships(viewer, [...found.values()]);
}

async function nameTenant(
  { tenants }: Pick<ProvisioningNeeds, 'tenants'>,
  { tenantId, deploymentId, mayChangeAccount }: TenantScope,
  { embedTenantId, embedTenantName: name, tenantDisplayName, tenantNameHere }: AdmittedViewer,
  displayName: string | null,
) {
  if (displayName === null) return;
  if (mayChangeAccount && displayName !== tenantDisplayName)
    await tenants.upsert(tenantId, { name, displayName });
  if (displayName !== tenantNameHere)
    await tenants.setNameIn(tenantId, { embedTenantId, deploymentId, displayName });
}

/** Sets what is not so yet. @returns whether anything of the viewer may have changed */
async function setAll(
  needs: Pick<ProvisioningNeeds, 'attributes' | 'accountGroups' | 'tenantGroups'>,
  scope: TenantScope,
  admitted: AdmittedViewer,
  input: EmbedUserDescription,
): Promise<boolean> {
  const { tenantId, embedTenantId, deploymentId } = scope;
  const viewer = { tenantId, embedTenantId, embedUserId: admitted.embedUserId, deploymentId };
  const attributeScope = { tenantId, embedTenantId: input.creatorMode ? embedTenantId : null };
  const setsAttributes = !hasSameAttributes(admitted, input);
  const setsGroups =
    input.groups != null && !(admitted.hadGroups && hasSameGroups(admitted.groups, input.groups));
  const setsTenantGroups =
    input.tenantGroups != null &&
    !(admitted.hadTenantGroups && hasSameGroups(admitted.tenantGroups, input.tenantGroups));
  await defineAttributes(needs, attributeScope, input, scope);
  if (setsAttributes) await setAttributes(needs, attributeScope, viewer, input);
  if (setsGroups) await setGroups(needs, viewer, input);
  await defineTenantGroups(needs, scope, input);
  if (setsTenantGroups) await setTenantGroups(needs, viewer, input);
  return setsAttributes || setsGroups || setsTenantGroups;
}

/**
 * The answer about a viewer in a state. Where the account and the embed tenant have an attribute of one name, the one
 * that the session sets decides, else the embed tenant's.
 */
export function toProvisioned(
  ids: Pick<ProvisionedUser, 'embedTenantId' | 'embedTenantName' | 'embedUserId'>,
  { groups, tenantGroups, attributes }: ViewerState,
  { creatorMode, userAttributes }: Pick<EmbedUserDescription, 'creatorMode' | 'userAttributes'>,
): ProvisionedUser {
  const namesSet = new Set((userAttributes ?? []).map(({ name }) => name));
  const isSet = ({ name, isOfTenant }: ViewerState['attributes'][number]) =>
    namesSet.has(name) && isOfTenant === (creatorMode ?? false);
  const deciding = attributes.filter((each) => isSet(each) || !namesSet.has(each.name));
  const values = deciding.flatMap(({ name, value }): [string, AttributeValue][] =>
    value === null ? [] : [[name, value]],
  );
  const { embedTenantId, embedTenantName, embedUserId } = ids;
  return {
    embedTenantId,
    embedTenantName,
    embedUserId,
    groups,
    tenantGroups,
    attributes: Object.fromEntries(values),
  };
}
