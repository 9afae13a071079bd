import type { GenerateSession } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { AttributeValue } from '../../db/tables.ts';
import { createTenantGroupStore } from '../embed-tenants/tenant-group-store.ts';
import { createAccountGroupStore } from './account-group-store.ts';
import {
  assertUnique,
  checkSameDefinition,
  checkAllGroupsFound,
  checkMayAddUser,
  checkSameType,
  matchAttributes,
} from './embed-user-policy.ts';
import { createEmbedUserStore } from './embed-user-store.ts';
import { createUserAttributeStore, type AttributeScope } from './user-attribute-store.ts';
import type { EmbedTenantRef, ViewerRef } from '../embed-tenants/viewer-ref.ts';

/** For whom and where a viewer is provisioned. */
export interface ProvisioningScope extends EmbedTenantRef {
  deploymentId: number;
  /** Whether the credential reaches the whole account; else it uses what an embed tenant has, and changes none of it. */
  mayChangeAccount: boolean;
}

/** What a session says about its viewer. An absent part keeps what is stored, a list replaces it, an empty one clears it. */
export type EmbedUserDescription = Pick<
  GenerateSession,
  | 'creatorMode'
  | 'email'
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
  embedUserId: number;
  groups: string[];
  tenantGroups: string[];
  attributes: Record<string, AttributeValue>;
}

/** Creates and updates viewers. */
export type EmbedUserService = ReturnType<typeof createEmbedUserService>;

/** Makes the service of viewers; `db` is a transaction where a viewer is to be provisioned as a whole or not at all. */
export function createEmbedUserService(db: Db) {
  const users = createEmbedUserStore(db);
  const attributes = createUserAttributeStore(db);
  const accountGroups = createAccountGroupStore(db);
  const tenantGroups = createTenantGroupStore(db);

  const defineAttributes = async (
    scope: AttributeScope,
    input: EmbedUserDescription,
    { mayChangeAccount }: ProvisioningScope,
  ) => {
    const definitions = input.userAttributeDefinitions ?? [];
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
  };

  const setAttributes = async (scope: AttributeScope, viewer: ViewerRef, input: EmbedUserDescription) => {
    const inputs = input.userAttributes ?? [];
    const names = inputs.map(({ name }) => name);
    assertUnique('user attribute', names);
    const matched = matchAttributes(inputs, await attributes.findByNames(scope, names));
    for (const { attribute, value } of matched) await attributes.setValue(viewer, attribute.id, value);
  };

  const setGroups = async (viewer: ViewerRef, { groups }: EmbedUserDescription) => {
    if (groups == null) return;
    const found = await accountGroups.findByNames(viewer, groups);
    checkAllGroupsFound(groups, found);
    await accountGroups.replaceMemberships(viewer, [...found.values()]);
  };

  const defineTenantGroups = async (scope: ProvisioningScope, input: EmbedUserDescription) => {
    const definitions = input.tenantGroupDefinitions ?? [];
    assertUnique(
      'group',
      definitions.map(({ name }) => name),
    );
    for (const definition of definitions)
      if (scope.mayChangeAccount) await tenantGroups.upsert(scope, definition);
      else
        checkSameDefinition('group', definition, await tenantGroups.findDescription(scope, definition.name));
  };

  const setTenantGroups = async (viewer: ViewerRef, { tenantGroups: names }: EmbedUserDescription) => {
    if (names == null) return;
    const found = await tenantGroups.findByNames(viewer, names);
    checkAllGroupsFound(names, found);
    await tenantGroups.replaceMemberships(viewer, [...found.values()]);
  };

  return {
    /**
     * Creates or updates the viewer that a session names, in the deployment of the session, and answers with all that holds
     * there.
     *
     * @throws `embed_user_limit`, `duplicate_name`, `groups_not_found`, `attributes_not_found`, `attribute_type_mismatch`,
     * `invalid_request` for an attribute that would change its type; `forbidden` for a definition that would change the account
     */
    async provision(scope: ProvisioningScope, input: EmbedUserDescription): Promise<ProvisionedUser> {
      const { tenantId, embedTenantId, deploymentId, mayChangeAccount } = scope;
      const isEphemeral = input.isEphemeral ?? false;
      if (!isEphemeral && !(await users.isKnown(scope, input.externalId)))
        checkMayAddUser(await users.count(tenantId));
      const texts = {
        email: input.email ?? undefined,
        displayName: input.userProfile?.displayName ?? undefined,
        picture: input.userProfile?.picture ?? undefined,
      };
      const user = { tenantId, embedTenantId, externalId: input.externalId, isEphemeral, ...texts };
      const embedUserId = await users.upsert(user, { mayChange: mayChangeAccount });
      const viewer = { tenantId, embedTenantId, embedUserId, deploymentId };
      await users.setIn(viewer, {
        ...texts,
        hasGroups: input.groups != null,
        hasTenantGroups: input.tenantGroups != null,
      });
      const attributeScope = { tenantId, embedTenantId: input.creatorMode ? embedTenantId : null };
      await defineAttributes(attributeScope, input, scope);
      await setAttributes(attributeScope, viewer, input);
      await setGroups(viewer, input);
      await defineTenantGroups(scope, input);
      await setTenantGroups(viewer, input);
      return {
        embedUserId,
        groups: await accountGroups.listNamesOf(viewer),
        tenantGroups: await tenantGroups.listNamesOf(viewer),
        attributes: await attributes.listValuesOf(viewer),
      };
    },
  };
}
