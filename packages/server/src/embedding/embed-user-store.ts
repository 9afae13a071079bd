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
        .insertInto('embed_tenants')
        .values({ tenant_id: tenantId, name, display_name: displayName ?? null })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'name'])
            .doUpdateSet({ display_name: sql`coalesce(${displayName ?? null}, embed_tenants.display_name)` }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async upsertUser(user: EmbedUserInput): Promise<number> {
      const [existing, { count }] = await Promise.all([
        db
          .selectFrom('embed_users')
          .select('id')
          .where('embed_tenant_id', '=', user.embedTenantId)
          .where('external_id', '=', user.externalId)
          .executeTakeFirst(),
        db
          .selectFrom('embed_users')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('tenant_id', '=', user.tenantId)
          .where('is_ephemeral', '=', false)
          .executeTakeFirstOrThrow(),
      ]);
      if (!existing && !user.isEphemeral && count >= limits.MAX_EMBED_USERS)
        throw refuse('embed_user_limit', { max: limits.MAX_EMBED_USERS });
      const sent = { email: user.email, display_name: user.displayName, picture: user.picture };
      const changed = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      const { id } = await db
        .insertInto('embed_users')
        .values({
          tenant_id: user.tenantId,
          embed_tenant_id: user.embedTenantId,
          external_id: user.externalId,
          is_ephemeral: user.isEphemeral,
          ...changed,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['embed_tenant_id', 'external_id'])
            .doUpdateSet({ ...changed, last_login: sql`now()` }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async getInternalUser(tenantId: number, username: string): Promise<object> {
      const user = await db
        .selectFrom('users')
        .select(['id', 'email'])
        .where('tenant_id', '=', tenantId)
        .where(sql<boolean>`lower(username) = ${username.trim().toLowerCase()} and not is_deactivated`)
        .executeTakeFirst();
      if (!user) throw refuse('user_not_found', { username });
      const groups = await db
        .selectFrom('group_members')
        .innerJoin('groups', 'groups.id', 'group_members.group_id')
        .select('groups.name')
        .where('group_members.user_id', '=', user.id)
        .execute();
      const values = await db
        .selectFrom('user_attribute_values')
        .innerJoin('user_attributes', 'user_attributes.id', 'user_attribute_values.attribute_id')
        .select(['user_attributes.name', 'user_attribute_values.value'])
        .where('user_attribute_values.user_id', '=', user.id)
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
        .selectFrom('user_attributes')
        .select(['id', 'name', 'type'])
        .where('tenant_id', '=', tenantId)
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
        Object.entries({ display_name: displayName, description, default_value: defaultValue }).filter(
          ([, value]) => value !== undefined,
        ),
      );
      if (existing) {
        if (Object.keys(texts).length > 0)
          await db.updateTable('user_attributes').set(texts).where('id', '=', existing.id).execute();
        return;
      }
      await db
        .insertInto('user_attributes')
        .values({ tenant_id: scope.tenantId, embed_tenant_id: scope.embedTenantId, name, type, ...texts })
        .execute();
    },
    async setAttribute(
      attributeId: number,
      embedUserId: number,
      value: AttributeValue | null,
    ): Promise<void> {
      if (value === null) {
        await db
          .deleteFrom('embed_user_attribute_values')
          .where('attribute_id', '=', attributeId)
          .where('embed_user_id', '=', embedUserId)
          .execute();
        return;
      }
      const json = JSON.stringify(value);
      await db
        .insertInto('embed_user_attribute_values')
        .values({ attribute_id: attributeId, embed_user_id: embedUserId, value: json })
        .onConflict((conflict) =>
          conflict.columns(['attribute_id', 'embed_user_id']).doUpdateSet({ value: json }),
        )
        .execute();
    },
    async findGroups(tenantId: number, names: readonly string[]): Promise<Map<string, number>> {
      if (names.length === 0) return new Map();
      const rows = await db
        .selectFrom('groups')
        .select(['id', 'name'])
        .where('tenant_id', '=', tenantId)
        .where('name', 'in', [...names])
        .execute();
      return new Map(rows.map(({ id, name }) => [name, id]));
    },
    async setGroups(embedUserId: number, groupIds: readonly number[]): Promise<void> {
      await db.deleteFrom('embed_user_groups').where('embed_user_id', '=', embedUserId).execute();
      if (groupIds.length > 0)
        await db
          .insertInto('embed_user_groups')
          .values(groupIds.map((groupId) => ({ embed_user_id: embedUserId, group_id: groupId })))
          .execute();
    },
    async upsertTenantGroup(embedTenantId: number, { name, description }: GroupDefinition): Promise<void> {
      await db
        .insertInto('embed_tenant_groups')
        .values({ embed_tenant_id: embedTenantId, name, description: description ?? null })
        .onConflict((conflict) =>
          conflict.columns(['embed_tenant_id', 'name']).doUpdateSet({
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
              .selectFrom('embed_tenant_groups')
              .select(['id', 'name'])
              .where('embed_tenant_id', '=', embedTenantId)
              .where('name', 'in', [...names])
              .execute();
      const missing = names.filter((name) => !rows.some((row) => row.name === name));
      if (missing.length > 0) throw refuse('groups_not_found', { names: missing.join(', ') });
      await db.deleteFrom('embed_tenant_group_members').where('embed_user_id', '=', embedUserId).execute();
      if (rows.length > 0)
        await db
          .insertInto('embed_tenant_group_members')
          .values(rows.map(({ id }) => ({ group_id: id, embed_user_id: embedUserId })))
          .execute();
    },
    /** What is stored of a viewer by now: groups of the account, groups of its tenant, attributes. */
    async readContext(
      embedUserId: number,
    ): Promise<{ groups: string[]; tenantGroups: string[]; attributes: Record<string, AttributeValue> }> {
      const [groups, tenantGroups, values] = await Promise.all([
        db
          .selectFrom('embed_user_groups')
          .innerJoin('groups', 'groups.id', 'embed_user_groups.group_id')
          .select('groups.name')
          .where('embed_user_id', '=', embedUserId)
          .execute(),
        db
          .selectFrom('embed_tenant_group_members')
          .innerJoin('embed_tenant_groups', 'embed_tenant_groups.id', 'embed_tenant_group_members.group_id')
          .select('embed_tenant_groups.name')
          .where('embed_user_id', '=', embedUserId)
          .execute(),
        db
          .selectFrom('embed_user_attribute_values')
          .innerJoin('user_attributes', 'user_attributes.id', 'embed_user_attribute_values.attribute_id')
          .select(['user_attributes.name', 'embed_user_attribute_values.value'])
          .where('embed_user_id', '=', embedUserId)
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
