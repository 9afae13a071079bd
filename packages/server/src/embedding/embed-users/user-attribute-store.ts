import type { UserAttributeDefinition, UserAttributeType } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { AttributeValue } from '../../db/values/column-types.ts';
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
  };
}

function textsOf({ displayName, description, defaultValue }: UserAttributeDefinition) {
  return Object.fromEntries(
    Object.entries({ displayName, description, defaultValue }).filter(([, value]) => value !== undefined),
  );
}
