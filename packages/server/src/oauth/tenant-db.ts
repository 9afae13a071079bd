import type { Db } from '../db/database.ts';
import { toStorableId } from '../db/values/storable-id.ts';

/** The database, for what an account has in it. */
export interface TenantDb {
  readonly db: Db;
  readonly tenantId: number;
}

/** Whether the account has the user. */
export async function hasUser({ db, tenantId }: TenantDb, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', toStorableId(id))
    .executeTakeFirst();
  return row !== undefined;
}
