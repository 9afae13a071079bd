import type { UserAttributeDefinition, UserAttributeType } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { AttributeValue } from '../../db/tables.ts';

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
        .select(['id', 'name', 'type'])
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
    async setValue(
      tenantId: number,
      {
        attributeId,
        embedUserId,
        value,
      }: { attributeId: number; embedUserId: number; value: AttributeValue },
    ): Promise<void> {
      const json = JSON.stringify(value);
      await db
        .insertInto('embedUserAttributeValues')
        .columns(['attributeId', 'embedUserId', 'value'])
        .expression(
          idsOf(tenantId)
            .select([sql<number>`${embedUserId}::integer`.as('embedUserId'), sql`${json}::jsonb`.as('value')])
            .where('id', '=', attributeId),
        )
        .onConflict((conflict) =>
          conflict.columns(['attributeId', 'embedUserId']).doUpdateSet({ value: json }),
        )
        .execute();
    },
    async removeValue(
      tenantId: number,
      { attributeId, embedUserId }: { attributeId: number; embedUserId: number },
    ): Promise<void> {
      await db
        .deleteFrom('embedUserAttributeValues')
        .where('attributeId', '=', attributeId)
        .where('attributeId', 'in', idsOf(tenantId))
        .where('embedUserId', '=', embedUserId)
        .execute();
    },
    /** The values of a viewer by name, of the account's attributes and of its embed tenant's. */
    async listValuesOf(tenantId: number, embedUserId: number): Promise<Record<string, AttributeValue>> {
      const rows = await db
        .selectFrom('embedUserAttributeValues')
        .innerJoin('userAttributes', 'userAttributes.id', 'embedUserAttributeValues.attributeId')
        .select(['userAttributes.name', 'embedUserAttributeValues.value'])
        .where('userAttributes.tenantId', '=', tenantId)
        .where('embedUserId', '=', embedUserId)
        .execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    },
  };
}

function textsOf({ displayName, description, defaultValue }: UserAttributeDefinition) {
  return Object.fromEntries(
    Object.entries({ displayName, description, defaultValue }).filter(([, value]) => value !== undefined),
  );
}
