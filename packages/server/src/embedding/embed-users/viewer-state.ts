import type { UserAttributeType } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { defineStatement, type NameValue } from '../../db/statements/define-statement.ts';
import type { AttributeValue } from '../../db/values/column-types.ts';
import type { ViewerRef } from '../embed-tenants/viewer-ref.ts';

/** An attribute as a viewer has it in a deployment. */
export interface ViewerAttribute {
  id: number;
  name: string;
  type: UserAttributeType;
  /** What was set; null for nothing, and where it was cleared. */
  stored: AttributeValue | null;
  /** What holds: that, or else the default of the attribute. */
  value: AttributeValue | null;
  /** Of the embed tenant's catalogue; else of the account's. */
  isOfTenant: boolean;
  /** Whether it was set in this deployment; else it is the account's. */
  isSetHere: boolean;
}

/** What holds for a viewer in a deployment: what was set there, else what holds in the whole account. */
export interface ViewerState {
  groups: string[];
  tenantGroups: string[];
  /** The embed tenant's come last. */
  attributes: ViewerAttribute[];
}

/** Reads what holds for a viewer now. */
export async function readViewerState(db: Db, viewer: ViewerRef): Promise<ViewerState> {
  const [state] = await stateNow(db, viewer);
  if (!state) throw new Error('A select of one row gave none');
  return state;
}

const stateNow = defineStatement<ViewerRef, ViewerState>((value) => {
  const refs = {
    embedUserId: sql`${value('embedUserId')}::integer`,
    embedTenantId: sql`${value('embedTenantId')}::integer`,
    noted: sql`d`,
  };
  return sql`select ${selectViewerState(value, refs)}
    from (select 1) one left join embed_user_deployments d
      on d.embed_user_id = ${refs.embedUserId} and d.deployment_id = ${value('deploymentId')}`;
});

/** Selects the columns of {@link ViewerState}; `noted` is the viewer's row of `embed_user_deployments`, or nulls. */
export function selectViewerState(
  value: NameValue<Pick<ViewerRef, 'tenantId' | 'deploymentId'>>,
  refs: Record<'embedUserId' | 'embedTenantId' | 'noted', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const { embedUserId, embedTenantId, noted } = refs;
  const [tenantId, deploymentId] = [value('tenantId'), value('deploymentId')];
  const where = (isSet: string) =>
    sql`is not distinct from case when ${noted}.${sql.ref(isSet)} then ${deploymentId}::integer end`;
  return sql`
    array(select g.name from embed_user_groups m join groups g on g.id = m.group_id
      where g.tenant_id = ${tenantId} and m.embed_user_id = ${embedUserId} and m.deployment_id ${where('has_groups')}
      order by g.name) as groups,
    array(select g.name from embed_tenant_group_members m join embed_tenant_groups g on g.id = m.group_id
      where g.embed_tenant_id = ${embedTenantId} and m.embed_user_id = ${embedUserId}
        and m.deployment_id ${where('has_tenant_groups')}
      order by g.name) as tenant_groups,
    coalesce((
      select json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'stored', a.stored, 'value', coalesce(a.stored, a.default_json),
        'isOfTenant', a.embed_tenant_id is not null, 'isSetHere', a.is_set_here)
        order by a.embed_tenant_id nulls first, a.id)
      from (
        select distinct on (a.id) a.id, a.name, a.type, a.embed_tenant_id, a.default_json, v.value as stored,
          v.deployment_id is not null as is_set_here
        from user_attributes a left join embed_user_attribute_values v
          on v.attribute_id = a.id and v.embed_user_id = ${embedUserId}
          and (v.deployment_id is null or v.deployment_id = ${deploymentId})
        where a.tenant_id = ${tenantId} and (a.embed_tenant_id is null or a.embed_tenant_id = ${embedTenantId})
        order by a.id, v.deployment_id nulls last
      ) a
    ), '[]') as attributes`;
}
