import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { permitsEverything } from '../../access/roles/permits-everything.ts';

/** A role as the settings store it: a built-in one or one of the account by its id. */
export type StoredRole =
  | { readonly role: 'Viewer' | 'Explorer' | 'Developer'; readonly roleId: null }
  | { readonly role: null; readonly roleId: number };

/** A role of the account that settings name. */
export interface NamedRole {
  readonly id: number;
  /** In lower case. */
  readonly name: string;
  readonly isAdministrator: boolean;
}

/** Makes the store of the roles of provisioned users. */
export function createProvisioningStore(db: Db) {
  return bindFirst(db, {
    findDefaultRole,
    listMappings,
    managesAdministrators,
    put,
    replaceMappings,
    findRoles,
  });
}

/** The name of the default role; undefined for an account that has set none. */
async function findDefaultRole(db: Db, tenantId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
        select coalesce(r.name, s.default_role) as name from provisioning_settings s left join roles r on r.id = s.default_role_id
        where s.tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.name;
}

/** By the names of groups. */
async function listMappings(db: Db, tenantId: number): Promise<{ group: string; role: string }[]> {
  const { rows } = await sql<{ group: string; role: string }>`
        select m.group_name as group, coalesce(m.role, r.name) as role
        from group_role_mappings m left join roles r on r.id = m.role_id
        where m.tenant_id = ${tenantId} order by lower(m.group_name), m.id`.execute(db);
  return rows;
}

async function managesAdministrators(db: Db, tenantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('provisioningSettings')
    .select('managesAdministrators')
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  return row?.managesAdministrators ?? false;
}

async function put(
  db: Db,
  tenantId: number,
  { role, roleId }: StoredRole,
  managesAdministrators: boolean,
): Promise<void> {
  const values = {
    defaultRole: role ?? ('Viewer' as const),
    defaultRoleId: roleId,
    managesAdministrators,
  };
  await db
    .insertInto('provisioningSettings')
    .values({ tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(values))
    .execute();
}

/** Has an account exactly these; what stays is not written, so that the audit log tells the difference. */
async function replaceMappings(
  db: Db,
  tenantId: number,
  mappings: readonly (StoredRole & { readonly group: string })[],
): Promise<void> {
  const wanted = JSON.stringify(
    mappings.map(({ group, role, roleId }) => ({ group_name: group, role, role_id: roleId })),
  );
  const rows = sql`jsonb_to_recordset(${wanted}::jsonb) as w (group_name text, role text, role_id integer)`;
  await sql`delete from group_role_mappings m where m.tenant_id = ${tenantId} and not exists (
        select from ${rows} where w.group_name = m.group_name
          and w.role is not distinct from m.role and w.role_id is not distinct from m.role_id
      )`.execute(db);
  await sql`insert into group_role_mappings (tenant_id, group_name, role, role_id)
        select ${tenantId}, w.group_name, w.role, w.role_id from ${rows} on conflict do nothing`.execute(db);
}

/** The roles of the account with some names, which come in lower case. */
async function findRoles(db: Db, tenantId: number, names: readonly string[]): Promise<NamedRole[]> {
  const { rows } = await sql<NamedRole>`
        select r.id, lower(r.name) as name, ${permitsEverything('r')} as is_administrator from roles r
        where r.tenant_id = ${tenantId} and lower(r.name) = any(${[...names]}::text[])`.execute(db);
  return rows;
}
