import type { UserAccess } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';

/** Reads what hangs on each of some users, by their ids; who is not there is left out. */
export async function readUserAccess(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, UserAccess>> {
  const { rows } = await sql<UserAccess & { id: number }>`
    select u.id, not u.is_deactivated as is_active,
      case when u.is_deactivated then 0 else
        (select count(*) from api_keys k where k.user_id = u.id and (k.expires_at is null or k.expires_at > now()))
        + (select count(*) from console_sessions s where s.user_id = u.id and s.expires_at > now())
        + (select count(*) from environment_tokens t where t.created_by = u.id and t.expires_at > now()) end as credentials,
      (select count(*) from grants g join deployments d on d.id = g.deployment_id
       where d.tenant_id = ${tenantId} and g.subject_type = 'USER' and g.subject_id = u.id) as shared_items,
      (select count(*) from folders where user_id = u.id) + (select count(*) from workbooks where user_id = u.id)
        + (select count(*) from reports where user_id = u.id) as owned_items
    from users u where u.tenant_id = ${tenantId} and u.id = any(${ids.filter(isStorableId)}::integer[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...access }) => [id, access]));
}
