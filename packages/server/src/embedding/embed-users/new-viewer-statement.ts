import { sql, type RawBuilder } from 'kysely';
import type { NameValue } from '../../db/statements/define-statement.ts';
import { setCaller } from '../../db/request-context.ts';
import type { NewViewer } from './new-viewer.ts';

/** The values of {@link insertNewViewer}. */
export interface NewViewerValues extends Omit<NewViewer, 'values' | 'provisioned'> {
  tenantId: number;
  deploymentId: number;
  /** Who is told to have made it, as JSON; empty for nobody. */
  caller: string;
  /** A JSON array of `{id, value}`. */
  values: string;
}

/**
 * The parts of a `with` that make a viewer, what is noted of it in a deployment, and its values there; `viewer` has its
 * id. It has no row where the viewer is there already, or the embed tenant is gone.
 */
export function insertNewViewer(value: NameValue<NewViewerValues>): RawBuilder<unknown> {
  const [email, displayName, picture] = (['email', 'displayName', 'picture'] as const).map(
    (name) => sql`${value(name)}::text`,
  );
  return sql`
    caller as materialized (select ${setCaller(value('caller'))}),
    viewer as (
      insert into embed_users (tenant_id, embed_tenant_id, external_id, is_ephemeral, last_login, email, display_name, picture)
      select t.tenant_id, t.id, ${value('externalId')}::text, ${value('isEphemeral')}::boolean, now(), ${email}, ${displayName}, ${picture}
      from caller cross join embed_tenants t where t.id = ${value('embedTenantId')} and t.tenant_id = ${value('tenantId')}
      on conflict (embed_tenant_id, external_id) do nothing
      returning id
    ), noted as (
      insert into embed_user_deployments
        (embed_user_id, deployment_id, email, display_name, picture, has_groups, has_tenant_groups)
      select id, ${value('deploymentId')}::integer, ${email}, ${displayName}, ${picture},
        ${value('setsGroups')}::boolean, ${value('setsTenantGroups')}::boolean from viewer
    ), valued as (
      insert into embed_user_attribute_values (attribute_id, embed_user_id, deployment_id, value)
      select a.id, viewer.id, ${value('deploymentId')}::integer, given.value
      from viewer cross join json_to_recordset(${value('values')}::json) as given(id integer, value jsonb)
      join user_attributes a on a.id = given.id and a.tenant_id = ${value('tenantId')}
    )`;
}
