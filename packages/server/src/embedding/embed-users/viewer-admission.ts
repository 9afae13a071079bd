import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { defineStatement } from '../../db/statements/define-statement.ts';
import type { EmbedUserTexts } from './embed-user-store.ts';
import { selectViewerState, type ViewerState } from './viewer-state.ts';

/** A viewer whom a session names, in one deployment. */
interface ViewerToAdmit extends EmbedUserTexts {
  tenantId: number;
  deploymentId: number;
  /** Undefined is the one with the account's own name. */
  embedTenantName: string | undefined;
  /** What the embed tenant is called where it has to be made. */
  embedTenantDisplayName: string | null;
  /** The host's own id of the viewer, in lower case. */
  externalId: string;
  isEphemeral: boolean;
  /** Whether the texts change the account as well, and not the deployment alone. */
  mayChangeAccount: boolean;
  /** Whether groups of the account are set in the deployment, and those of the embed tenant. */
  setsGroups: boolean;
  setsTenantGroups: boolean;
}

/** A viewer who was let in, with all that held before. */
export interface AdmittedViewer extends ViewerState {
  embedTenantId: number;
  embedTenantName: string;
  /** What the embed tenant is called in the account, and in the deployment; null where nobody said. */
  tenantDisplayName: string | null;
  tenantNameHere: string | null;
  embedUserId: number;
  isNew: boolean;
  /** Whether groups were set in the deployment before. */
  hadGroups: boolean;
  hadTenantGroups: boolean;
}

/**
 * Creates or finds a viewer, its embed tenant, and what is noted of both in a deployment, and reads what holds there:
 * in one statement, because every session does it. Rows that are as they should be are not written, but for the time of
 * the viewer's last login. Of two sessions of a viewer at once each sees the other whole or not at all.
 */
export async function admitViewer(db: Db, viewer: ViewerToAdmit): Promise<AdmittedViewer> {
  const [admitted] = await admission(db, viewer);
  if (!admitted) throw new Error(`The account ${viewer.tenantId} is not there`);
  return admitted;
}

const admission = defineStatement<ViewerToAdmit, AdmittedViewer>((value) => {
  const [tenantId, deploymentId] = [value('tenantId'), value('deploymentId')];
  const [email, displayName, picture] = (['email', 'displayName', 'picture'] as const).map(
    (name) => sql`${value(name)}::text`,
  );
  const changed = (column: string, text: RawBuilder<unknown> | undefined) =>
    sql`case when ${value('mayChangeAccount')}::boolean then coalesce(${text}, u.${sql.ref(column)}) else u.${sql.ref(column)} end`;
  return sql<AdmittedViewer>`
    with named as (
      select coalesce(${value('embedTenantName')}::text, t.name) as name from tenants t where t.id = ${tenantId}
    ), known as (
      select e.id, e.display_name from embed_tenants e join named on named.name = e.name where e.tenant_id = ${tenantId}
    ), made as (
      insert into embed_tenants as e (tenant_id, name, display_name)
      select ${tenantId}, named.name, ${value('embedTenantDisplayName')}::text from named where not exists (select from known)
      on conflict (tenant_id, name) do update set name = excluded.name
      returning e.id, e.display_name
    ), tenant as (select * from known union all select * from made),
    viewer as (
      insert into embed_users as u (tenant_id, embed_tenant_id, external_id, is_ephemeral, last_login, email, display_name, picture)
      select ${tenantId}, tenant.id, ${value('externalId')}, ${value('isEphemeral')}::boolean, now(), ${email}, ${displayName}, ${picture} from tenant
      on conflict (embed_tenant_id, external_id) do update set last_login = now(),
        email = ${changed('email', email)}, display_name = ${changed('display_name', displayName)},
        picture = ${changed('picture', picture)}
      where u.tenant_id = ${tenantId}
      returning u.id, u.xmax = 0 as is_new
    ), noted as (
      insert into embed_user_deployments as d
        (embed_user_id, deployment_id, email, display_name, picture, has_groups, has_tenant_groups)
      select viewer.id, ${deploymentId}, ${email}, ${displayName}, ${picture},
        ${value('setsGroups')}::boolean, ${value('setsTenantGroups')}::boolean from viewer
      on conflict (embed_user_id, deployment_id) do update set
        email = coalesce(excluded.email, d.email), display_name = coalesce(excluded.display_name, d.display_name),
        picture = coalesce(excluded.picture, d.picture), has_groups = d.has_groups or excluded.has_groups,
        has_tenant_groups = d.has_tenant_groups or excluded.has_tenant_groups
      where coalesce(excluded.email, d.email) is distinct from d.email
        or coalesce(excluded.display_name, d.display_name) is distinct from d.display_name
        or coalesce(excluded.picture, d.picture) is distinct from d.picture
        or (excluded.has_groups and not d.has_groups) or (excluded.has_tenant_groups and not d.has_tenant_groups)
    )
    select tenant.id as embed_tenant_id, named.name as embed_tenant_name, tenant.display_name as tenant_display_name,
      (select h.display_name from embed_tenant_deployments h
        where h.embed_tenant_id = tenant.id and h.deployment_id = ${deploymentId}) as tenant_name_here,
      viewer.id as embed_user_id, viewer.is_new,
      coalesce(before.has_groups, false) as had_groups, coalesce(before.has_tenant_groups, false) as had_tenant_groups,
      ${selectViewerState(value, { embedUserId: sql`viewer.id`, embedTenantId: sql`tenant.id`, noted: sql`before` })}
    from named cross join tenant cross join viewer
    left join embed_user_deployments before
      on before.embed_user_id = viewer.id and before.deployment_id = ${deploymentId}`;
});
