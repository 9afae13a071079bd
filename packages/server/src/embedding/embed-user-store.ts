import { limits, refuse, type GroupDefinition, type UserAttributeDefinition } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { AttributeValue } from '../db/tables.ts';

export interface EmbedUserInput {
  tenantId: number;
  embedTenantId: number;
  externalId: string;
  isEphemeral: boolean;
  email: string | undefined;
  displayName: string | undefined;
  picture: string | undefined;
}

/** Attributes of the account (`embedTenantId` null), or of one embed tenant. */
export interface AttributeScope {
  tenantId: number;
  embedTenantId: number | null;
}

export type EmbedUserStore = ReturnType<typeof createEmbedUserStore>;

/** The external viewers of an account: tenants, users, groups and attributes. What is sent overwrites, what is not stays. */
export function createEmbedUserStore(db: Db) {
  return {
    async upsertTenant(tenantId: number, name: string, displayName: string | undefined): Promise<number> {
      const { id } = await db
        .insertInto('embedTenants')
        .values({ tenantId, name, displayName: displayName ?? null })
        .onConflict((conflict) =>
          conflict
            .columns(['tenantId', 'name'])
            .doUpdateSet({ displayName: sql`coalesce(${displayName ?? null}, embed_tenants.display_name)` }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async upsertUser(user: EmbedUserInput): Promise<number> {
      const [existing, { count }] = await Promise.all([
        db
          .selectFrom('embedUsers')
          .select('id')
          .where('embedTenantId', '=', user.embedTenantId)
          .where('externalId', '=', user.externalId)
          .executeTakeFirst(),
        db
          .selectFrom('embedUsers')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('tenantId', '=', user.tenantId)
          .where('isEphemeral', '=', false)
          .executeTakeFirstOrThrow(),
      ]);
      if (!existing && !user.isEphemeral && count >= limits.MAX_EMBED_USERS)
        throw refuse('embed_user_limit', { max: limits.MAX_EMBED_USERS });
      const sent = { email: user.email, displayName: user.displayName, picture: user.picture };
      const changed = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      const { id } = await db
        .insertInto('embedUsers')
        .values({
          tenantId: user.tenantId,
          embedTenantId: user.embedTenantId,
          externalId: user.externalId,
          isEphemeral: user.isEphemeral,
          ...changed,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['embedTenantId', 'externalId'])
            .doUpdateSet({ ...changed, lastLogin: sql`now()` }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async getInternalUser(tenantId: number, username: string): Promise<object> {
      const user = await db
        .selectFrom('users')
        .select(['id', 'email'])
        .where('tenantId', '=', tenantId)
        .where(sql<boolean>`lower(username) = ${username.trim().toLowerCase()} and not is_deactivated`)
        .executeTakeFirst();
      if (!user) throw refuse('user_not_found', { username });
      const groups = await db
        .selectFrom('groupMembers')
        .innerJoin('groups', 'groups.id', 'groupMembers.groupId')
        .select('groups.name')
        .where('groupMembers.userId', '=', user.id)
        .execute();
      const values = await db
        .selectFrom('userAttributeValues')
        .innerJoin('userAttributes', 'userAttributes.id', 'userAttributeValues.attributeId')
        .select(['userAttributes.name', 'userAttributeValues.value'])
        .where('userAttributeValues.userId', '=', user.id)
        .execute();
      return {
        username: user.email,
        groups: groups.map(({ name }) => name),
        userAttributes: Object.fromEntries(values.map(({ name, value }) => [name, value])),
      };
    },
    async findAttributes(
      { tenantId, embedTenantId }: AttributeScope,
      names: readonly string[],
    ): Promise<Map<string, { id: number; type: string }>> {
      if (names.length === 0) return new Map();
      const rows = await db
        .selectFrom('userAttributes')
        .select(['id', 'name', 'type'])
        .where('tenantId', '=', tenantId)
        .where(sql<boolean>`embed_tenant_id is not distinct from ${embedTenantId}::integer`)
        .where('name', 'in', [...names])
        .execute();
      return new Map(rows.map((row) => [row.name, row]));
    },
    async upsertAttribute(
      scope: AttributeScope,
      { name, type, displayName, description, defaultValue }: UserAttributeDefinition,
    ): Promise<void> {
      const existing = (await this.findAttributes(scope, [name])).get(name);
      if (existing && existing.type !== type)
        throw refuse('invalid_request', {
          reason: `The user attribute ${JSON.stringify(name)} is of type ${existing.type}: cannot change type`,
        });
      const texts = Object.fromEntries(
        Object.entries({ displayName, description, defaultValue }).filter(([, value]) => value !== undefined),
      );
      if (existing) {
        if (Object.keys(texts).length > 0)
          await db.updateTable('userAttributes').set(texts).where('id', '=', existing.id).execute();
        return;
      }
      await db
        .insertInto('userAttributes')
        .values({ tenantId: scope.tenantId, embedTenantId: scope.embedTenantId, name, type, ...texts })
        .execute();
    },
    async setAttribute(
      attributeId: number,
      embedUserId: number,
      value: AttributeValue | null,
    ): Promise<void> {
      if (value === null) {
        await db
          .deleteFrom('embedUserAttributeValues')
          .where('attributeId', '=', attributeId)
          .where('embedUserId', '=', embedUserId)
          .execute();
        return;
      }
      const json = JSON.stringify(value);
      await db
        .insertInto('embedUserAttributeValues')
        .values({ attributeId, embedUserId, value: json })
        .onConflict((conflict) =>
          conflict.columns(['attributeId', 'embedUserId']).doUpdateSet({ value: json }),
        )
        .execute();
    },
    async findGroups(tenantId: number, names: readonly string[]): Promise<Map<string, number>> {
      if (names.length === 0) return new Map();
      const rows = await db
        .selectFrom('groups')
        .select(['id', 'name'])
        .where('tenantId', '=', tenantId)
        .where('name', 'in', [...names])
        .execute();
      return new Map(rows.map(({ id, name }) => [name, id]));
    },
    async setGroups(embedUserId: number, groupIds: readonly number[]): Promise<void> {
      await db.deleteFrom('embedUserGroups').where('embedUserId', '=', embedUserId).execute();
      if (groupIds.length > 0)
        await db
          .insertInto('embedUserGroups')
          .values(groupIds.map((groupId) => ({ embedUserId, groupId })))
          .execute();
    },
    async upsertTenantGroup(embedTenantId: number, { name, description }: GroupDefinition): Promise<void> {
      await db
        .insertInto('embedTenantGroups')
        .values({ embedTenantId, name, description: description ?? null })
        .onConflict((conflict) =>
          conflict.columns(['embedTenantId', 'name']).doUpdateSet({
            description: sql`coalesce(${description ?? null}, embed_tenant_groups.description)`,
          }),
        )
        .execute();
    },
    async setTenantGroups(
      embedTenantId: number,
      embedUserId: number,
      names: readonly string[],
    ): Promise<void> {
      const rows =
        names.length === 0
          ? []
          : await db
              .selectFrom('embedTenantGroups')
              .select(['id', 'name'])
              .where('embedTenantId', '=', embedTenantId)
              .where('name', 'in', [...names])
              .execute();
      const missing = names.filter((name) => !rows.some((row) => row.name === name));
      if (missing.length > 0) throw refuse('groups_not_found', { names: missing.join(', ') });
      await db.deleteFrom('embedTenantGroupMembers').where('embedUserId', '=', embedUserId).execute();
      if (rows.length > 0)
        await db
          .insertInto('embedTenantGroupMembers')
          .values(rows.map(({ id }) => ({ groupId: id, embedUserId })))
          .execute();
    },
    /** What is stored of a viewer by now: groups of the account, groups of its tenant, attributes. */
    async readContext(
      embedUserId: number,
    ): Promise<{ groups: string[]; tenantGroups: string[]; attributes: Record<string, AttributeValue> }> {
      const [groups, tenantGroups, values] = await Promise.all([
        db
          .selectFrom('embedUserGroups')
          .innerJoin('groups', 'groups.id', 'embedUserGroups.groupId')
          .select('groups.name')
          .where('embedUserId', '=', embedUserId)
          .execute(),
        db
          .selectFrom('embedTenantGroupMembers')
          .innerJoin('embedTenantGroups', 'embedTenantGroups.id', 'embedTenantGroupMembers.groupId')
          .select('embedTenantGroups.name')
          .where('embedUserId', '=', embedUserId)
          .execute(),
        db
          .selectFrom('embedUserAttributeValues')
          .innerJoin('userAttributes', 'userAttributes.id', 'embedUserAttributeValues.attributeId')
          .select(['userAttributes.name', 'embedUserAttributeValues.value'])
          .where('embedUserId', '=', embedUserId)
          .execute(),
      ]);
      const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
      return {
        groups: names(groups),
        tenantGroups: names(tenantGroups),
        attributes: Object.fromEntries(values.map(({ name, value }) => [name, value])),
      };
    },
  };
}
