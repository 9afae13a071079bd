import type { GenerateSession } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { AttributeValue } from '../../db/tables.ts';
import { createTenantGroupStore, type EmbedTenantRef } from '../embed-tenants/tenant-group-store.ts';
import { createAccountGroupStore } from './account-group-store.ts';
import {
  assertUnique,
  checkAllGroupsFound,
  checkMayAddUser,
  checkSameType,
  matchAttributes,
} from './embed-user-policy.ts';
import { createEmbedUserStore } from './embed-user-store.ts';
import { createUserAttributeStore, type AttributeScope } from './user-attribute-store.ts';

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

  const defineAttributes = async (scope: AttributeScope, input: EmbedUserDescription) => {
    const definitions = input.userAttributeDefinitions ?? [];
    const names = definitions.map(({ name }) => name);
    assertUnique('user attribute', names);
    const known = await attributes.findByNames(scope, names);
    for (const definition of definitions) {
      const existing = known.get(definition.name);
      if (!existing) await attributes.insert(scope, definition);
      else {
        checkSameType(existing, definition.type);
        await attributes.updateTexts(scope, definition);
      }
    }
  };

  const setAttributes = async (scope: AttributeScope, embedUserId: number, input: EmbedUserDescription) => {
    const inputs = input.userAttributes ?? [];
    const names = inputs.map(({ name }) => name);
    assertUnique('user attribute', names);
    const matched = matchAttributes(inputs, await attributes.findByNames(scope, names));
    for (const { attribute, value } of matched) {
      const key = { attributeId: attribute.id, embedUserId };
      if (value === null) await attributes.removeValue(scope.tenantId, key);
      else await attributes.setValue(scope.tenantId, { ...key, value });
    }
  };

  const setGroups = async (tenant: EmbedTenantRef, embedUserId: number, { groups }: EmbedUserDescription) => {
    if (groups == null) return;
    const found = await accountGroups.findByNames(tenant.tenantId, groups);
    checkAllGroupsFound(groups, found);
    await accountGroups.replaceMemberships(tenant.tenantId, embedUserId, [...found.values()]);
  };

  const setTenantGroups = async (
    tenant: EmbedTenantRef,
    embedUserId: number,
    input: EmbedUserDescription,
  ) => {
    const definitions = input.tenantGroupDefinitions ?? [];
    assertUnique(
      'group',
      definitions.map(({ name }) => name),
    );
    for (const definition of definitions) await tenantGroups.upsert(tenant, definition);
    const names = input.tenantGroups;
    if (names == null) return;
    const found = await tenantGroups.findByNames(tenant, names);
    checkAllGroupsFound(names, found);
    await tenantGroups.replaceMemberships(tenant, embedUserId, [...found.values()]);
  };

  return {
    /**
     * Creates or updates the viewer that a session names, and answers with all that is stored of it.
     *
     * @throws `embed_user_limit`, `duplicate_name`, `groups_not_found`, `attributes_not_found`, `attribute_type_mismatch`,
     * `invalid_request` for an attribute whose type would change
     */
    async provision(tenant: EmbedTenantRef, input: EmbedUserDescription): Promise<ProvisionedUser> {
      const { tenantId, embedTenantId } = tenant;
      const isEphemeral = input.isEphemeral ?? false;
      if (!isEphemeral && !(await users.isKnown(tenant, input.externalId)))
        checkMayAddUser(await users.count(tenantId));
      const embedUserId = await users.upsert({
        ...tenant,
        externalId: input.externalId,
        isEphemeral,
        email: input.email ?? undefined,
        displayName: input.userProfile?.displayName ?? undefined,
        picture: input.userProfile?.picture ?? undefined,
      });
      const scope = { tenantId, embedTenantId: input.creatorMode ? embedTenantId : null };
      await defineAttributes(scope, input);
      await setAttributes(scope, embedUserId, input);
      await setGroups(tenant, embedUserId, input);
      await setTenantGroups(tenant, embedUserId, input);
      return {
        embedUserId,
        groups: await accountGroups.listNamesOf(tenantId, embedUserId),
        tenantGroups: await tenantGroups.listNamesOf(tenant, embedUserId),
        attributes: await attributes.listValuesOf(tenantId, embedUserId),
      };
    },
  };
}
