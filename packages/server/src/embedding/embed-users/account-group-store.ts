import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { createMembershipStore } from '../embed-tenants/membership-store.ts';

/** Makes the store of viewers' memberships in groups of the account. */
export function createAccountGroupStore(db: Db) {
  const tables = { groups: 'groups', members: 'embed_user_groups' };
  return createMembershipStore(db, tables, ({ tenantId }) => sql<boolean>`g.tenant_id = ${tenantId}`);
}
