import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { UserPrincipal } from '../access/principal.ts';
import { permitsEverything } from '../access/roles/permits-everything.ts';
import type { Db } from '../db/database.ts';

/** What a caller could become an administrator by. */
interface WayIn {
  /** Names it within the account. */
  readonly name: string;
  /** Changes with whatever decides who comes in. */
  readonly state: string;
  readonly isOpen: boolean;
}

/** The name of the setting that lifts the guard, among the ways in. */
const SETTING = 'setting';

/**
 * Whether a caller is kept from the ways in of administrators: provisioning, and credentials for groups of operations.
 */
export function isKeptFromAdministrators({ narrowing }: UserPrincipal, isProvisioning: boolean): boolean {
  return isProvisioning || (narrowing !== undefined && narrowing.tags !== null);
}

/**
 * Does work that may neither make an administrator nor change how one signs in, unless the account's settings of
 * provisioning allow it: otherwise who holds a key of provisioning is one mail with a link away from the whole account.
 * What takes an administrator away is left to the other guards. The account's lock has to be held.
 *
 * @throws `administrator_protected`, and what `work` throws
 */
export async function keepAdministrators<T>(tx: Db, tenantId: number, work: () => Promise<T>): Promise<T> {
  const before = new Map((await readWaysIn(tx, tenantId)).map((way) => [way.name, way]));
  if (before.get(SETTING)?.state === 'true') return work();
  const result = await work();
  for (const { name, state, isOpen } of await readWaysIn(tx, tenantId)) {
    const was = before.get(name);
    if (was?.state !== state || (isOpen && !was.isOpen)) throw refuse('administrator_protected');
  }
  return result;
}

/**
 * Administrators with what they sign in by, identity providers, which name the addresses of people, and the setting
 * that lifts this guard. Values are compared by hashes, so that no secret is read.
 */
async function readWaysIn(tx: Db, tenantId: number): Promise<WayIn[]> {
  const { rows } = await sql<WayIn>`
    with wide as (select r.id from roles r where r.tenant_id = ${tenantId} and ${permitsEverything('r')}),
    administrators as (
      select id from users where tenant_id = ${tenantId} and role = 'Admin'
      union select user_id from user_roles where role_id in (select id from wide)
      union select m.user_id from group_members m join groups g on g.id = m.group_id
        where g.tenant_id = ${tenantId} and (g.role = 'Admin' or exists (
          select from group_roles gr where gr.group_id = g.id and gr.role_id in (select id from wide)))
    )
    select 'user ' || u.id as name, not u.is_deactivated as is_open, md5(jsonb_build_array(
      lower(u.email), lower(u.username), u.external_id, u.password_hash,
      (select encode(i.hash, 'hex') from user_invitations i where i.user_id = u.id),
      exists (select from totp_secrets s where s.user_id = u.id),
      (select coalesce(jsonb_agg(p.id order by p.id), '[]') from passkeys p where p.user_id = u.id)
    )::text) as state
    from users u where u.tenant_id = ${tenantId} and u.id in (select id from administrators)
    union all
    select 'provider ' || p.id, p.is_enabled, md5(jsonb_build_array(
      p.settings, encode(p.encrypted_secret, 'hex'), p.trusts_emails, p.domains, p.claims)::text)
    from identity_providers p where p.tenant_id = ${tenantId}
    union all
    select ${SETTING}, true, coalesce((select s.manages_administrators from provisioning_settings s where s.tenant_id = ${tenantId}), false)::text`.execute(
    tx,
  );
  return rows;
}
