import type { UserAttributeDefinition, UserAttributeType } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { AttributeValue } from '../../db/tables.ts';
import type { ViewerRef } from '../embed-tenants/viewer-ref.ts';

/** The catalogue of attributes of the account (`embedTenantId` null), or that of one embed tenant. */
export interface AttributeScope {
  tenantId: number;
  embedTenantId: number | null;
}

/** An attribute that may have a value for each viewer. */
export interface UserAttribute {
  id: number;
  name: string;
  type: UserAttributeType;
  displayName: string | null;
  description: string | null;
  defaultValue: string | null;
}

/** The SQL of attributes and of viewers' values. */
export type UserAttributeStore = ReturnType<typeof createUserAttributeStore>;

/** Makes the store of attributes and of the values that viewers have. */
export function createUserAttributeStore(db: Db) {
  const inScope = ({ tenantId, embedTenantId }: AttributeScope) =>
    sql<boolean>`tenant_id = ${tenantId} and embed_tenant_id is not distinct from ${embedTenantId}::integer`;
  const idsOf = (tenantId: number) =>
    db.selectFrom('userAttributes').select('id').where('tenantId', '=', tenantId);
  return {
    /** Those that exist, by name. */
    async findByNames(scope: AttributeScope, names: readonly string[]): Promise<Map<string, UserAttribute>> {
      const rows = await db
        .selectFrom('userAttributes')
        .select(['id', 'name', 'type', 'displayName', 'description', 'defaultValue'])
        .where(inScope(scope))
        .where('name', '=', sql<string>`any(${[...names]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.name, row]));
    },
    async insert(scope: AttributeScope, definition: UserAttributeDefinition): Promise<void> {
      const { name, type } = definition;
      await db
        .insertInto('userAttributes')
        .values({ ...scope, name, type, ...textsOf(definition) })
        .execute();
    },
    /** Changes those of the three texts that are given. */
    async updateTexts(scope: AttributeScope, definition: UserAttributeDefinition): Promise<void> {
      const texts = textsOf(definition);
      if (Object.keys(texts).length === 0) return;
      await db
        .updateTable('userAttributes')
        .set(texts)
        .where(inScope(scope))
        .where('name', '=', definition.name)
        .execute();
    },
    /** Sets the value that a viewer has in a deployment; null is none, whatever holds in the account. */
    async setValue(
      { tenantId, embedUserId, deploymentId }: ViewerRef,
      attributeId: number,
      value: AttributeValue | null,
    ): Promise<void> {
      const json = value === null ? null : JSON.stringify(value);
      await db
        .insertInto('embedUserAttributeValues')
        .columns(['attributeId', 'embedUserId', 'deploymentId', 'value'])
        .expression(
          idsOf(tenantId)
            .select([
              sql<number>`${embedUserId}::integer`.as('embedUserId'),
              sql<number>`${deploymentId}::integer`.as('deploymentId'),
              sql`${json}::jsonb`.as('value'),
            ])
            .where('id', '=', attributeId),
        )
        .onConflict((conflict) =>
          conflict.columns(['attributeId', 'embedUserId', 'deploymentId']).doUpdateSet({ value: json }),
        )
        .execute();
    },
    /**
     * The values of a viewer in a deployment by name, of the account's attributes and of its embed tenant's: those that were
     * set there, else those in the whole account, else the defaults of the attributes.
     */
    async listValuesOf({
      tenantId,
      embedUserId,
      deploymentId,
    }: ViewerRef): Promise<Record<string, AttributeValue>> {
      const { rows } = await sql<{ name: string; value: AttributeValue | null }>`
        select distinct on (a.embed_tenant_id, a.id) a.name, coalesce(v.value, a.default_json) as value
        from embed_users u join user_attributes a on a.tenant_id = u.tenant_id
        left join embed_user_attribute_values v on v.attribute_id = a.id and v.embed_user_id = u.id
          and (v.deployment_id is null or v.deployment_id = ${deploymentId})
        where a.tenant_id = ${tenantId} and u.id = ${embedUserId}
          and (a.embed_tenant_id is null or a.embed_tenant_id = u.embed_tenant_id)
        order by a.embed_tenant_id nulls first, a.id, v.deployment_id nulls last`.execute(db);
      return Object.fromEntries(
        rows.flatMap(({ name, value }): [string, AttributeValue][] =>
          value === null ? [] : [[name, value]],
        ),
      );
    },
  };
}

function textsOf({ displayName, description, defaultValue }: UserAttributeDefinition) {
  return Object.fromEntries(
    Object.entries({ displayName, description, defaultValue }).filter(([, value]) => value !== undefined),
  );
}
