import type { EmbedUser } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { EmbedTenantRef } from '../embed-tenants/viewer-ref.ts';

/** A viewer as a list has it. */
export type EmbedUserRow = Required<EmbedUser>;

/** The viewers of an embed tenant as {@link EmbedUserRow}, without those of one session. */
export function usersOf({ tenantId, embedTenantId }: EmbedTenantRef) {
  return sql`
  select e.id, coalesce(e.email, e.external_id) as username, e.email, e.external_id, e.display_name as first_name,
    e.created_at, e.last_login
  from embed_users e where e.tenant_id = ${tenantId} and e.embed_tenant_id = ${embedTenantId} and not e.is_ephemeral`;
}

/** The rows of a statement. */
export async function rows<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}
